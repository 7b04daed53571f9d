import type { Compiled } from "../lower/compiled.js";
import type { LoweredRule } from "../lower/lowered-rule.js";
import type { Build } from "../lower/plan.js";
import { ABSENT, type ValueTable } from "../lower/value-table.js";
import { budgetStop, stop } from "./evaluation-stop.js";

/** What to do with a derivation whose head term is too deep. */
export type TermDepthPolicy = "error" | "drop";

export interface HeadOptions {
  readonly termDepth: number;
  readonly onTermDepth: TermDepthPolicy;
}

/** Makes head rows out of bindings. */
export class HeadBuilder {
  /** Derivations dropped because their head term was too deep (STRATA-EVAL-10). */
  dropped = 0;
  readonly tuple: Int32Array;
  readonly #compiled: Compiled;
  readonly #values: ValueTable;
  readonly #options: HeadOptions;

  constructor(compiled: Compiled, values: ValueTable, options: HeadOptions) {
    this.#compiled = compiled;
    this.#values = values;
    this.#options = options;
    this.tuple = new Int32Array(Math.max(1, compiled.widestArity));
  }

  /** Fills {@link tuple}, the aggregate's column excepted; false when the derivation is dropped. */
  build(rule: LoweredRule, builds: readonly Build[], frame: Int32Array): boolean {
    for (const build of builds) if (!this.#make(rule, build, frame)) return false;
    const { args, duties } = rule.head;
    const tuple = this.tuple;
    for (let column = 0; column < args.length; column += 1) {
      const slot = args[column]!;
      if (slot < 0) continue;
      const id = frame[slot]!;
      tuple[column] = id;
      if (duties[column] !== "none") this.#checkSort(rule, column, id);
    }
    if (this.#values.deepest <= this.#options.termDepth) return true;
    for (const slot of args) {
      if (slot >= 0 && this.#values.depth(frame[slot]!) > this.#options.termDepth) return this.#tooDeep(frame[slot]!);
    }
    return true;
  }

  #make(_rule: LoweredRule, build: Build, frame: Int32Array): boolean {
    const args = build.args.map((slot) => frame[slot]!);
    let id = this.#values.findCompound(build.functor, args);
    if (id === ABSENT) {
      const depth = this.#values.depthOver(args);
      // STRATA-EVAL-10: the depth is known before the value is made, so a run-away term costs nothing.
      if (depth > this.#options.termDepth) return this.#drop(depth);
      id = this.#values.compound(build.functor, args);
    }
    frame[build.into] = id;
    return true;
  }

  #tooDeep(id: number): boolean {
    return this.#drop(this.#values.depth(id));
  }

  #drop(depth: number): false {
    if (this.#options.onTermDepth === "error") throw budgetStop("term_depth", this.#options.termDepth, depth);
    this.dropped += 1;
    return false;
  }

  #checkSort(rule: LoweredRule, column: number, id: number): void {
    const wantsInteger = rule.head.duties[column] === "integer";
    if (this.#values.isInteger(id) === wantsInteger) return;
    const { name } = this.#compiled.checked.predicates[rule.head.predicate]!;
    const found = wantsInteger ? "a value that is not an integer" : "an integer";
    const wanted = wantsInteger ? "int" : "a domain";
    // STRATA-CHK-02: a variable the checker could not sort is checked when the head row is built.
    throw stop(
      2001,
      `/items/${rule.item}/data/head/args/${column}`,
      `column ${column} of ${JSON.stringify(name)} is ${wanted}, but the rule derives ${found}`,
      { hint: wantsInteger ? "require is_int(...) in the body" : "require not is_int(...) in the body" },
    );
  }
}
