import type { DiagnosticCode } from "../diagnostic/codes.js";
import type { Diagnostic } from "../diagnostic/diagnostic.js";
import { type DiagnosticExtras, makeDiagnostic } from "../diagnostic/make-diagnostic.js";

/** Ends an evaluation without a result. Never leaves the package: it becomes the outcome's diagnostics. */
export class EvaluationStop extends Error {
  readonly diagnostic: Diagnostic;

  constructor(diagnostic: Diagnostic) {
    super(diagnostic.message);
    this.diagnostic = diagnostic;
  }
}

export function stop(code: DiagnosticCode, path: string, message: string, extras?: DiagnosticExtras): EvaluationStop {
  return new EvaluationStop(makeDiagnostic(code, path, message, extras));
}

/** E2006: `budget` is the snake_case name of the table in the specification. */
export function budgetStop(budget: string, limit: number, used: number): EvaluationStop {
  const message = `the budget ${budget} of ${limit} is used up`;
  return stop(2006, "", message, {
    detail: { budget, limit, used },
    hint: `make the program or its facts smaller, or raise ${budget}`,
  });
}

/** Interrupts work that keeps its own progress, so that the event loop can run; the caller starts it again. */
export const PAUSE = Symbol("pause");
