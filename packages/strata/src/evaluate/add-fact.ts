import type { Weight } from "../ir/fact.js";
import { FactSources } from "./fact-sources.js";
import type { Relation } from "./relation.js";

/** States a certain or weighted fact. The row's number; its complement when the fact changed nothing. */
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
  if (inserted >= 0) {
    annotations[row] = value;
    relation.sources.add(row, source, value);
    return row;
  }
  // STRATA-EVAL-04: equal facts take the minimum.
  if (value < annotations[row]!) {
    annotations[row] = value;
    relation.sources.lighten(row, source, value);
    return row;
  }
  if (value === annotations[row]) relation.sources.add(row, source, value);
  return ~row;
}
