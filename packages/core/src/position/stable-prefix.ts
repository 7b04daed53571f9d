import { type PromptSection, SECTION_SEPARATOR } from "../contract/prompt-section.js";

/** Sections that are the same in every prompt of a run. */
const STABLE_SECTIONS: ReadonlySet<string> = new Set(["rules", "request"]);

/**
 * UTF-16 length of the beginning of `prompt` that every prompt of the run shares byte for byte (POS-FRM-01): the leading
 * stable sections that stand in it whole, with the separators after them. `prompt` may have been trimmed.
 */
export function stablePrefixLength(sections: readonly PromptSection[], prompt: string): number {
  let length = 0;
  for (const { name, text, render } of sections) {
    if (!STABLE_SECTIONS.has(name)) break;
    if (text === "") continue;
    const rendered = render?.(text) ?? text;
    const end = length + rendered.length;
    // POS-FRM-01: a trimmed section is no longer what the other prompts hold.
    if (!prompt.startsWith(rendered, length) || !prompt.startsWith(SECTION_SEPARATOR, end)) break;
    length = end + SECTION_SEPARATOR.length;
  }
  return length;
}
