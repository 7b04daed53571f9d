/** A question about several things, as one question for each. */
export interface ComparedItems {
  /** The things as they are named. */
  readonly names: readonly string[];
  /** The question of each thing alone, in the same order. */
  readonly questions: readonly string[];
}

const COMPARES =
  /\b(?:compar\w*|contrast|same|equal(?:ly)?|differ\w*|difference\w*|versus|vs\.?|than|which (?:one|of)|better|(?:dear|cheap|long|short|old|new|young|heavi|light|larg|bigg|small|high|low|warm|cold|strong|fast|quick|slow|earli|lat|soon)er|vergleich\w*|unterschied\w*|différence\w*|diferencia\w*)\b|,\s[^,?]{1,60}\s(?:or|oder|ou|o)\s[^,?]{1,60}\?/iu;
/** A proper name of up to four words, as the source of an expression. */
export const NAME = "\\p{Lu}[\\p{L}\\p{N}'’.-]*(?:\\s(?:of\\s)?\\p{Lu}[\\p{L}\\p{N}'’.-]*){0,3}";
const NAMES = new RegExp(
  `(?:,\\s|:\\s)?(?:the\\s)?(${NAME})((?:,\\s(?:the\\s)?${NAME}){0,4}),?\\s(?:and|or|with|to|vs\\.?|versus|und|oder|mit|et|ou|avec|y|o|con)\\s(?:the\\s)?(${NAME})`,
  "u",
);
const CAPITALS = /(\S\s)\p{Lu}[\p{L}'’-]*/gu;
const BETWEEN =
  /\b(?:differences?\s|unterschiede?\s|différences?\s|diferencias?\s)?(?:between|zwischen|entre)\s(.{2,120}?)\s(?:and|und|et|y)\s([^?.;]{2,120})|\b(?:compare|vergleiche|comparez?|compara)\s(.{2,120}?)\s(?:and|with|to|und|mit|et|avec|y|con)\s([^?.;]{2,120})/iu;
const BOTH =
  /\b(?:do|does|are|is|have)\s(?:the\s)?([^,?]{2,40}?)\sand\s(?:the\s)?([^,?]{2,40}?)\s((?:have|has|equally|both|the same|differ)\b[^?]{0,80})/iu;
const ATTRIBUTE = /^(?:the\s)?(\p{L}+\s(?:of|per|for)\s)(.+)$/iu;
const EITHER = /[,:]\s(?:the\s|an?\s)?([^,?]{2,60}?)\s(?:or|oder|ou|o)\s(?:the\s|an?\s)?([^,?]{2,60})\?/iu;
const THAN = new RegExp(`(?:the\\s)?(${NAME})(\\s[^,?]{1,80}?\\sthan\\s)(?:the\\s)?(${NAME})`, "u");
const PLAIN_THAN =
  /^\W*(is|are|was|were|do|does|did|has|have)\s(?:the\s|an?\s)?([^,?]{2,50}?)\s((?:\p{L}+er|more|less|worse)\b[^?]{0,40}?)\sthan\s(?:the\s|an?\s)?([^,?]{2,50})\?/iu;
/** "compare them and recommend one": what follows is another instruction. */
const INSTRUCTS =
  /^(?:then\s|also\s)?(?:recommend|tell|say|explain|list|give|choose|decide|write|state|name|show|pick|suggest|summari[sz]e|empfiehl|sag|nenne|wähle|entscheide|recommande|dis|choisis|recomienda|di|elige)\b/iu;
const LONGEST = 600;

/** The things a question compares, or null when it compares none that it names. Linear in at most 600 characters. */
export function comparedItems(text: string): ComparedItems | null {
  const question = text.slice(0, LONGEST);
  // "Lower" in a name compares nothing.
  if (!COMPARES.test(question.replace(CAPITALS, "$1"))) return null;
  // The first word of a sentence has a capital anyway, so it names nothing.
  const start = /^\W*\p{L}+/u.exec(question)?.[0].length ?? 0;
  const names = NAMES.exec(question.slice(start));
  if (names !== null) {
    const listed = (names[2] ?? "").split(/,\s(?:the\s)?/).filter((name) => name !== "");
    const found = [names[1] as string, ...listed, names[3] as string];
    const from = start + names.index;
    const to = from + names[0].length;
    // A list behind a comma is no part of the phrase before it.
    const joint = /^[,:]/.test(names[0]) ? " of" : "";
    return {
      names: found,
      questions: found.map((name) => `${question.slice(0, from)}${joint} ${name}${question.slice(to)}`),
    };
  }
  const than = THAN.exec(question.slice(start));
  if (than !== null) {
    const from = start + than.index;
    const [whole, first = "", , second = ""] = than;
    const rest = question.slice(from + whole.length);
    // The adjective before "than" says what they are compared in.
    const middle = (than[2] as string).replace(/\sthan\s$/, " ");
    return {
      names: [first, second],
      questions: [first, second].map((name) => `${question.slice(0, from)} ${name} ${middle}${rest}`),
    };
  }
  const plain = PLAIN_THAN.exec(question);
  if (plain !== null) {
    const [, verb = "", first = "", quality = "", second = ""] = plain;
    return { names: [first, second], questions: [first, second].map((name) => `${verb} the ${name} ${quality}?`) };
  }
  const either = EITHER.exec(question);
  if (either !== null) {
    const found = [either[1] as string, either[2] as string];
    return { names: found, questions: found.map((name) => `${question.slice(0, either.index)} of the ${name}?`) };
  }
  const both = BOTH.exec(question);
  if (both !== null) {
    const found = [both[1] as string, both[2] as string];
    return { names: found, questions: found.map((name) => `What ${both[3] as string} of the ${name}?`) };
  }
  const between = BETWEEN.exec(question);
  if (between === null || INSTRUCTS.test(between[4] ?? "")) return null;
  const [first, second] = [between[1] ?? between[3] ?? "", between[2] ?? between[4] ?? ""];
  const attribute = ATTRIBUTE.exec(first);
  const items = attribute === null ? [first, second] : [attribute[2] as string, second];
  const before = question.slice(0, between.index);
  const after = question.slice(between.index + between[0].length);
  const shared = attribute?.[1] ?? "";
  return { names: items, questions: items.map((item) => `${before} the ${shared}${item}${after}`) };
}
