import { estimateTokens } from "../contract/estimate-tokens.js";
import type { PromptSection, SectionName } from "../contract/prompt-section.js";
import { escapeReserved } from "./fence.js";
import { FrameSection, type SectionBody } from "./frame-sections.js";

/**
 * What the frames of one run have in common, made once: rules, request, compass and state stay the same from step to
 * step. It changes what is computed and never what comes out. One run, one memory.
 */
export class FrameMemory {
  readonly #escaped = new Map<SectionName, { readonly raw: string; readonly text: string }>();
  readonly #sections = new Map<SectionName, PromptSection>();
  #measured = { text: "", tokens: 0 };

  /** `escapeReserved` of the text that a section holds. */
  escape(name: SectionName, raw: string): string {
    const known = this.#escaped.get(name);
    if (known?.raw === raw) return known.text;
    const text = escapeReserved(raw);
    this.#escaped.set(name, { raw, text });
    return text;
  }

  /** `estimateTokens` of the request. */
  requestTokens(request: string): number {
    if (this.#measured.text !== request) this.#measured = { text: request, tokens: estimateTokens(request) };
    return this.#measured.tokens;
  }

  /** The section of a body; the last one of its name, rendered and counted already, where the text is the same. */
  section(body: SectionBody): PromptSection {
    if (body.atoms !== undefined) return new FrameSection(body);
    const known = this.#sections.get(body.name);
    if (known?.text === body.text) return known;
    const section = new FrameSection(body);
    this.#sections.set(body.name, section);
    return section;
  }
}
