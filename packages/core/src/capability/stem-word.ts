/**
 * The stem of a lower-case English word, after the algorithm of M. F. Porter (1980) with the later correction of short
 * words, and a few derivations that its suffixes do not reach (`conversion` → `convert`). Words of other scripts, and
 * words with digits, are their own stem.
 */
export function stemWord(word: string): string {
  if (word.length < 3 || !/^[a-z]+$/.test(word)) return word;
  const known = stems.get(word);
  if (known !== undefined) return known;
  if (stems.size >= MAX_REMEMBERED) stems.clear();
  const stem = derivedStem(porter(word));
  stems.set(word, stem);
  return stem;
}

/** Remembered stems; a pure function's memory, emptied when full. */
const stems = new Map<string, string>();
const MAX_REMEMBERED = 20_000;

/** Endings of stems whose verb and noun differ by more than a suffix, noun first. */
const DERIVATIONS: readonly (readonly [string, string])[] = [
  ["version", "vert"],
  ["vers", "vert"],
  ["cript", "crib"],
  ["mission", "mit"],
  ["miss", "mit"],
  ["cision", "cid"],
  ["cis", "cid"],
  ["clusion", "clud"],
  ["clus", "clud"],
  ["ception", "ceiv"],
  ["cept", "ceiv"],
  ["duct", "duc"],
  ["sumpt", "sum"],
  ["solut", "solv"],
  ["volut", "volv"],
  ["pans", "pand"],
  ["tens", "tend"],
];

/** Stems of one family that have no ending in common. */
const FAMILIES: ReadonlyMap<string, string> = new Map([
  ["analysi", "analyz"],
  ["analys", "analyz"],
  ["analyt", "analyz"],
]);

function derivedStem(stem: string): string {
  const family = FAMILIES.get(stem);
  if (family !== undefined) return family;
  for (const [ending, replacement] of DERIVATIONS) {
    if (stem.length > ending.length && stem.endsWith(ending)) return stem.slice(0, -ending.length) + replacement;
  }
  return stem;
}

const isVowelAt = (word: string, index: number): boolean => {
  const letter = word[index];
  if (letter === "a" || letter === "e" || letter === "i" || letter === "o" || letter === "u") return true;
  return letter === "y" && index > 0 && !isVowelAt(word, index - 1);
};

/** Number of vowel–consonant sequences: Porter's measure. */
function measure(stem: string): number {
  let count = 0;
  let vowel = false;
  for (let index = 0; index < stem.length; index++) {
    const isVowel: boolean = stem[index] === "y" ? index > 0 && !vowel : "aeiou".includes(stem[index] as string);
    if (vowel && !isVowel) count++;
    vowel = isVowel;
  }
  return count;
}

function hasVowel(stem: string): boolean {
  for (let index = 0; index < stem.length; index++) if (isVowelAt(stem, index)) return true;
  return false;
}

const endsDouble = (stem: string): boolean =>
  stem.length > 1 && stem.at(-1) === stem.at(-2) && !isVowelAt(stem, stem.length - 1);

function endsShort(stem: string): boolean {
  const last = stem.length - 1;
  if (last < 2 || isVowelAt(stem, last) || !isVowelAt(stem, last - 1) || isVowelAt(stem, last - 2)) return false;
  return !"wxy".includes(stem[last] as string);
}

const STEP_2: readonly (readonly [string, string])[] = [
  ["ational", "ate"],
  ["ization", "ize"],
  ["isation", "ize"],
  ["iveness", "ive"],
  ["fulness", "ful"],
  ["ousness", "ous"],
  ["tional", "tion"],
  ["biliti", "ble"],
  ["ation", "ate"],
  ["alism", "al"],
  ["aliti", "al"],
  ["iviti", "ive"],
  ["ousli", "ous"],
  ["entli", "ent"],
  ["enci", "ence"],
  ["anci", "ance"],
  ["izer", "ize"],
  ["iser", "ize"],
  ["abli", "able"],
  ["alli", "al"],
  ["ator", "ate"],
  ["logi", "log"],
  ["eli", "e"],
];

const STEP_3: readonly (readonly [string, string])[] = [
  ["icate", "ic"],
  ["ative", ""],
  ["alize", "al"],
  ["alise", "al"],
  ["iciti", "ic"],
  ["ical", "ic"],
  ["ness", ""],
  ["ful", ""],
];

const STEP_4 = [
  "ement",
  "ance",
  "ence",
  "able",
  "ible",
  "ment",
  "ant",
  "ent",
  "ism",
  "ate",
  "iti",
  "ous",
  "ive",
  "ize",
  "ise",
  "ion",
  "al",
  "er",
  "ic",
  "ou",
] as const;

function porter(word: string): string {
  let stem = word;
  if (stem.endsWith("sses") || stem.endsWith("ies")) stem = stem.slice(0, -2);
  else if (stem.endsWith("s") && !stem.endsWith("ss") && !stem.endsWith("us")) stem = stem.slice(0, -1);

  if (stem.endsWith("eed")) {
    if (measure(stem.slice(0, -3)) > 0) stem = stem.slice(0, -1);
  } else {
    const ending = stem.endsWith("ed") ? 2 : stem.endsWith("ing") ? 3 : 0;
    if (ending > 0 && hasVowel(stem.slice(0, -ending))) {
      stem = stem.slice(0, -ending);
      if (stem.endsWith("at") || stem.endsWith("bl") || stem.endsWith("iz")) stem += "e";
      else if (endsDouble(stem) && !"lsz".includes(stem.at(-1) as string)) stem = stem.slice(0, -1);
      else if (measure(stem) === 1 && endsShort(stem)) stem += "e";
    }
  }
  if (stem.endsWith("y") && hasVowel(stem.slice(0, -1))) stem = `${stem.slice(0, -1)}i`;
  stem = replaceEnding(stem, STEP_2);
  stem = replaceEnding(stem, STEP_3);
  for (const ending of STEP_4) {
    if (!stem.endsWith(ending)) continue;
    const rest = stem.slice(0, -ending.length);
    if (measure(rest) > 1 && (ending !== "ion" || rest.endsWith("s") || rest.endsWith("t"))) stem = rest;
    break;
  }
  if (stem.endsWith("e")) {
    const rest = stem.slice(0, -1);
    const size = measure(rest);
    if (size > 1 || (size === 1 && !endsShort(rest))) stem = rest;
  }
  if (stem.endsWith("ll") && measure(stem.slice(0, -1)) > 1) stem = stem.slice(0, -1);
  return stem;
}

function replaceEnding(stem: string, table: readonly (readonly [string, string])[]): string {
  for (const [ending, replacement] of table) {
    if (!stem.endsWith(ending)) continue;
    const rest = stem.slice(0, -ending.length);
    return measure(rest) > 0 ? rest + replacement : stem;
  }
  return stem;
}
