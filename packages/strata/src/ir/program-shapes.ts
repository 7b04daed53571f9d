import { absent, listShape, type Shape, structShape, taggedShape, wordsShape } from "./shape.js";

const STRING: Shape = { type: "string" };
const BOOLEAN: Shape = { type: "boolean" };
const NUMBER: Shape = { type: "number" };
const WEIGHT: Shape = { type: "weight" };
const INTEGER: Shape = { type: "integer", min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER };
const UINT32: Shape = { type: "integer", min: 0, max: 2 ** 32 - 1 };
const AGG_OP = wordsShape(["min", "max", "sum", "count", "prob_or"]);
const COMPARE_OP = wordsShape(["eq", "ne", "lt", "le", "gt", "ge"]);
const ARITH_OP = wordsShape(["add", "sub", "mul", "div", "mod"]);

const string = () => STRING;
const named = (name: string) => structShape(name, { name: string });

const VAR = named("Var");
const CONST = named("Const");
const INT = structShape("Int", { value: () => INTEGER });
const TERMS = listShape(() => TERM_SHAPE);
const AGG = structShape("Agg", { op: () => AGG_OP, var: string });
// STRATA-ENC-07: the arguments of a compound are terms again, to any depth.
const COMPOUND = structShape("Compound", { functor: string, args: () => TERMS });

/** A term: variable, symbol, integer, aggregate or compound. */
export const TERM_SHAPE: Shape = taggedShape("Term", {
  var: () => VAR,
  const: () => CONST,
  int: () => INT,
  agg: () => AGG,
  compound: () => COMPOUND,
});

const EXPR: Shape = taggedShape("Expr", {
  var: () => VAR,
  const: () => CONST,
  int: () => INT,
  compound: () => COMPOUND,
  arith: () => ARITH,
});
const ARITH: Shape = structShape("Arith", { op: () => ARITH_OP, left: () => EXPR, right: () => EXPR });
const NEGATED = absent(() => BOOLEAN, { fallback: false });
const COMPARE = structShape("Compare", { op: () => COMPARE_OP, left: () => EXPR, right: () => EXPR });
const STARTS_WITH = structShape("StartsWith", {
  value: () => TERM_SHAPE,
  prefix: () => TERM_SHAPE,
  negated: NEGATED,
});
const IS_INT = structShape("IsInt", { value: () => TERM_SHAPE, negated: NEGATED });

/** A predicate applied to terms. */
export const ATOM_SHAPE: Shape = structShape("Atom", { pred: string, args: () => TERMS });

/** A body literal. */
export const LITERAL_SHAPE: Shape = taggedShape(
  "Literal",
  {
    pos: () => ATOM_SHAPE,
    neg: () => ATOM_SHAPE,
    compare: () => COMPARE,
    starts_with: () => STARTS_WITH,
    is_int: () => IS_INT,
  },
  { extension: ["compare", "starts_with", "is_int"] },
);
const LITERALS = listShape(() => LITERAL_SHAPE);
const RULE = structShape("Rule", { head: () => ATOM_SHAPE, body: () => LITERALS });

/** A stated row. */
export const FACT_SHAPE: Shape = structShape("Fact", {
  atom: () => ATOM_SHAPE,
  weight: absent(() => WEIGHT, { nullOk: true }),
  prob: absent(() => NUMBER, { nullOk: true }),
});

// STRATA-LOAD-03: "int" is the integer sort, any other bare string a domain.
const argTypeShorthand = (text: string): unknown =>
  text === "int" ? { kind: "int" } : { kind: "domain", data: { name: text } };
const DOMAIN = named("Domain");
const ARG_TYPE = taggedShape(
  "ArgType",
  { domain: () => DOMAIN, int: null, term: () => DOMAIN },
  { shorthand: argTypeShorthand },
);
const ARG_TYPES = listShape(() => ARG_TYPE);

// STRATA-LOAD-03: a bare annotation word stands for its tagged form, except prov_k, which needs its k.
const annotationShorthand = (text: string): unknown =>
  text === "bool" || text === "trop" || text === "prov" ? { kind: text } : null;
const PROV_K = structShape("ProvK", { k: () => UINT32 });

/** What rows of a predicate carry. */
export const ANNOTATION_SHAPE: Shape = taggedShape(
  "Annotation",
  { bool: null, trop: null, prov: null, prov_k: () => PROV_K },
  { shorthand: annotationShorthand },
);
const word = (fallback: string, other: string) => {
  const shape = wordsShape([fallback, other]);
  return absent(() => shape, { fallback });
};
const EFFECTS = structShape("Effects", {
  termination: word("total", "partial"),
  completeness: word("complete", "sound_only"),
  determinism: word("deterministic", "stochastic"),
});
const SIGNATURE = structShape("Signature", {
  args: () => ARG_TYPES,
  annotation: () => ANNOTATION_SHAPE,
  effects: absent(() => EFFECTS, { fallback: "empty" }),
});
const NEURAL = structShape("NeuralSpec", { model: string });
const PREDICATE = structShape("PredDecl", {
  name: string,
  sig: () => SIGNATURE,
  neural: absent(() => NEURAL, { nullOk: true }),
});
const INPUT = structShape("InputDecl", { pred: string, path: string });
const QUERY = structShape("Query", { atom: () => ATOM_SHAPE, kind: () => QUERY_KIND_SHAPE });

/** What a query asks for: a bare word under a field that happens to be called `kind`. */
export const QUERY_KIND_SHAPE: Shape = wordsShape(["plain", "prob", "grad"]);
const PRAGMA = wordsShape(["terms", "asp", "builtins"]);
const LINES = listShape(string);
const TRIVIA = structShape("Trivia", {
  leading: absent(() => LINES, { fallback: "empty" }),
  trailing: absent(string, { nullOk: true, fallback: "" }),
  blankBefore: absent(() => BOOLEAN, { fallback: false }),
});
const SPAN = structShape("Span", { start: () => UINT32, end: () => UINT32 });

const ITEM: Shape = taggedShape(
  "Item",
  {
    domain: () => DOMAIN,
    predicate: () => PREDICATE,
    rule: () => RULE,
    fact: () => FACT_SHAPE,
    input: () => INPUT,
    query: () => QUERY,
    pragma: () => PRAGMA,
  },
  { beside: { trivia: absent(() => TRIVIA, { fallback: "empty" }), span: absent(() => SPAN) } },
);
const ITEMS = listShape(() => ITEM);
const FACTS = listShape(() => FACT_SHAPE);

/** A whole program. */
export const PROGRAM_SHAPE = structShape("Program", { irVersion: string, items: () => ITEMS });

/** A facts document (STRATA-LOAD-08). */
export const FACTS_SHAPE = structShape("Facts", { irVersion: string, facts: () => FACTS });
