import { functionWordIndex } from "../../contract/function-word-index.js";
import { wordKey } from "../reading/content-key.js";
import { NUMBER, PAIR, scanText } from "../reading/scan-text.js";
import { INSTRUCTION_WORDS } from "./instruction-words.js";

/** One of the things to be compared. */
export interface ComparedItem {
  readonly name: string;
  /** Keys of its words that no other item has; any one of them names it. */
  readonly keys: readonly string[];
}

/** Longest name of an item, in words: a longer one is a description that nobody repeats. */
const LONGEST_NAME = 6;
/** UTF-16 units read. */
const READ_UNITS = 600;

const HEADS: readonly RegExp[] = [
  /(?<!\p{L})(?:differences?|comparison|similarities|trade-offs?|tradeoffs?|choose|choosing|choice|decide)\s+(?:and\s+similarities\s+)?(?:between|of)\s+/iu,
  /(?<!\p{L})(?:unterschiede?n?|vergleich)\s+(?:zwischen|von)\s+/iu,
  /(?<!\p{L})(?:différences?|comparaison|diferencias?|comparación)\s+(?:entre|de)\s+/iu,
  /(?<!\p{L})(?:compare|contrast|vergleiche|comparez|comparer|compara|comparar|confronta)\s+(?:and\s+contrast\s+)?/iu,
  /(?:сравни(?:те)?)\s+/iu,
  /(?:比较|對比|对比)(?:一下)?/u,
];
/** Whether an instruction asks to choose rather than to set side by side: then the choice may be named alone. */
export function asksForChoice(instruction: string): boolean {
  const text = instruction.slice(0, READ_UNITS);
  return CHOICE.test(text) && !HEADS.some((head) => head.test(text));
}

/** What ends the list of items and begins what they are compared on. */
const TAIL =
  /[.?!;:\n。？！]|\s[-–—]\s|\s(?:on|in terms|in|for|with respect|with regard|regarding|by|as to|according|based|when|hinsichtlich|bezüglich|nach|für|selon|en termes|pour|sur|según|para|en|по|для)\s|,\s(?:and|then|und|et|y)\s(?:say|tell|state|give|recommend|write|decide|explain|conclude|which|sag|nenne|empfiehl|dis|dites|recommande|di|recomienda)(?!\p{L})|\s(?:and|then|und|et|y)\s(?:say|tell|state|give|recommend|write|decide|explain|conclude|which|sag|nenne|empfiehl|dis|recommande|di|recomienda)(?!\p{L})/iu;
const SEPARATOR =
  /\s*,\s*(?:and|or|und|oder|et|ou|y|o)\s+|\s+(?:and|or|vs\.?|versus|with|to|against|und|oder|mit|gegen|et|ou|avec|à|y|o|con|и|или|с|e|ed)\s+|\s*,\s*|\s*[、和与與跟]\s*/iu;
const VERSUS = /(\S{1,40}(?:\s\S{1,40}){0,3})\s+(?:vs\.?|versus)\s+(\S{1,40}(?:\s\S{1,40}){0,3})/iu;
const EITHER =
  /(?:,|:)\s*(\S{1,40}(?:\s\S{1,40}){0,3})\s+(?:or|oder|ou|o|или)\s+(\S{1,40}(?:\s\S{1,40}){0,3})\s*[?？]/iu;
const CHOICE =
  /(?<!\p{L})(?:which|what|who)(?!\p{L}).{0,60}(?<!\p{L})(?:better|best|faster|cheaper|larger|smaller|stronger|safer|longer|higher)(?!\p{L})/iu;
const WIDE_PAIR = /(.{1,20}?)(?:と|和|与)(.{1,20}?)(?:を比較|の違い|的区别|的差异|哪个)/u;
const REFERRING =
  /^(?:the\s)?(?:two|three|both|these|those|them|following|given|options?|items?|texts?|beiden|diese|les deux|ces|los dos|estos|above)(?!\p{L})/iu;
const ARTICLE =
  /^(?:(?:the|a|an|der|die|das|den|dem|le|la|les|el|los|las|il|lo|of|between|zwischen|entre)\s+|l['’])+(?=\S)/iu;

/** The items a request names for comparison; empty where it names none for sure. */
export function readComparedItems(instruction: string): readonly ComparedItem[] {
  const text = instruction.slice(0, READ_UNITS);
  const found = namesIn(text).map((name) => name.replace(ARTICLE, "").trim());
  // "Compare A and B, list three differences": the list of items ends where the next instruction begins.
  const next = found.findIndex(
    (name, at) => at >= 2 && INSTRUCTION_WORDS.has((name.split(" ")[0] as string).toLowerCase()),
  );
  const names = next < 0 ? found : found.slice(0, next);
  if (names.length < 2 || names.length > 8 || names.some((name) => name === "" || REFERRING.test(name))) return [];
  return withKeys(names);
}

function namesIn(text: string): string[] {
  const wide = WIDE_PAIR.exec(text);
  const versus = VERSUS.exec(text);
  for (const head of HEADS) {
    const found = head.exec(text);
    if (found === null) continue;
    const rest = text.slice(found.index + found[0].length);
    const tail = TAIL.exec(rest);
    const names = (tail === null ? rest : rest.slice(0, tail.index))
      .split(SEPARATOR)
      .filter((name) => name.trim() !== "");
    if (names.length >= 2) return names;
  }
  if (versus !== null) return [lastWords(versus[1] as string), firstWords(versus[2] as string)];
  if (wide !== null) return [wide[1] as string, wide[2] as string];
  const either = CHOICE.test(text) ? EITHER.exec(text) : null;
  return either === null ? [] : [either[1] as string, either[2] as string];
}

/** The end of what stands before "vs": a name has few words, and a function word is none of them. */
function lastWords(text: string): string {
  const words = text.split(/\s+/);
  let from = words.length - 1;
  while (from > 0 && isContent(words[from - 1] as string)) from -= 1;
  return words.slice(from).join(" ");
}

function firstWords(text: string): string {
  const words = text.replace(/[.?!,;:].*$/u, "").split(/\s+/);
  let to = 1;
  while (to < words.length && isContent(words[to] as string)) to += 1;
  return words.slice(0, to).join(" ");
}

function isContent(word: string): boolean {
  return !functionWordIndex().has(word.toLowerCase()) && !/[:,.]$/.test(word);
}

function withKeys(names: readonly string[]): ComparedItem[] {
  const keys = names.map((name) => {
    const { words, flags } = scanText(name);
    const content = words.filter(
      (word, at) => ((flags[at] as number) & (NUMBER | PAIR)) !== 0 || !functionWordIndex().has(word),
    );
    return [...new Set(content.map(wordKey))];
  });
  if (keys.some((list) => list.length === 0 || list.length > LONGEST_NAME)) return [];
  const uses = new Map<string, number>();
  for (const key of keys.flat()) uses.set(key, (uses.get(key) ?? 0) + 1);
  const items = names.map((name, at) => {
    const own = (keys[at] as string[]).filter((key) => uses.get(key) === 1);
    return { name, keys: own };
  });
  // Names that differ in nothing but function words cannot be told apart.
  return items.some((item) => item.keys.length === 0) ? [] : items;
}
