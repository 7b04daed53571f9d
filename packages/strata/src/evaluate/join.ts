import type { LoweredExpression, LoweredRule } from "../lower/lowered-rule.js";
import type { AbsentStep, BindStep, Build, CompareStep, MatchStep, Step, TestStep } from "../lower/plan.js";
import { ABSENT, POISON, ValueTable } from "../lower/value-table.js";
import { Arithmetic, type ArithmeticFailure } from "./arithmetic.js";
import type { ColumnIndex, IndexedRows } from "./column-index.js";
import type { Meter } from "./meter.js";

/** The part of a relation a join reads. */
export interface JoinedRelation extends IndexedRows {
  readonly annotations: Float64Array | null;
  readonly visible: number;
  readonly oldEnd: number;
  readonly changed: Int32Array | null;
  readonly count: number;
  find(tuple: Int32Array): number;
  openIndex(columns: readonly number[]): ColumnIndex;
}

/** What a join reads. */
export interface JoinContext {
  readonly relations: readonly JoinedRelation[];
  readonly values: ValueTable;
  readonly meter: Meter;
}

/** A literal whose value could not be computed. */
export interface JoinFailure {
  readonly literal: number;
  readonly failure: ArithmeticFailure;
}

/** Takes the bindings a join finds. */
export interface JoinSink {
  /** `true` ends the join. May interrupt with PAUSE and is then called again for the same binding. */
  accept(join: Join): boolean;
}

/**
 * Runs a plan: visits every binding of a rule's slots under which its body holds. A loop over levels rather than nested
 * calls, so that it can stop anywhere and go on later, whatever the length of the body.
 */
export class Join {
  frame: Int32Array = new Int32Array(0);
  /** By level, the row the step stands on; -1 where a literal found none. */
  readonly rows: number[] = [];
  /** Set while the binding rests on a value that could not be computed (STRATA-EVAL-09). */
  failure: JoinFailure | null = null;
  /** True when the negated literals of soft predicates let every binding through, to be weighed later. */
  softNegation: ((predicate: number) => boolean) | null = null;
  steps: readonly Step[] = [];
  rule: LoweredRule | null = null;
  readonly #context: JoinContext;
  readonly #arithmetic: Arithmetic;
  readonly #cursors: number[] = [];
  readonly #limits: number[] = [];
  readonly #indexes: (ColumnIndex | null)[] = [];
  #failureLevel = -1;
  #level = 0;
  #entering = true;
  #sink: JoinSink | null = null;
  /** The search for a binding under which a failed value matters, while it lasts. */
  #inner: Join | null = null;
  #key = new Int32Array(16);

  constructor(context: JoinContext) {
    this.#context = context;
    this.#arithmetic = new Arithmetic(context.values);
  }

  /** Prepares to run `steps`; `frame` holds the rule's constants and whatever is bound beforehand. */
  start(rule: LoweredRule, steps: readonly Step[], frame: Int32Array, sink: JoinSink): void {
    this.rule = rule;
    this.steps = steps;
    this.frame = frame;
    this.#sink = sink;
    this.#level = 0;
    this.#entering = true;
    this.failure = null;
    this.#failureLevel = -1;
  }

  /** Runs to the end (true), or until a pause is due (false; call again). */
  run(): boolean {
    const { steps } = this;
    const { meter } = this.#context;
    while (this.#level >= 0) {
      const level = this.#level;
      if (level === steps.length) {
        if (this.#sink!.accept(this)) return true;
        this.#level = level - 1;
        this.#entering = false;
        continue;
      }
      if (meter.pauseWanted) return false;
      if (this.#inner !== null) {
        if (!this.#inner.run()) return false;
        this.#inner = null;
        this.#level = level - 1;
        this.#entering = false;
        continue;
      }
      const step = steps[level]!;
      const found = step.kind === "scan" || step.kind === "probe" ? this.#visit(step, level) : this.#once(step, level);
      if (found) {
        this.#level = level + 1;
        this.#entering = true;
      } else if (this.#cursors[level] === EXHAUSTED && this.#inner === null) {
        this.#level = level - 1;
        this.#entering = false;
      }
    }
    return true;
  }

  /** The next row of a scan or probe that agrees with the binding. */
  #visit(step: MatchStep, level: number): boolean {
    const relation = this.#context.relations[step.predicate]!;
    if (this.#entering) {
      this.#entering = false;
      this.#cursors[level] = EXHAUSTED;
      if (!this.#open(step, relation, level)) return false;
    }
    const { meter } = this.#context;
    const index = this.#indexes[level]!;
    const list = index === null && step.range === "delta" ? relation.changed : null;
    const limit = this.#limits[level]!;
    let cursor = this.#cursors[level]!;
    while (cursor >= 0 && cursor < limit) {
      if (meter.pauseWanted) {
        this.#cursors[level] = cursor;
        return false;
      }
      meter.step();
      const row = list === null ? cursor : list[cursor]!;
      cursor = index === null ? cursor + 1 : index.next[row]!;
      if (!this.#matches(step, relation, row)) continue;
      this.#cursors[level] = cursor;
      this.rows[level] = row;
      return true;
    }
    this.#cursors[level] = EXHAUSTED;
    return false;
  }

  #open(step: MatchStep, relation: JoinedRelation, level: number): boolean {
    if (step.builds.length > 0 && this.#lookUp(step.builds) === ABSENT) return false;
    // STRATA-EVAL-02: annotated rows change in place, so every literal but the changed one reads their full state.
    const old = step.range === "old" && readsPrefix(relation);
    this.#limits[level] = old ? relation.oldEnd : relation.visible;
    if (step.kind === "probe") {
      const index = relation.openIndex(step.columns);
      if (index.rows < relation.count && !this.#catchUp(index, relation)) {
        // Not exhausted: the level is opened again after the pause.
        this.#cursors[level] = 0;
        this.#entering = true;
        return false;
      }
      this.#indexes[level] = index;
      this.#cursors[level] = index.first(relation, this.frame, step.key);
      return true;
    }
    this.#indexes[level] = null;
    this.#cursors[level] = step.range === "delta" && relation.changed === null ? relation.oldEnd : 0;
    if (step.range === "delta" && relation.changed !== null) this.#limits[level] = relation.changed.length;
    return true;
  }

  /** Brings an index up to date; false when a pause is due before that. */
  #catchUp(index: ColumnIndex, relation: JoinedRelation): boolean {
    const { meter } = this.#context;
    while (index.rows < relation.count) {
      if (meter.pauseWanted) return false;
      index.catchUp(relation, Math.min(relation.count, index.rows + CATCH_UP_ROWS));
      meter.check();
    }
    return true;
  }

  #matches(step: MatchStep, relation: JoinedRelation, row: number): boolean {
    const { frame } = this;
    const { data } = relation;
    const start = row * relation.arity;
    const { loads, checks, takes } = step;
    for (let at = 0; at < loads.length; at += 2) frame[loads[at + 1]!] = data[start + loads[at]!]!;
    for (let at = 0; at < checks.length; at += 2) {
      if (data[start + checks[at]!] !== frame[checks[at + 1]!]) return false;
    }
    return takes.length === 0 || this.#takeApart(step);
  }

  #takeApart(step: MatchStep): boolean {
    const { frame } = this;
    const { values } = this.#context;
    for (const take of step.takes) {
      const id = frame[take.from]!;
      if (!values.isCompound(id) || values.functor(id) !== take.functor) return false;
      const args = values.args(id);
      if (args.length !== take.arity) return false;
      for (let at = 0; at < take.loads.length; at += 2) frame[take.loads[at + 1]!] = args[take.loads[at]!]!;
      for (let at = 0; at < take.checks.length; at += 2) {
        if (args[take.checks[at]!] !== frame[take.checks[at + 1]!]) return false;
      }
    }
    return true;
  }

  /** Steps that hold once or not at all for a binding. */
  #once(step: Exclude<Step, { kind: "scan" | "probe" }>, level: number): boolean {
    this.#cursors[level] = EXHAUSTED;
    if (!this.#entering) {
      if (this.#failureLevel === level) {
        this.failure = null;
        this.#failureLevel = -1;
      }
      return false;
    }
    this.#context.meter.step();
    switch (step.kind) {
      case "lookup":
        return this.#holds(step as MatchStep, level);
      case "absent":
        return this.#isAbsent(step, level);
      case "compare":
        return this.#compare(step, level);
      case "bind":
        return this.#bindValue(step, level);
      default:
        return this.#test(step as TestStep);
    }
  }

  #holds(step: MatchStep, level: number): boolean {
    const relation = this.#context.relations[step.predicate]!;
    if (step.builds.length > 0 && this.#lookUp(step.builds) === ABSENT) return false;
    const row = relation.find(this.#keyOf(step.key));
    this.rows[level] = row;
    const old = step.range === "old" && readsPrefix(relation);
    return row >= 0 && row < (old ? relation.oldEnd : relation.visible);
  }

  #isAbsent(step: AbsentStep, level: number): boolean {
    const relation = this.#context.relations[step.predicate]!;
    // A compound that nobody ever made has the id ABSENT, which is in no row (STRATA-EVAL-10).
    this.#lookUp(step.builds);
    this.rows[level] = -1;
    for (const slot of step.key) if (this.frame[slot] === POISON) return true;
    const row = relation.find(this.#keyOf(step.key));
    // STRATA-EVAL-07: any row counts, whatever its weight.
    if (row < 0 || row >= relation.visible) return true;
    this.rows[level] = row;
    return this.softNegation?.(step.predicate) === true;
  }

  #test(step: TestStep): boolean {
    const { values } = this.#context;
    if (step.builds.length > 0) this.#lookUp(step.builds);
    const value = this.frame[step.value]!;
    const prefix = this.frame[step.prefix]!;
    if (value === POISON || prefix === POISON) return true;
    if (step.kind === "is_int") return (value !== ABSENT && values.isInteger(value)) !== step.negated;
    const text = value === ABSENT ? null : values.symbolName(value);
    const start = prefix === ABSENT ? null : values.symbolName(prefix);
    return (text !== null && start !== null && text.startsWith(start)) !== step.negated;
  }

  #compare(step: CompareStep, level: number): boolean {
    if (step.op === "eq" || step.op === "ne") return this.#compareEqual(step, level);
    const left = this.#number(step.left);
    if (Number.isNaN(left)) return this.#fail(step, level);
    const right = this.#number(step.right);
    if (Number.isNaN(right)) return this.#fail(step, level);
    switch (step.op) {
      case "lt":
        return left < right;
      case "le":
        return left <= right;
      case "gt":
        return left > right;
      default:
        return left >= right;
    }
  }

  #compareEqual(step: CompareStep, level: number): boolean {
    const { left, right, op, builds } = step;
    const built = builds.length > 0 ? this.#lookUp(builds) : 0;
    const wanted = op === "eq";
    if (left.kind === "slot" && right.kind === "slot") {
      const first = this.frame[left.slot]!;
      const second = this.frame[right.slot]!;
      if (first === POISON || second === POISON) return true;
      if (built !== ABSENT) return (first === second) === wanted;
      return this.#equalOnce(builds, left.slot, right.slot) === wanted;
    }
    const first = this.#side(left);
    if (Number.isNaN(first)) return this.#fail(step, level);
    const second = this.#side(right);
    if (Number.isNaN(second)) return this.#fail(step, level);
    return (first === second) === wanted;
  }

  /** Structural equality when a compound on some side was never interned; keeps nothing it makes. */
  #equalOnce(builds: readonly Build[], left: number, right: number): boolean {
    const scratch = new ValueTable(this.#context.values);
    for (const build of builds) {
      const args = build.args.map((arg) => this.frame[arg]!);
      this.frame[build.into] = scratch.compound(build.functor, args);
    }
    return this.frame[left] === this.frame[right];
  }

  /** An expression as a number; a slot that holds no integer is equal to no number. */
  #side(expression: LoweredExpression): number {
    if (expression.kind === "arithmetic") return this.#arithmetic.compute(expression.code, this.frame);
    const id = this.frame[expression.slot]!;
    if (id === POISON) {
      this.#arithmetic.failure = null;
      return Number.NaN;
    }
    const value = id === ABSENT ? Number.NaN : this.#context.values.integerValue(id);
    return Number.isNaN(value) ? Number.POSITIVE_INFINITY : value;
  }

  #number(expression: LoweredExpression): number {
    return expression.kind === "slot"
      ? this.#arithmetic.integer(this.frame[expression.slot]!)
      : this.#arithmetic.compute(expression.code, this.frame);
  }

  #bindValue(step: BindStep, level: number): boolean {
    const { values, meter } = this.#context;
    const { value, slot } = step;
    if (value.kind === "slot") {
      this.#make(step.builds);
      this.frame[slot] = this.frame[value.slot]!;
      return true;
    }
    const result = this.#arithmetic.compute(value.code, this.frame);
    if (!Number.isNaN(result)) {
      const known = values.findInteger(result);
      if (known === ABSENT) meter.makeValue();
      this.frame[slot] = known === ABSENT ? values.integer(result) : known;
      return true;
    }
    if (step.rest !== null && this.#arithmetic.failure !== null) {
      this.#searchRest(step, step.rest());
      return false;
    }
    this.frame[slot] = POISON;
    return this.#fail(step, level);
  }

  /**
   * STRATA-EVAL-09: a failure counts only under a binding where everything that does not depend on the value holds; the
   * join goes on as if the literal held, and whoever takes the binding sees `failure`.
   */
  #fail(step: Step, level: number): true {
    const { failure } = this.#arithmetic;
    if (failure !== null && this.failure === null) {
      this.failure = { literal: step.literal, failure };
      this.#failureLevel = level;
    }
    return true;
  }

  /** The failed value is also read by positive literals: these are matched without it, to see if all the rest holds. */
  #searchRest(step: BindStep, rest: readonly Step[]): void {
    const failure = this.failure ?? { literal: step.literal, failure: this.#arithmetic.failure! };
    const sink = this.#sink!;
    const inner = new Join(this.#context);
    inner.softNegation = this.softNegation;
    inner.start(this.rule!, rest, this.frame.slice(), {
      accept: (join) => {
        join.failure ??= failure;
        return sink.accept(join);
      },
    });
    this.#inner = inner;
  }

  /** Finds the compounds a literal mentions; {@link ABSENT} when one was never interned. */
  #lookUp(builds: readonly Build[]): number {
    let last = 0;
    let missing = false;
    for (const build of builds) {
      last = this.#find(build);
      this.frame[build.into] = last;
      if (last === ABSENT) missing = true;
    }
    return missing ? ABSENT : last;
  }

  #find(build: Build): number {
    const args: number[] = [];
    let poisoned = false;
    for (const slot of build.args) {
      const id = this.frame[slot]!;
      if (id === ABSENT) return ABSENT;
      if (id === POISON) poisoned = true;
      args.push(id);
    }
    return poisoned ? POISON : this.#context.values.findCompound(build.functor, args);
  }

  #make(builds: readonly Build[]): void {
    const { values, meter } = this.#context;
    for (const build of builds) {
      let id = this.#find(build);
      if (id === ABSENT) {
        meter.makeValue();
        id = values.compound(
          build.functor,
          build.args.map((slot) => this.frame[slot]!),
        );
      }
      this.frame[build.into] = id;
    }
  }

  #keyOf(key: readonly number[]): Int32Array {
    if (key.length > this.#key.length) this.#key = new Int32Array(key.length * 2);
    for (let at = 0; at < key.length; at += 1) this.#key[at] = this.frame[key[at]!]!;
    return this.#key;
  }
}

/** Rows an index takes in between two looks at the clock. */
const CATCH_UP_ROWS = 4096;

/** Cursor of a level without further rows. */
const EXHAUSTED = -1;

/** Whether the state before the last round's changes is a prefix of the rows: not when rows change in place. */
function readsPrefix(relation: JoinedRelation): boolean {
  return relation.annotations === null && relation.changed === null;
}
