import { isAbbreviated } from "../text/split-sentences.js";

/** What a stretch of a request does: it asks, it says under which condition, or it tells what the asking is about. */
export type Zone = "asks" | "condition" | "context";

/** A stretch of a request, from … up to, in UTF-16 offsets. */
interface Stretch {
  readonly from: number;
  readonly to: number;
}

const ENDS = /(?:(?<![.!?])[.!?]+["'”’)]*\s+(?=["'“„(]*[\p{L}\p{N}])|;\s+|:\s+|\s[–—-]\s|\n+)/giu;
const QUESTION_WORD =
  /\b(?:who|whom|whose|what|which|when|where|why|how|wer|wem|wen|wessen|was|wann|wo|wohin|warum|weshalb|wieso|wie|welche[rsnm]?|qui|quand|où|pourquoi|combien|comment|quel(?:le)?s?|quién|quiénes|qué|cuál|cuándo|dónde|cómo|cuánt[ao]s?)\b/iu;
const INVERTED =
  /^\W*(?:(?:and|but|so|or)\s)?(?:is|are|was|were|do|does|did|has|have|had|can|could|may|must|shall|should|will|would)(?:n't)?\s/iu;
/** "If the lift fails, who …": a clause before the question. */
const LEADING =
  /^\W*(?:if|when|once|after|before|as|since|because|while|although|though|suppose|in case|now that|given that|assuming|whenever|should|for|with|on|in|at|during)\s[^?]{3,240}?,\s(?=(?:and\s|then\s)?(?:who|whom|whose|what|which|when|where|why|how|by|at|in|on|from|to|for|until|is|are|do|does|did|can|may|must|will|would|should|has|have|how)\b)/iu;
/** Clauses behind the question that say when it holds. */
const TRAILING =
  /[\s,](?:if|when|once|because|so that|now that|while|unless|although|even though|whenever|in case|given that)\s|[\s,](?:after|before|until|till|as|since|so)\s(?=(?:i|we|you|he|she|they|it|one|somebody|someone|anyone|anybody|nobody)\s)/iu;
/** "the hall where runners leave their bags", "a card that was lost". */
const RELATIVE = /(?<=[\p{L}\p{N}])\s(?:that|which|who|whom|whose|where)\s(?!of\b)/iu;
const LEAST = 12;

/** The zones of a request. */
interface QuestionZones {
  readonly zoneAt: (offset: number) => Zone;
  /** The sentence that asks. */
  readonly sentence: string;
  /** The same without its conditions. */
  readonly asking: string;
}

/** Questions of one request that are answered each by itself. */
const MOST_QUESTIONS = 6;

/** The questions of a request that asks several, in its order; empty where it asks one, or none with a question mark. */
export function severalQuestions(text: string): string[] {
  const marked = sentencesOf(text)
    .map(({ from, to }) => text.slice(from, to).trim())
    .filter((sentence) => sentence.includes("?") && asks(sentence));
  return marked.length > 1 ? marked.slice(0, MOST_QUESTIONS) : [];
}

/** The zones of a request: the sentence that asks, its conditions, and all other sentences. Linear. */
export function questionZones(text: string): QuestionZones {
  const sentences = sentencesOf(text);
  const asking = askingSentence(text, sentences);
  if (asking === null) return { zoneAt: () => "asks", sentence: text, asking: text };
  const conditions = conditionsOf(text, asking);
  const isCondition = (offset: number): boolean => conditions.some(({ from, to }) => offset >= from && offset < to);
  return {
    zoneAt: (offset) =>
      offset < asking.from || offset >= asking.to ? "context" : isCondition(offset) ? "condition" : "asks",
    sentence: text.slice(asking.from, asking.to).trim(),
    asking: [...conditions, { from: asking.to, to: asking.to }]
      .reduce(
        ({ kept, at }, { from, to }) => ({ kept: kept + text.slice(at, Math.max(at, from)), at: Math.max(at, to) }),
        { kept: "", at: asking.from },
      )
      .kept.trim(),
  };
}

function sentencesOf(text: string): Stretch[] {
  const sentences: Stretch[] = [];
  let from = 0;
  for (const { 0: end, index } of text.matchAll(ENDS)) {
    const to = index + end.length;
    if ((end.startsWith(".") && isAbbreviated(text, index)) || text.slice(from, to).trim() === "") continue;
    sentences.push({ from, to });
    from = to;
  }
  if (text.slice(from).trim() !== "") sentences.push({ from, to: text.length });
  return sentences;
}

function asks(sentence: string): boolean {
  return QUESTION_WORD.test(sentence) || INVERTED.test(sentence);
}

/** The last sentence with a question mark that asks, else the last that asks; null: the whole text does, or none. */
function askingSentence(text: string, sentences: readonly Stretch[]): Stretch | null {
  const asking = sentences.filter(({ from, to }) => asks(text.slice(from, to)));
  const marked = asking.filter(({ from, to }) => text.slice(from, to).includes("?"));
  return marked.at(-1) ?? asking.at(-1) ?? (sentences.length === 1 ? (sentences[0] as Stretch) : null);
}

function conditionsOf(text: string, { from, to }: Stretch): Stretch[] {
  const sentence = text.slice(from, to);
  const conditions: Stretch[] = [];
  const leading = LEADING.exec(sentence)?.[0].length ?? 0;
  if (leading > 0) conditions.push({ from, to: from + leading });
  const main = sentence.slice(leading);
  const asked = QUESTION_WORD.exec(main);
  const begin = asked === null ? LEAST : asked.index + asked[0].length;
  for (const pattern of [TRAILING, RELATIVE]) {
    const at = main.slice(begin).search(pattern);
    // A clause right behind the question word leaves nothing that asks.
    if (at >= LEAST) conditions.push({ from: from + leading + begin + at, to });
  }
  return conditions;
}
