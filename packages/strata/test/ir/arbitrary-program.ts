import fc from "fast-check";
import type { Expr, Literal } from "../../src/ir/literal.js";
import type { Item, Program } from "../../src/ir/program.js";
import type { Term } from "../../src/ir/term.js";

/** Names with every awkwardness: reserved words, quotes, escapes, other scripts, object-prototype keys. */
const names: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    ...["a", "edge", "X", "_", "_x", "Bool", "mod", "count", "not", "inf", "", "5", "My Pred!", "__proto__", "prob"],
    ...['qu"ote', "back\\slash", "new\nline", "\u2028", "\ud800", "ünï", "%", "constructor", "p.q", "x:-"],
  ),
  fc.string({ maxLength: 6 }),
  fc.string({ unit: "binary", maxLength: 4 }),
);

const integers = fc.oneof(fc.integer({ min: -9, max: 9 }), fc.maxSafeInteger());
const ops = fc.constantFrom("min" as const, "max" as const, "sum" as const, "count" as const, "prob_or" as const);

const { term } = fc.letrec<{ term: Term }>((tie) => ({
  term: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.record({ kind: fc.constant("var" as const), data: fc.record({ name: names }) }),
    fc.record({ kind: fc.constant("const" as const), data: fc.record({ name: names }) }),
    fc.record({ kind: fc.constant("int" as const), data: fc.record({ value: integers }) }),
    fc.record({ kind: fc.constant("agg" as const), data: fc.record({ op: ops, var: names }) }),
    fc.record({
      kind: fc.constant("compound" as const),
      data: fc.record({ functor: names, args: fc.array(tie("term"), { maxLength: 3 }) }),
    }),
  ),
}));

const atoms = fc.record({ pred: names, args: fc.array(term, { maxLength: 3 }) });
const operand = term.filter((each) => each.kind !== "agg") as fc.Arbitrary<Expr>;

/** Any expression, nested on either side. */
const { expr } = fc.letrec<{ expr: Expr }>((tie) => ({
  expr: fc.oneof(
    { maxDepth: 4 },
    operand,
    fc.record({
      kind: fc.constant("arith" as const),
      data: fc.record({
        op: fc.constantFrom("add" as const, "sub" as const, "mul" as const, "div" as const, "mod" as const),
        left: tie("expr"),
        right: tie("expr"),
      }),
    }),
  ),
}));

const negated = fc.record({ negated: fc.constant(true) }, { requiredKeys: [] });
const literals: fc.Arbitrary<Literal> = fc.oneof(
  fc.record({ kind: fc.constantFrom("pos" as const, "neg" as const), data: atoms }),
  fc.record({
    kind: fc.constant("compare" as const),
    data: fc.record({
      op: fc.constantFrom("eq" as const, "ne" as const, "lt" as const, "le" as const, "gt" as const, "ge" as const),
      left: expr,
      right: expr,
    }),
  }),
  fc
    .tuple(fc.record({ value: term, prefix: term }), negated)
    .map(([data, extra]) => ({ kind: "starts_with" as const, data: { ...data, ...extra } })),
  fc
    .tuple(fc.record({ value: term }), negated)
    .map(([data, extra]) => ({ kind: "is_int" as const, data: { ...data, ...extra } })),
);

const argTypes = fc.oneof(
  fc.constant({ kind: "int" as const }),
  fc.record({ kind: fc.constantFrom("domain" as const, "term" as const), data: fc.record({ name: names }) }),
);
const annotations = fc.oneof(
  fc.record({ kind: fc.constantFrom("bool" as const, "trop" as const, "prov" as const) }),
  fc.record({ kind: fc.constant("prov_k" as const), data: fc.record({ k: fc.integer({ min: 0, max: 2 ** 32 - 1 }) }) }),
);
const effects = fc
  .record(
    {
      termination: fc.constant("partial" as const),
      completeness: fc.constant("sound_only" as const),
      determinism: fc.constant("stochastic" as const),
    },
    { requiredKeys: [] },
  )
  .map((given) => (Object.keys(given).length === 0 ? {} : { effects: given }));
const signatures = fc
  .tuple(fc.array(argTypes, { maxLength: 3 }), annotations, effects)
  .map(([args, annotation, extra]) => ({ args, annotation, ...extra }));
const probs = fc.double({ noNaN: true, noDefaultInfinity: true }).map((prob) => (prob === 0 ? 0 : prob));
const facts = fc.record(
  { atom: atoms, weight: fc.oneof(integers, fc.constant("inf" as const)), prob: probs },
  { requiredKeys: ["atom"] },
);

const contents = fc.oneof(
  fc.record({ kind: fc.constant("domain" as const), data: fc.record({ name: names }) }),
  fc.record({
    kind: fc.constant("predicate" as const),
    data: fc.record(
      { name: names, sig: signatures, neural: fc.record({ model: names }) },
      { requiredKeys: ["name", "sig"] },
    ),
  }),
  fc.record({
    kind: fc.constant("rule" as const),
    data: fc.record({ head: atoms, body: fc.array(literals, { maxLength: 3 }) }),
  }),
  fc.record({ kind: fc.constant("fact" as const), data: facts }),
  fc.record({ kind: fc.constant("input" as const), data: fc.record({ pred: names, path: names }) }),
  fc.record({
    kind: fc.constant("query" as const),
    data: fc.record({ atom: atoms, kind: fc.constantFrom("plain" as const, "prob" as const, "grad" as const) }),
  }),
  fc.record({
    kind: fc.constant("pragma" as const),
    data: fc.constantFrom("terms" as const, "asp" as const, "builtins" as const),
  }),
);

/** Any loadable program without trivia or spans, in the form the loader gives it. */
export const programs: fc.Arbitrary<Program> = fc
  .array(contents as fc.Arbitrary<Item>, { maxLength: 6 })
  .map((items) => ({ irVersion: "0.1.0", items }));

/** Comments and gaps of every kind a JSON document may hold. */
export const trivia = fc
  .record(
    {
      leading: fc.array(fc.string({ maxLength: 8 }), { minLength: 1, maxLength: 2 }),
      trailing: fc.string({ minLength: 1, maxLength: 8 }),
      blankBefore: fc.constant(true),
    },
    { requiredKeys: [] },
  )
  .filter((each) => Object.keys(each).length > 0);
