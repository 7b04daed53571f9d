import { verbForm } from "../language/english-verbs.js";
import { wordStem } from "../language/word-stem.js";
import { isPreciseEnough } from "../question/asked-precision.js";
import { isOtherQuantity } from "../question/measures.js";
import type { Question, Term } from "../question/question.js";
import { hasValue, type ValueKind } from "../question/value-kinds.js";
import { isCode } from "../text/split-units.js";
import type { Unit } from "../text/unit.js";
import { type Word, wordsOf } from "../text/words.js";
import { presence, wordBag } from "./coverage.js";
import { namesDoer } from "./names-doer.js";
import { readRow } from "./read-row.js";

/** Kinds whose values the question may name itself, without being answered by them. */
const NAMED: ReadonlySet<ValueKind> = new Set<ValueKind>(["person", "name", "time", "number", "money", "measure"]);
/** A sum that says from where on something holds is no price. */
const LIMIT =
  /\b(?:below|under|less than|over|above|exceeding|exceeds?)\s[€$£]?\s?\d[\d.,]*(?:\s?(?:€|\$|£|euros?|eur|dollars?|pounds?))?/giu;
/** Words between a number and what it counts at most. */
const NEAR_COUNT = 3;
/** What may stand between the counted thing and its number, where the thing comes first: "steps: 187", "seats 212". */
const STATES =
  /^["'\s]*(?:(?:a|an|per|each)\s\p{L}+\s?)?(?:[:=]|is|are|was|were|about|up to|at most|at least|\s)*["'\s]*$/iu;
/** What a number counts comes right after it: adjectives may stand between, function words and marks may not. */
const COUNTS = /^[\s-](?:(?!(?:an?|the|of|to|in|and|or|for|is|are)\s)\p{L}[\p{L}-]*[\s-]){0,2}$/u;
/** The number of a paragraph or an item counts nothing. */
const NUMBERS = /(?:§|no\.|nr\.|section|chapter|article|step|room|version)\s?$/iu;
/** A number under a key: `"steps": 187`, `MAX_ATTEMPTS = 5`. */
const KEYED = /([\p{L}_][\p{L}\p{N}_-]*)["']?\s?[:=]\s?["']?\p{N}/gu;
const PEOPLE = /^(?:people|persons?|guests?|visitors?|passengers?|children|adults?|sleepers?)$/;
/** Words that turn a person into the one before or after. */
const RELATION =
  /\b(?:before|previous(?:ly)?|former(?:ly)?|predecessor|successor|succeed(?:s|ed)?|after|stepped|place)\b/iu;
const ASKS_RELATION =
  /\b(?:previous|former|predecessor|successor|succeed(?:s|ed)?)\b|\b[Ww]ho (?:is|was|became|led|chaired|held|ran)\b.{0,60}\b(?:before|after)\s\p{Lu}/u;

const ASKS_PASSIVE =
  /^\W*(?:who|wer|qui|qui[eé]n)\s+(?:is|are|was|were|has been|have been|wird|werden|wurde|est|es|fue)\b/iu;
const PASSIVE: ReadonlySet<string> = new Set(
  "is are was were be been being wird werden wurde wurden est sont fut es son fue".split(" "),
);

/** Whether a unit has a value of the asked kind that the question itself does not have. */
export function givesValue(question: Question, unit: Unit, names?: ReadonlySet<string>): boolean {
  const { asks, counted } = question;
  if (asks === null) return unit.kind !== "row" || readRow(question, unit).hasValue;
  if (unit.kind !== "row" && !isPreciseEnough(question.sentence, asks, unit.text)) return false;
  if (asks === "person" && ASKS_RELATION.test(question.text) && !RELATION.test(unit.text)) return false;
  if (unit.kind === "row") return readRow(question, unit).hasValue;
  if (unit.kind === "pair" && isCode(unit.passage.path)) return givesSetting(question, unit, names);
  if (asks === "measure" && isOtherQuantity(question.sentence, unit.text)) return false;
  if (!isInClause(question, unit.text, names)) return false;
  const words = wordsOf(unit.text);
  const known = new Set(question.terms.map(({ folded }) => folded));
  const plain = asks === "money" ? unit.text.replace(LIMIT, " ") : unit.text;
  const text = NAMED.has(asks) && plain === unit.text ? withoutKnown(plain, words, known) : plain;
  // "Who is the treasurer" asks for a name, and not for another office.
  const isOffice = asks === "person" && question.terms.some(({ role, weight }) => role === "head" && weight >= 1);
  const isNamed = hasValue(text, isOffice ? "name" : asks, names);
  if (!isNamed && !(asks === "person" && !isOffice && namesDoer(question, unit.text))) return false;
  if (asks === "person" && isDoer(question, unit.text, words)) return false;
  if (asks === "person" && leavesOutDoer(question, unit.text, words)) return false;
  return counted === null || counts(question, question.terms[counted] as Term, unit.text, words, known);
}

/** Where clauses are divided, the one with the value speaks of a thing that is asked of, or points back to one. */
function isInClause({ asks, terms, language }: Question, text: string, names?: ReadonlySet<string>): boolean {
  const clauses = text.split(/;\s/);
  const nouns = terms.filter(({ role, weight }) => role === "noun" && weight >= 1);
  if (clauses.length < 2 || asks === null || asks === "reason" || nouns.length === 0) return true;
  const speaks = clauses.map((clause) => nouns.some((term) => presence(term, wordBag(clause, language)) > 0));
  // Where no clause has the thing, its heading does.
  if (!speaks.includes(true)) return true;
  return clauses.some(
    (clause, at) => hasValue(clause, asks, names) && (speaks[at] === true || POINTS_BACK.test(clause)),
  );
}

/** `KEY = value`: what the value is of stands in the key, in those above it or in the comment. */
function givesSetting({ asks, terms, language }: Question, unit: Unit, names?: ReadonlySet<string>): boolean {
  if (STATEMENT.test(unit.text)) return false;
  const [, key = "", value = ""] = /^["']?([^:="']{1,80}?)["']?\s*[:=]{1,3}\s*(\S.*)$/u.exec(unit.text) ?? [];
  const about = [key, unit.lead, ...unit.labels].join(" ").replace(/(?<=\p{Ll})(?=\p{Lu})|_/gu, " ");
  const plain = `${about} ${value}`;
  if (hasValue(plain, asks as ValueKind, names)) return true;
  if (value === "") return false;
  // A number has the unit that its key or the comment names; who is told has an address.
  if (/\d/.test(value) && asks !== "person" && asks !== "name") {
    if (asks === "number" || asks === "measure") return true;
    const units = { money: MONEY_UNIT, duration: TIME_UNIT, frequency: TIME_UNIT, pace: TIME_UNIT } as const;
    const unitOf = (units as Partial<Record<ValueKind, RegExp>>)[asks as ValueKind];
    if (unitOf?.test(about) === true) return true;
  }
  const bag = wordBag(about, language);
  return (
    (asks === "person" || asks === "name" || asks === "place") &&
    terms.some((term) => (term.role === "head" || term.role === "act") && presence(term, bag) > 0)
  );
}

/** A line of a program that does something gives nothing a value. */
const STATEMENT =
  /^(?:if|elif|else|for|while|return|def|import|from|try|except|with|raise|case|switch|throw|yield|await)\b/u;
const POINTS_BACK =
  /\b(?:it|its|they|their|them|he|she|his|her|this|these|that|those|then|there|one|each|every|otherwise|others?)\b/iu;
const TIME_UNIT =
  /\b(?:ms|milliseconds?|s|secs?|seconds?|mins?|minutes?|h|hours?|days?|weeks?|months?|years?|interval|ttl|timeout)\b/iu;
const MONEY_UNIT = /\b(?:eur|euros?|usd|dollars?|gbp|chf|cents?|price|cost|fee|fare|amount)\b/iu;

function counts(
  { language, terms }: Question,
  term: Term,
  text: string,
  words: readonly Word[],
  known: ReadonlySet<string>,
): boolean {
  for (const [, key = ""] of text.matchAll(KEYED)) {
    if (presence(term, wordBag(key.replaceAll("_", " "), language)) > 0) return true;
  }
  const act = terms.find(({ role }) => role === "act");
  for (const [at, noun] of words.entries()) {
    // "The hut sleeps 18": what is done comes right before how many there are.
    if (PEOPLE.test(term.folded) && act !== undefined && wordStem(noun.folded, language) === act.stem) {
      const next = words[at + 1];
      if (next !== undefined && hasValue(next.form, "number") && !known.has(next.folded)) return true;
    }
    if (wordStem(noun.folded, language) !== term.stem && presence(term, wordBag(noun.folded, language)) === 0) continue;
    for (let other = Math.max(0, at - NEAR_COUNT); other <= at + NEAR_COUNT && other < words.length; other++) {
      const number = words[other] as Word;
      if (other === at || known.has(number.folded) || !hasValue(number.form, "number")) continue;
      if (NUMBERS.test(text.slice(Math.max(0, number.start - 10), number.start))) continue;
      const between = text
        .slice(...(other < at ? [number.end, noun.start] : [noun.end, number.start]))
        .replaceAll("_", " ");
      if ((other < at ? COUNTS : STATES).test(between)) return true;
    }
    // "the green boxes, of which the town has put up 47": a number that nothing follows counts what was named.
    if (OF_WHICH.test(text) && words.slice(at + 1).some((number) => isBare(number, text) && !known.has(number.folded)))
      return true;
  }
  return false;
}

/** Points back to what was named, so that a number may count it. */
const OF_WHICH = /\bof (?:which|whom|them|these|those)\b/iu;

/** Whether a number stands at the end of its clause, so that it counts no other thing; years count nothing. */
function isBare({ form, end }: Word, text: string): boolean {
  return /^\p{N}+$/u.test(form) && !/^(?:1[5-9]|20)\d{2}$/.test(form) && /^(?:[.;)]|$)/.test(text.slice(end, end + 1));
}

/** "Who replaces Birte Falk": a statement that she replaces somebody answers another question. */
function isDoer({ terms, language, text: question }: Question, text: string, words: readonly Word[]): boolean {
  const act = terms.find(({ role }) => role === "act");
  const object = terms.findLast(({ isName }) => isName);
  if (act === undefined || object === undefined || !/^\W*who\s+\p{L}+\s+(?:the\s)?\p{Lu}/u.test(question)) return false;
  const at = words.findIndex(({ folded }) => wordStem(folded, language) === object.stem);
  const next = words[at + 1];
  if (at < 0 || next === undefined || text.slice(words[at]?.end, next.start) !== " ") return false;
  return (
    (verbForm(next.folded) !== null || /^(?:will|has|can)$/.test(next.folded)) &&
    presence(act, wordBag(text.slice(next.start, next.end + 12), language)) > 0
  );
}

/** "was built in 1957" says what was done and not by whom. */
function leavesOutDoer({ terms, language, text: question }: Question, text: string, words: readonly Word[]): boolean {
  const act = terms.find(({ role }) => role === "act");
  // "who was elected" asks for whom it was done to.
  if (act === undefined || ASKS_PASSIVE.test(question)) return false;
  const at = words.findIndex(({ folded }) => presence(act, wordBag(folded, language)) > 0);
  const before = words.slice(Math.max(0, at - 3), Math.max(0, at)).map(({ folded }) => folded);
  return at > 0 && before.some((word) => PASSIVE.has(word)) && !/\b(?:by|von|durch|par|por)\b/iu.test(text);
}

function withoutKnown(text: string, words: readonly Word[], known: ReadonlySet<string>): string {
  let rest = "";
  let from = 0;
  for (const { folded, start, end } of words) {
    if (!known.has(folded)) continue;
    rest += `${text.slice(from, start)}·`;
    from = end;
  }
  return rest + text.slice(from);
}
