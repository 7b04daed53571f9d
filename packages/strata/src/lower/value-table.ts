import type { Term } from "../ir/term.js";

/** The id of no value: what a lookup answers when the value was never interned. */
export const ABSENT = -2;

/** The id of a value that could not be computed; a literal over it counts as holding (STRATA-EVAL-09). */
export const POISON = -4;

const SMALL_MIN = -(2 ** 30);
const SMALL_MAX = 2 ** 30 - 1;

interface Compound {
  /** Id of the functor's symbol. */
  readonly functor: number;
  readonly args: readonly number[];
  /** 1 + the deepest argument; a leaf is 0. */
  readonly depth: number;
}

/**
 * Values as 32-bit ids, equal exactly when the values are (STRATA-EVAL-01). An odd id is a small integer itself; an even
 * id points at an interned symbol, large integer or compound. A table may extend a finished one: what a host's facts
 * bring lives in the evaluation's table and leaves the compiled program as it was (STRATA-API-02).
 */
export class ValueTable {
  readonly #base: ValueTable | null;
  readonly #first: number;
  readonly #payload: (string | number | Compound)[] = [];
  #symbols: Map<string, number> | null = null;
  #integers: Map<number, number> | null = null;
  #compoundSlots: Int32Array | null = null;
  #compoundCount = 0;
  #terms: (Term | undefined)[] = [];
  #deepest: number;

  constructor(base: ValueTable | null = null) {
    this.#base = base;
    this.#first = base === null ? 0 : base.size;
    this.#deepest = base === null ? 0 : base.deepest;
  }

  /** Interned values, those of the extended table included. */
  get size(): number {
    return this.#first + this.#payload.length;
  }

  /** Depth of the deepest compound ever interned here: a bound that saves looking at each value. */
  get deepest(): number {
    return this.#deepest;
  }

  symbol(name: string): number {
    const known = this.findSymbol(name);
    if (known !== ABSENT) return known;
    const id = this.#push(name);
    this.#symbols ??= new Map();
    this.#symbols.set(name, id);
    return id;
  }

  findSymbol(name: string): number {
    const known = this.#base?.findSymbol(name) ?? ABSENT;
    return known !== ABSENT ? known : (this.#symbols?.get(name) ?? ABSENT);
  }

  /** `value` must be a safe integer. */
  integer(value: number): number {
    if (value >= SMALL_MIN && value <= SMALL_MAX) return value * 2 + 1;
    const known = this.findInteger(value);
    if (known !== ABSENT) return known;
    const id = this.#push(value);
    this.#integers ??= new Map();
    this.#integers.set(value, id);
    return id;
  }

  findInteger(value: number): number {
    if (value >= SMALL_MIN && value <= SMALL_MAX) return value * 2 + 1;
    const known = this.#base?.findInteger(value) ?? ABSENT;
    return known !== ABSENT ? known : (this.#integers?.get(value) ?? ABSENT);
  }

  compound(functor: number, args: readonly number[]): number {
    const known = this.findCompound(functor, args);
    if (known !== ABSENT) return known;
    const depth = this.depthOver(args);
    const id = this.#push({ functor, args, depth });
    if (depth > this.#deepest) this.#deepest = depth;
    this.#registerCompound(id);
    return id;
  }

  findCompound(functor: number, args: readonly number[]): number {
    if (this.#base !== null) {
      const known = this.#base.findCompound(functor, args);
      if (known !== ABSENT) return known;
    }
    const slots = this.#compoundSlots;
    if (slots === null) return ABSENT;
    const mask = slots.length - 1;
    for (let at = hashCompound(functor, args) & mask; slots[at] !== 0; at = (at + 1) & mask) {
      const id = slots[at]! - 1;
      const { functor: otherFunctor, args: otherArgs } = this.#payload[(id >> 1) - this.#first] as Compound;
      if (otherFunctor === functor && sameIds(otherArgs, args)) return id;
    }
    return ABSENT;
  }

  /** Depth a compound over these arguments has, interned or not. */
  depthOver(args: readonly number[]): number {
    let deepest = 0;
    for (const arg of args) deepest = Math.max(deepest, this.depth(arg));
    return deepest + 1;
  }

  /** Interns a ground term whose nesting the checker has bounded. */
  term(term: Term): number {
    switch (term.kind) {
      case "const":
        return this.symbol(term.data.name);
      case "int":
        return this.integer(term.data.value);
      case "compound":
        return this.compound(
          this.symbol(term.data.functor),
          term.data.args.map((arg) => this.term(arg)),
        );
      default:
        throw new Error(`a ${term.kind} is no value`);
    }
  }

  /** Like {@link term}, but interns nothing: {@link ABSENT} when some part is new. */
  findTerm(term: Term): number {
    switch (term.kind) {
      case "const":
        return this.findSymbol(term.data.name);
      case "int":
        return this.findInteger(term.data.value);
      case "compound": {
        const functor = this.findSymbol(term.data.functor);
        const args = term.data.args.map((arg) => this.findTerm(arg));
        return functor === ABSENT || args.includes(ABSENT) ? ABSENT : this.findCompound(functor, args);
      }
      default:
        throw new Error(`a ${term.kind} is no value`);
    }
  }

  isInteger(id: number): boolean {
    return (id & 1) === 1 || typeof this.#payloadOf(id) === "number";
  }

  /** The integer, or NaN when the value is none. */
  integerValue(id: number): number {
    if ((id & 1) === 1) return id >> 1;
    const payload = this.#payloadOf(id);
    return typeof payload === "number" ? payload : Number.NaN;
  }

  /** The symbol's name, or null when the value is none. */
  symbolName(id: number): string | null {
    if ((id & 1) === 1) return null;
    const payload = this.#payloadOf(id);
    return typeof payload === "string" ? payload : null;
  }

  isCompound(id: number): boolean {
    return (id & 1) === 0 && typeof this.#payloadOf(id) === "object";
  }

  functor(id: number): number {
    return (this.#payloadOf(id) as Compound).functor;
  }

  args(id: number): readonly number[] {
    return (this.#payloadOf(id) as Compound).args;
  }

  depth(id: number): number {
    if ((id & 1) === 1) return 0;
    const payload = this.#payloadOf(id);
    return typeof payload === "object" ? payload.depth : 0;
  }

  /** The value as a ground term. Parts are shared between answers: the objects are immutable. */
  toTerm(id: number): Term {
    if ((id & 1) === 1) return { kind: "int", data: { value: id >> 1 } };
    const known = this.#cachedTerm(id);
    if (known !== undefined) return known;
    // Deepest parts first, on a stack of our own: values can nest deeper than the call stack.
    const stack = [id];
    while (stack.length > 0) {
      const top = stack[stack.length - 1]!;
      const payload = this.#payloadOf(top);
      if (typeof payload === "object") {
        const missing = payload.args.filter((arg) => (arg & 1) === 0 && this.#cachedTerm(arg) === undefined);
        if (missing.length > 0) {
          stack.push(...missing);
          continue;
        }
      }
      stack.pop();
      this.#keepTerm(top, this.#shallowTerm(payload));
    }
    return this.#cachedTerm(id)!;
  }

  #shallowTerm(payload: string | number | Compound): Term {
    if (typeof payload === "string") return { kind: "const", data: { name: payload } };
    if (typeof payload === "number") return { kind: "int", data: { value: payload } };
    const functor = this.#payloadOf(payload.functor) as string;
    return { kind: "compound", data: { functor, args: payload.args.map((arg) => this.#readyTerm(arg)) } };
  }

  #readyTerm(id: number): Term {
    return (id & 1) === 1 ? { kind: "int", data: { value: id >> 1 } } : this.#cachedTerm(id)!;
  }

  #cachedTerm(id: number): Term | undefined {
    const index = id >> 1;
    return index >= this.#first ? this.#terms[index - this.#first] : this.#base!.#cachedTerm(id);
  }

  #keepTerm(id: number, term: Term): void {
    const index = id >> 1;
    if (index >= this.#first) this.#terms[index - this.#first] = term;
    else this.#base!.#keepTerm(id, term);
  }

  #payloadOf(id: number): string | number | Compound {
    const index = id >> 1;
    return index >= this.#first ? this.#payload[index - this.#first]! : this.#base!.#payloadOf(id);
  }

  #push(payload: string | number | Compound): number {
    const id = this.size << 1;
    this.#payload.push(payload);
    return id;
  }

  #registerCompound(id: number): void {
    this.#compoundCount += 1;
    const slots = this.#compoundSlots;
    if (slots !== null && this.#compoundCount * 2 <= slots.length) {
      this.#placeCompound(slots, id);
      return;
    }
    const grown = new Int32Array(slots === null ? 16 : slots.length * 2);
    this.#compoundSlots = grown;
    if (slots !== null) for (const entry of slots) if (entry !== 0) this.#placeCompound(grown, entry - 1);
    this.#placeCompound(grown, id);
  }

  #placeCompound(slots: Int32Array, id: number): void {
    const { functor, args } = this.#payload[(id >> 1) - this.#first] as Compound;
    const mask = slots.length - 1;
    let at = hashCompound(functor, args) & mask;
    while (slots[at] !== 0) at = (at + 1) & mask;
    slots[at] = id + 1;
  }
}

function hashCompound(functor: number, args: readonly number[]): number {
  let hash = Math.imul(functor ^ args.length, 0x9e3779b1);
  for (const arg of args) hash = Math.imul((hash ^ (hash >>> 15)) + arg, 0x85ebca6b);
  return hash ^ (hash >>> 13);
}

function sameIds(left: readonly number[], right: readonly number[]): boolean {
  if (left.length !== right.length) return false;
  for (let index = 0; index < left.length; index += 1) if (left[index] !== right[index]) return false;
  return true;
}
