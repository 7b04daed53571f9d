/** Wording that a request prescribes or forbids. */
export interface WordConstraints {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly begin: string | null;
  readonly end: string | null;
  /** A letter that must not occur. */
  readonly letter: string | null;
}

const NONE: WordConstraints = { include: [], exclude: [], begin: null, end: null, letter: null };

// \b knows ASCII letters only, so words are bounded by "no letter".
const QUOTED = '["“”„«»「」\'‘’*\\x60]{1,2}([^"“”„«»「」‘’*\\x60\\n]{1,60})["“”«»「」\'‘’*\\x60]{1,2}';
const WORDS =
  "(?:(?:the |this |exact )?(?:words?|phrase|terms?|keywords?)|das wort|die wörter|le mot|les mots|la palabra|las palabras|слово|слова)";
const INCLUDE = new RegExp(
  `(?<!\\p{L})(?:include|including|mention|mentioning|contain|containing|use|using|with|verwende|enthalten|mit|contenant|utilise|avec|incluye|usa|con|используй|включи)\\s{1,3}${WORDS}[ :]{0,3}${QUOTED}`,
  "giu",
);
const EXCLUDE = new RegExp(
  `(?<!\\p{L})(?:do not|don't|don’t|never|must not|should not|without|avoid|ohne|nicht|sans|sin|evita|évite|без|не)\\s{1,3}(?:(?:use|using|mention|mentioning|say|saying|include|including|contain|containing|utiliser|usar|mencionar|verwenden|используй|использования)\\s{1,3})?(?:${WORDS}[ :]{0,3})?${QUOTED}`,
  "giu",
);
const MORE = new RegExp(`^(?:,| and| or|, and|, or| und| oder| et| ou| y| o)\\s{1,3}${QUOTED}`, "iu");
const BEGIN = new RegExp(
  `(?<!\\p{L})(?:start|begin)(?:s|ning|ing)?\\s{1,3}with\\s{1,3}(?:${WORDS}[ :]{0,3})?${QUOTED}`,
  "iu",
);
const END = new RegExp(
  `(?<!\\p{L})(?:end|finish)(?:s|es|ing)?\\s{1,3}with\\s{1,3}(?:${WORDS}[ :]{0,3})?${QUOTED}`,
  "iu",
);
const LETTER = /(?<!\p{L})(?:without|not? us(?:e|ing)|avoid(?:ing)?)(?: using)? the letter ["“'‘]?(\p{L})(?!\p{L})/iu;
const MAY_CONSTRAIN = /["“„«「'‘’*`]|the letter/u;
/** UTF-16 units read: constraints stand in instructions, which are short. */
const READ_UNITS = 4_000;

/** Reads the quoted words an instruction wants in or out of the output (POS-VER-01, GENERATE). */
export function readWordConstraints(instruction: string): WordConstraints {
  const text = instruction.slice(0, READ_UNITS);
  if (!MAY_CONSTRAIN.test(text)) return NONE;
  const exclude = collect(text, EXCLUDE);
  return {
    include: collect(text, INCLUDE).filter((word) => !exclude.includes(word)),
    exclude,
    begin: BEGIN.exec(text)?.[1] ?? null,
    end: END.exec(text)?.[1] ?? null,
    letter: LETTER.exec(text)?.[1]?.toLowerCase() ?? null,
  };
}

function collect(text: string, pattern: RegExp): string[] {
  const words: string[] = [];
  for (const match of text.matchAll(pattern)) {
    words.push((match[1] as string).trim());
    let at = match.index + match[0].length;
    for (let more = MORE.exec(text.slice(at, at + 80)); more !== null; more = MORE.exec(text.slice(at, at + 80))) {
      words.push((more[1] as string).trim());
      at += more[0].length;
    }
  }
  return words;
}
