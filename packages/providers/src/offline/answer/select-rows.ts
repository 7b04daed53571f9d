import type { Question, Term } from "../question/question.js";
import { type Superlative, superlativeOf } from "../question/superlative.js";
import type { Unit } from "../text/unit.js";
import { wordsOf } from "../text/words.js";
import { presence, type WordBag, wordBag } from "./coverage.js";

/** From here on a label or a cell has the term. */
const HAS = 0.7;
/** From this weight on a term must be accounted for. */
const WEIGHTY = 0.6;
/** More rows than these are no selection. */
const MOST_ROWS = 8;

const NEGATED =
  /\b(?:not|no|never|without|lacks?|lacking|cannot|nor|neither|kein\w*|nicht|ohne|pas|sans|sin|yet to be)\b|n't\b/iu;
const TRUE_CELL = /^(?:yes|y|true|x|✓|ja|oui|si|sí)$/iu;
const FALSE_CELL = /^(?:no|n|false|–|-|—|none|nein|non|)$/iu;
const LIMITS =
  /\b(more than|over|above|exceed(?:s|ing)?|at least|from|less than|fewer than|under|below|at most|up to|before|after|since)\s+(\d[\d,.]*)/iu;

interface Table {
  readonly rows: readonly Unit[];
  readonly labels: readonly string[];
  readonly labelBags: readonly WordBag[];
  readonly context: WordBag;
}

/** One condition on rows. */
type Condition = (row: Unit) => boolean;

/**
 * The rows of tables that a question picks by an extreme, by what a cell says or does not say, or by a limit: "the oldest",
 * "without a lift", "out of use", "over 100". Empty when no table accounts for every word of the question. Linear in the rows.
 */
export function selectRows(question: Question, units: readonly Unit[]): Unit[] {
  const superlative = superlativeOf(question.text);
  for (const table of tablesOf(units, question)) {
    const rows = selectFrom(table, question, superlative);
    if (rows.length > 0) return rows;
  }
  return [];
}

function tablesOf(units: readonly Unit[], { language }: Question): Table[] {
  const groups = new Map<string, Map<string, Unit>>();
  for (const unit of units) {
    if (unit.kind !== "row") continue;
    const key = [unit.passage.path, unit.lead, ...unit.labels, ...unit.headings].join("\n");
    const group = groups.get(key) ?? new Map<string, Unit>();
    groups.set(key, group);
    // Passages of one document may overlap.
    if (!group.has(unit.text)) group.set(unit.text, unit);
  }
  return [...groups.values()].map((group) => {
    const rows = [...group.values()];
    const { labels, headings, lead, passage } = rows[0] as Unit;
    const path = passage.path.replace(/\.\w+$/, "").replace(/[/_.-]+/g, " ");
    return {
      rows,
      labels,
      labelBags: labels.map((label) => wordBag(label.replaceAll("_", " "), language)),
      context: wordBag(
        [path, lead, ...passage.headings, ...headings, ...labels].join("\n").replaceAll("_", " "),
        language,
      ),
    };
  });
}

function selectFrom(table: Table, question: Question, superlative: Superlative | null): Unit[] {
  const { rows, labelBags, context } = table;
  const negated = NEGATED.test(question.text);
  const asked = ` ${wordsOf(question.text)
    .map(({ folded }) => folded)
    .join(" ")} `;
  const limit = LIMITS.exec(question.text);
  const conditions: Condition[] = [];
  let picks = false;
  // What a cell says in several words is asked for in these words.
  const consumed = new Set<string>();
  for (const row of rows) {
    for (const [column, cell] of row.cells.entries()) {
      const said = wordsOf(cell).map(({ folded }) => folded);
      if (said.length < 2 || !said.some((word) => word.length > 2) || !asked.includes(` ${said.join(" ")} `)) continue;
      conditions.push((other) => other.cells.includes(cell));
      for (const word of said) consumed.add(word);
      picks ||= isCategory(rows, column);
    }
  }
  const measured: number[] = [];
  let isSubject = false;
  for (const term of question.terms) {
    if (consumed.has(term.folded)) continue;
    if (superlative?.word.split(" ").includes(term.folded)) continue;
    if (limit !== null && limit[2] === term.form) continue;
    const strengths = labelBags.map((bag) => presence(term, bag));
    // A column that is called so comes before those called otherwise.
    const strongest = Math.max(HAS, ...strengths);
    const columns = strengths.flatMap((strength, at) => (strength >= strongest ? [at] : []));
    const matching = rows.filter((row) => inCells(term, row, question));
    const isLabel = columns.length > 0;
    if (isLabel && isTruth(rows, columns[0] as number)) {
      const [column] = columns as [number];
      conditions.push(({ cells }) => (negated ? FALSE_CELL : TRUE_CELL).test(cells[column] ?? ""));
      picks = true;
    } else if (isLabel && negated && rows.some(({ cells }) => isEmpty(cells[columns[0] as number]))) {
      const [column] = columns as [number];
      conditions.push(({ cells }) => isEmpty(cells[column]));
      picks = true;
    } else if (isLabel) {
      measured.push(...columns);
      isSubject ||= columns.includes(0) || term.role === "head";
    } else if (matching.length > 0 && matching.length < rows.length) {
      const kept = new Set(matching);
      conditions.push((row) => kept.has(row));
    } else if (presence(term, context) >= HAS || matching.length === rows.length) {
      isSubject = true;
    } else if (isCompared(term, superlative)) {
    } else if (term.isName || term.weight >= WEIGHTY) {
      return [];
    }
  }
  let kept = rows.filter((row) => conditions.every((holds) => holds(row)));
  if (limit !== null && kept.length > 0) {
    const column = limitedColumn(kept, measured);
    if (column !== null) {
      kept = kept.filter(({ cells }) => isWithin(numericValue(cells[column] ?? ""), limit));
      picks = true;
    }
  }
  if (superlative !== null && kept.length > 0) {
    const column = comparedColumn(table, kept, superlative, measured);
    if (column === null || (!isSubject && conditions.length === 0)) return [];
    kept = extremes(kept, column, superlative.direction);
    picks = true;
  }
  // A person or a time is told by a cell and not by which row it is.
  if (superlative === null && limit === null && question.asks !== null && question.asks !== "name") return [];
  return picks && kept.length < rows.length && kept.length <= MOST_ROWS ? kept : [];
}

function inCells(term: Term, { cells }: Unit, { language }: Question): boolean {
  return presence(term, wordBag(cells.join("\n"), language)) >= HAS;
}

function isEmpty(cell: string | undefined): boolean {
  return cell === undefined || /^[–—-]?$/.test(cell);
}

/** A column whose values several rows share: it tells kinds or states and not which row is meant. */
function isCategory(rows: readonly Unit[], column: number): boolean {
  const values = rows.map(({ cells }) => cells[column] ?? "");
  return new Set(values).size < values.length;
}

/** A column that says yes or no. */
function isTruth(rows: readonly Unit[], column: number): boolean {
  const said = rows.map(({ cells }) => cells[column] ?? "");
  return (
    said.some((cell) => TRUE_CELL.test(cell)) && said.every((cell) => TRUE_CELL.test(cell) || FALSE_CELL.test(cell))
  );
}

/** "the heaviest", "gives the most": words that go with the superlative say nothing else. */
function isCompared({ role, weight }: Term, superlative: Superlative | null): boolean {
  return superlative !== null && role === "act" && weight < 1;
}

/** A number or a date of a cell, so that a greater one is more or later; NaN: it has none. */
function numericValue(cell: string): number {
  const date = /(\d{4})-(\d{2})(?:-(\d{2}))?/.exec(cell);
  if (date !== null) return Number(date[1]) * 10_000 + Number(date[2]) * 100 + Number(date[3] ?? 0);
  const clock = /^(\d{1,2}):(\d{2})/.exec(cell);
  if (clock !== null) return Number(clock[1]) * 60 + Number(clock[2]);
  const number = /[-−]?\d[\d,]*(?:\.\d+)?/.exec(cell)?.[0];
  return number === undefined ? Number.NaN : Number(number.replaceAll(",", "").replace("−", "-"));
}

function isMeasured(rows: readonly Unit[], column: number): boolean {
  return rows.filter(({ cells }) => !Number.isNaN(numericValue(cells[column] ?? ""))).length * 2 > rows.length;
}

/** The column that holds what a superlative compares: one that the question names, else the only one it can mean. */
function comparedColumn(
  { labels }: Table,
  rows: readonly Unit[],
  { measures }: Superlative,
  measured: readonly number[],
): number | null {
  const fit = (column: number): boolean => isMeasured(rows, column);
  const named = measured.filter((column) => fit(column) && (measures === null || !isKey(rows, column)));
  if (measures === null) return named[0] ?? null;
  const able = labels.flatMap((label, at) => (measures.test(label.replaceAll("_", " ")) && fit(at) ? [at] : []));
  const both = named.find((column) => able.includes(column));
  if (both !== undefined) return both;
  return able[0] ?? named[0] ?? null;
}

/** A column whose values are names of the rows: "S-1041". */
function isKey(rows: readonly Unit[], column: number): boolean {
  return rows.every(({ cells }) => /^\p{L}/u.test(cells[column] ?? ""));
}

function limitedColumn(rows: readonly Unit[], measured: readonly number[]): number | null {
  return measured.find((column) => isMeasured(rows, column)) ?? null;
}

function isWithin(value: number, [, word = "", number = ""]: RegExpExecArray): boolean {
  const bound = Number(number.replaceAll(",", "").replace(/\.$/, ""));
  // A year is compared with the year of a date.
  const own = value > 10_000_000 && bound < 3000 ? Math.floor(value / 10_000) : value;
  if (/^(?:at least|from|since)$/i.test(word)) return own >= bound;
  if (/^(?:at most|up to)$/i.test(word)) return own <= bound;
  return /^(?:more than|over|above|after|exceed)/i.test(word) ? own > bound : own < bound;
}

function extremes(rows: readonly Unit[], column: number, direction: Superlative["direction"]): Unit[] {
  const values = rows.map(({ cells }) => numericValue(cells[column] ?? "")).filter((value) => !Number.isNaN(value));
  const best = direction === "most" ? Math.max(...values) : Math.min(...values);
  return rows.filter(({ cells }) => numericValue(cells[column] ?? "") === best);
}
