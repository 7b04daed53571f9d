import type { DiagnosticCode } from "../diagnostic/codes.js";
import type { ArgType } from "../ir/declaration.js";
import { ABSENT, type ValueTable } from "../lower/value-table.js";

/** Facts nest no deeper (E1004): a leaf is 0, a compound 1 + its deepest argument. */
const DEEPEST_FACT = 64;

/** Why a cell was refused. */
export interface CellProblem {
  readonly code: DiagnosticCode;
  readonly message: string;
}

/** Reads what a host gives as a value: a string (symbol), a number (integer) or a ground term. Nothing is assumed. */
export class CellReader {
  problem: CellProblem | null = null;
  readonly #values: ValueTable;

  constructor(values: ValueTable) {
    this.#values = values;
  }

  /** The value's id; {@link ABSENT} with {@link problem} when it is none, or not of the column's sort. */
  read(cell: unknown, type: ArgType): number {
    if (typeof cell === "string") {
      if (type.kind === "int") return this.#refuse(2001, "a symbol stands where an integer belongs");
      return this.#values.symbol(cell);
    }
    if (typeof cell === "number") {
      if (type.kind === "domain") return this.#refuse(2001, "an integer stands where a symbol belongs");
      return this.#integer(cell);
    }
    const id = this.#term(cell, 0);
    if (id === ABSENT) return ABSENT;
    // STRATA-API-01: host facts meet the same sorts as program facts.
    if (type.kind !== "term" && this.#values.isInteger(id) !== (type.kind === "int")) {
      return this.#refuse(2001, type.kind === "int" ? "the column takes integers" : "the column takes no integers");
    }
    return id;
  }

  #integer(value: number): number {
    if (!Number.isSafeInteger(value)) return this.#refuse(2007, `${value} is not a safe integer`);
    return this.#values.integer(value + 0);
  }

  #term(term: unknown, depth: number): number {
    if (typeof term !== "object" || term === null)
      return this.#refuse(2012, "a string, a number or a term belongs here");
    const { kind, data } = term as { kind?: unknown; data?: unknown };
    if (kind === "var" || kind === "agg")
      return this.#refuse(1004, "a fact is ground: it has no variable or aggregate");
    if (typeof data === "object" && data !== null) {
      const { name, value, functor, args } = data as Record<string, unknown>;
      if (kind === "const" && typeof name === "string") return this.#values.symbol(name);
      if (kind === "int" && typeof value === "number") return this.#integer(value);
      if (kind === "compound" && typeof functor === "string" && Array.isArray(args)) {
        return this.#compound(functor, args, depth);
      }
    }
    return this.#refuse(2012, "a term is a const, an int or a compound in its tagged form");
  }

  #compound(functor: string, args: readonly unknown[], depth: number): number {
    if (depth >= DEEPEST_FACT) return this.#refuse(1004, `a fact nests no deeper than ${DEEPEST_FACT}`);
    const ids: number[] = [];
    for (const arg of args) {
      const id = this.#term(arg, depth + 1);
      if (id === ABSENT) return ABSENT;
      ids.push(id);
    }
    return this.#values.compound(this.#values.symbol(functor), ids);
  }

  #refuse(code: DiagnosticCode, message: string): number {
    this.problem = { code, message };
    return ABSENT;
  }
}
