import type { Diagnostic } from "../../src/diagnostic/diagnostic.js";
import type { Outcome } from "../../src/diagnostic/outcome.js";
import { type EvaluateOptions, evaluate } from "../../src/evaluate/evaluate.js";
import type { Evaluation } from "../../src/evaluate/evaluation.js";
import type { Fact } from "../../src/ir/fact.js";
import type { Program } from "../../src/ir/program.js";
import type { Atom } from "../../src/ir/term.js";
import { type CompileOptions, compile } from "../../src/lower/compile.js";
import type { Compiled } from "../../src/lower/compiled.js";
import { parseText } from "../../src/text/parse-text.js";
import { printAtom } from "../../src/text/print-term.js";

export function unwrap<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.diagnostics));
  return outcome.value;
}

export function programOf(text: string): Program {
  return unwrap(parseText(text));
}

export function compiledOf(text: string, options?: CompileOptions): Compiled {
  return unwrap(compile(programOf(text), options));
}

export function evaluationOf(text: string, options?: EvaluateOptions): Evaluation {
  return unwrap(evaluate(compiledOf(text), options));
}

export function factsOf(text: string): Fact[] {
  return programOf(text).items.flatMap((item) => (item.kind === "fact" ? [item.data] : []));
}

/** An atom, variables allowed, in the text syntax. */
export function atomOf(text: string): Atom {
  const [item] = programOf(`? ${text}.`).items;
  if (item?.kind !== "query") throw new Error(`no atom: ${text}`);
  return item.data.atom;
}

/** The rows of a predicate as text, with weight or probability in front where rows have one. */
export function rowsOf(evaluation: Evaluation, pred: string): string[] {
  return evaluation.rows(pred).rows.map(({ args, weight, prob }) => {
    const shown = printAtom({ pred, args });
    return weight !== undefined || prob !== undefined ? `${weight ?? prob} :: ${shown}` : shown;
  });
}

/** The error an evaluation of the text ends with. */
export function errorOf(text: string, options?: EvaluateOptions): Diagnostic {
  return onlyError(evaluate(compiledOf(text), options));
}

export function onlyError(outcome: Outcome<unknown>): Diagnostic {
  if (outcome.ok) throw new Error("expected a refusal");
  const errors = outcome.diagnostics.filter(({ severity }) => severity === "error");
  if (errors.length !== 1) throw new Error(JSON.stringify(outcome.diagnostics));
  return errors[0]!;
}
