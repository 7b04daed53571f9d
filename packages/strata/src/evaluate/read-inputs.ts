import type { CheckedPredicate } from "../check/checked-program.js";
import { DiagnosticList } from "../diagnostic/diagnostic-list.js";
import type { ArgType } from "../ir/declaration.js";
import { NumberToken } from "../ir/json/number-token.js";
import { readJson } from "../ir/json/read-json.js";
import type { InputDecl } from "../ir/program.js";
import { readCommaSeparated, readTabSeparated } from "./delimited-rows.js";
import type { EvaluationState } from "./evaluation-state.js";
import { budgetStop, type EvaluationStop, stop } from "./evaluation-stop.js";
import { stateFact } from "./read-facts.js";
import { inputSource } from "./source.js";

/** Rows as a host holds them: a string is a symbol (or `"inf"` as a weight), a number an integer or a probability. */
export type InputRowsGiven = readonly (readonly (string | number)[])[];

/** Serves `input` items: the content of `path`, as text or as rows, or null to refuse (STRATA-EVAL-13). */
export type InputResolver = (path: string, predicate: string) => string | InputRowsGiven | null | undefined;

const INTEGER = /^-?(?:0|[1-9][0-9]*)$/;
const NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;

/** States the rows of every `input` item; the first problem refuses the whole evaluation. */
export function* readInputs(state: EvaluationState, resolver: InputResolver | undefined): Generator<void, void> {
  const { checked } = state.compiled;
  let first = 0;
  for (const item of checked.inputs) {
    const { pred, path } = checked.program.items[item]!.data as InputDecl;
    const predicate = checked.predicates[checked.predicateIds.get(pred)!]!;
    const rows = rowsOf(state, item, path, resolve(item, path, pred, resolver));
    state.inputs.push({ item, first });
    for (let row = 0; row < rows.length; row += 1) {
      stateRow(state, item, predicate, rows[row]!, row, inputSource(first + row));
      if (state.meter.pauseWanted) yield;
    }
    first += rows.length;
  }
}

function resolve(item: number, path: string, pred: string, resolver: InputResolver | undefined) {
  const refused = (why: string): EvaluationStop =>
    stop(2009, `/items/${item}`, `the input ${JSON.stringify(path)} ${why}`, {
      hint: "give evaluate an inputs resolver that serves it",
    });
  if (resolver === undefined) throw refused("has no resolver");
  let content: unknown;
  try {
    content = resolver(path, pred);
  } catch {
    // A host that throws has refused.
  }
  // STRATA-EVAL-13: the rows or their text; whatever else a host does is a refusal.
  if (typeof content === "string" || Array.isArray(content)) return content as string | InputRowsGiven;
  throw refused("was refused by the host");
}

function rowsOf(
  state: EvaluationState,
  item: number,
  path: string,
  content: string | InputRowsGiven,
): readonly (readonly unknown[])[] {
  if (typeof content !== "string") return listsOnly(item, content);
  if (path.endsWith(".json")) return jsonRows(state, item, content);
  const read = path.endsWith(".csv") ? readCommaSeparated(content) : readTabSeparated(content);
  if (!read.ok) throw badCell(item, read.row, read.column, read.reason);
  return read.rows.map((row) => row.map((cell) => new TextCell(cell)));
}

/** A cell of a text file: it reads as whatever its column takes. */
class TextCell {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** JSON keeps its number tokens, so that none is rounded on the way. */
function jsonRows(state: EvaluationState, item: number, text: string): readonly (readonly unknown[])[] {
  const { facts, nesting } = state.meter.budget;
  const report = new DiagnosticList(1);
  const value = readJson(text, { nesting, list: { key: "", limit: facts, budget: "facts" } }, report);
  const [problem] = report.finish();
  if (problem !== undefined) throw badCell(item, 0, 0, problem.message);
  if (!Array.isArray(value)) throw badCell(item, 0, 0, "an array of rows belongs here");
  return listsOnly(item, value);
}

function listsOnly(item: number, rows: readonly unknown[]): readonly (readonly unknown[])[] {
  const wrong = rows.findIndex((row) => !Array.isArray(row));
  if (wrong >= 0) throw badCell(item, wrong, 0, "a row is a list of cells");
  return rows as readonly (readonly unknown[])[];
}

function stateRow(
  state: EvaluationState,
  item: number,
  predicate: CheckedPredicate,
  cells: readonly unknown[],
  row: number,
  source: number,
): void {
  const { meter, heads } = state;
  meter.tick();
  state.factCount += 1;
  if (state.factCount > meter.budget.facts) throw budgetStop("facts", meter.budget.facts, state.factCount);
  const { argTypes, annotation, model } = predicate;
  const weighted = annotation.kind === "trop";
  const soft = model !== null;
  const width = argTypes.length + (weighted || soft ? 1 : 0);
  if (cells.length !== width) {
    throw badCell(item, row, Math.min(width, cells.length), `the row has ${cells.length} cells, not ${width}`);
  }
  const refuse = (column: number, reason: string): never => {
    throw badCell(item, row, column, reason);
  };
  argTypes.forEach((type, column) => {
    heads.tuple[column] = readValue(state, cells[column], type, (reason) => refuse(column, reason));
  });
  const last = cells[width - 1];
  stateFact(
    state,
    {
      predicate: predicate.id,
      tuple: heads.tuple,
      weight: weighted ? readWeight(last, (reason) => refuse(width - 1, reason)) : null,
      prob: soft ? readProbability(last, (reason) => refuse(width - 1, reason)) : null,
    },
    source,
  );
}

type Refuse = (reason: string) => never;

function readValue({ values }: EvaluationState, cell: unknown, type: ArgType, refuse: Refuse): number {
  const text = cell instanceof TextCell ? cell.text : cell;
  if (text === "") return refuse("the cell is empty");
  if (type.kind === "int") return values.integer(readInteger(cell, refuse));
  return typeof text === "string" ? values.symbol(text) : refuse("the column takes symbols");
}

function readInteger(cell: unknown, refuse: Refuse): number {
  const token = numberText(cell);
  if (token === null || !INTEGER.test(token)) return refuse("the column takes integers");
  const value = Number(token);
  return Number.isSafeInteger(value) ? value + 0 : refuse(`${token} is not a safe integer`);
}

function readWeight(cell: unknown, refuse: Refuse): number | "inf" {
  const text = cell instanceof TextCell ? cell.text : cell;
  return text === "inf" ? "inf" : readInteger(cell, refuse);
}

function readProbability(cell: unknown, refuse: Refuse): number {
  const token = numberText(cell);
  if (token === null || !NUMBER.test(token)) return refuse("the last column is a probability");
  const value = Number(token);
  return value >= 0 && value <= 1 ? value : refuse("a probability lies within 0..1");
}

/** A number as it was written, or null when the cell holds none. */
function numberText(cell: unknown): string | null {
  if (cell instanceof TextCell || cell instanceof NumberToken) return cell.text;
  return typeof cell === "number" ? String(cell) : null;
}

function badCell(item: number, row: number, column: number, reason: string): EvaluationStop {
  return stop(2016, `/items/${item}`, `input row ${row}, column ${column}: ${reason}`, {
    detail: { row, column, reason },
  });
}
