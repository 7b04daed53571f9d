import type { JournalEntry } from "../contract/effect.js";

/**
 * A journal falls into attempts: each ends with the entry that closed the run. Most runs have one; a run that was halted
 * by its provider and resumed has more, and each one replays what the ones before it did, but for the calls it made again.
 */
export function attemptsOf(entries: readonly JournalEntry[]): JournalEntry[][] {
  const attempts: JournalEntry[][] = [[]];
  for (const [index, entry] of entries.entries()) {
    attempts.at(-1)?.push(entry);
    if (entry.kind === "run_closed" && index < entries.length - 1) attempts.push([]);
  }
  return attempts;
}

/** The entries one attempt works from: those of earlier attempts without what was done again, then its own. */
export function entriesForAttempt(attempts: readonly (readonly JournalEntry[])[], index: number): JournalEntry[] {
  const entries: JournalEntry[] = [];
  for (let earlier = 0; earlier < index; earlier++) {
    const kept = attempts[earlier] ?? [];
    entries.push(...kept.filter((entry) => entry.kind !== "run_closed"));
    const again = unfinishedCalls(entries);
    for (let at = entries.length - 1; at >= 0; at--) {
      const entry = entries[at];
      if (entry?.kind === "effect_finished" && again.has(entry.data.key)) entries.splice(at, 1);
    }
  }
  entries.push(...(attempts[index] ?? []));
  return entries;
}

/** The leg an attempt begins with: everything before it was told by the attempts before. */
export function firstLegOf(attempts: readonly (readonly JournalEntry[])[], index: number): number {
  let leg = 1;
  for (let earlier = 0; earlier < index; earlier++) {
    for (const entry of attempts[earlier] ?? []) if (entry.kind === "leg_resumed") leg = entry.data.leg;
  }
  return index === 0 ? 1 : leg + 1;
}

/** What was asked about a model between its calls; it is asked again where a call before it is made again. */
const ABOUT_MODEL = /\/plan\.(?:window|price|count)\.\d+$/;

/** Keys of the calls at the end that failed or were aborted: an attempt that follows makes them again. */
function unfinishedCalls(entries: readonly JournalEntry[]): Set<string> {
  const keys = new Set<string>();
  for (let index = entries.length - 1; index >= 0; index--) {
    const entry = entries[index];
    if (entry?.kind !== "effect_finished") continue;
    const outcome = entry.data.outcome as { error?: unknown; aborted?: unknown } | null;
    const failed =
      typeof outcome === "object" && outcome !== null && (outcome.error !== undefined || outcome.aborted !== undefined);
    if (ABOUT_MODEL.test(entry.data.key)) {
      keys.add(entry.data.key);
      continue;
    }
    // What a tool did is done, however it ended.
    if (entry.data.act === "tool" || !failed) break;
    keys.add(entry.data.key);
  }
  return keys;
}
