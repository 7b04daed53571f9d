import type { Question } from "../question/question.js";
import { hasValue } from "../question/value-kinds.js";
import type { Unit } from "../text/unit.js";

/** Where a unit has the value that it leaves out itself. */
interface BorrowedValue {
  /** The unit that has it: the one a pronoun points back to, or the date of the document. */
  readonly support: Unit | null;
  /** The heading that has it. */
  readonly heading: string | null;
}

/** Units before one in its paragraph, the nearest first, and the line of its document that dates it. */
interface Context {
  readonly before: readonly Unit[];
  readonly dated: Unit | null;
}

/** A pronoun as subject: it stands for somebody named before. */
const SOMEBODY = /(?:^|[;,:(]\s?|\b(?:and|but|then|also|when|if)\s)(?:he|she|they)\b|^(?:his|her|their)\b/iu;
const BACK = /^(?:it|this|that|these|those|they|then|he|she|there|both|the latter)\b/iu;
const MONTH =
  "january|february|march|april|may|june|july|august|september|october|november|december|januar|februar|märz|mai|juni|juli|oktober|dezember|janvier|février|mars|avril|juin|juillet|août|septembre|octobre|novembre|décembre|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre";
const DATE = new RegExp(
  `\\b\\d{4}-\\d{2}(?:-\\d{2})?\\b|\\b\\d{1,2}\\.\\d{1,2}\\.\\d{2,4}\\b|\\b\\d{1,2}(?:st|nd|rd|th|\\.)?\\s(?:of\\s)?(?:${MONTH})\\b|\\b(?:${MONTH})\\s\\d{1,4}\\b|\\b(?:1[5-9]|20)\\d{2}\\b`,
  "iu",
);
const DATE_LINE = /^(?:date|day|held|when|meeting|datum|fecha|am|le)\b[^:]{0,20}:/iu;

/** Whether a line dates its document: "Date: 5 September 2023". */
export function datesDocument({ kind, text }: Unit): boolean {
  return kind === "pair" && DATE_LINE.test(text) && DATE.test(text);
}

/** The value of the asked kind that a unit takes from what stands around it; null: from nowhere. */
export function borrowValue(
  question: Question,
  unit: Unit,
  { before, dated }: Context,
  names: ReadonlySet<string>,
): BorrowedValue | null {
  const { asks } = question;
  if (unit.kind === "heading" || unit.kind === "row") return null;
  if (asks === "person") {
    const support = SOMEBODY.test(unit.text) ? before.find(({ text }) => hasValue(text, "name", names)) : undefined;
    return support === undefined ? null : { support, heading: null };
  }
  if (asks !== "time") return null;
  const heading = [...unit.headings].reverse().find((title) => DATE.test(title));
  if (heading !== undefined) return { support: null, heading };
  const support = BACK.test(unit.text) ? before.find(({ text }) => DATE.test(text)) : undefined;
  if (support !== undefined) return { support, heading: null };
  const isEvent = question.terms.some(({ role, weight }) => role === "act" && weight >= 1);
  return dated !== null && isEvent && dated !== unit ? { support: dated, heading: null } : null;
}
