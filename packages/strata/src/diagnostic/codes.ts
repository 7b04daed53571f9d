import type { Severity } from "./diagnostic.js";

/** One row of the table of codes. */
export interface CodeEntry {
  readonly severity: Severity;
  readonly meaning: string;
  readonly remedy: string;
}

const error = (meaning: string, remedy: string): CodeEntry => ({ severity: "error", meaning, remedy });
const warning = (meaning: string, remedy: string): CodeEntry => ({ severity: "warning", meaning, remedy });

/** Every code a diagnostic can carry, with its usual severity: what it means and what to do. */
export const DIAGNOSTIC_CODES = {
  1: error("characters that belong to no token", "remove them, or quote the name they are part of"),
  2: error("a token that cannot stand there", "write one of the tokens the message lists"),
  3: error("the text ends inside an item", "complete the item and end it with a full stop"),
  10: warning("a variable that occurs once in its rule", "name it _Name if that is meant, else correct the spelling"),
  1001: error("a predicate without a declaration", "declare it with pred, or use the declared name"),
  1002: error("negation or an aggregate on a dependency cycle", "break the cycle the message spells out"),
  1003: error("a variable nothing binds", "add a positive literal that binds it"),
  1004: error("a fact that is not ground, or nests too deep", "put constants in place of variables and aggregates"),
  1005: error("a wrong number of arguments", "give as many arguments as the declaration has columns"),
  1006: error("prov_k that keeps no proof", "let k be at least 1"),
  1007: error("an annotation that does not coerce to the head's", "change the annotation of one of the predicates"),
  1008: error("a prov predicate on a dependency cycle", "make the recursive predicate bool and let prov read it"),
  1009: error(
    "a weight or a probability where none belongs",
    "weights go with trop, probabilities 0..1 with the others",
  ),
  1010: error("a fact without probability on a neural predicate", "give the fact a probability"),
  1011: error("a construct that answer-set programs cannot have", "remove it, or remove the pragma asp"),
  1012: error("a redeclaration that disagrees with the first", "keep one declaration, or rename one of the predicates"),
  2001: error("a value or variable of the wrong sort", "use the sort the column declares"),
  2002: warning("a domain that is not declared", "declare it with domain, or use the declared name"),
  2003: warning("a domain declared twice", "remove the second declaration"),
  2004: error("an aggregate where none can stand", "use one aggregate as a direct argument of a bool head"),
  2005: error("a field that does not exist", "remove it, or use the known name"),
  2006: error("a budget is used up", "make the program or its data smaller, or raise the budget"),
  2007: error("not a safe integer", "write a plain integer within -(2^53-1)..2^53-1"),
  2008: error("a builtin that cannot be used so", "state the pragma builtins, and guard operands with is_int"),
  2009: error("an input path is refused", "use a relative path inside what the host serves"),
  2010: error("malformed JSON", "write one strict JSON value and nothing else"),
  2011: error("a key written twice", "keep one of the two"),
  2012: error("a value of the wrong shape", "write the shape the message names"),
  2013: error("ir_version is missing or refused", 'write "ir_version": "0.1.0"'),
  2014: error("a cycle of negative weight has no least weight", "make the weights on the cycle sum to at least 0"),
  2015: error("a feature that is not evaluated", "evaluate the program without it"),
  2016: error("input content that does not fit", "correct the row and column the message names"),
  2017: warning("compound terms without the pragma terms", "state the pragma terms"),
  2018: error("a predicate the host supplies is stated or derived", "derive a predicate of the program's own"),
  2019: warning("a bool head that reads soft evidence only through not", "expect its rows to carry probabilities"),
  2020: warning("a recursion that builds values may not end", "bound it, or declare the head partial"),
  2021: error("the run was aborted", "run it again if that was not meant"),
} as const satisfies Readonly<Record<number, CodeEntry>>;

/** A code of {@link DIAGNOSTIC_CODES}, as a number; `printCode` writes it as `E1001`. */
export type DiagnosticCode = keyof typeof DIAGNOSTIC_CODES;

/** `E1001`, `E0010`: how a code is printed. */
export function printCode(code: number): string {
  return `E${String(code).padStart(4, "0")}`;
}
