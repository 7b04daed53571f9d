import { grow } from "./column-index.js";
import { budgetStop } from "./evaluation-stop.js";
import type { Meter } from "./meter.js";

/** The function that holds in no world, and the one that holds in every world. */
export const NEVER = 0;
export const ALWAYS = 1;

/** Entries of the operation memo per node of the budget: it bounds memory as the nodes do. */
const MEMO_PER_NODE = 4;

/** A Map holds fewer than 2^24 entries. */
const LARGEST_MEMO = 2 ** 24 - 1;

/** Keys of the memo pair two node ids in one double. */
const PAIR = 2 ** 26;

/**
 * Boolean functions over independent events as reduced ordered decision diagrams: equal functions have equal ids, and a
 * function's probability is one pass over its nodes (STRATA-EVAL-12). Operations are loops over explicit stacks with
 * lasting memos, so that an interrupted one continues where it was.
 */
export class DecisionDiagram {
  readonly #meter: Meter;
  readonly #limit: number;
  #event = new Int32Array(16);
  #low = new Int32Array(16);
  #high = new Int32Array(16);
  #count = 2;
  #unique = new Int32Array(64);
  readonly #conjunctions = new Map<number, number>();
  readonly #disjunctions = new Map<number, number>();
  readonly #complements = new Map<number, number>();

  constructor(meter: Meter) {
    this.#meter = meter;
    this.#limit = Math.min(meter.budget.circuitNodes, PAIR - 1);
    // The two constants stand below every event.
    this.#event.fill(0x7fffffff, 0, 2);
  }

  /** The function that holds when the event happens. */
  event(event: number): number {
    return this.#node(event, NEVER, ALWAYS);
  }

  and(left: number, right: number): number {
    return this.#combine(left, right, this.#conjunctions, conjunctionOf);
  }

  or(left: number, right: number): number {
    return this.#combine(left, right, this.#disjunctions, disjunctionOf);
  }

  not(id: number): number {
    const stack = [id];
    while (stack.length > 0) {
      this.#meter.interrupt();
      const top = stack[stack.length - 1]!;
      if (this.#knownComplement(top) !== undefined) {
        stack.pop();
        continue;
      }
      const low = this.#knownComplement(this.#low[top]!);
      const high = this.#knownComplement(this.#high[top]!);
      if (low === undefined) stack.push(this.#low[top]!);
      if (high === undefined) stack.push(this.#high[top]!);
      if (low === undefined || high === undefined) continue;
      const result = this.#node(this.#event[top]!, low, high);
      this.#complements.set(top, result);
      this.#complements.set(result, top);
      stack.pop();
    }
    return this.#knownComplement(id)!;
  }

  /** Per node the probability that its function holds, given that of each event. */
  probabilities(eventProbability: readonly number[]): Float64Array {
    const result = new Float64Array(this.#count);
    result[ALWAYS] = 1;
    // Nodes are numbered after those they point at.
    for (let id = 2; id < this.#count; id += 1) {
      const happens = eventProbability[this.#event[id]!]!;
      result[id] = happens * result[this.#high[id]!]! + (1 - happens) * result[this.#low[id]!]!;
    }
    return result;
  }

  #knownComplement(id: number): number | undefined {
    return id <= ALWAYS ? 1 - id : this.#complements.get(id);
  }

  #combine(
    left: number,
    right: number,
    memo: Map<number, number>,
    trivial: (left: number, right: number) => number,
  ): number {
    const known = (first: number, second: number): number => {
      const result = trivial(first, second);
      return result >= 0 ? result : (memo.get(pairKey(first, second)) ?? -1);
    };
    const stack = [left, right];
    while (stack.length > 0) {
      this.#meter.interrupt();
      const second = stack[stack.length - 1]!;
      const first = stack[stack.length - 2]!;
      if (known(first, second) >= 0) {
        stack.length -= 2;
        continue;
      }
      const event = Math.min(this.#event[first]!, this.#event[second]!);
      const firstSplits = this.#event[first] === event;
      const secondSplits = this.#event[second] === event;
      const firstLow = firstSplits ? this.#low[first]! : first;
      const secondLow = secondSplits ? this.#low[second]! : second;
      const firstHigh = firstSplits ? this.#high[first]! : first;
      const secondHigh = secondSplits ? this.#high[second]! : second;
      const low = known(firstLow, secondLow);
      const high = known(firstHigh, secondHigh);
      if (low < 0) stack.push(firstLow, secondLow);
      if (high < 0) stack.push(firstHigh, secondHigh);
      if (low < 0 || high < 0) continue;
      this.#remember(memo, pairKey(first, second), this.#node(event, low, high));
      stack.length -= 2;
    }
    return known(left, right);
  }

  #remember(memo: Map<number, number>, key: number, result: number): void {
    if (memo.size >= Math.min(this.#limit * MEMO_PER_NODE, LARGEST_MEMO))
      throw budgetStop("circuit_nodes", this.#limit, this.#limit + 1);
    memo.set(key, result);
  }

  #node(event: number, low: number, high: number): number {
    if (low === high) return low;
    const slots = this.#unique;
    const mask = slots.length - 1;
    let at = hashNode(event, low, high) & mask;
    for (; slots[at] !== 0; at = (at + 1) & mask) {
      const id = slots[at]!;
      if (this.#event[id] === event && this.#low[id] === low && this.#high[id] === high) return id;
    }
    const id = this.#count;
    // STRATA-EVAL-12: the budget of circuit nodes bounds both memory and time.
    if (id - 1 > this.#limit) throw budgetStop("circuit_nodes", this.#limit, id - 1);
    if (id >= this.#event.length) {
      this.#event = grow(this.#event);
      this.#low = grow(this.#low);
      this.#high = grow(this.#high);
    }
    this.#event[id] = event;
    this.#low[id] = low;
    this.#high[id] = high;
    this.#count = id + 1;
    slots[at] = id;
    if (this.#count * 2 > slots.length) this.#rehash();
    return id;
  }

  #rehash(): void {
    const slots = new Int32Array(this.#unique.length * 2);
    const mask = slots.length - 1;
    for (let id = 2; id < this.#count; id += 1) {
      let at = hashNode(this.#event[id]!, this.#low[id]!, this.#high[id]!) & mask;
      while (slots[at] !== 0) at = (at + 1) & mask;
      slots[at] = id;
    }
    this.#unique = slots;
  }
}

function conjunctionOf(left: number, right: number): number {
  if (left === NEVER || right === NEVER) return NEVER;
  if (left === ALWAYS || left === right) return right;
  return right === ALWAYS ? left : -1;
}

function disjunctionOf(left: number, right: number): number {
  if (left === ALWAYS || right === ALWAYS) return ALWAYS;
  if (left === NEVER || left === right) return right;
  return right === NEVER ? left : -1;
}

function pairKey(left: number, right: number): number {
  return left < right ? left * PAIR + right : right * PAIR + left;
}

function hashNode(event: number, low: number, high: number): number {
  let hash = Math.imul(event + 1, 0x9e3779b1);
  hash = Math.imul((hash ^ (hash >>> 15)) + low, 0x85ebca6b);
  hash = Math.imul((hash ^ (hash >>> 13)) + high, 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
