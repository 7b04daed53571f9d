import { failed, type OutputCheck, passed, SERIOUS } from "../output-check.js";
import { fold } from "../reading/scan-text.js";

/** Offered options differ (CLARIFY). */
export const optionsDistinctCheck: OutputCheck = {
  id: "options-distinct",
  weight: SERIOUS,
  states: () => "distinct options",
  examine({ output }) {
    const options = output.items.map(({ body, end }) => plain(output.text.slice(body, end)));
    if (options.length < 2) return null;
    const seen = new Set<string>();
    for (const option of options) {
      if (seen.has(option)) return failed(`Offer options that differ: "${option.slice(0, 40)}" stands twice.`);
      seen.add(option);
    }
    return passed(`The ${options.length} options differ.`);
  },
};

function plain(text: string): string {
  return fold(text)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
