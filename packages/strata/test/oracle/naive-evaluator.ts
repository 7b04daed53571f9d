import type { Expr, Literal, Rule } from "../../src/ir/literal.js";
import type { Program } from "../../src/ir/program.js";
import type { AggTerm, Term } from "../../src/ir/term.js";

/** A ground term as JSON text: equal exactly when the values are. */
type Value = string;
type Rows = Map<string, Map<string, number>>;
type Env = ReadonlyMap<string, Value>;

/** The code of the diagnostic the run ends with. */
export class NaiveStop extends Error {
  readonly code: number;

  constructor(code: number) {
    super(`E${code}`);
    this.code = code;
  }
}

const POISON: Value = "poison";

/**
 * Evaluates a checked program the slow and obvious way: stratum by stratum every rule over every row, until nothing
 * changes. Shares no code with the evaluator it judges. Rows map to their weight; rows of other predicates weigh 0.
 */
export function naiveEvaluate(program: Program, strata: ReadonlyMap<string, number>): Rows {
  const rows: Rows = new Map();
  const trop = new Set<string>();
  const rules: Rule[] = [];
  for (const { kind, data } of program.items) {
    if (kind === "predicate") {
      rows.set(data.name, new Map());
      if (data.sig.annotation.kind === "trop") trop.add(data.name);
    } else if (kind === "rule") rules.push(data);
  }
  for (const { kind, data } of program.items) {
    if (kind !== "fact") continue;
    const weight = data.weight === "inf" ? Number.POSITIVE_INFINITY : (data.weight ?? 0);
    put(rows, data.atom.pred, data.atom.args.map(ground), weight);
  }
  const levels = Math.max(0, ...strata.values());
  for (let level = 0; level <= levels; level += 1) {
    const here = rules.filter(({ head }) => strata.get(head.pred) === level);
    for (const rule of here) if (aggregateOf(rule) !== null) runAggregate(rule, rows);
    const ordinary = here.filter((rule) => aggregateOf(rule) === null);
    for (let round = 0; ; round += 1) {
      const derived: [string, Value[], number][] = [];
      for (const rule of ordinary) {
        for (const { env, weight } of solutions(rule.body, rows, trop)) {
          const args = rule.head.args.map((arg) => build(arg, env));
          derived.push([rule.head.pred, args, trop.has(rule.head.pred) ? weight : 0]);
        }
      }
      let changed = false;
      for (const [pred, args, weight] of derived) changed = put(rows, pred, args, weight) || changed;
      if (!changed) break;
      const total = [...rows.values()].reduce((sum, relation) => sum + relation.size, 0);
      if (round > total + 1) throw new NaiveStop(2014);
    }
  }
  return rows;
}

function put(rows: Rows, pred: string, args: readonly Value[], weight: number): boolean {
  const relation = rows.get(pred)!;
  const key = `[${args.join(",")}]`;
  const old = relation.get(key);
  if (old !== undefined && old <= weight) return false;
  relation.set(key, weight);
  return true;
}

const rowsRead = new Map<string, unknown[]>();

function parsed(key: string): unknown[] {
  const known = rowsRead.get(key);
  if (known !== undefined) return known;
  const values = JSON.parse(key) as unknown[];
  rowsRead.set(key, values);
  return values;
}

function ground(term: Term): Value {
  return build(term, new Map());
}

function build(term: Term, env: Env): Value {
  if (term.kind === "var") return env.get(term.data.name)!;
  if (term.kind === "const") return JSON.stringify(term.data.name);
  if (term.kind === "int") return String(term.data.value);
  if (term.kind === "agg") throw new Error("unexpected aggregate");
  const args = term.data.args.map((arg) => build(arg, env));
  if (args.includes(POISON)) return POISON;
  return `{"f":${JSON.stringify(term.data.functor)},"a":[${args.join(",")}]}`;
}

function match(term: Term, value: unknown, env: Map<string, Value>): boolean {
  if (term.kind === "var") {
    const bound = env.get(term.data.name);
    if (bound === undefined) env.set(term.data.name, JSON.stringify(value));
    return bound === undefined || bound === JSON.stringify(value);
  }
  if (term.kind === "const") return value === term.data.name;
  if (term.kind === "int") return value === term.data.value;
  if (term.kind === "agg" || typeof value !== "object" || value === null) return false;
  const { f, a } = value as { f: string; a: unknown[] };
  if (f !== term.data.functor || a.length !== term.data.args.length) return false;
  return term.data.args.every((arg, at) => match(arg, a[at], env));
}

/** Gives each `_` a name of its own. */
function freshen(body: readonly Literal[]): Literal[] {
  let next = 0;
  return JSON.parse(JSON.stringify(body), (_key, value: unknown) => {
    const term = value as { kind?: unknown; data?: { name?: unknown } } | null;
    if (typeof term !== "object" || term?.kind !== "var" || term.data?.name !== "_") return value;
    next += 1;
    return { kind: "var", data: { name: `_ ${next}` } };
  }) as Literal[];
}

function* solutions(written: readonly Literal[], rows: Rows, trop: ReadonlySet<string>) {
  const body = freshen(written);
  const positive = body.filter((literal) => literal.kind === "pos");
  const rest = body.filter((literal) => literal.kind !== "pos");
  let states: { env: Map<string, Value>; weight: bigint | null }[] = [{ env: new Map(), weight: 0n }];
  for (const { data: atom } of positive) {
    const next: typeof states = [];
    for (const { env, weight } of states) {
      for (const [key, rowWeight] of rows.get(atom.pred)!) {
        const extended = new Map(env);
        const values = parsed(key);
        if (!atom.args.every((arg, at) => match(arg, values[at], extended))) continue;
        const added = trop.has(atom.pred) ? rowWeight : 0;
        const sum = weight === null || added === Number.POSITIVE_INFINITY ? null : weight + BigInt(added);
        next.push({ env: extended, weight: sum });
      }
    }
    states = next;
  }
  for (const { env, weight } of states) {
    const failure = holds(rest, env, rows);
    if (failure === false) continue;
    if (failure !== null) throw new NaiveStop(failure);
    const result = weight === null ? Number.POSITIVE_INFINITY : Number(weight);
    if (weight !== null && !Number.isSafeInteger(result)) throw new NaiveStop(2007);
    yield { env: env as Env, weight: result };
  }
}

/** false: some literal fails; null: all hold; a code: all hold but one cannot be computed. */
function holds(rest: readonly Literal[], env: Map<string, Value>, rows: Rows): false | null | number {
  let failure: number | null = null;
  const open = new Set(rest);
  const isBound = (term: Expr | Term): boolean => variables(term).every((name) => env.has(name));
  for (let progress = true; progress; ) {
    progress = false;
    for (const literal of open) {
      if (literal.kind !== "compare" || literal.data.op !== "eq") continue;
      for (const [variable, other] of [
        [literal.data.left, literal.data.right],
        [literal.data.right, literal.data.left],
      ] as const) {
        if (variable.kind !== "var" || env.has(variable.data.name) || !isBound(other) || !open.has(literal)) continue;
        const value = compute(other, env);
        if (typeof value === "number") failure ??= value;
        env.set(variable.data.name, typeof value === "number" ? POISON : value);
        open.delete(literal);
        progress = true;
      }
    }
  }
  for (const literal of open) {
    const result = test(literal, env, rows);
    if (result === false) return false;
    if (typeof result === "number") failure ??= result;
  }
  return failure;
}

function test(literal: Literal, env: Env, rows: Rows): boolean | number {
  switch (literal.kind) {
    case "neg": {
      const args = literal.data.args.map((arg) => build(arg, env));
      return args.includes(POISON) || !rows.get(literal.data.pred)!.has(`[${args.join(",")}]`);
    }
    case "is_int": {
      const value = build(literal.data.value, env);
      return value === POISON || /^-?[0-9]+$/.test(value) !== (literal.data.negated ?? false);
    }
    case "starts_with": {
      const [value, prefix] = [build(literal.data.value, env), build(literal.data.prefix, env)];
      if (value === POISON || prefix === POISON) return true;
      const symbols = value.startsWith('"') && prefix.startsWith('"');
      const starts = symbols && (JSON.parse(value) as string).startsWith(JSON.parse(prefix) as string);
      return starts !== (literal.data.negated ?? false);
    }
    case "compare": {
      const { op } = literal.data;
      const left = compute(literal.data.left, env);
      const right = compute(literal.data.right, env);
      if (left === POISON || right === POISON) return true;
      if (typeof left === "number") return left;
      if (typeof right === "number") return right;
      if (op === "eq" || op === "ne") return (left === right) === (op === "eq");
      if (!/^-?[0-9]+$/.test(left) || !/^-?[0-9]+$/.test(right)) return 2008;
      const [first, second] = [Number(left), Number(right)];
      return { lt: first < second, le: first <= second, gt: first > second, ge: first >= second }[op];
    }
    default:
      throw new Error("unexpected literal");
  }
}

/** A value, POISON, or the code of a failure. */
function compute(expr: Expr, env: Env): Value | number {
  if (expr.kind !== "arith") return build(expr, env);
  const left = compute(expr.data.left, env);
  if (typeof left === "number") return left;
  const right = compute(expr.data.right, env);
  if (typeof right === "number") return right;
  if (left === POISON || right === POISON) return POISON;
  if (!/^-?[0-9]+$/.test(left) || !/^-?[0-9]+$/.test(right)) return 2008;
  const [first, second] = [BigInt(left), BigInt(right)];
  if (second === 0n && (expr.data.op === "div" || expr.data.op === "mod")) return 2008;
  const result = {
    add: () => first + second,
    sub: () => first - second,
    mul: () => first * second,
    div: () => first / second,
    mod: () => first % second,
  }[expr.data.op]();
  return Number.isSafeInteger(Number(result)) ? String(result) : 2007;
}

function variables(term: Expr | Term): string[] {
  if (term.kind === "var") return [term.data.name];
  if (term.kind === "compound") return term.data.args.flatMap(variables);
  return term.kind === "arith" ? [...variables(term.data.left), ...variables(term.data.right)] : [];
}

function aggregateOf(rule: Rule): AggTerm | null {
  return (rule.head.args.find((arg) => arg.kind === "agg") as AggTerm | undefined) ?? null;
}

function runAggregate(rule: Rule, rows: Rows): void {
  const { op, var: name } = aggregateOf(rule)!.data;
  const bags = new Map<string, Value[]>();
  for (const { env } of solutions(rule.body, rows, new Set())) {
    const key = rule.head.args.map((arg) => (arg.kind === "agg" ? "0" : build(arg, env))).join(",");
    bags.set(key, [...(bags.get(key) ?? []), env.get(name)!]);
  }
  for (const [key, bag] of bags) {
    if (op !== "count" && bag.some((value) => !/^-?[0-9]+$/.test(value))) throw new NaiveStop(2004);
    const values = op === "count" ? [] : bag.map(BigInt);
    const least = (left: bigint, right: bigint) => (left < right ? left : right);
    const greatest = (left: bigint, right: bigint) => (left > right ? left : right);
    const result = {
      count: () => BigInt(bag.length),
      sum: () => values.reduce((sum, value) => sum + value, 0n),
      min: () => values.reduce(least),
      max: () => values.reduce(greatest),
      prob_or: () => 0n,
    }[op]();
    if (!Number.isSafeInteger(Number(result))) throw new NaiveStop(2007);
    const args = JSON.parse(`[${key}]`) as unknown[];
    const at = rule.head.args.findIndex((arg) => arg.kind === "agg");
    put(
      rows,
      rule.head.pred,
      args.map((arg, column) => (column === at ? String(result) : JSON.stringify(arg))),
      0,
    );
  }
}
