import { apiMisuse } from "../diagnostic/api-misuse.js";
import type { Outcome } from "../diagnostic/outcome.js";
import { unsupported } from "../evaluate/asked.js";
import { refusal } from "../evaluate/evaluate.js";
import type { Evaluation } from "../evaluate/evaluation.js";
import { groundTuple } from "../evaluate/match-atom.js";
import { sourceOf } from "../evaluate/source.js";
import type { Rule } from "../ir/literal.js";
import type { Atom, Term } from "../ir/term.js";
import type { LoweredRule } from "../lower/lowered-rule.js";
import { ExplanationContext } from "./explanation-context.js";
import { findDerivation, type HeldBody } from "./find-derivation.js";
import type { Premise, Proof } from "./proof.js";
import { type Substitution, substituteAtom, substituteLiteral } from "./substitute.js";

/** Levels of a proof tree: what writes and reads nested documents must not run out of stack. */
const DEEPEST_PROOF = 250;

/** How much of a proof `why` writes out. */
export interface WhyOptions {
  /** Nodes of the tree; 1,000 by default. Beyond it facts are elided. */
  readonly proofNodes?: number;
}

/**
 * Explains why a row holds (STRATA-EXP-01): a tree down to the facts, found on demand. The row must be there (`has`
 * says so, `whyNot` explains absence): asking for another throws. A row of a soft predicate is refused with E2015.
 */
export function why(evaluation: Evaluation, atom: Atom, { proofNodes }: WhyOptions = {}): Outcome<Proof> {
  const { snapshot } = evaluation;
  if (!evaluation.has(atom)) throw apiMisuse(`there is no such row of ${JSON.stringify(atom.pred)}: ask whyNot`);
  try {
    const predicate = snapshot.compiled.checked.predicateIds.get(atom.pred)!;
    if (snapshot.soft?.has(predicate) === true) throw unsupported("explain_soft", "", atom.pred);
    const context = new ExplanationContext(snapshot);
    const row = snapshot.relations[predicate]!.find(groundTuple(snapshot.values, atom)!);
    const tree = new ProofTree(context, proofNodes ?? snapshot.budget.proofNodes);
    return { ok: true, value: tree.grow(predicate, row), diagnostics: [] };
  } catch (reason) {
    return refusal(snapshot.compiled, reason);
  }
}

interface Task {
  readonly predicate: number;
  readonly row: number;
  readonly depth: number;
  readonly place: (proof: Proof) => void;
}

class ProofTree {
  readonly #context: ExplanationContext;
  readonly #limit: number;
  readonly #expanded = new Set<string>();
  #nodes = 0;

  constructor(context: ExplanationContext, limit: number) {
    this.#context = context;
    this.#limit = limit;
  }

  /** Depth first, on a stack of our own: proofs are as deep as the data is long. */
  grow(predicate: number, row: number): Proof {
    let root: Proof | null = null;
    const tasks: Task[] = [
      {
        predicate,
        row,
        depth: 0,
        place: (proof) => {
          root = proof;
        },
      },
    ];
    for (let task = tasks.pop(); task !== undefined; task = tasks.pop()) this.#expand(task, tasks);
    return root!;
  }

  #expand({ predicate, row, depth, place }: Task, tasks: Task[]): void {
    const context = this.#context;
    const fact = context.atom(predicate, row);
    const key = `${predicate} ${row}`;
    const sources = this.#sourcesOf(predicate, row);
    // STRATA-BUD-01: a tree that is cut says so where it is cut.
    if (this.#nodes >= this.#limit || depth >= DEEPEST_PROOF) {
      place({ kind: "elided", data: { fact } });
      return;
    }
    this.#nodes += 1;
    // STRATA-EXP-01: a row that facts state needs no rule.
    if (sources.length > 0) {
      const { inputs } = context.snapshot;
      place({ kind: "given", data: { fact, sources: sources.map((code) => sourceOf(code, inputs)) } });
      return;
    }
    if (this.#expanded.has(key)) {
      place({ kind: "repeated", data: { fact } });
      return;
    }
    this.#expanded.add(key);
    const derivation = findDerivation(context, predicate, row);
    const { item } = derivation.rule;
    if (derivation.kind === "aggregated") {
      const { inputs, rule } = derivation;
      const sample = derivation.sample.map((body) => ({ body: this.#heldLiterals(rule, body) }));
      place({ kind: "aggregated", data: { fact, rule: item, op: rule.aggregate!.op, inputs, sample } });
      return;
    }
    const premises: Premise[] = [];
    place({ kind: "derived", data: { fact, ...this.#weightOf(predicate, row), rule: item, premises } });
    this.#premises(derivation.rule, derivation.body, premises, depth, tasks);
  }

  #premises(rule: LoweredRule, body: HeldBody, premises: Premise[], depth: number, tasks: Task[]): void {
    const value = this.#valuesOf(rule, body.frame);
    const below: Task[] = [];
    this.#written(rule).body.forEach((literal, at) => {
      const lowered = rule.literals[at]!;
      if (literal.kind === "neg") premises.push({ kind: "absent", data: substituteAtom(literal.data, value) });
      else if (lowered.kind !== "pos") {
        premises.push({ kind: "builtin", data: substituteLiteral(literal, value) });
      } else {
        const slot = premises.push({ kind: "absent", data: { pred: "", args: [] } }) - 1;
        below.push({
          predicate: lowered.predicate,
          row: body.rows.get(at)!,
          depth: depth + 1,
          place: (proof) => {
            premises[slot] = { kind: "proof", data: proof };
          },
        });
      }
    });
    // The first premise is expanded first.
    tasks.push(...below.reverse());
  }

  #heldLiterals(rule: LoweredRule, body: HeldBody) {
    const value = this.#valuesOf(rule, body.frame);
    return this.#written(rule).body.map((literal, at) => {
      const lowered = rule.literals[at]!;
      if (lowered.kind !== "pos") return substituteLiteral(literal, value);
      return { kind: "pos" as const, data: this.#context.atom(lowered.predicate, body.rows.get(at)!) };
    });
  }

  #valuesOf(rule: LoweredRule, frame: Int32Array): Substitution {
    const slots = new Map(rule.variableNames.map((name, slot) => [name, slot]));
    return (name): Term | undefined => {
      const slot = name === "_" ? undefined : slots.get(name);
      return slot === undefined ? undefined : this.#context.values.toTerm(frame[slot]!);
    };
  }

  #written(rule: LoweredRule): Rule {
    return this.#context.snapshot.compiled.checked.program.items[rule.item]!.data as Rule;
  }

  /** The facts that state the row; none when a rule has improved on their weight. */
  #sourcesOf(predicate: number, row: number): readonly number[] {
    const { sources, annotations, stamps } = this.#context.snapshot.relations[predicate]!;
    if (sources === null || (stamps !== null && stamps[row] !== 0)) return [];
    return sources.of(row, annotations === null ? null : annotations[row]!);
  }

  #weightOf(predicate: number, row: number) {
    const { annotations } = this.#context.relations[predicate]!;
    if (annotations === null) return {};
    const weight = annotations[row]!;
    return { weight: weight === Number.POSITIVE_INFINITY ? ("inf" as const) : weight };
  }
}
