/** Names longer than this are not compared: a hint for them would help nobody and cost much. */
const LONGEST = 64;

/** The candidate nearest to `name`, and whether no other is as near. */
export interface NearestName {
  readonly name: string;
  readonly unique: boolean;
}

/**
 * The nearest of `candidates` within edit distance 2 or a third of the name's length, whichever is larger
 * (STRATA-LOAD-04), or null. Letter case counts as nothing, so `Bool` finds `bool`. Ties go to the first.
 */
export function nearestName(name: string, candidates: Iterable<string>): NearestName | null {
  if (name.length > LONGEST) return null;
  const folded = name.toLowerCase();
  let limit = Math.max(2, Math.floor(name.length / 3));
  let best: string | null = null;
  let ties = 0;
  for (const candidate of candidates) {
    if (candidate === name || Math.abs(candidate.length - name.length) > limit) continue;
    const distance = editDistance(folded, candidate.toLowerCase(), limit);
    // A hint that shares no letter with the name is a guess, not a correction.
    if (distance > limit || distance >= Math.max(name.length, candidate.length)) continue;
    if (best === null || distance < limit) {
      best = candidate;
      ties = 1;
      limit = distance;
    } else if (distance === limit) {
      ties += 1;
    }
  }
  return best === null ? null : { name: best, unique: ties === 1 };
}

/** The optimal string alignment distance (a swap of neighbours counts one), or more than `limit` once it must be. */
function editDistance(left: string, right: string, limit: number): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    let least = row;
    for (let column = 1; column <= right.length; column += 1) {
      const same = left[row - 1] === right[column - 1];
      let cost = Math.min(previous[column]! + 1, current[column - 1]! + 1, previous[column - 1]! + (same ? 0 : 1));
      if (row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1]) {
        cost = Math.min(cost, beforePrevious[column - 2]! + 1);
      }
      current.push(cost);
      least = Math.min(least, cost);
    }
    if (least > limit) return limit + 1;
    beforePrevious = previous;
    previous = current;
  }
  return previous[right.length]!;
}
