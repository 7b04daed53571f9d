import type { AnnotationKind, Effects } from "../ir/declaration.js";
import type { ArithOp, CompareOp } from "../ir/literal.js";
import type { AggOp } from "../ir/term.js";

/** Words that are never bare names or variables; as names they are quoted. */
export const RESERVED: ReadonlySet<string> = new Set(
  (
    "pred domain input from model neural not int term min max sum count prob_or Bool Trop Prov Prov_k total partial " +
    "complete sound_only deterministic stochastic mod starts_with is_int"
  ).split(" "),
);

export const AGGREGATES: ReadonlySet<string> = new Set<AggOp>(["min", "max", "sum", "count", "prob_or"]);

export const ANNOTATION_WORDS: Readonly<Record<AnnotationKind, string>> = {
  bool: "Bool",
  trop: "Trop",
  prov: "Prov",
  prov_k: "Prov_k",
};

/** The effect word's field; a word that is a default leaves the field out. */
export const EFFECT_WORDS: ReadonlyMap<string, { readonly field: keyof Effects; readonly isDefault: boolean }> =
  new Map([
    ["total", { field: "termination", isDefault: true }],
    ["partial", { field: "termination", isDefault: false }],
    ["complete", { field: "completeness", isDefault: true }],
    ["sound_only", { field: "completeness", isDefault: false }],
    ["deterministic", { field: "determinism", isDefault: true }],
    ["stochastic", { field: "determinism", isDefault: false }],
  ]);

export const COMPARISONS: ReadonlyMap<string, CompareOp> = new Map([
  ["=", "eq"],
  ["!=", "ne"],
  ["<", "lt"],
  ["<=", "le"],
  [">", "gt"],
  [">=", "ge"],
]);

/** Operators with how tightly they bind; all group to the left. */
export const ARITHMETIC: ReadonlyMap<string, { readonly op: ArithOp; readonly level: 1 | 2 }> = new Map([
  ["+", { op: "add", level: 1 }],
  ["-", { op: "sub", level: 1 }],
  ["*", { op: "mul", level: 2 }],
  ["/", { op: "div", level: 2 }],
  ["mod", { op: "mod", level: 2 }],
]);

/** Prov_k without a number keeps this many proofs. */
export const DEFAULT_PROOF_COUNT = 3;
