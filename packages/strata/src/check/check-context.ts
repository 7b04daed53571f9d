import type { DiagnosticCode } from "../diagnostic/codes.js";
import type { DiagnosticList } from "../diagnostic/diagnostic-list.js";
import type { DiagnosticExtras } from "../diagnostic/make-diagnostic.js";
import { jsonPointer } from "../diagnostic/pointer.js";
import type { Pragma, Program } from "../ir/program.js";
import type { DeclaredPredicate } from "./checked-program.js";
import type { Trail } from "./walk-variables.js";

/** Which rules hold: ours, or those whose accepted programs the reference accepts too (STRATA-CHK-04). */
export type Profile = "default" | "interchange";

/** What every check reads and where it reports. */
export interface CheckContext {
  readonly program: Program;
  readonly profile: Profile;
  readonly pragmas: ReadonlySet<Pragma>;
  readonly predicates: readonly DeclaredPredicate[];
  readonly predicateIds: ReadonlyMap<string, number>;
  readonly domains: readonly string[];
  readonly report: DiagnosticList;
}

/** The predicate of that name, which the name check has found to be declared. */
export function predicateNamed(context: CheckContext, name: string): DeclaredPredicate {
  return context.predicates[context.predicateIds.get(name)!]!;
}

/** Reports at a trail. */
export function complain(
  context: CheckContext,
  code: DiagnosticCode,
  trail: Trail,
  message: string,
  extras?: DiagnosticExtras,
): void {
  context.report.add(code, jsonPointer(trail), message, extras);
}

/** A name as messages show it: quoted, and cut where it would drown the message. */
export function quote(name: string): string {
  return JSON.stringify(name.length > 60 ? `${name.slice(0, 60)}…` : name);
}
