import { type Answer, type Statement, stated, unknown } from "../answer/answer.js";
import { answerEach, answerQuestion } from "../answer/answer-question.js";
import type { Frame } from "../frame/read-frame.js";
import { PHRASES } from "../phrases.js";
import { comparedItems } from "../question/compared-items.js";
import { readQuestion } from "../question/read-question.js";
import { splitUnits } from "../text/split-units.js";
import type { Unit } from "../text/unit.js";
import { wordsOf } from "../text/words.js";
import { type ItemDocument, itemDocuments } from "./item-documents.js";
import { sectionStatements } from "./item-sections.js";
import { asksForChoice, recommend } from "./recommend.js";

/** Points on which things are set side by side, and statements about each thing on one point, at most. */
const MOST_POINTS = 8;
const PER_POINT = 3;

/** Sets the named things side by side on the points they share; chooses where the request asks for it. */
export function compare(frame: Frame): Answer {
  const { language, passages } = frame;
  if (passages.length === 0) return unknown(PHRASES[language].noEvidence);
  const text = frame.assignment;
  const items = itemDocuments(`${text}\n${frame.request}`, language, passages);
  const compared = compareStatements(frame, items);
  if (asksForChoice(`${text}\n${frame.request}`)) return recommend(frame, items, compared);
  return compared.length > 0 ? stated(compared) : answerQuestion(text, language, passages);
}

/** Statements point by point; those about single words of the request come first. */
export function compareStatements(
  { assignment, request, language, passages }: Frame,
  items: readonly ItemDocument[],
): Statement[] {
  // Without a word for what is compared, all that is said of each counts.
  const asked = hasPoint(assignment, language)
    ? (answerEach(assignment, language, passages) ?? answerEach(request, language, passages))
    : null;
  if (asked !== null) return asked;
  const points = items.length < 2 ? [] : sharedPoints(items);
  if (points.length > 0) return points;
  const sections = sectionStatements(assignment, language, passages);
  return sections.length > 0 ? sections : sectionStatements(request, language, passages);
}

/** Whether a comparison says in what: it has content words beside the names of the things. */
function hasPoint(text: string, language: Frame["language"]): boolean {
  const names = new Set(
    (comparedItems(text)?.names ?? []).flatMap((name) => wordsOf(name).map(({ folded }) => folded)),
  );
  return readQuestion(text, language).terms.some(({ folded, isName }) => !isName && !names.has(folded));
}

/** Headings that all documents have are the points they can be compared on. */
function sharedPoints(items: readonly ItemDocument[]): Statement[] {
  const [first, ...others] = items.map(byHeading);
  if (first === undefined) return [];
  const points = [...first.keys()].filter((heading) => others.every((other) => other.has(heading)));
  return points
    .slice(0, MOST_POINTS)
    .flatMap((heading) =>
      [first, ...others].flatMap((units) =>
        (units.get(heading) ?? []).slice(0, PER_POINT).map((unit) => ({ unit, heading })),
      ),
    );
}

function byHeading({ passages }: ItemDocument): Map<string, Unit[]> {
  const units = new Map<string, Unit[]>();
  for (const unit of passages.flatMap((passage) => splitUnits(passage))) {
    const heading = unit.headings.at(-1);
    // The title of a document is no point of it.
    if (heading === undefined || unit.headings.length < 2 || unit.kind === "heading") continue;
    const known = units.get(heading);
    if (known === undefined) units.set(heading, [unit]);
    else if (!known.some(({ text }) => text === unit.text)) known.push(unit);
  }
  return units;
}
