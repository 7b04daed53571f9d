import { verbForm } from "../language/english-verbs.js";

/** A question about several things, as one question for each. */
export interface ComparedItems {
  /** The things as they are named. */
  readonly names: readonly string[];
  /** The question of each thing alone, in the same order. */
  readonly questions: readonly string[];
}

const DETERMINER = "(?:the|an?|our|my|your|its|their)\\s";
const BETWEEN =
  /\b(?:differences?\s|unterschiede?\s|différences?\s|diferencias?\s)?(?:between|zwischen|entre)\s(.{2,120}?)\s(?:and|und|et|y)\s([^?.;,:]{2,120})|\b(?:compare|vergleiche|comparez?|compara)\s(.{2,120}?)\s(?:and|with|to|und|mit|et|avec|y|con)\s([^?.;,:]{2,120})/iu;
/** Comparatives that say what things are compared in, as the source of an expression. */
export const COMPARED_QUALITIES =
  "better|worse|(?:dear|cheap|long|short|old|new|young|heavi|light|larg|bigg|small|high|low|warm|cold|hott|hard|soft|busi|strong|fast|quick|slow|earli|lat|soon|clos|near|deep|wid|tall|thick|thinn)er";
const COMPARATIVES = `more|less|fewer|${COMPARED_QUALITIES}`;
const DIFFERS = new RegExp(
  `^\\W*(how (?:do|does|did)\\s|(?:do|does|did|are|is|has|have)\\s)([^,?]{2,60}?)\\s(?:and|or|differ from|different from|compare to|compare with)\\s([^,?]{2,50}?)(?:\\s((?:${COMPARATIVES}|have|has|differ|equally|both|the same|costs?|takes?|lasts?|leaves?|opens?|close|starts?|weighs?|compare|alike)\\b[^?]{0,80}))?\\?`,
  "iu",
);
const EITHER =
  /[,:]\s(?:is it\s|at\s|in\s|on\s|for\s|with\s)?((?:the\s|an?\s)?[^,?]{2,60}?)\s(?:or|oder|ou|o)\s((?:the\s|an?\s)?[^,?]{2,60}?)(,[^?]{2,120})?\?/iu;
const ALTERNATIVE = /\b(for|at|in|on|with|by|to)\s([^,?]{2,40}?)\sor\s(?:\1\s)([^,?]{2,40})\?/iu;
const THAN = /^(.{4,200}?),?\s(?:than|compared (?:with|to))\s([^,?]{2,80}?)(?:\?|,\sand\s[^?]{2,80}\?)/iu;
/** "how many fit into the attic, and how many into the cellar?", "how long for bread and how long for cake?" */
const TWICE =
  /\b(how \p{L}+|when|where|who|what)\s([^?,]{0,120}?\s)??(in|on|at|for|from|with|to|into|by|of)\s([^?,]{2,60}?),?\sand\s\1\s(?:[^?,]{0,40}\s)?(in|on|at|for|from|with|to|into|by|of)\s([^?]{2,60})\?/iu;
const AUXILIARY = /\b(?:is|are|was|were|do|does|did|has|have|can|may|must|will)\s/iu;
const COMPARATIVE = new RegExp(`^(?:${COMPARATIVES})$`, "iu");
const PREPOSITION = /^(on|in|at|for|from|with|by|during|to|of)\s/iu;
const ATTRIBUTE = /^(?:the\s)?((?:\p{L}+\s){1,3}(?:of|per|for|at|in|on)\s)(?:the\s|an?\s)?(.+)$/iu;
const NAMES = /(?<=\s)\p{Lu}[\p{L}\p{N}'’-]*(?:\s(?:of\s)?\p{Lu}[\p{L}\p{N}'’-]*){0,3}/gu;
const LEADING = new RegExp(`^${DETERMINER}`, "iu");
/** "the leave of the one compared to that of the other" */
const THAT_OF = /^(?:that|those|the one) (?:of|for|in|at|from)\s/iu;
/** "compare them and recommend one": what follows is another instruction. */
const INSTRUCTS =
  /^(?:then\s|also\s)?(?:recommend|tell|say|explain|list|give|choose|decide|write|state|name|show|pick|suggest|summari[sz]e|empfiehl|sag|nenne|wähle|entscheide|recommande|dis|choisis|recomienda|di|elige)\b/iu;
/** Words that qualify a thing and are none, so that "the small or the large hall" are two halls. */
const QUALIFIERS =
  /^(?:small|large|big|old|new|upper|lower|first|second|third|adult|child|single|double|weekly|monthly|yearly|annual|morning|evening|afternoon|day|night|summer|winter|spring|autumn|return|one-way|full|half|short|long|inner|outer|left|right|north|south|east|west|red|blue|green|yellow|white|black|early|late|junior|senior)$/iu;

/** The two things that the form of a comparison names, each with its own question; null where there is no such form. */
export function comparedPairs(question: string): ComparedItems | null {
  return (
    twice(question) ??
    either(question) ??
    alternative(question) ??
    than(question) ??
    differs(question) ??
    between(question)
  );
}

function twice(question: string): ComparedItems | null {
  const found = TWICE.exec(question);
  if (found === null) return null;
  const [, asked = "", middle = "", preposition = "", first = "", , second = ""] = found;
  const names = pair(first, second);
  const before = `${question.slice(0, found.index)}${asked} ${middle}${preposition}`;
  return { names, questions: names.map((name) => `${before} the ${name}?`) };
}

/** "Which keeps longer, the plum or the pear?": the question of each has it behind a comma, as a thing of its own. */
function either(question: string): ComparedItems | null {
  const found = EITHER.exec(question);
  if (found === null) return null;
  const names = pair(found[1] as string, found[2] as string);
  const rest = (found[3] ?? "").replace(/^,/, "");
  return { names, questions: names.map((name) => `${question.slice(0, found.index)}, the ${name}${rest}?`) };
}

/** "Is entry cheaper for pupils or for pensioners?" */
function alternative(question: string): ComparedItems | null {
  const found = ALTERNATIVE.exec(question);
  if (found === null) return null;
  const [, preposition = "", first = "", second = ""] = found;
  const names = pair(first, second);
  return { names, questions: names.map((name) => `${question.slice(0, found.index)}${preposition} the ${name}?`) };
}

/** "Is the plum dearer than the pear?", "Does it open earlier on Monday than on Friday?" */
function than(question: string): ComparedItems | null {
  const found = THAN.exec(question);
  if (found === null) return null;
  const [, main = "", other = ""] = found;
  const contrast = parallelOf(main, other);
  if (contrast === null) return null;
  const [first, second] = pair(contrast, other.replace(PREPOSITION, "").replace(/\s(?:is|are|does|do|did|was)$/iu, ""));
  const at = main.indexOf(contrast);
  return {
    names: [first, second],
    questions: [first, second].map((name) => `${main.slice(0, at)}${name}${main.slice(at + contrast.length)}?`),
  };
}

/** What stands in the main clause where the other thing would: behind the same preposition, else its subject. */
function parallelOf(main: string, other: string): string | null {
  const preposition = PREPOSITION.exec(other)?.[1];
  if (preposition !== undefined) {
    const phrase = new RegExp(
      `\\b${preposition}\\s([^,?]{2,60}?)(?=\\s(?:on|in|at|for|from|with|by|to|is|are)\\b|$)`,
      "iu",
    );
    return phrase.exec(main)?.[1] ?? null;
  }
  const named = /^(?:the\s)?\p{Lu}/u.test(other) ? [...main.matchAll(NAMES)].at(-1) : undefined;
  // "the pear Saint Odo" as a whole stands where the other does.
  if (named !== undefined && named.index > 0)
    return `${/(?:^|\s)((?:the|an?)\s\p{Ll}+\s)$/u.exec(main.slice(0, named.index))?.[1] ?? ""}${named[0]}`;
  const auxiliary = AUXILIARY.exec(main);
  if (auxiliary === null) return null;
  const words = main.slice(auxiliary.index + auxiliary[0].length).split(" ");
  const end = words.findIndex((word, at) => at > 0 && (COMPARATIVE.test(word) || endsSubject(word, words[at + 1], at)));
  const subject = words.slice(0, end < 0 ? words.length : end).join(" ");
  return subject === "" ? null : subject;
}

/** A verb before what is compared, or behind two words at least: "a hire bike cost more", "the old mill grind …". */
function endsSubject(word: string, next: string | undefined, at: number): boolean {
  if (PREPOSITION.test(`${word} `)) return true;
  const form = verbForm(word.toLowerCase());
  return form !== null && ((at > 1 && form === "base") || (next !== undefined && COMPARATIVE.test(next)));
}

/** "How do the hours of the pool and the sauna differ?", "Do the plum and the pear cost the same?" */
function differs(question: string): ComparedItems | null {
  const found = DIFFERS.exec(question);
  if (found === null) return null;
  const [, , first = "", second = "", verb = ""] = found;
  const after = verb.replace(/\b(?:the same|differ|both|equally|alike|compare)\b\s?/giu, "");
  return shared(first.replace(LEADING, ""), second, { before: "What is", after: ` ${after}` });
}

function between(question: string): ComparedItems | null {
  const found = BETWEEN.exec(question);
  if (found === null || INSTRUCTS.test(found[4] ?? "")) return null;
  return shared(found[1] ?? found[3] ?? "", found[2] ?? found[4] ?? "", {
    before: question.slice(0, found.index).trim(),
    after: question.slice(found.index + found[0].length).replace(/\?+$/, ""),
  });
}

/** What is said of the first thing alone may hold for both: "the price of A and B". */
function shared(first: string, second: string, { before, after }: { before: string; after: string }): ComparedItems {
  const attribute = ATTRIBUTE.exec(first);
  const names = pair(attribute?.[2] ?? first, second);
  const of = attribute === null ? "" : `the ${attribute[1] as string}`;
  return {
    names,
    questions: names.map((name) =>
      `${before} ${of}the ${name}${after}`
        .replace(/\s+/g, " ")
        .replace(/[\s.]*$/, "?")
        .trim(),
    ),
  };
}

/** Both things without their articles; what the first leaves out, the second has. */
function pair(first: string, second: string): [string, string] {
  const [left, right] = [first, second].map((thing) =>
    thing.trim().replace(THAT_OF, "").replace(PREPOSITION, "").replace(LEADING, ""),
  ) as [string, string];
  const noun = right.split(" ").at(-1) as string;
  return [QUALIFIERS.test(left) && right.includes(" ") ? `${left} ${noun}` : left, right];
}
