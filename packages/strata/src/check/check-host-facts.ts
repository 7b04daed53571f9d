import type { DiagnosticList } from "../diagnostic/diagnostic-list.js";
import type { Fact } from "../ir/fact.js";
import { type CheckContext, complain, quote } from "./check-context.js";
import { checkFact } from "./check-fact.js";
import type { CheckedProgram } from "./checked-program.js";
import type { Trail } from "./walk-variables.js";

/**
 * Checks one host fact as a program fact is checked (STRATA-API-01): E1001 E1004 E1005 E1009 E1010 E2001. Reserved
 * predicates are the host's to fill. The fact must have the shape of one. `trail` is where to report, such as
 * `["facts", 3]`.
 */
export function checkHostFact(checked: CheckedProgram, fact: Fact, trail: Trail, report: DiagnosticList): void {
  const context: CheckContext = { ...checked, profile: "default", report };
  const id = checked.predicateIds.get(fact.atom.pred);
  if (id === undefined) {
    complain(context, 1001, [...trail, "atom", "pred"], `there is no predicate ${quote(fact.atom.pred)}`);
    return;
  }
  const predicate = checked.predicates[id]!;
  if (predicate.argTypes.length !== fact.atom.args.length) {
    const { length } = fact.atom.args;
    const message = `${quote(predicate.name)} takes ${predicate.argTypes.length} arguments, but ${length} are given`;
    complain(context, 1005, [...trail, "atom"], message);
    return;
  }
  checkFact(context, fact, predicate, trail);
}
