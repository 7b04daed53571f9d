import { FUNCTION_WORDS } from "../language/function-words.js";
import { wordStem } from "../language/word-stem.js";
import type { Question } from "../question/question.js";
import { hasValue } from "../question/value-kinds.js";
import type { Unit } from "../text/unit.js";
import { wordsOf } from "../text/words.js";

/** Longer statements name too much for one role. */
const LONGEST_ANSWER = 400;
/** Words of a role at most, and words that may stand between a role and the name of who has it. */
const LONGEST_ROLE = 3;
const BETWEEN = 4;
/** Between a role and its name: "is", "are", a colon, a bracket, "run by". */
const JOINS =
  /^\W*(?:(?:is|are|remains?|was|:|\(|,|run|led|held|headed|managed|by|new|now|current|has been|since)\W*){0,4}$/iu;

/**
 * The unit that says who has the role which an answer names instead of a person: "reported to the boat warden", and "The new
 * boat warden is …". Null where the answer names somebody, or nobody is said to have the role. Linear in the units.
 */
export function followRole(
  question: Question,
  answer: Unit,
  units: readonly Unit[],
  names: ReadonlySet<string>,
): Unit | null {
  if (question.asks !== "person" || hasValue(answer.text, "name", names)) return null;
  if (answer.text.length > LONGEST_ANSWER) return null;
  const { language } = question;
  const known = new Set(question.terms.map(({ stem }) => stem));
  for (const role of rolesIn(answer, question)) {
    if (role.every((stem) => known.has(stem))) continue;
    const found = units.find(
      (unit) => unit !== answer && unit.kind !== "heading" && nameBeside(unit, role, language, names),
    );
    if (found !== undefined) return found;
  }
  return null;
}

/** Phrases of small-letter content words, the longest first: each may be a role. */
function rolesIn({ text }: Unit, { language }: Question): string[][] {
  const words = wordsOf(text);
  const roles: string[][] = [];
  for (let from = 0; from < words.length; from++) {
    for (let size = Math.min(LONGEST_ROLE, words.length - from); size > 0; size--) {
      const phrase = words.slice(from, from + size);
      const joined = phrase.every(
        ({ start, folded, form }, at) =>
          !FUNCTION_WORDS[language].has(folded) &&
          /^\p{L}{3,}/u.test(form) &&
          (at === 0 || text.slice(phrase[at - 1]?.end, start) === " "),
      );
      if (joined) roles.push(phrase.map(({ folded }) => wordStem(folded, language)));
    }
  }
  return roles.sort((a, b) => b.length - a.length);
}

function nameBeside(
  unit: Unit,
  role: readonly string[],
  language: Question["language"],
  names: ReadonlySet<string>,
): boolean {
  const words = wordsOf(unit.text);
  for (let at = 0; at + role.length <= words.length; at++) {
    if (!role.every((stem, offset) => wordStem(words[at + offset]?.folded ?? "", language) === stem)) continue;
    const after = words[at + role.length - 1] as (typeof words)[number];
    if (unit.kind === "row") return hasValue(unit.text, "name", names);
    for (let next = at + role.length; next < Math.min(words.length, at + role.length + BETWEEN); next++) {
      const word = words[next] as (typeof words)[number];
      if (!/^\p{Lu}\p{L}+/u.test(word.form)) continue;
      if (JOINS.test(unit.text.slice(after.end, word.start))) return true;
    }
    // "…, Lajos Varga, the house manager" and "Conrad Meisel runs the fleet desk".
    const before = unit.text.slice(0, words[at]?.start ?? 0);
    if (/\p{Lu}\p{L}+,\s(?:the|our|its|new|a|an)?\s?$/u.test(before)) return true;
    if (
      /^\p{Lu}\p{L}+(?:\s\p{Lu}\p{L}+)?\s(?:is|runs|heads|leads|was|remains|manages)\s(?:the|our|its)?\s?(?:new|current)?\s?$/u.test(
        before,
      )
    )
      return true;
  }
  return false;
}
