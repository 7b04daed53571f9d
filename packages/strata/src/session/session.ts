import type { Diagnostic } from "../diagnostic/diagnostic.js";
import type { Outcome } from "../diagnostic/outcome.js";
import { completeBudget, type EvaluationBudget, finishEvaluation, refusal } from "../evaluate/evaluate.js";
import type { Evaluation } from "../evaluate/evaluation.js";
import { EvaluationState } from "../evaluate/evaluation-state.js";
import { budgetStop, EvaluationStop } from "../evaluate/evaluation-stop.js";
import type { HostFacts } from "../evaluate/host-facts.js";
import { Meter } from "../evaluate/meter.js";
import { FactReader, type ReadFact, stateFact } from "../evaluate/read-facts.js";
import { type InputResolver, readInputs } from "../evaluate/read-inputs.js";
import { runProgram } from "../evaluate/run-program.js";
import { hostSource } from "../evaluate/source.js";
import type { Compiled } from "../lower/compiled.js";
import { ValueTable } from "../lower/value-table.js";
import { HostFactSet, type SessionFact } from "./host-fact-set.js";
import { prepareIndexes } from "./prepare-indexes.js";
import { updateComponent } from "./update-component.js";

/** What a session starts with, and what each of its commits may use. */
export interface SessionOptions {
  /** Facts asserted from the start; their sources count from 0, and later ones go on. */
  readonly facts?: HostFacts;
  /** Asked once per input item and evaluation from scratch. */
  readonly inputs?: InputResolver;
  /** Of each commit. */
  readonly budget?: EvaluationBudget;
}

/** What one commit listens to. */
export interface CommitOptions {
  /** Looked at whenever the clock is; an aborted one fails the commit (E2021). */
  readonly signal?: AbortSignal;
}

/** A change of the host's facts that waits for the commit. */
interface Pending {
  readonly kind: "assert" | "retract";
  readonly fact: ReadFact;
  readonly source: number;
}

/** Opens a session over a compiled program: facts come and go, and commits evaluate what that changes. */
export function createSession(compiled: Compiled, options: SessionOptions = {}): Session {
  return new Session(compiled, options);
}

/**
 * A program under changing facts (STRATA-API-03). After every commit its evaluation equals a fresh one over the same
 * facts. The host's facts are a set of (atom, weight, prob); the program's own cannot be retracted. Evaluations are
 * snapshots: later commits never change them. A failed commit drops what was pending and leaves the last good state.
 */
export class Session {
  readonly #compiled: Compiled;
  readonly #options: SessionOptions;
  readonly #values: ValueTable;
  readonly #facts = new HostFactSet();
  readonly #tuple: Int32Array;
  #pending: Pending[] = [];
  #problems: Diagnostic[] = [];
  #stop: EvaluationStop | null = null;
  #nextSource = 0;
  #last: Evaluation | null = null;

  constructor(compiled: Compiled, options: SessionOptions) {
    this.#compiled = compiled;
    this.#options = options;
    this.#values = new ValueTable(compiled.values);
    this.#tuple = new Int32Array(Math.max(1, compiled.widestArity));
    if (options.facts !== undefined) this.assert(options.facts);
  }

  /** Adds host facts at the next commit, which also reports what is wrong with them. */
  assert(facts: HostFacts): void {
    this.#queue("assert", facts);
  }

  /** Takes host facts away at the next commit: those with the same atom, weight and prob. Others are no change. */
  retract(facts: HostFacts): void {
    this.#queue("retract", facts);
  }

  /** Evaluates under the facts as they now are. */
  commit({ signal }: CommitOptions = {}): Outcome<Evaluation> {
    const problems = this.#problems;
    const pending = this.#pending;
    const stopped = this.#stop;
    this.#problems = [];
    this.#pending = [];
    this.#stop = null;
    if (problems.length > 0) return { ok: false, diagnostics: [...this.#compiled.checked.diagnostics, ...problems] };
    const applied = stopped === null ? this.#apply(pending) : [];
    try {
      if (stopped !== null) throw stopped;
      const meter = new Meter({ budget: completeBudget(this.#options.budget ?? {}), signal, pauses: false });
      const limit = meter.budget.facts;
      const count = this.#compiled.factCount + this.#facts.size;
      if (count > limit) throw budgetStop("facts", limit, count);
      const evaluation = this.#update(meter, applied) ?? this.#evaluateAnew(meter);
      this.#last = evaluation;
      return { ok: true, value: evaluation, diagnostics: this.#compiled.checked.diagnostics };
    } catch (reason) {
      this.#undo(applied);
      return refusal(this.#compiled, reason);
    }
  }

  #queue(kind: Pending["kind"], facts: HostFacts): void {
    const meter = new Meter({ budget: completeBudget(this.#options.budget ?? {}), pauses: false });
    const target = {
      compiled: this.#compiled,
      values: this.#values,
      meter,
      heads: { tuple: this.#tuple },
      factCount: 0,
    };
    const reader = new FactReader(target, (fact) => {
      const arity = this.#compiled.checked.predicates[fact.predicate]!.argTypes.length;
      const source = kind === "assert" ? hostSource(this.#nextSource++) : -1;
      this.#pending.push({ kind, fact: { ...fact, tuple: fact.tuple.slice(0, arity) }, source });
    });
    try {
      const report = reader.read(facts).next();
      if (report.done === true) this.#problems.push(...report.value.finish());
    } catch (reason) {
      if (!(reason instanceof EvaluationStop)) throw reason;
      this.#stop ??= reason;
    }
  }

  /** Makes the pending changes; what really changed comes back, and can be undone. */
  #apply(pending: readonly Pending[]): readonly Pending[] {
    const applied: Pending[] = [];
    for (const { kind, fact, source } of pending) {
      if (kind === "assert") {
        if (this.#facts.add({ ...fact, source })) applied.push({ kind, fact, source });
      } else {
        const removed = this.#facts.remove(fact);
        if (removed !== null) applied.push({ kind, fact, source: removed.source });
      }
    }
    return applied;
  }

  #undo(applied: readonly Pending[]): void {
    for (const { kind, fact, source } of [...applied].reverse()) {
      if (kind === "assert") this.#facts.remove(fact);
      else this.#facts.add({ ...fact, source });
    }
  }

  /** Goes on from the last evaluation; null when that cannot give what a fresh evaluation would. */
  #update(meter: Meter, applied: readonly Pending[]): Evaluation | null {
    const last = this.#last;
    const soft = applied.some(({ fact }) => fact.prob !== null);
    // Probabilities are computed per question, dropped derivations counted per evaluation, inputs read per evaluation.
    if (last === null || soft || last.snapshot.soft !== null || last.dropped > 0) return null;
    if (this.#compiled.checked.inputs.length > 0) return null;
    const { snapshot } = last;
    const state = this.#state(meter, snapshot.relations);
    state.plans = snapshot.plans;
    state.factCount += this.#facts.size;
    const update = {
      state,
      before: snapshot.relations,
      facts: this.#facts,
      ...netChanges(applied),
      changes: new Map(),
    };
    for (const component of this.#compiled.components) {
      if (component.predicates.some((predicate) => snapshot.cone?.has(predicate) !== false)) {
        finish(updateComponent(update, component), meter);
      }
    }
    if (state.heads.dropped > 0) return null;
    limitDerived(state);
    return finishEvaluation(state, { cone: snapshot.cone, soft: null, probabilities: new Map() });
  }

  #evaluateAnew(meter: Meter): Evaluation {
    const state = this.#state(meter, null);
    state.factCount += this.#facts.size;
    const inOrder = [...this.#facts.all()].sort((left, right) => left.source - right.source);
    for (const fact of inOrder) stateFact(state, fact, fact.source);
    finish(readInputs(state, this.#options.inputs), meter);
    state.factsComplete();
    const { asked, probabilities } = finish(runProgram(state, this.#compiled.select), meter);
    if (asked.soft === null) prepareIndexes(state);
    return finishEvaluation(state, { cone: asked.cone, soft: asked.soft, probabilities });
  }

  #state(meter: Meter, relations: Evaluation["snapshot"]["relations"] | null): EvaluationState {
    const onTermDepth = this.#options.budget?.onTermDepth ?? "error";
    return new EvaluationState(this.#compiled, meter, onTermDepth, this.#values, relations);
  }
}

/** What a commit changes in the end: a fact asserted and then retracted in it changes nothing. */
function netChanges(applied: readonly Pending[]) {
  const net = { assert: new Map<string, Pending>(), retract: new Map<string, Pending>() };
  for (const change of applied) {
    const { predicate, tuple, weight, prob } = change.fact;
    const key = `${predicate} ${weight} ${prob} ${tuple.join()}`;
    // A retracted fact that is asserted again stays in both lists: it comes from another source now.
    if (change.kind === "assert" || !net.assert.delete(key)) net[change.kind].set(key, change);
  }
  return { asserted: byPredicate(net.assert.values()), retracted: byPredicate(net.retract.values()) };
}

function byPredicate(changes: Iterable<Pending>): ReadonlyMap<number, readonly SessionFact[]> {
  const lists = new Map<number, SessionFact[]>();
  for (const { fact, source } of changes) {
    const list = lists.get(fact.predicate);
    if (list === undefined) lists.set(fact.predicate, [{ ...fact, source }]);
    else list.push({ ...fact, source });
  }
  return lists;
}

/** The budget of derived rows holds for the session's state as it does for a fresh evaluation. */
function limitDerived(state: EvaluationState): void {
  const rows = state.relations.reduce((sum, relation) => sum + relation.count, 0);
  const limit = state.meter.budget.derivedTuples;
  if (rows - state.factCount > limit) throw budgetStop("derived_tuples", limit, rows - state.factCount);
}

function finish<T>(run: Generator<void, T>, meter: Meter): T {
  for (;;) {
    const step = run.next();
    if (step.done === true) return step.value;
    meter.resume();
  }
}
