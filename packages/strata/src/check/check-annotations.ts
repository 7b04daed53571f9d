import type { AnnotationKind } from "../ir/declaration.js";
import type { Rule } from "../ir/literal.js";
import { type CheckContext, complain, predicateNamed, quote } from "./check-context.js";

/** What a head of each annotation can read in positive literals (E1007). */
const READS: Readonly<Record<AnnotationKind, readonly AnnotationKind[]>> = {
  bool: ["bool"],
  trop: ["trop", "bool"],
  prov: ["prov", "bool"],
  prov_k: ["prov_k", "prov", "bool"],
};

/** E1006: a prov_k predicate keeps at least one proof. */
export function checkProofCounts(context: CheckContext): void {
  for (const [index, item] of context.program.items.entries()) {
    if (item.kind !== "predicate") continue;
    const { annotation } = item.data.sig;
    if (annotation.kind === "prov_k" && annotation.data.k === 0) {
      const trail = ["items", index, "data", "sig", "annotation", "data", "k"];
      complain(
        context,
        1006,
        trail,
        `prov_k with k = 0 keeps no proof of ${quote(item.data.name)}: let k be at least 1`,
      );
    }
  }
}

/** E1007: the annotation of every positive literal coerces to the head's. */
export function checkCoercions(context: CheckContext, rule: Rule, index: number): void {
  const head = predicateNamed(context, rule.head.pred);
  const reads = READS[head.annotation.kind];
  for (const [place, literal] of rule.body.entries()) {
    if (literal.kind !== "pos") continue;
    const { annotation, name } = predicateNamed(context, literal.data.pred);
    if (reads.includes(annotation.kind)) continue;
    complain(
      context,
      1007,
      ["items", index, "data", "body", place],
      `${quote(name)} is ${annotation.kind}, which a ${head.annotation.kind} head cannot read: declare ${quote(head.name)} ${annotation.kind}, or read another predicate`,
    );
  }
}
