import { type Budget, DEFAULT_BUDGET } from "../diagnostic/budget.js";
import type { Diagnostic } from "../diagnostic/diagnostic.js";
import { DiagnosticList } from "../diagnostic/diagnostic-list.js";
import type { Outcome } from "../diagnostic/outcome.js";
import { trustProgram } from "../ir/json/load-program.js";
import type { Program } from "../ir/program.js";
import { boundVariables } from "./bound-variables.js";
import { checkAggregates } from "./check-aggregates.js";
import { checkCoercions, checkProofCounts } from "./check-annotations.js";
import { checkAsp } from "./check-asp.js";
import { checkBuiltins, checkExtension } from "./check-builtins.js";
import { type CheckContext, type Profile, predicateNamed } from "./check-context.js";
import { checkCycles } from "./check-cycles.js";
import { checkFact } from "./check-fact.js";
import { checkInputs } from "./check-inputs.js";
import { checkNames } from "./check-names.js";
import { checkSafety } from "./check-safety.js";
import { checkValueSorts, checkVariableSorts } from "./check-sorts.js";
import type { CheckedProgram } from "./checked-program.js";
import { completeProgram } from "./complete-program.js";
import { declarePredicates } from "./declare-predicates.js";
import { buildDependencyGraph, type DependencyGraph } from "./dependency-graph.js";
import { warnCompounds } from "./warn-compounds.js";
import { warnGrowth } from "./warn-growth.js";
import { warnSingleUse } from "./warn-single-use.js";
import { warnSoftNegation } from "./warn-soft-negation.js";

/** What a program is checked against; none of it is part of the program. */
export interface CheckOptions {
  /** Declarations and pragmas every name of which the program may use. Its items do not shift item indexes. */
  readonly prelude?: Program;
  /** Predicates the host supplies: the program may read, but not state or derive them (E2018). */
  readonly reserved?: Iterable<string>;
  /** Default `default`; `interchange` refuses the extension and makes sorts warnings (STRATA-CHK-04). */
  readonly profile?: Profile;
  /** Of these only `diagnostics` and the loading budgets of hand-built programs apply. */
  readonly budget?: Partial<Budget>;
}

/**
 * Checks a program against every rule of the language. In the first stage names and shapes; an error there ends
 * checking, for the rest would only repeat it (STRATA-CHK-01). Never throws because of what a program holds.
 */
export function checkProgram(program: Program, options: CheckOptions = {}): Outcome<Program> {
  const outcome = resolveProgram(program, options);
  return outcome.ok ? { ok: true, value: outcome.value.program, diagnostics: outcome.diagnostics } : outcome;
}

/** Checks a program and resolves its names: what compiling starts from. */
export function resolveProgram(program: Program, options: CheckOptions = {}): Outcome<CheckedProgram> {
  const budget = { ...DEFAULT_BUDGET, ...options.budget };
  const trusted = trustProgram(program, { budget });
  if (!trusted.ok) return trusted;
  const prelude = options.prelude === undefined ? null : trustProgram(options.prelude, { budget });
  if (prelude !== null && !prelude.ok) {
    const diagnostics = prelude.diagnostics.map((each) => ({ ...each, path: `/prelude${each.path}` }));
    return { ok: false, diagnostics };
  }
  const report = new DiagnosticList(budget.diagnostics);
  const profile = options.profile ?? "default";
  const declarations = declarePredicates(
    trusted.value,
    { prelude: prelude?.value ?? null, reserved: new Set(options.reserved), profile },
    report,
  );
  const { predicates, predicateIds, domains, pragmas } = declarations;
  const context: CheckContext = { program: trusted.value, profile, pragmas, predicates, predicateIds, domains, report };
  const graph = checkInStages(context);
  const diagnostics = report.finish(byItem);
  return graph === null || report.errors > 0
    ? { ok: false, diagnostics }
    : { ok: true, value: completeProgram(context, graph, diagnostics), diagnostics };
}

function checkInStages(context: CheckContext): DependencyGraph | null {
  checkNames(context);
  checkAggregates(context);
  // STRATA-CHK-01: what follows needs every name to be declared and every shape to be right.
  // A redeclaration with other sorts (E2001) is no obstacle: the first one stands.
  if (context.report.errorsBeside(2001) > 0) return null;
  checkExtension(context);
  const graph = buildDependencyGraph(context);
  if (context.pragmas.has("asp")) {
    checkAsp(context);
    return graph;
  }
  checkProofCounts(context);
  checkCycles(context, graph);
  checkFactsAndQueries(context);
  checkRules(context, graph);
  checkInputs(context);
  warnCompounds(context);
  warnSoftNegation(context, graph);
  return graph;
}

function checkFactsAndQueries(context: CheckContext): void {
  for (const [index, item] of context.program.items.entries()) {
    if (item.kind === "fact") {
      checkFact(context, item.data, predicateNamed(context, item.data.atom.pred), ["items", index, "data"]);
    } else if (item.kind === "query") {
      checkValueSorts(context, item.data.atom, ["items", index, "data", "atom"]);
    }
  }
}

function checkRules(context: CheckContext, graph: DependencyGraph): void {
  for (const checked of graph.rules) {
    const { rule, item } = checked;
    const bindings = boundVariables(rule);
    checkSafety(context, rule, item, bindings);
    checkCoercions(context, rule, item);
    checkRuleSorts(context, checked.item, rule);
    checkBuiltins(context, rule, item);
    warnSingleUse(context, rule, item, bindings.bound);
    warnGrowth(context, graph, checked, bindings);
  }
}

function checkRuleSorts(context: CheckContext, index: number, rule: DependencyGraph["rules"][number]["rule"]): void {
  checkValueSorts(context, rule.head, ["items", index, "data", "head"]);
  for (const [place, literal] of rule.body.entries()) {
    if (literal.kind !== "pos" && literal.kind !== "neg") continue;
    checkValueSorts(context, literal.data, ["items", index, "data", "body", place, "data"]);
  }
  checkVariableSorts(context, rule, index);
}

/** Item order, the prelude first; within one item as found. */
function byItem(left: Diagnostic, right: Diagnostic): number {
  return itemOf(left.path) - itemOf(right.path);
}

function itemOf(path: string): number {
  const match = /^\/items\/([0-9]+)/.exec(path);
  return match === null ? -1 : Number(match[1]);
}
