import type { Profile } from "../check/check-context.js";
import { resolveProgram } from "../check/check-program.js";
import { apiMisuse } from "../diagnostic/api-misuse.js";
import type { Budget } from "../diagnostic/budget.js";
import type { Outcome } from "../diagnostic/outcome.js";
import type { Program } from "../ir/program.js";
import type { Compiled } from "./compiled.js";
import { lowerProgram } from "./lower-program.js";

/** What a program is compiled against and for. */
export interface CompileOptions {
  /** Declarations the program may use without making them; its items do not shift item indexes. */
  readonly prelude?: Program;
  /** Predicates only the host may state (E2018). */
  readonly reserved?: Iterable<string>;
  /**
   * Default `default`; `interchange` refuses the extension and makes sorts warnings, so that evaluation does not hold
   * columns to their sorts (STRATA-CHK-04).
   */
  readonly profile?: Profile;
  /** Compute only what these predicates depend on, unless an evaluation says otherwise. */
  readonly select?: readonly string[];
  /** Of these only `diagnostics` and the loading budgets of hand-built programs apply. */
  readonly budget?: Partial<Budget>;
}

/** Checks a program and compiles it: once, to be asked many times (STRATA-API-02). */
export function compile(program: Program, { select, ...options }: CompileOptions = {}): Outcome<Compiled> {
  const resolved = resolveProgram(program, options);
  if (!resolved.ok) return resolved;
  const checked = resolved.value;
  const selected = select?.map((name) => {
    const id = checked.predicateIds.get(name);
    if (id === undefined) throw apiMisuse(`select names ${JSON.stringify(name)}, which is not declared`);
    return id;
  });
  const enforceSorts = options.profile !== "interchange";
  const value = lowerProgram(checked, { enforceSorts, select: selected ?? null });
  return { ok: true, value, diagnostics: resolved.diagnostics };
}
