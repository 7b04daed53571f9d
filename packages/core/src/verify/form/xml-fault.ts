/**
 * What keeps a text from being one well-formed XML document, or null. Reads tags, attributes, comments, CDATA, processing
 * instructions and entity references with a stack of names; does not read DTDs. Linear.
 */
export function xmlFault(text: string): string | null {
  const open: string[] = [];
  let roots = 0;
  let at = 0;
  while (at < text.length) {
    const tag = text.indexOf("<", at);
    const until = tag < 0 ? text.length : tag;
    const between = textFault(text, at, until, open.length > 0);
    if (between !== null) return between;
    if (tag < 0) break;
    const skipped = skipMarkup(text, tag);
    if (skipped === -1) return "a comment, CDATA section or instruction is not closed";
    if (skipped !== 0) {
      at = skipped;
      continue;
    }
    const end = tagEnd(text, tag + 1);
    if (end < 0) return "a tag is not closed";
    const body = text.slice(tag + 1, end);
    if (body.startsWith("/")) {
      const name = body.slice(1).trim();
      const expected = open.pop();
      if (expected !== name)
        return expected === undefined ? `</${name}> closes nothing` : `</${name}> stands where </${expected}> is due`;
    } else {
      const name = NAME.exec(body)?.[0];
      if (name === undefined) return "a tag has no name";
      const attributes = attributeFault(body, name.length);
      if (attributes !== null) return attributes;
      if (open.length === 0) roots += 1;
      if (roots > 1) return "there is more than one root element";
      if (!body.endsWith("/")) open.push(name);
    }
    at = end + 1;
  }
  if (open.length > 0) return `<${open[open.length - 1]}> is not closed`;
  return roots === 1 ? null : "there is no root element";
}

const NAME = /^[\p{L}_:][\p{L}\p{N}_:.-]*/u;
const ENTITY = /^&(?:[A-Za-z][A-Za-z0-9]{0,31}|#\d{1,7}|#x[0-9A-Fa-f]{1,6});/;
const ENTITY_LOOK = 36;

function textFault(text: string, from: number, to: number, inside: boolean): string | null {
  if (!inside) return text.slice(from, to).trim() === "" ? null : "text stands outside the root element";
  for (let at = text.indexOf("&", from); at >= 0 && at < to; at = text.indexOf("&", at + 1)) {
    if (!ENTITY.test(text.slice(at, at + ENTITY_LOOK))) return 'a bare "&" must be written &amp;';
  }
  return null;
}

/** Offset after a comment, CDATA section, instruction or doctype at `at`; 0 when there is none, -1 when it is open. */
function skipMarkup(text: string, at: number): number {
  const kinds = [
    ["<!--", "-->"],
    ["<![CDATA[", "]]>"],
    ["<?", "?>"],
    ["<!DOCTYPE", ">"],
  ] as const;
  for (const [opening, closing] of kinds) {
    if (!text.startsWith(opening, at)) continue;
    const end = text.indexOf(closing, at + opening.length);
    return end < 0 ? -1 : end + closing.length;
  }
  return 0;
}

/** Offset of the ">" that ends a tag, past quoted attribute values. */
function tagEnd(text: string, from: number): number {
  let quote = "";
  for (let at = from; at < text.length; at += 1) {
    const mark = text.charAt(at);
    if (quote !== "") {
      if (mark === quote) quote = "";
    } else if (mark === '"' || mark === "'") quote = mark;
    else if (mark === ">") return at;
    else if (mark === "<") return -1;
  }
  return -1;
}

const ATTRIBUTE = /\s+[\p{L}_:][\p{L}\p{N}_:.-]*\s*=\s*(?:"[^"<]*"|'[^'<]*')/uy;

function attributeFault(body: string, from: number): string | null {
  const end = body.endsWith("/") ? body.length - 1 : body.length;
  let at = from;
  while (at < end) {
    ATTRIBUTE.lastIndex = at;
    const found = ATTRIBUTE.exec(body);
    if (found === null) return body.slice(at, end).trim() === "" ? null : "an attribute has no quoted value";
    at = ATTRIBUTE.lastIndex;
  }
  return null;
}
