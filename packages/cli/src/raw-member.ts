/**
 * The text of a member's value as it stands in a JSON object, or null where the object has no such member. Of members
 * that are there twice the last one counts, as it does when the object is parsed. `text` must be a valid JSON object.
 */
export function rawMember(text: string, name: string): string | null {
  let found: string | null = null;
  let at = text.indexOf("{") + 1;
  while (at > 0 && at < text.length) {
    const keyStart = text.indexOf('"', at);
    if (keyStart < 0) break;
    const keyEnd = endOfString(text, keyStart);
    const start = text.indexOf(":", keyEnd) + 1;
    const end = endOfValue(text, start);
    if (JSON.parse(text.slice(keyStart, keyEnd)) === name) found = text.slice(start, end).trim();
    if (text[end] !== ",") break;
    at = end + 1;
  }
  return found;
}

/** The place of the comma or bracket that ends the value which begins at `start`. */
function endOfValue(text: string, start: number): number {
  let depth = 0;
  let at = start;
  while (at < text.length) {
    const character = text[at];
    if (character === '"') {
      at = endOfString(text, at);
      continue;
    }
    if (character === "{" || character === "[") depth++;
    else if (character === "}" || character === "]") {
      if (depth === 0) return at;
      depth--;
    } else if (character === "," && depth === 0) return at;
    at++;
  }
  return at;
}

/** The place after the closing quote of the string that opens at `start`. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at + 1;
}
