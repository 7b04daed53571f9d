/**
 * The vendor-neutral word for the end, of either specification: v2 has a word, v3 a word and the vendor's own. Where the
 * neutral one says nothing, the vendor's own is taken; where neither does, there is none.
 */
export function finishWord(reason: unknown): string | undefined {
  if (typeof reason === "string") return saysSomething(reason) ? reason : undefined;
  if (typeof reason !== "object" || reason === null) return undefined;
  const { unified, raw } = reason as { readonly unified?: unknown; readonly raw?: unknown };
  if (saysSomething(unified)) return unified;
  return saysSomething(raw) ? raw : undefined;
}

function saysSomething(word: unknown): word is string {
  return typeof word === "string" && word !== "" && word !== "other" && word !== "unknown";
}
