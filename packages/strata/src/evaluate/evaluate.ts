import { apiMisuse } from "../diagnostic/api-misuse.js";
import { type Budget, DEFAULT_BUDGET } from "../diagnostic/budget.js";
import type { Diagnostic } from "../diagnostic/diagnostic.js";
import type { Outcome } from "../diagnostic/outcome.js";
import type { Program } from "../ir/program.js";
import { compile } from "../lower/compile.js";
import type { Compiled } from "../lower/compiled.js";
import { Evaluation } from "./evaluation.js";
import { EvaluationState } from "./evaluation-state.js";
import { EvaluationStop } from "./evaluation-stop.js";
import type { TermDepthPolicy } from "./head-builder.js";
import type { HostFacts } from "./host-facts.js";
import { Meter } from "./meter.js";
import { readFacts } from "./read-facts.js";
import { type InputResolver, readInputs } from "./read-inputs.js";
import { runProgram } from "./run-program.js";
import type { Snapshot } from "./snapshot.js";

/** What an evaluation may use; what is not named has its default. */
export interface EvaluationBudget extends Partial<Budget> {
  /** What happens to a derivation whose head term exceeds `termDepth`: E2006 (default), or it is dropped and counted. */
  readonly onTermDepth?: TermDepthPolicy;
}

/** What one evaluation is given beside the program. */
export interface EvaluateOptions {
  /** Checked as the program's own are, at `/facts/…` (STRATA-API-01). */
  readonly facts?: HostFacts;
  /** Asked for the content of each `input` item; without one, a program that has such an item is refused (E2009). */
  readonly inputs?: InputResolver;
  readonly budget?: EvaluationBudget;
  /** Looked at whenever the clock is; a synchronous evaluation cannot see it fire meanwhile (STRATA-BUD-02). */
  readonly signal?: AbortSignal;
  /** Compute only what these predicates depend on, themselves included. */
  readonly select?: readonly string[];
}

const compiledPrograms = new WeakMap<Program, Outcome<Compiled>>();

/**
 * Evaluates a program over its facts and the host's. All or nothing: the outcome is an evaluation, or the diagnostics
 * that say why there is none (STRATA-BUD-01). Given a program rather than a compiled one, it compiles once per object.
 */
export function evaluate(program: Compiled | Program, options: EvaluateOptions = {}): Outcome<Evaluation> {
  const compiled = compiledOnce(program);
  if (!compiled.ok) return compiled;
  const select = selectedPredicates(compiled.value, options.select);
  try {
    const meter = meterFor(options, false);
    const run = evaluation(compiled.value, meter, options, select);
    for (;;) {
      const step = run.next();
      if (step.done === true) return step.value;
      meter.resume();
    }
  } catch (reason) {
    return refusal(compiled.value, reason);
  }
}

/** Like {@link evaluate}, but gives way to the event loop at least every 10 ms and sees the signal fire. */
export async function evaluateAsync(
  program: Compiled | Program,
  options: EvaluateOptions = {},
): Promise<Outcome<Evaluation>> {
  const compiled = compiledOnce(program);
  if (!compiled.ok) return compiled;
  const select = selectedPredicates(compiled.value, options.select);
  try {
    const meter = meterFor(options, true);
    const run = evaluation(compiled.value, meter, options, select);
    for (;;) {
      const step = run.next();
      if (step.done === true) return step.value;
      await new Promise<void>((resolve) => {
        setTimeout(resolve, 0);
      });
      meter.resume();
    }
  } catch (reason) {
    return refusal(compiled.value, reason);
  }
}

function* evaluation(
  compiled: Compiled,
  meter: Meter,
  { facts = [], inputs, budget = {} }: EvaluateOptions,
  select: readonly number[] | null,
): Generator<void, Outcome<Evaluation>> {
  const onTermDepth = budget.onTermDepth ?? "error";
  const state = new EvaluationState(compiled, meter, onTermDepth);
  const report = yield* readFacts(state, facts);
  const { diagnostics } = compiled.checked;
  if (report.errors > 0) return { ok: false, diagnostics: [...diagnostics, ...report.finish()] };
  yield* readInputs(state, inputs);
  state.factsComplete();
  const { asked, probabilities } = yield* runProgram(state, select);
  const value = finishEvaluation(state, { cone: asked.cone, soft: asked.soft, probabilities });
  return { ok: true, value, diagnostics };
}

/** Freezes what was computed and hands it out. */
export function finishEvaluation(
  state: EvaluationState,
  computed: Pick<Snapshot, "cone" | "soft" | "probabilities">,
): Evaluation {
  const { compiled, relations, values, heads, inputs, plans, meter, onTermDepth } = state;
  for (const relation of relations) relation.frozen = true;
  const { budget } = meter;
  return new Evaluation({
    compiled,
    values,
    relations,
    inputs,
    plans,
    budget,
    onTermDepth,
    dropped: heads.dropped,
    ...computed,
  });
}

export function compiledOnce(program: Compiled | Program): Outcome<Compiled> {
  if (typeof program !== "object" || program === null) throw apiMisuse("a program or a compiled program belongs here");
  if ("checked" in program) return { ok: true, value: program, diagnostics: program.checked.diagnostics };
  let outcome = compiledPrograms.get(program);
  if (outcome === undefined) {
    outcome = compile(program);
    compiledPrograms.set(program, outcome);
  }
  return outcome;
}

export function selectedPredicates(compiled: Compiled, select?: readonly string[]): readonly number[] | null {
  if (select === undefined) return compiled.select;
  return select.map((name) => {
    const id = compiled.checked.predicateIds.get(name);
    if (id === undefined) throw apiMisuse(`select names ${JSON.stringify(name)}, which is not declared`);
    return id;
  });
}

function meterFor({ budget = {}, signal }: EvaluateOptions, pauses: boolean): Meter {
  return new Meter({ budget: completeBudget(budget), signal, pauses });
}

export function completeBudget({ onTermDepth: _, ...given }: EvaluationBudget): Budget {
  const named = Object.entries(given).filter(([, value]) => value !== undefined);
  return { ...DEFAULT_BUDGET, ...Object.fromEntries(named) };
}

export function refusal(compiled: Compiled, reason: unknown): Outcome<never> {
  const warnings: readonly Diagnostic[] = compiled.checked.diagnostics;
  if (reason instanceof EvaluationStop) return { ok: false, diagnostics: [...warnings, reason.diagnostic] };
  throw reason;
}
