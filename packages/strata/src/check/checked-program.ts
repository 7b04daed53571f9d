import type { Diagnostic } from "../diagnostic/diagnostic.js";
import type { Annotation, ArgType, Effects } from "../ir/declaration.js";
import type { Rule } from "../ir/literal.js";
import type { Pragma, Program } from "../ir/program.js";

/** A declared predicate. `id` is its place in the list of predicates: declaration order, the prelude's first. */
export interface DeclaredPredicate {
  readonly id: number;
  readonly name: string;
  readonly argTypes: readonly ArgType[];
  readonly annotation: Annotation;
  readonly effects: Required<Effects>;
  /** The model label of a neural predicate, else null. */
  readonly model: string | null;
  /** Index in `program.items` of the first declaration; null when the prelude declares it. */
  readonly item: number | null;
  /** True when the host supplies it: facts, rules and inputs of the program on it were refused (E2018). */
  readonly reserved: boolean;
}

/** A predicate of a program that passed every check. */
export interface CheckedPredicate extends DeclaredPredicate {
  /** STRATA-CHK-03; 0 in `asp` programs, which have no strata. */
  readonly stratum: number;
  /** Place in `CheckedProgram.components`. */
  readonly component: number;
}

/** One rule with its names resolved. */
export interface CheckedRule {
  /** Index in `program.items`; what proofs call `rule`. */
  readonly item: number;
  readonly rule: Rule;
  /** Id of the head predicate. */
  readonly head: number;
  /** Per body literal the id of its predicate, -1 for a builtin. */
  readonly body: readonly number[];
  /** Index of the aggregate among the head arguments, -1 when there is none. */
  readonly aggregate: number;
}

/** A strongly connected component of the dependency graph. */
export interface Component {
  /** Predicate ids, ascending. */
  readonly predicates: readonly number[];
  /** Places in `CheckedProgram.rules` of the rules whose head is here, in item order. */
  readonly rules: readonly number[];
  /** True when some predicate depends on itself, through any literal. */
  readonly recursive: boolean;
  readonly stratum: number;
}

/**
 * A program that passed every check, with all names resolved: what evaluation starts from. Immutable, and holds the
 * program itself, so lists of facts are item indexes rather than copies.
 */
export interface CheckedProgram {
  readonly program: Program;
  readonly pragmas: ReadonlySet<Pragma>;
  readonly predicates: readonly CheckedPredicate[];
  readonly predicateIds: ReadonlyMap<string, number>;
  /** Declared domain names, in order, each once, the prelude's first. */
  readonly domains: readonly string[];
  readonly rules: readonly CheckedRule[];
  /** Item indexes, ascending. */
  readonly facts: readonly number[];
  readonly inputs: readonly number[];
  readonly queries: readonly number[];
  /** In dependency order: everything a component reads comes before it. */
  readonly components: readonly Component[];
  readonly numStrata: number;
  /** Warnings only. */
  readonly diagnostics: readonly Diagnostic[];
}
