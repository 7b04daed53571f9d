import { buildsFor } from "./builds.js";
import { LiteralQueue } from "./literal-queue.js";
import { expressionSlots, literalSlots } from "./literal-slots.js";
import type { LoweredAtom, LoweredCompare, LoweredExpression, LoweredRule } from "./lowered-rule.js";
import type { MatchStep, Plan, RowRange, Step, TakeApart } from "./plan.js";

/** What planning may assume. */
export interface PlanRequest {
  /** Place of the literal that reads the last round's changes; -1 for none. It is joined first. */
  readonly delta: number;
  /** Whether a literal reads the state before those changes: the recursive ones in front of the delta literal. */
  readonly readsOld: (literal: number) => boolean;
  /** Estimated rows of a predicate. */
  readonly sizeOf: (predicate: number) => number;
  /** Slots that have a value from the start: head variables when a proof is sought. */
  readonly bound?: readonly number[];
  /** Literals to join; all when absent. */
  readonly literals?: readonly number[];
  /** Bind values of expressions only once every positive literal is joined. */
  readonly lateBinds?: boolean;
  /** Join literals as written, those not yet bound waiting, rather than by cost. */
  readonly asWritten?: boolean;
}

/**
 * Orders a rule's body (STRATA-EVAL-03): smallest estimated fan-out first, tests as soon as what they read is bound.
 * Safety (E1003) lets every literal be placed; a literal that only a failed value could bind is left out.
 */
export function planBody(rule: LoweredRule, request: PlanRequest): Plan {
  return { steps: new BodyPlanner(rule, request).steps(), headBuilds: buildsFor(rule, rule.head.args) };
}

interface Occurrence {
  readonly literal: number;
  /** Place among the slots the literal reads. */
  readonly place: number;
}

class BodyPlanner {
  readonly #rule: LoweredRule;
  readonly #request: PlanRequest;
  readonly #isBound: boolean[];
  readonly #boundInOrder: number[] = [];
  readonly #isOpen: boolean[] = [];
  /** Per open literal: how many variables each slot it reads still waits for, and how many slots wait at all. */
  readonly #waiting: number[][] = [];
  readonly #waitingSlots: number[] = [];
  readonly #occurrences: Occurrence[][] = [];
  readonly #matches = new LiteralQueue();
  readonly #tests = new LiteralQueue();
  readonly #steps: Step[] = [];
  #openMatches = 0;

  constructor(rule: LoweredRule, request: PlanRequest) {
    this.#rule = rule;
    this.#request = request;
    this.#isBound = new Array<boolean>(rule.variableCount).fill(false);
    for (let slot = 0; slot < rule.variableCount; slot += 1) this.#occurrences.push([]);
    for (const literal of request.literals ?? rule.literals.keys()) this.#open(literal);
    for (const literal of request.literals ?? rule.literals.keys()) this.#offer(literal);
    for (const slot of request.bound ?? []) this.#bind(slot);
  }

  steps(): readonly Step[] {
    if (this.#request.asWritten === true) return this.#stepsAsWritten();
    this.#placeTests();
    const { delta } = this.#request;
    if (this.#isOpen[delta] === true) {
      this.#placeMatch(delta, "delta");
      this.#placeTests();
    }
    for (;;) {
      const next = this.#matches.take((literal) => this.#isOpen[literal]!);
      if (next < 0) break;
      this.#placeMatch(next, this.#request.readsOld(next) ? "old" : "full");
      this.#placeTests();
    }
    return this.#steps;
  }

  #stepsAsWritten(): readonly Step[] {
    for (;;) {
      const next = this.#tests.take((literal) => this.#isOpen[literal]!);
      if (next < 0) return this.#steps;
      this.#isOpen[next] = false;
      if (this.#rule.literals[next]!.kind === "pos") this.#placeMatch(next, "full");
      else this.#placeTest(next);
    }
  }

  #open(index: number): void {
    const literal = this.#rule.literals[index]!;
    this.#isOpen[index] = true;
    if (literal.kind === "pos") this.#openMatches += 1;
    this.#waiting[index] = literalSlots(literal).map((slot, place) => {
      const variables = this.#variablesOf(slot);
      for (const variable of variables) this.#occurrences[variable]!.push({ literal: index, place });
      return variables.length;
    });
    this.#waitingSlots[index] = this.#waiting[index].filter((count) => count > 0).length;
  }

  #variablesOf(slot: number): readonly number[] {
    if (slot < this.#rule.variableCount) return [slot];
    return this.#rule.compounds.get(slot)?.variables ?? [];
  }

  /** Queues a literal that has become runnable, or cheaper. */
  #offer(index: number): void {
    const literal = this.#rule.literals[index]!;
    const waiting = this.#waitingSlots[index]!;
    const bindable = literal.kind === "compare" && literal.op === "eq" && this.#bindable(index, literal) !== null;
    if (this.#request.asWritten === true) {
      if (literal.kind === "pos" || waiting === 0 || bindable) this.#tests.add(index, index);
    } else if (literal.kind === "pos") {
      // STRATA-EVAL-03: every bound column narrows evenly, the least surprising guess without statistics.
      const size = Math.max(2, this.#request.sizeOf(literal.predicate));
      this.#matches.add(index, waiting === 0 ? 0 : size ** (waiting / literal.args.length));
    } else if (waiting === 0) {
      this.#tests.add(index, literal.kind === "is_int" ? 0 : 1);
    } else if (bindable) {
      this.#tests.add(index, literal.left.kind === "slot" && literal.right.kind === "slot" ? 2 : 3);
    }
  }

  #bind(variable: number): void {
    if (this.#isBound[variable]) return;
    this.#isBound[variable] = true;
    this.#boundInOrder.push(variable);
    for (const { literal, place } of this.#occurrences[variable]!) {
      const waiting = this.#waiting[literal]!;
      waiting[place] = waiting[place]! - 1;
      if (waiting[place] !== 0) continue;
      this.#waitingSlots[literal] = this.#waitingSlots[literal]! - 1;
      if (this.#isOpen[literal]) this.#offer(literal);
    }
  }

  #placeTests(): void {
    for (;;) {
      const next = this.#tests.take((literal) => this.#isOpen[literal]!);
      if (next < 0) return;
      this.#isOpen[next] = false;
      this.#placeTest(next);
    }
  }

  #placeTest(index: number): void {
    const literal = this.#rule.literals[index]!;
    const builds = buildsFor(this.#rule, literalSlots(literal));
    switch (literal.kind) {
      case "neg":
        this.#steps.push({ kind: "absent", literal: index, predicate: literal.predicate, key: literal.args, builds });
        return;
      case "is_int":
        this.#steps.push({ ...literal, literal: index, prefix: literal.value, builds });
        return;
      case "starts_with":
        this.#steps.push({ ...literal, literal: index, builds });
        return;
      case "compare":
        if (this.#waitingSlots[index] === 0) this.#steps.push({ ...literal, literal: index, builds });
        else this.#placeBind(index, literal);
    }
  }

  /** The open variable an `eq` can bind now, or null. */
  #bindable(index: number, literal: LoweredCompare): { slot: number; value: LoweredExpression } | null {
    if (this.#waitingSlots[index] !== 1) return null;
    const { left, right } = literal;
    // STRATA-EVAL-09: eq binds a bare variable and never destructures.
    if (left.kind === "slot" && this.#isUnbound(left.slot)) return { slot: left.slot, value: right };
    if (right.kind === "slot" && this.#isUnbound(right.slot)) return { slot: right.slot, value: left };
    return null;
  }

  #isUnbound(slot: number): boolean {
    return slot < this.#rule.variableCount && !this.#isBound[slot]!;
  }

  #placeBind(index: number, literal: LoweredCompare): void {
    const found = this.#bindable(index, literal)!;
    const { slot, value } = found;
    const fallible = value.kind === "arithmetic";
    if (fallible && this.#request.lateBinds === true && this.#openMatches > 0) {
      // Put off: the literal is offered again when a positive literal binds its variable, or by the last one.
      this.#isOpen[index] = true;
      this.#putOff.push(index);
      return;
    }
    const readByMatches = this.#occurrences[slot]!.some(
      (occurrence) => this.#isOpen[occurrence.literal]! && this.#rule.literals[occurrence.literal]!.kind === "pos",
    );
    const builds = buildsFor(this.#rule, expressionSlots(value));
    const rest = fallible && readByMatches ? this.#restAfter(this.#steps.length, this.#boundInOrder.length) : null;
    this.#steps.push({ kind: "bind", literal: index, slot, value, builds, rest });
    this.#bind(slot);
  }

  readonly #putOff: number[] = [];

  /** The plan for what stands after a step that could not compute its value; made when first needed. */
  #restAfter(step: number, boundCount: number): () => readonly Step[] {
    let made: readonly Step[] | null = null;
    return () => {
      made ??= new BodyPlanner(this.#rule, {
        ...this.#request,
        bound: this.#boundInOrder.slice(0, boundCount),
        literals: this.#steps.slice(step + 1).map((later) => later.literal),
        lateBinds: true,
      }).steps();
      return made;
    };
  }

  #placeMatch(index: number, range: RowRange): void {
    this.#isOpen[index] = false;
    this.#openMatches -= 1;
    const { args, predicate } = this.#rule.literals[index] as LoweredAtom;
    const waiting = this.#waiting[index]!;
    const columns: number[] = [];
    const loads: number[] = [];
    const checks: number[] = [];
    const compounds: number[] = [];
    const known = args.map((_, column) => waiting[column] === 0);
    args.forEach((slot, column) => {
      if (known[column]) {
        // STRATA-EVAL-03: a bound column is looked up, never searched for; only changes are gone through.
        if (range === "delta") checks.push(column, slot);
        else columns.push(column);
      } else if (slot >= this.#rule.variableCount) {
        loads.push(column, slot);
        compounds.push(slot);
      } else if (this.#isBound[slot]) {
        checks.push(column, slot);
      } else {
        loads.push(column, slot);
        this.#bind(slot);
      }
    });
    const key = columns.map((column) => args[column]!);
    const ready = args.filter((_, column) => known[column]);
    this.#steps.push({
      kind: matchKind(range, columns.length, args.length),
      literal: index,
      predicate,
      range,
      columns,
      key,
      loads,
      checks,
      takes: this.#takeApart(compounds),
      builds: buildsFor(this.#rule, ready),
    });
    if (this.#openMatches === 0) for (const literal of this.#putOff.splice(0)) this.#offer(literal);
  }

  #takeApart(compounds: readonly number[]): TakeApart[] {
    const pending = [...compounds];
    const takes: TakeApart[] = [];
    for (let at = 0; at < pending.length; at += 1) {
      const { slot, functor, args } = this.#rule.compounds.get(pending[at]!)!;
      const loads: number[] = [];
      const checks: number[] = [];
      args.forEach((arg, place) => {
        if (this.#rule.compounds.has(arg)) {
          loads.push(place, arg);
          pending.push(arg);
        } else if (arg >= this.#rule.variableCount || this.#isBound[arg]) {
          checks.push(place, arg);
        } else {
          loads.push(place, arg);
          this.#bind(arg);
        }
      });
      takes.push({ from: slot, functor, arity: args.length, loads, checks });
    }
    return takes;
  }
}

function matchKind(range: RowRange, bound: number, arity: number): MatchStep["kind"] {
  if (range === "delta") return "scan";
  if (bound === arity) return "lookup";
  return bound === 0 ? "scan" : "probe";
}
