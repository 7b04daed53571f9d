/** Names are compared up to this length, so that the cost is bounded. */
const MAX_LENGTH = 64;

/**
 * The one of `known` that a name was most likely meant to be, or null where none comes near: one that holds it or is held
 * by it, or that differs by a third of its letters at most. Case does not count.
 */
export function nearestName(name: string, known: readonly string[]): string | null {
  const wanted = name.toLowerCase().slice(0, MAX_LENGTH);
  let nearest: string | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const candidate of known) {
    const stated = candidate.toLowerCase();
    const distance = editDistance(wanted, stated);
    const shorter = Math.min(wanted.length, stated.length);
    const isPart = shorter >= 4 && (stated.includes(wanted) || wanted.includes(stated));
    if ((isPart || distance <= Math.ceil(shorter / 3)) && distance < least) {
      nearest = candidate;
      least = distance;
    }
  }
  return nearest;
}

/** Letters to insert, drop or change, by one row of the table at a time. */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (let left = 1; left <= from.length; left++) {
    const next = [left];
    for (let right = 1; right <= to.length; right++) {
      const change = (row[right - 1] as number) + (from[left - 1] === to[right - 1] ? 0 : 1);
      next.push(Math.min(change, (row[right] as number) + 1, (next[right - 1] as number) + 1));
    }
    row = next;
  }
  return row[to.length] as number;
}
