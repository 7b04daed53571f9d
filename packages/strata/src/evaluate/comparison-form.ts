import type { Diagnostic } from "../diagnostic/diagnostic.js";
import type { Outcome } from "../diagnostic/outcome.js";
import { diagnosticToJson } from "../ir/json/print-program.js";
import type { Program } from "../ir/program.js";
import { compile } from "../lower/compile.js";
import type { Compiled } from "../lower/compiled.js";
import { printAtom } from "../text/print-term.js";
import { evaluate } from "./evaluate.js";
import type { Evaluation } from "./evaluation.js";
import type { Row } from "./result.js";

/** How a program of a batch is answered. */
export type ComparisonMode = "plain" | "soft" | "asp";
/**
 * `load_error`: no program · `diagnostics`: it does not compile · `unsupported`: it needs what is not evaluated (E2015)
 * · `runtime_error`: its evaluation failed, by a budget for one · `ok`: it was evaluated.
 */
export type ComparisonStatus = "ok" | "load_error" | "diagnostics" | "runtime_error" | "unsupported";

/**
 * One line of a batch (STRATA-CONF-09), without the caller's `id`: a flat JSON object for comparing implementations.
 * {@link Evaluation.toJson} is the public result.
 */
export interface ComparisonForm {
  readonly status: ComparisonStatus;
  /** Absent when the program did not load. */
  readonly mode?: ComparisonMode;
  /** Plain mode: every declared predicate, with all its rows. */
  readonly relations?: Readonly<Record<string, readonly Row[]>>;
  /** Soft mode: `0.25 :: q(d, c)`, one per row of the prob queries. */
  readonly lines?: readonly string[];
  /** The stratum of each predicate, from 0. */
  readonly strata?: Readonly<Record<string, number>>;
  readonly num_strata?: number;
  readonly complete?: boolean;
  /** Derivations given up for their term depth. */
  readonly dropped?: number;
  /** In their JSON form; absent when there are none. */
  readonly diagnostics?: readonly unknown[];
  /** The message of a run-time error. */
  readonly error?: string;
}

/** Evaluates what `parseProgram`, `loadProgram` or `parseText` gave, with default budgets, and flattens the outcome. */
export function comparisonForm(loaded: Outcome<Program>): ComparisonForm {
  if (!loaded.ok) return { status: "load_error", ...listed(loaded.diagnostics) };
  const mode = modeOf(loaded.value);
  const compiled = compile(loaded.value);
  if (!compiled.ok) return { status: "diagnostics", mode, ...listed(compiled.diagnostics) };
  const everything = compiled.value.checked.predicates.map(({ name }) => name);
  const outcome = evaluate(compiled.value, mode === "plain" ? { select: everything } : {});
  if (!outcome.ok) return failed(mode, outcome.diagnostics);
  const { value } = outcome;
  return {
    status: "ok",
    mode,
    ...(mode === "soft" ? { lines: probabilityLines(value) } : { relations: relationRows(value) }),
    ...strataOf(compiled.value),
    complete: value.complete,
    dropped: value.dropped,
    ...listed(outcome.diagnostics),
  };
}

function modeOf({ items }: Program): ComparisonMode {
  if (items.some((item) => item.kind === "pragma" && item.data === "asp")) return "asp";
  const weighed = items.some((item) => item.kind === "query" && item.data.kind !== "plain");
  return weighed ? "soft" : "plain";
}

function failed(mode: ComparisonMode, diagnostics: readonly Diagnostic[]): ComparisonForm {
  const { code, message } = diagnostics.find(({ severity }) => severity === "error")!;
  if (code === 2015) return { status: "unsupported", mode, ...listed(diagnostics) };
  return { status: "runtime_error", mode, ...listed(diagnostics), error: message };
}

function listed(diagnostics: readonly Diagnostic[]): { diagnostics?: readonly unknown[] } {
  return diagnostics.length === 0 ? {} : { diagnostics: diagnostics.map(diagnosticToJson) };
}

function strataOf({ checked }: Compiled) {
  return {
    strata: Object.fromEntries(checked.predicates.map(({ name, stratum }) => [name, stratum])),
    num_strata: checked.numStrata,
  };
}

function relationRows(evaluation: Evaluation): Record<string, readonly Row[]> {
  const { predicates } = evaluation.snapshot.compiled.checked;
  return Object.fromEntries(
    predicates.map(({ name }) => [
      name,
      evaluation.rows(name).rows.map(({ args, weight }) => (weight === undefined ? { args } : { args, weight })),
    ]),
  );
}

function probabilityLines(evaluation: Evaluation): string[] {
  const { program } = evaluation.snapshot.compiled.checked;
  return evaluation
    .answers()
    .filter(({ kind }) => kind === "prob")
    .flatMap(({ item, rows }) => {
      const query = program.items[item]!;
      const pred = query.kind === "query" ? query.data.atom.pred : "";
      return rows.map(({ args, prob }) => `${prob} :: ${printAtom({ pred, args })}`);
    });
}
