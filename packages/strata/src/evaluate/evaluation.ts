import type { CheckedPredicate } from "../check/checked-program.js";
import { apiMisuse } from "../diagnostic/api-misuse.js";
import { RESULT_SHAPE } from "../ir/document-shapes.js";
import type { Weight } from "../ir/fact.js";
import { encode } from "../ir/json/encode.js";
import type { Query } from "../ir/program.js";
import type { Atom } from "../ir/term.js";
import { groundTuple, isGround, isShallow, matchesRow } from "./match-atom.js";
import type { Answer, Page, PageRequest, Result, Row } from "./result.js";
import { canonicalOrder } from "./row-order.js";
import type { Snapshot } from "./snapshot.js";

/** From this many rows on, a query with constants looks rows up instead of going through them. */
const LOOK_UP_FROM = 64;

/** Parts of a result to write. */
export interface ResultRequest extends PageRequest {
  /** Relations to list; all that were computed by default. */
  readonly select?: readonly string[];
}

/**
 * A finished evaluation: immutable, and asked as often as one likes. Predicates are named as declared; asking for one
 * that is not declared, or that this evaluation did not compute, throws a `TypeError` (STRATA-BUD-03).
 */
export class Evaluation {
  /** The package's own view of the rows; not part of the API. */
  readonly snapshot: Snapshot;
  readonly #orders = new Map<number, readonly number[]>();

  constructor(snapshot: Snapshot) {
    this.snapshot = snapshot;
  }

  /** False when derivations were dropped at the term-depth bound (STRATA-EVAL-10). */
  get complete(): boolean {
    return this.snapshot.dropped === 0;
  }

  /** Derivations dropped at the term-depth bound. */
  get dropped(): number {
    return this.snapshot.dropped;
  }

  /** Whether the row is there: whatever its weight, and with a probability above 0. `atom` must be ground. */
  has(atom: Atom): boolean {
    return this.#rowOf(atom) >= 0;
  }

  /** The weight of a trop row, or undefined when there is no such row. `atom` must be ground. */
  weight(atom: Atom): Weight | undefined {
    const row = this.#rowOf(atom);
    if (row < 0) return undefined;
    const { annotations } = this.snapshot.relations[this.#predicate(atom.pred).id]!;
    if (this.#predicate(atom.pred).annotation.kind !== "trop") throw apiMisuse(`${atom.pred} is not trop`);
    return toWeight(annotations![row]!);
  }

  /** The rows of a predicate in canonical order, or a part of them. */
  rows(pred: string, page: PageRequest = {}): Page {
    const predicate = this.#predicate(pred);
    const order = this.#order(predicate.id);
    const { offset, rows } = this.#cut(predicate, order, page);
    return { pred, annotation: predicate.annotation, total: order.length, offset, rows };
  }

  /** The rows that match `atom`, which may hold variables (STRATA-EVAL-11). */
  query(atom: Atom, page: PageRequest = {}): Page {
    const predicate = this.#predicate(atom.pred, atom);
    const order = this.#matching(atom, predicate.id);
    const { offset, rows } = this.#cut(predicate, order, page);
    return { pred: atom.pred, annotation: predicate.annotation, total: order.length, offset, rows };
  }

  /** The answers to the program's queries, in item order; those outside a selection are left out. */
  answers(page: PageRequest = {}): readonly Answer[] {
    const { compiled } = this.snapshot;
    return compiled.queries
      .filter(({ predicate }) => this.#isComputed(predicate))
      .map(({ item, query, predicate }) => this.#answer(item, query, compiled.checked.predicates[predicate]!, page));
  }

  /** The result as data: relations in declaration order, rows in canonical order. */
  result({ select, ...page }: ResultRequest = {}): Result {
    const { checked } = this.snapshot.compiled;
    const listed = select === undefined ? null : new Set(select.map((name) => this.#predicate(name).id));
    const relations = checked.predicates
      .filter(({ id }) => (listed === null ? this.#isComputed(id) : listed.has(id)))
      .map(({ name }) => this.rows(name, page));
    return {
      irVersion: checked.program.irVersion,
      outcome: {
        kind: "evaluated",
        data: {
          complete: this.complete,
          dropped: this.dropped,
          numStrata: checked.numStrata,
          strata: checked.predicates.map(({ name, stratum }) => ({ pred: name, stratum })),
          relations,
          answers: this.answers(page),
          diagnostics: checked.diagnostics,
        },
      },
    };
  }

  /** The result document as strict JSON (STRATA-RES-01): the same inputs give the same bytes. */
  toJson(request: ResultRequest = {}): unknown {
    return encode(RESULT_SHAPE, this.result(request));
  }

  #answer(item: number, { atom, kind }: Query, predicate: CheckedPredicate, page: PageRequest): Answer {
    const order = this.#matching(atom, predicate.id);
    const { offset, rows } = this.#cut(predicate, order, page);
    const certain = kind === "prob" && !this.#isSoft(predicate.id);
    // STRATA-EVAL-12: a row that depends on no soft fact holds in every world.
    const shown = certain ? rows.map((row) => ({ ...row, prob: 1 })) : rows;
    return { item, kind, total: order.length, offset, rows: shown };
  }

  #predicate(name: string, atom?: Atom): CheckedPredicate {
    const { predicates, predicateIds } = this.snapshot.compiled.checked;
    const id = predicateIds.get(name);
    if (id === undefined) throw apiMisuse(`the predicate ${JSON.stringify(name)} is not declared`);
    const predicate = predicates[id]!;
    if (!this.#isComputed(id)) {
      throw apiMisuse(`the predicate ${JSON.stringify(name)} was not asked for: name it in select or in a query`);
    }
    if (atom !== undefined && !isShallow(atom)) throw apiMisuse("the atom nests too deep");
    if (atom !== undefined && atom.args.length !== predicate.argTypes.length) {
      throw apiMisuse(`${JSON.stringify(name)} has ${predicate.argTypes.length} columns, not ${atom.args.length}`);
    }
    return predicate;
  }

  #isComputed(predicate: number): boolean {
    const { cone, probabilities } = this.snapshot;
    return cone?.has(predicate) !== false && (!this.#isSoft(predicate) || probabilities.has(predicate));
  }

  #isSoft(predicate: number): boolean {
    return this.snapshot.soft?.has(predicate) === true;
  }

  #rowOf(atom: Atom): number {
    const { id } = this.#predicate(atom.pred, atom);
    if (!atom.args.every(isGround)) throw apiMisuse("the atom must be ground: use query for atoms with variables");
    const tuple = groundTuple(this.snapshot.values, atom);
    const relation = this.snapshot.relations[id]!;
    const row = tuple === null ? -1 : relation.find(tuple);
    return row >= 0 && row < relation.count && this.#isThere(id, row) ? row : -1;
  }

  #isThere(predicate: number, row: number): boolean {
    const probabilities = this.snapshot.probabilities.get(predicate);
    return probabilities === undefined || probabilities[row]! > 0;
  }

  #order(predicate: number): readonly number[] {
    const known = this.#orders.get(predicate);
    if (known !== undefined) return known;
    const { relations, values } = this.snapshot;
    const { data, arity, count } = relations[predicate]!;
    const rows: number[] = [];
    for (let row = 0; row < count; row += 1) if (this.#isThere(predicate, row)) rows.push(row);
    // STRATA-RES-02: what is listed does not depend on the order rows were found in.
    const order = canonicalOrder(values, data, arity, rows);
    this.#orders.set(predicate, order);
    return order;
  }

  #matching(atom: Atom, predicate: number): readonly number[] {
    const { relations, values } = this.snapshot;
    const { data, arity } = relations[predicate]!;
    if (!this.#orders.has(predicate)) {
      const candidates = this.#candidates(atom, predicate);
      if (candidates !== null) {
        const matching = candidates.filter(
          (row) => this.#isThere(predicate, row) && matchesRow(values, atom, data, row * arity),
        );
        return canonicalOrder(values, data, arity, matching);
      }
    }
    return this.#order(predicate).filter((row) => matchesRow(values, atom, data, row * arity));
  }

  /** The rows that agree with the ground arguments of `atom`; null when going through all rows is as good. */
  #candidates(atom: Atom, predicate: number): readonly number[] | null {
    const { relations, values } = this.snapshot;
    const { count } = relations[predicate]!;
    const columns = [...atom.args.keys()].filter((column) => isGround(atom.args[column]!));
    if (count < LOOK_UP_FROM || columns.length === 0) return null;
    const key = Int32Array.from(columns, (column) => values.findTerm(atom.args[column]!));
    const index = relations[predicate]!.index(columns);
    const rows: number[] = [];
    const places = [...columns.keys()];
    for (let row = index.first(relations[predicate]!, key, places); row >= 0 && row < count; row = index.next[row]!) {
      rows.push(row);
    }
    return rows;
  }

  #cut(predicate: CheckedPredicate, order: readonly number[], page: PageRequest) {
    const offset = pageNumber(page.offset, "offset") ?? 0;
    const limit = pageNumber(page.limit, "limit") ?? order.length;
    const rows = order.slice(offset, offset + limit).map((row) => this.#row(predicate, row));
    return { offset, rows };
  }

  #row({ id, annotation }: CheckedPredicate, row: number): Row {
    const { relations, values, probabilities } = this.snapshot;
    const { data, arity, annotations } = relations[id]!;
    const args = Array.from(data.subarray(row * arity, (row + 1) * arity), (value) => values.toTerm(value));
    if (annotation.kind === "trop") return { args, weight: toWeight(annotations![row]!) };
    const prob = probabilities.get(id)?.[row];
    return prob === undefined ? { args } : { args, prob };
  }
}

function toWeight(weight: number): Weight {
  return weight === Number.POSITIVE_INFINITY ? "inf" : weight;
}

function pageNumber(value: number | undefined, name: string): number | undefined {
  if (value === undefined || (Number.isSafeInteger(value) && value >= 0)) return value;
  throw apiMisuse(`${name} must be a whole number, 0 or more`);
}
