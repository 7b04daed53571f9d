import { FactSources } from "../evaluate/fact-sources.js";
import { Relation } from "../evaluate/relation.js";
import { copyRow } from "./change.js";

/**
 * A relation without some of its rows, the others in their order and with their rounds: what they rest on is kept, so
 * their proofs stay as they were. Sources in `withdrawn` no longer count.
 */
export function rebuild(before: Relation, without: ReadonlySet<number>, withdrawn: ReadonlySet<number>): Relation {
  const after = new Relation(before.arity);
  if (before.annotations !== null) after.annotate();
  if (before.sources !== null) after.sources = new FactSources();
  const tuple = new Int32Array(before.arity);
  let round = 0;
  const closeRounds = (row: number): void => {
    while (round < before.roundEnds.length && before.roundEnds[round]! <= row) {
      after.rounds.push(before.rounds[round]!);
      after.roundEnds.push(after.count);
      round += 1;
    }
  };
  for (let row = 0; row < before.count; row += 1) {
    closeRounds(row);
    if (without.has(row)) continue;
    copyRow(before, row, tuple);
    const kept = after.insert(tuple);
    const weight = before.annotations === null ? null : before.annotations[row]!;
    if (weight !== null) {
      after.annotations![kept] = weight;
      after.stamps![kept] = before.stamps![row]!;
    }
    for (const code of before.sources?.of(row, weight) ?? []) {
      if (!withdrawn.has(code)) after.sources!.add(kept, code, weight);
    }
  }
  closeRounds(before.count);
  after.lastRound = before.lastRound;
  after.settle();
  return after;
}
