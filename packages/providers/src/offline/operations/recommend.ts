import { type Answer, type Statement, stated } from "../answer/answer.js";
import { wordBag } from "../answer/coverage.js";
import type { Frame } from "../frame/read-frame.js";
import type { Language } from "../language/function-words.js";
import { wordStem } from "../language/word-stem.js";
import { PHRASES } from "../phrases.js";
import { comparedItems } from "../question/compared-items.js";
import { splitUnits } from "../text/split-units.js";
import type { Unit } from "../text/unit.js";
import { fold, wordsOf } from "../text/words.js";
import type { ItemDocument } from "./item-documents.js";

const CHOICE =
  /\b(?:recommend\w*|recommendation|choose|choice|which (?:one|of them) (?:should|to|is (?:better|best))|should we (?:take|buy|pick|choose)|decide|better|best|empfiehl\w*|empfehl\w*|wähle\w*|recommande\w*|choisi\w*|recomiend\w*|elig\w*|elij\w*)\b/iu;
/** Words of a judgement on what is required. */
const MEETS =
  /\b(?:meets?|met|fulfils?|fulfills?|satisf(?:y|ies|ied)|complies|comply|passes|erfüllt|erfüllen|remplit|respecte|cumple)\b/iu;
const NEGATED = /\b(?:not|cannot|fails?|never|no|nothing|none|neither|n't|nicht|kein\w*|ne|pas|non|sin)\b/iu;
const REQUIRED =
  /\b(?:requirements?|required|criteri(?:on|a)|conditions?|must|rules?|demands?|anforderung\w*|bedingung\w*|kriteri\w*|exigences?|critères?|conditions?|requisitos?|criterios?)\b/iu;
const RULE =
  /\b(?:choose|chosen|choice|decide|decision|prefer|select|cheapest|outweighs?|wähl\w*|entscheid\w*|choisi\w*|décid\w*|elig\w*|decid\w*)\b/iu;
const OPEN =
  /\b(?:votes?|decided|decision|decides|pending|open|abgestimmt|entschieden|offen|vote|décidé|votación|decidido)\b/iu;

/** Somebody's own preference: no decision, but it speaks for one. */
const PREFERS =
  /\b(?:prefers?|preferred|favours?|favou?red|recommends?|recommended|empfiehlt|bevorzugt|préfère|prefiere)\b/iu;

/** A statement with its source; a summary of a tool's result has none. */
const SOURCED = /\]\s*$/mu;

/** Most statements of each part. */
const MOST_JUDGEMENTS = 4;
const MOST_RULES = 2;
const MOST_OPEN = 2;

/** Whether a text asks to choose. */
export function asksForChoice(text: string): boolean {
  return CHOICE.test(text);
}

interface Candidate {
  readonly stems: ReadonlySet<string>;
  meets: number;
  fails: number;
}

/**
 * Chooses the one thing of which the evidence says that it meets what is required, when it says the contrary of the others
 * or nothing; else says that the evidence does not settle it. The judgements, the rule and what is open are quoted.
 */
export function recommend(frame: Frame, items: readonly ItemDocument[], compared: readonly Statement[]): Answer {
  const { language, request, passages, derived } = frame;
  const phrases = PHRASES[language];
  const candidates = candidatesOf(items, request, language);
  const units = passages.flatMap((passage) => splitUnits(passage)).filter(({ kind }) => kind !== "heading");
  const judgements: Unit[] = [];
  for (const unit of units) if (judge(unit, candidates, language)) judgements.push(unit);
  const meeting = candidates.filter(({ meets, fails }) => meets > 0 && fails === 0);
  const settled = meeting.length === 1 && candidates.every((one) => one === meeting[0] || one.meets === 0);
  const named = settled ? nameIn(judgements, meeting[0] as Candidate, language) : null;
  const rules = units.filter(
    ({ text }) => RULE.test(text) && REQUIRED.test(text) && !judgements.some((unit) => unit.text === text),
  );
  const preferred = units.filter(
    ({ text, kind }) =>
      kind !== "row" && PREFERS.test(text) && candidates.some(({ stems }) => isNamed(text, stems, language)),
  );
  const open = units.filter(
    ({ text, kind }) => kind !== "row" && OPEN.test(text) && NEGATED.test(text) && !MEETS.test(text),
  );
  const own = [
    ...judgements.slice(0, MOST_JUDGEMENTS),
    ...preferred.slice(0, MOST_RULES),
    ...rules.slice(0, MOST_RULES),
    ...open.slice(0, MOST_OPEN),
  ];
  const statements = distinct([...own.map((unit) => ({ unit, heading: null })), ...compared]);
  const said = statements.map(({ unit }) => unit.text);
  const earlier = derived.flatMap(({ text }) =>
    text.split("\n\n").filter((part) => SOURCED.test(part) && !said.some((known) => part.includes(known))),
  );
  return stated(statements, {
    lead: named === null ? phrases.noChoice : `${phrases.choice} ${named}.`,
    text: compared.length > 0 ? "" : earlier.join("\n\n"),
  });
}

function isNamed(text: string, stems: ReadonlySet<string>, language: Language): boolean {
  return wordsOf(text).some(({ folded }) => stems.has(wordStem(folded, language)));
}

function candidatesOf(items: readonly ItemDocument[], request: string, language: Language): Candidate[] {
  const names =
    items.length > 1
      ? items.map((item) => item.names)
      : (comparedItems(request)?.names ?? []).map((name) => name.split(/\s+/));
  return names.map((words) => ({
    stems: new Set(words.map((word) => wordStem(fold(word), language))),
    meets: 0,
    fails: 0,
  }));
}

/** Counts a sentence that says of a candidate whether it meets what is required; a clause after "but" is judged by itself. */
function judge({ text }: Unit, candidates: readonly Candidate[], language: Language): boolean {
  if (!MEETS.test(text)) return false;
  let judges = false;
  let subject: readonly Candidate[] = [];
  for (const clause of text.split(
    /[;,]\s(?=(?:but|while|whereas|aber|während|mais|tandis|pero|mientras)\b)|[.;]\s/iu,
  )) {
    const { stems } = wordBag(clause, language);
    const about = candidates.filter((candidate) => [...candidate.stems].some((stem) => stems.has(stem)));
    if (about.length > 0) subject = about;
    // A statement about all of them tells none from the others.
    if (!MEETS.test(clause) || subject.length !== 1) continue;
    judges = true;
    const [only] = subject as [Candidate];
    if (NEGATED.test(clause)) only.fails += 1;
    else only.meets += 1;
  }
  return judges;
}

/** The name by which the judgements call a candidate: capitalised words around the one it goes by. */
function nameIn(judgements: readonly Unit[], candidate: Candidate, language: Language): string | null {
  for (const { text } of judgements) {
    const words = wordsOf(text);
    const at = words.findIndex(({ folded }) => candidate.stems.has(wordStem(folded, language)));
    if (at < 0 || !MEETS.test(text)) continue;
    let to = at;
    while (/^\p{Lu}/u.test(words[to + 1]?.form ?? "") && text.slice(words[to]?.end, words[to + 1]?.start) === " ")
      to += 1;
    return text.slice(words[at]?.start, words[to]?.end);
  }
  return null;
}

function distinct(statements: readonly Statement[]): Statement[] {
  const seen = new Set<string>();
  return statements.filter(({ unit }) => {
    const key = `${unit.passage.path}\n${unit.text}`;
    return !seen.has(key) && seen.add(key) !== undefined;
  });
}
