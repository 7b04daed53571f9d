import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { type EvaluateOptions, evaluate, evaluateAsync } from "../../src/evaluate/evaluate.js";
import { compile } from "../../src/lower/compile.js";
import { createSession } from "../../src/session/session.js";
import { type Ingredients, randomProgram } from "../oracle/random-program.js";
import { compiledOf, errorOf, onlyError, rowsOf, unwrap } from "../oracle/text-program.js";

const CHAIN = "pred e(int, int): Bool. pred p(int, int): Bool. p(X, Y) :- e(X, Y). p(X, Z) :- e(X, Y), p(Y, Z).";
const chain = (count: number) => [{ pred: "e", rows: Array.from({ length: count }, (_, at) => [at, at + 1]) }];
const numbers = (count: number) => [{ pred: "n", rows: Array.from({ length: count }, (_, at) => [at]) }];
// No literal can be tested before all are joined, and none holds then.
const CROSS = "@builtins. pred n(int): Bool. pred r(int): Bool. r(A) :- n(A), n(B), n(C), n(D), A + B + C + D < 0.";
const COUNT = "@builtins. pred n(int): Bool. n(0). n(Y) :- n(X), Y = X + 1.";

describe("budgets", () => {
  it(`${verifies("STRATA-BUD-01")}end blow-ups with the budget, its limit and what was used`, () => {
    const cases: [text: string, options: EvaluateOptions, detail: object][] = [
      [CHAIN, { facts: chain(100), budget: { facts: 99 } }, { budget: "facts", limit: 99, used: 100 }],
      [
        CHAIN,
        { facts: chain(100), budget: { derivedTuples: 5049 } },
        { budget: "derived_tuples", limit: 5049, used: 5050 },
      ],
      [CHAIN, { facts: chain(100), budget: { rounds: 99 } }, { budget: "rounds", limit: 99, used: 100 }],
      [CROSS, { facts: numbers(1000), budget: { steps: 100_000 } }, { budget: "steps", limit: 100_000, used: 100_001 }],
      [COUNT, { budget: { derivedTuples: 1000 } }, { budget: "derived_tuples", limit: 1000, used: 1001 }],
    ];
    for (const [text, options, detail] of cases) {
      expect(errorOf(text, options)).toMatchObject({ code: 2006, detail });
    }
    expect(
      evaluate(compiledOf(CHAIN), { facts: chain(100), budget: { derivedTuples: 5050, rounds: 100, facts: 100 } }).ok,
    ).toBe(true);
  });

  it(`${verifies("STRATA-BUD-01")}stop a million derived rows, groups and facts by default too`, () => {
    const pairs = "pred n(int): Bool. pred r(int, int): Bool. r(X, Y) :- n(X), n(Y).";
    expect(errorOf(pairs, { facts: numbers(1500) }).detail).toMatchObject({
      budget: "derived_tuples",
      limit: 2_000_000,
    });
    const groups = "pred n(int): Bool. pred r(int, int, int): Bool. r(X, Y, count<Z>) :- n(X), n(Y), n(Z).";
    expect(errorOf(groups, { facts: numbers(100), budget: { derivedTuples: 5000 } }).detail).toMatchObject({
      budget: "derived_tuples",
    });
  });

  it(`${verifies("STRATA-BUD-01", "STRATA-CONF-07")}never change a result that a smaller one allowed`, () => {
    const mixes: Ingredients[] = [
      { negation: true, aggregates: true },
      { leastWeight: -2, terms: true },
      { builtins: true },
    ];
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 1, max: 400 }), (seed, size) => {
        const compiled = unwrap(compile(randomProgram(seed, mixes[seed % mixes.length]!)));
        const budget = { steps: size * 10, derivedTuples: size, rounds: 1 + (size >> 4) };
        const small = evaluate(compiled, { budget });
        const large = evaluate(compiled);
        if (small.ok) expect(large.ok && large.value.toJson()).toEqual(small.value.toJson());
        else if (large.ok) expect(onlyError(small).code).toBe(2006);
      }),
      { numRuns: 60 },
    );
  });

  it(`${verifies("STRATA-BUD-02")}stop cross products by the clock, asynchronous or not`, async () => {
    const options: EvaluateOptions = { facts: numbers(3000), budget: { wallMs: 30 } };
    expect(errorOf(CROSS, options)).toMatchObject({ code: 2006, detail: { budget: "wall_ms", limit: 30 } });
    const outcome = await evaluateAsync(compiledOf(CROSS), options);
    expect(onlyError(outcome)).toMatchObject({ detail: { budget: "wall_ms" } });
  });

  it(`${verifies("STRATA-BUD-02")}see a signal that fired before, and one that fires meanwhile`, async () => {
    const fired = AbortSignal.abort();
    expect(errorOf(CHAIN, { signal: fired }).code).toBe(2021);
    const controller = new AbortController();
    const running = evaluateAsync(compiledOf(CROSS), { facts: numbers(3000), signal: controller.signal });
    setTimeout(() => controller.abort(), 20);
    expect(onlyError(await running).code).toBe(2021);
  });

  it(`${verifies("STRATA-BUD-02")}let the event loop run while an evaluation goes on`, async () => {
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    }, 1);
    const outcome = await evaluateAsync(compiledOf(CROSS), { facts: numbers(200), budget: { steps: 3_000_000 } });
    clearInterval(timer);
    expect(onlyError(outcome).detail).toMatchObject({ budget: "steps" });
    expect(turns).toBeGreaterThan(2);
  });

  it(`${verifies("STRATA-BUD-02")}give the same result with pauses as without`, async () => {
    const compiled = compiledOf(CHAIN);
    const paused = await evaluateAsync(compiled, { facts: chain(150) });
    expect(unwrap(paused).toJson()).toEqual(unwrap(evaluate(compiled, { facts: chain(150) })).toJson());
    // Exact probabilities are computed by operations that are interrupted half-way.
    const vars = Array.from({ length: 10 }, (_, at) => `0.5 :: v(${3 ** at}).`).join(" ");
    const soft = compiledOf(`pred v(int): Bool. pred s(int): Bool. s(sum<V>) :- v(V). ${vars} ?prob s(_).`);
    const sums = unwrap(await evaluateAsync(soft));
    expect(sums.toJson()).toEqual(unwrap(evaluate(soft)).toJson());
    expect(sums.answers()[0]!.total).toBe(2 ** 10 - 1);
  });

  it(`${verifies("STRATA-BUD-02")}pause while a large index is built, and use all of it`, async () => {
    const text = "pred big(int, int): Bool. pred r(int): Bool. pred one(int): Bool. r(X) :- one(Y), big(X, Y).";
    const rows = Array.from({ length: 60_000 }, (_, at) => [at, at % 50_000]);
    const facts = [
      { pred: "big", rows },
      { pred: "one", rows: [[7]] },
    ];
    const outcome = await evaluateAsync(compiledOf(text), { facts });
    expect(rowsOf(unwrap(outcome), "r")).toEqual(["r(7)", "r(50007)"]);
  });

  it(`${verifies("STRATA-BUD-02", "STRATA-API-03")}leave a session's last good state when a commit is stopped`, () => {
    const session = createSession(compiledOf(CHAIN), { facts: chain(50), budget: { derivedTuples: 3000 } });
    const before = unwrap(session.commit());
    const content = before.toJson();
    for (const change of [
      () => session.assert([{ pred: "e", rows: Array.from({ length: 100 }, (_, at) => [50 + at, 51 + at]) }]),
      () => session.assert([{ pred: "e", rows: [["a", "b"]] }]),
      () => session.assert([{ pred: "nobody", rows: [[1]] }]),
    ]) {
      change();
      expect(session.commit().ok).toBe(false);
      expect(before.toJson()).toEqual(content);
    }
    session.assert([{ pred: "e", rows: [[50, 51]] }]);
    expect(session.commit({ signal: AbortSignal.abort() }).ok).toBe(false);
    // What a failed commit had pending is gone.
    expect(unwrap(session.commit()).toJson()).toEqual(content);
    session.assert([{ pred: "e", rows: [[50, 51]] }]);
    expect(unwrap(session.commit()).rows("p").total).toBe((51 * 52) / 2);
    expect(before.toJson()).toEqual(content);
  });

  it(`${verifies("STRATA-BUD-03", "STRATA-CONF-05")}facts never cause an exception, whatever they are`, () => {
    const compiled = compiledOf(`${CHAIN} @terms. pred t(term x): Trop. pred d(n): Bool.`);
    const cyclic: unknown[] = [];
    cyclic.push(cyclic);
    const deep = (levels: number): unknown =>
      levels === 0
        ? { kind: "int", data: { value: 1 } }
        : { kind: "compound", data: { functor: "f", args: [deep(levels - 1)] } };
    const loop: Record<string, unknown> = { kind: "compound", data: { functor: "f", args: [] } };
    (loop.data as { args: unknown[] }).args.push(loop, loop);
    const thrower = (member: string, others: object) =>
      Object.defineProperty({ ...others }, member, {
        get() {
          throw new Error("no");
        },
        enumerable: true,
      });
    const hostile: unknown[] = [
      null,
      5,
      "facts",
      [null],
      [5],
      [{}],
      [[]],
      cyclic,
      [{ pred: "e", rows: cyclic }],
      [{ pred: "e", rows: [[1]] }],
      [{ pred: "e", rows: [[1, 2.5]] }],
      [{ pred: "e", rows: [[1, 2 ** 60]] }],
      [{ pred: "e", rows: [[1, Number.NaN]] }],
      [{ pred: "e", rows: [[1, null]] }],
      [{ pred: "e", rows: [[1, "a"]] }],
      [{ pred: "d", rows: [[1]] }],
      [{ pred: "d", rows: [[deep(0)]] }],
      [{ pred: "e", rows: [[1, 2]], weights: [1] }],
      [{ pred: "t", rows: [["a"]] }],
      [{ pred: "t", rows: [["a"]], weights: [1.5] }],
      [{ pred: "t", rows: [["a"]], weights: [] }],
      [{ pred: "t", rows: [["a"]], weights: [1], probs: [0.5] }],
      [{ pred: "d", rows: [["a"]], probs: [2] }],
      [{ pred: "d", rows: [["a"]], probs: ["x"] }],
      [{ pred: "t", rows: [[deep(65)]], weights: [1] }],
      [{ pred: "t", rows: [[loop]], weights: [1] }],
      [{ pred: "t", rows: [[{ kind: "var", data: { name: "X" } }]], weights: [1] }],
      [{ pred: "t", rows: [[{ kind: "const" }]], weights: [1] }],
      [{ atom: { pred: "e", args: [1] } }],
      [{ atom: { pred: "e" } }],
      [{ atom: null }],
      [thrower("pred", { rows: [] })],
      [thrower("rows", { pred: "e" })],
      [thrower("atom", {})],
      [new Proxy({ rows: [] }, { get: () => undefined })],
      [{ pred: "E", rows: [] }],
    ];
    for (const [at, facts] of hostile.entries()) {
      const outcome = evaluate(compiled, { facts: facts as never });
      expect(outcome.ok, `case ${at}`).toBe(false);
      const errors = outcome.diagnostics.filter(({ severity }) => severity === "error");
      expect(errors.length > 0 && errors.every(({ path }) => path.startsWith("/facts")), `case ${at}`).toBe(true);
      const session = createSession(compiled, { facts: facts as never });
      expect(session.commit().ok).toBe(false);
    }
    expect(evaluate(compiled, { facts: [{ pred: "t", rows: [[deep(64) as never]], weights: [1] }] }).ok).toBe(true);
  });
});
