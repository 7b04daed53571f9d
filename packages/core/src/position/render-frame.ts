import { type PromptSection, SECTION_SEPARATOR } from "../contract/prompt-section.js";

/** The prompt that sections make, as the budget guard joins them: empty ones are absent (POS-FRM-01). */
export function joinSections(sections: readonly PromptSection[]): string {
  let prompt = "";
  for (const { text, render } of sections) {
    // POS-FRM-01: a heading without content would tell the model that there is nothing, which nobody established.
    if (text === "") continue;
    const rendered = render === undefined ? text : render(text);
    prompt = prompt === "" ? rendered : prompt + SECTION_SEPARATOR + rendered;
  }
  return prompt;
}
