const shortEscapes: ReadonlyMap<number, string> = /* @__PURE__ */ new Map([
  [0x22, '\\"'],
  [0x5c, "\\\\"],
  [0x08, "\\b"],
  [0x0c, "\\f"],
  [0x0a, "\\n"],
  [0x0d, "\\r"],
  [0x09, "\\t"],
]);

/** Characters that readers which count braces or search for markers would take for structure. */
const structural: ReadonlySet<string> = /* @__PURE__ */ new Set("{}⊕⦿◈⍉◬⟨⟩⏣");

/**
 * STTP-C-04: text in double quotes; what the strict grammar forbids in a string, and unpaired surrogates, are escaped.
 * STTP-C-05: with `escapeGlyphs` also braces and glyphs.
 */
export function quoted(text: string, escapeGlyphs: boolean): string {
  let out = '"';
  let copied = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    let replacement: string | undefined;
    // STTP-C-04: what the strict grammar forbids is escaped.
    if (code < 0x20 || code === 0x22 || code === 0x5c || code === 0x7f)
      replacement = shortEscapes.get(code) ?? unit(code);
    else if ((code & 0xf800) === 0xd800) {
      if (code <= 0xdbff && (text.charCodeAt(index + 1) & 0xfc00) === 0xdc00) index++;
      else replacement = unit(code);
    } else if (escapeGlyphs && structural.has(text[index]!)) replacement = unit(code);
    if (replacement === undefined) continue;
    out += text.slice(copied, index) + replacement;
    copied = index + 1;
  }
  return `${out}${text.slice(copied)}"`;
}

function unit(code: number): string {
  return `\\u${code.toString(16).padStart(4, "0")}`;
}
