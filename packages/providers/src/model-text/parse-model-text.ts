/** One model of a text: what kind it is, and what follows. */
export interface ModelPart {
  /** Lower case: `offline`, the word before the colon, or `http` for an address. */
  readonly scheme: string;
  /** The model's id, or the whole address. */
  readonly rest: string;
}

/** Reads the parts of a model text; commas separate them. What is no scheme is left to whoever knows the schemes. */
export function parseModelText(text: string): ModelPart[] {
  return text.split(",").map((part) => {
    const word = part.trim();
    if (/^https?:\/\//i.test(word)) return { scheme: "http", rest: word };
    const colon = word.indexOf(":");
    return colon < 0
      ? { scheme: word.toLowerCase(), rest: "" }
      : { scheme: `${word.slice(0, colon).trim().toLowerCase()}:`, rest: word.slice(colon + 1).trim() };
  });
}
