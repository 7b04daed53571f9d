import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Literal } from "../../src/ir/literal.js";
import type { Program } from "../../src/ir/program.js";
import type { Atom, Term } from "../../src/ir/term.js";

interface ClingoAnswer {
  readonly Result: string;
  readonly Call?: readonly { readonly Witnesses: readonly { readonly Value: readonly string[] }[] }[];
}

/** Solves programs with clingo: the atoms of the one stable model a stratified program has. */
export async function loadClingo(): Promise<(program: Program) => string[]> {
  const bench = fileURLToPath(new URL("../../../../bench/package.json", import.meta.url));
  const entry = createRequire(bench).resolve("clingo-wasm");
  // The runner itself: no worker is left running when the tests end.
  const { init } = (await import(new URL("run.js", pathToFileURL(entry)).href)) as {
    init: (options: object) => Promise<(program: string, models: number) => ClingoAnswer>;
  };
  const run = await init({ singleThreaded: true });
  return (program) => {
    const answer = run(clingoText(program), 2);
    const witnesses = answer.Call?.[0]?.Witnesses ?? [];
    if (answer.Result !== "SATISFIABLE" || witnesses.length !== 1) throw new Error(`clingo: ${JSON.stringify(answer)}`);
    return [...witnesses[0]!.Value].sort();
  };
}

/** An atom as clingo prints it. */
export function clingoAtom({ pred, args }: Atom): string {
  return args.length === 0 ? pred : `${pred}(${args.map(clingoTerm).join(",")})`;
}

function clingoTerm(term: Term): string {
  switch (term.kind) {
    case "var":
      return term.data.name;
    case "const":
      return term.data.name;
    case "int":
      return String(term.data.value);
    case "compound":
      return `${term.data.functor}(${term.data.args.map(clingoTerm).join(",")})`;
    case "agg":
      throw new Error("aggregates are written apart");
  }
}

function clingoText(program: Program): string {
  return program.items
    .flatMap((item) => {
      if (item.kind === "fact") return [`${clingoAtom(item.data.atom)}.`];
      return item.kind === "rule" ? [clingoRule(item.data.head, item.data.body)] : [];
    })
    .join("\n");
}

function clingoRule(head: Atom, written: readonly Literal[]): string {
  const aggregate = head.args.find((arg) => arg.kind === "agg");
  const body = aggregate === undefined ? written : nameAnonymous(written);
  const literals = body.map((literal) => {
    if (literal.kind !== "pos" && literal.kind !== "neg") throw new Error("builtins are not compared");
    return `${literal.kind === "neg" ? "not " : ""}${clingoAtom(literal.data)}`;
  });
  if (aggregate?.kind !== "agg") return `${clingoAtom(head)} :- ${literals.join(", ")}.`;
  const { op, var: name } = aggregate.data;
  // One element per binding of all variables; the body again outside, so that an empty group has no row.
  const all = [...new Set(body.flatMap((literal) => variables(literal)))].join(",");
  const element = op === "count" ? all : `${name},${all}`;
  const keys = new Set(head.args.flatMap((arg) => (arg.kind === "agg" ? [] : variables(arg))));
  // Only the keys are shared with the elements: everything else varies inside.
  const inside = literals.map((text, at) => rename(body[at]!, keys) ?? text).join(", ");
  const args = head.args.map((arg) => (arg.kind === "agg" ? "AGG" : clingoTerm(arg))).join(",");
  const renamed = element
    .split(",")
    .map((each) => (keys.has(each) ? each : `${each}_i`))
    .join(",");
  return `${head.pred}(${args}) :- ${literals.join(", ")}, AGG = #${op}{${renamed} : ${inside}}.`;
}

function nameAnonymous(body: readonly Literal[]): Literal[] {
  let next = 0;
  return JSON.parse(JSON.stringify(body), (_key, value: { kind?: unknown; data?: { name?: unknown } } | null) => {
    if (typeof value !== "object" || value?.kind !== "var" || value.data?.name !== "_") return value;
    next += 1;
    return { kind: "var", data: { name: `A${next}` } };
  }) as Literal[];
}

function rename(literal: Literal, keys: ReadonlySet<string>): string | null {
  if (literal.kind !== "pos" && literal.kind !== "neg") return null;
  const inner = (term: Term): Term => {
    if (term.kind === "var") {
      return keys.has(term.data.name) ? term : { kind: "var", data: { name: `${term.data.name}_i` } };
    }
    if (term.kind !== "compound") return term;
    return { kind: "compound", data: { functor: term.data.functor, args: term.data.args.map(inner) } };
  };
  const atom = { pred: literal.data.pred, args: literal.data.args.map(inner) };
  return `${literal.kind === "neg" ? "not " : ""}${clingoAtom(atom)}`;
}

function variables(part: unknown): string[] {
  if (typeof part !== "object" || part === null) return [];
  const { kind, data } = part as { kind?: unknown; data?: { name?: unknown } };
  if (kind === "var") return [String(data?.name)];
  return Object.values(part).flatMap(variables);
}
