const PLAIN = /^[\x20-\x7e]*$/;

/** A text as a quoted string: `"` and `\` escaped, `%` and everything that is not printable ASCII percent-encoded. */
export function quoteText(text: string): string {
  let encoded = "";
  // The encoder replaces lone surrogates, so that any string gives valid UTF-8.
  for (const byte of new TextEncoder().encode(text)) {
    const character = String.fromCharCode(byte);
    // POS-HDR-01: header values stay printable ASCII on one line whatever the text was.
    if (byte < 0x20 || byte > 0x7e || character === "%") {
      encoded += `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
    } else {
      encoded += character === '"' || character === "\\" ? `\\${character}` : character;
    }
  }
  return `"${encoded}"`;
}

/** The text of a quoted string, or null when `quoted` is none. */
export function unquoteText(quoted: string): string | null {
  if (quoted.length < 2 || !quoted.startsWith('"') || !PLAIN.test(quoted)) return null;
  let encoded = "";
  for (let at = 1; at < quoted.length - 1; at += 1) {
    if (quoted[at] === '"') return null;
    if (quoted[at] === "\\") at += 1;
    // An escape may not swallow the closing quote.
    if (at >= quoted.length - 1) return null;
    encoded += quoted[at];
  }
  if (!quoted.endsWith('"')) return null;
  try {
    return decodeURIComponent(encoded);
  } catch {
    return null;
  }
}

/** The parts of `a; b=c; d="e;f"`, trimmed: cut at semicolons outside quoted strings. */
export function splitParameters(value: string): string[] {
  const parts: string[] = [];
  let start = 0;
  let quoted = false;
  for (let at = 0; at < value.length; at += 1) {
    const character = value[at];
    if (quoted && character === "\\") at += 1;
    else if (character === '"') quoted = !quoted;
    else if (character === ";" && !quoted) {
      parts.push(value.slice(start, at).trim());
      start = at + 1;
    }
  }
  parts.push(value.slice(start).trim());
  return parts;
}

/** The parameters after the first part, by name; null when a part is no `name=value` or a name comes twice. */
export function readParameters(parts: readonly string[]): Map<string, string> | null {
  const parameters = new Map<string, string>();
  for (const part of parts) {
    const equals = part.indexOf("=");
    const name = part.slice(0, equals).trim().toLowerCase();
    if (equals <= 0 || parameters.has(name)) return null;
    parameters.set(name, part.slice(equals + 1).trim());
  }
  return parameters;
}
