import { type Answer, plainText, unknown } from "../answer/answer.js";
import { isAnswered } from "../answer/is-answered.js";
import { type RankedUnit, rankUnits } from "../answer/rank-units.js";
import type { Frame } from "../frame/read-frame.js";
import type { Language } from "../language/function-words.js";
import { PHRASES } from "../phrases.js";
import type { Question } from "../question/question.js";
import { readQuestion } from "../question/read-question.js";
import { splitSentences } from "../text/split-sentences.js";
import { wordsOf } from "../text/words.js";

const NEGATED =
  /\b(?:not|cannot|never|no|none|neither|without|isn't|aren't|doesn't|don't|nicht|kein\w*|nie|ohne|pas|jamais|aucun\w*|nunca|ningún|sin)\b/iu;
const INTRODUCES =
  /^.{0,120}?(?:\b(?:that|whether|if|dass|ob|que|si)\s|\b(?:claims?|statements?|behauptung(?:en)?|aussagen?|affirmations?|afirmaci(?:ón|ones))\b[^:]{0,60}:\s*|:\s+)/iu;
const ITEM = /^\s*(?:[-*•]|\d{1,3}[.)])\s+/;
/** Most claims that are checked. */
const MOST = 20;
/** Units that are held against a claim. */
const CANDIDATES = 6;

/** One line per claim: the claim, the verdict, and the statement it rests on. */
export function checkClaims({ assignment, material, language, passages }: Frame): Answer {
  const phrases = PHRASES[language];
  const claims = claimsOf(assignment, material);
  if (claims.length === 0) return unknown(phrases.unknown);
  const lines = claims.map((claim) => {
    const { verdict, evidence } = check(claim, language, passages);
    const source = evidence === null ? "" : `: ${evidence.unit.text} [${evidence.unit.passage.ref}]`;
    return `- ${claim} — ${phrases[verdict]}${source}`;
  });
  return plainText(lines.join("\n"));
}

/** The claims of the material, else what the instruction says is to be checked. */
function claimsOf(assignment: string, material: string): string[] {
  if (material !== "") {
    const items = material.split("\n").filter((line) => line.trim() !== "");
    const listed = items.filter((line) => ITEM.test(line));
    const texts = listed.length > 0 ? listed.map((line) => line.replace(ITEM, "")) : splitSentences(material);
    return texts.map((text) => text.trim()).slice(0, MOST);
  }
  const quoted = [...assignment.matchAll(/["“„«]([^"”“»]{8,400})["”“»]/gu)].map(([, text = ""]) => text);
  if (quoted.length > 0) return quoted.slice(0, MOST);
  return [
    assignment
      .replace(INTRODUCES, "")
      .replace(/[?？]\s*$/u, "")
      .trim(),
  ].filter((claim) => claim !== "");
}

const CALENDAR =
  /^(?:January|February|March|April|May|June|July|August|September|October|November|December|Januar|Februar|März|Mai|Juni|Juli|Oktober|Dezember|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?)$/u;

const NUMBER_WORD =
  /^(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|hundred|half|twice|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|zwölf|deux|trois|quatre|cinq|sept|huit|neuf|dix|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez)$/iu;

/** A number, a month or a day: what may be wrong with a claim that is right otherwise. */
function isFigure(form: string): boolean {
  return /^\p{N}/u.test(form) || CALENDAR.test(form) || NUMBER_WORD.test(form);
}

type Verdict = "supported" | "refuted" | "undecidable";

function check(
  claim: string,
  language: Language,
  passages: Frame["passages"],
): { verdict: Verdict; evidence: RankedUnit | null } {
  const question: Question = { ...readQuestion(claim, language), asks: null, counted: null };
  // A figure may be what is wrong with a claim, so the claim is looked for without its figures.
  const subject: Question = { ...question, terms: question.terms.filter(({ form }) => !isFigure(form)) };
  const figures = wordsOf(claim).flatMap(({ form, folded }) => (isFigure(form) ? [folded] : []));
  for (const entry of rankUnits(subject, passages).slice(0, CANDIDATES)) {
    if (!isAnswered(subject, entry)) continue;
    const stated = wordsOf(entry.unit.text).flatMap(({ form, folded }) => (isFigure(form) ? [folded] : []));
    const missing = figures.filter((figure) => !stated.includes(figure));
    // Other figures, but as many of them, say something else; none at all say nothing of it.
    if (missing.length > 0 && stated.length === 0) continue;
    const contrary = NEGATED.test(claim) !== NEGATED.test(entry.unit.text);
    return { verdict: missing.length > 0 || contrary ? "refuted" : "supported", evidence: entry };
  }
  return { verdict: "undecidable", evidence: null };
}
