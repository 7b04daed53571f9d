/** An instruction, and the text it brings along. */
export interface SplitRequest {
  readonly instruction: string;
  readonly material: string;
}

/** A colon at the end of a line, or a blank line, divides instruction and material; a fenced block is material. */
export function splitMaterial(request: string): SplitRequest {
  const text = request.trim();
  const fence = /(^|\n)(```|~~~)[^\n]*\n/.exec(text);
  if (fence !== null) {
    const start = fence.index + fence[0].length;
    const end = text.indexOf(`\n${fence[2] as string}`, start - 1);
    const before = text.slice(0, fence.index).trim();
    const after = end < 0 ? "" : text.slice(end + 4).trim();
    return {
      instruction: [before, after].filter((part) => part !== "").join("\n"),
      material: text.slice(start, end < 0 ? undefined : end),
    };
  }
  const colon = /:[ \t]*\n/.exec(text);
  const blank = /\n[ \t]*\n/.exec(text);
  const cut = [colon, blank].filter((found) => found !== null).sort((a, b) => a.index - b.index)[0];
  if (cut !== undefined) {
    return { instruction: text.slice(0, cut.index).trim(), material: text.slice(cut.index + cut[0].length).trim() };
  }
  const inline = /:\s+(?=\S)/.exec(text);
  // A short remark after a colon belongs to the instruction; a longer text is what it is about.
  if (inline !== null && text.length - inline.index > 2 * inline.index && text.length - inline.index > 80) {
    return { instruction: text.slice(0, inline.index), material: text.slice(inline.index + inline[0].length) };
  }
  return { instruction: text, material: "" };
}
