/** Letters that hardly any other language of their script has: one of them says as much as a function word. */
const LETTERS: Readonly<Record<string, string>> = {
  de: "ß",
  es: "ñ",
  pt: "ã",
  pl: "łżźśćńęą",
  cs: "řěů",
  tr: "ığş",
  hu: "őű",
  ro: "șțţ",
  vi: "ơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ",
  ru: "ыэё",
  uk: "їєґі",
  sr: "ђћљњџј",
  fa: "پچژگ",
  ur: "ٹڈڑےں",
};

let languages: ReadonlyMap<string, string> | undefined;

/** The language one of a word's letters speaks for, or undefined; the word is in lower case and composed. */
export function languageOfLetters(word: string): string | undefined {
  languages ??= new Map(Object.entries(LETTERS).flatMap(([tag, letters]) => [...letters].map((one) => [one, tag])));
  for (let at = 0; at < word.length; at += 1) {
    if (word.charCodeAt(at) < 0x80) continue;
    const found = languages.get(word.charAt(at));
    if (found !== undefined) return found;
  }
  return undefined;
}
