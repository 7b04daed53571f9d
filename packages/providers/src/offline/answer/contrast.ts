import type { Question } from "../question/question.js";
import { calendarSpans } from "../text/spans.js";
import type { Unit } from "../text/unit.js";
import { wordsOf } from "../text/words.js";

/** Words of a line exclude one another: what is said of one is not said of another. Words joined by `/` are the same. */
const LINES = [
  "first/1st second/2nd third/3rd fourth/4th fifth/5th sixth/6th",
  "small/smaller medium/middle large/larger/big",
  "upper lower",
  "left right",
  "inner outer",
  "north/northern south/southern east/eastern west/western",
  "minimum/min/minimal maximum/max/maximal average/mean",
  "adult/adults child/children",
  "member/members non-member/guest/guests",
  "spring summer autumn winter",
  "monday tuesday wednesday thursday friday saturday sunday",
  "morning afternoon evening",
  "single/singles double/doubles triple",
  "single return",
  "weekly monthly quarterly yearly/annual/annually",
  "full-time part-time",
  "internal external",
  "public private",
  "incoming/inbound outgoing/outbound",
  "read write",
  "black white red green blue yellow brown grey",
  "indoor outdoor",
  "male/man/men female/woman/women",
  "boy/boys girl/girls",
  "day/daytime night",
  "entry/entrance exit",
  "weekday/weekdays weekend/weekends",
  "breakfast lunch dinner/supper",
  "car/cars bicycle/bicycles/bike/bikes motorcycle/motorcycles/motorbike lorry/lorries/truck/trucks",
  "tenant/tenants landlord",
  "buyer/buyers seller/sellers",
  "paid unpaid",
  "junior/juniors senior/seniors",
  "apple/apples pear/pears plum/plums cherry/cherries",
  "domestic foreign/abroad",
  "oral written",
  "inside/indoors outside/outdoors",
  "hot cold",
  "arrival departure",
  "net gross",
  "interim final",
  "temporary permanent",
] as const;

interface Place {
  readonly line: number;
  readonly sense: number;
}

let index: ReadonlyMap<string, readonly Place[]> | undefined;

function placesOf(word: string): readonly Place[] {
  if (index === undefined) {
    const built = new Map<string, Place[]>();
    for (const [line, text] of LINES.entries())
      for (const [sense, words] of text.split(" ").entries())
        for (const member of words.split("/")) built.set(member, [...(built.get(member) ?? []), { line, sense }]);
    index = built;
  }
  return index.get(word) ?? [];
}

/**
 * Whether a text speaks of the opposite of what a question qualifies, and not of the thing itself: "the second wash" is no
 * answer about the first one.
 */
export function isContrary({ text, sentence, asks }: Question, unit: Unit): boolean {
  if (excludes(text, unit.text)) return true;
  // A reason may stand under any heading; what is told around the question says nothing of where its answer stands.
  return asks !== "reason" && excludes(sentence, [...unit.headings, unit.text].join("\n"));
}

function excludes(question: string, text: string): boolean {
  const spanned = calendarSpans(text);
  const said = [...wordsOf(text).map(({ folded }) => folded), ...spanned].flatMap((word) => placesOf(word));
  if (said.length === 0) return false;
  return wordsOf(question).some(({ folded }) =>
    placesOf(folded).some(
      ({ line, sense }) =>
        said.some((other) => other.line === line && other.sense !== sense) &&
        !said.some((other) => other.line === line && other.sense === sense),
    ),
  );
}
