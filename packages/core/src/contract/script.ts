/** Scripts that are told apart. */
export type Script =
  | "latin"
  | "cyrillic"
  | "greek"
  | "hebrew"
  | "arabic"
  | "devanagari"
  | "thai"
  | "hangul"
  | "han"
  | "kana"
  | "other";

/** The language with the most writers of a script that tells a language by itself. */
export const SCRIPT_LANGUAGES: Partial<Record<Script, string>> = {
  greek: "el",
  hebrew: "he",
  arabic: "ar",
  devanagari: "hi",
  thai: "th",
  hangul: "ko",
  kana: "ja",
  han: "zh",
};
const LANGUAGE_SCRIPTS: ReadonlyMap<string, Script> = new Map(
  (Object.entries(SCRIPT_LANGUAGES) as [Script, string][]).map(([script, language]) => [language, script]),
);
/** The script of a UTF-16 unit that is a letter; Han and Kana are `other` here. */
export function scriptOf(code: number): Script {
  if (code < 0x370) return "latin";
  if (code < 0x400) return "greek";
  if (code < 0x530) return "cyrillic";
  if (code >= 0x590 && code < 0x600) return "hebrew";
  if (code >= 0x600 && code < 0x780) return "arabic";
  if (code >= 0x900 && code < 0x980) return "devanagari";
  if (code >= 0xe00 && code < 0xe80) return "thai";
  if (code >= 0x1e00 && code < 0x1f00) return "latin";
  if (code >= 0xac00 && code < 0xd7b0) return "hangul";
  return "other";
}

/** The script a language is written in; null for a language we know nothing of. */
export function scriptOfLanguage(tag: string): Script | null {
  const language = tag.split("-")[0] as string;
  if (language === "und") return null;
  if (language === "ru" || language === "uk" || language === "bg" || language === "sr") return "cyrillic";
  if (language === "fa" || language === "ur") return "arabic";
  return LANGUAGE_SCRIPTS.get(language) ?? (/^[a-z]{2,3}$/.test(language) ? "latin" : null);
}
