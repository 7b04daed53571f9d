import type { Weight } from "../ir/fact.js";
import { FactSources } from "./fact-sources.js";
import type { Relation } from "./relation.js";

/** States a certain or weighted fact. The row's number; its complement when no row or weight changed. */
export function addFact(relation: Relation, tuple: Int32Array, weight: Weight | null, source: number): number {
  relation.sources ??= new FactSources();
  if (weight === null) {
    const row = relation.insert(tuple);
    relation.sources.add(row < 0 ? ~row : row, source, null);
    return row;
  }
  const value = weight === "inf" ? Number.POSITIVE_INFINITY : weight;
  relation.annotate();
  const inserted = relation.insert(tuple);
  const row = inserted < 0 ? ~inserted : inserted;
  const annotations = relation.annotations!;
  const known = inserted < 0;
  const old = annotations[row]!;
  if (known && value > old) return ~row;
  // A weight that a rule reached belongs to no earlier fact.
  const replaces = known && (value < old || relation.stamps![row] !== 0);
  // STRATA-EVAL-04: equal facts take the minimum.
  annotations[row] = value;
  // Facts stand before every round.
  relation.stamps![row] = 0;
  if (replaces) relation.sources.lighten(row, source, value);
  else relation.sources.add(row, source, value);
  return known && value === old ? ~row : row;
}
