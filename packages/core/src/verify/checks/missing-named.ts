import { type OutputCheck, passed, SERIOUS, undecided } from "../output-check.js";
import { inDifferentLanguages } from "../reading/different-languages.js";

/** The question is about what is missing from this request (CLARIFY). */
export const missingNamedCheck: OutputCheck = {
  id: "missing-named",
  weight: SERIOUS,
  states: () => "about what is missing",
  examine({ output, asked }) {
    if (inDifferentLanguages(output, asked.instruction)) return null;
    const { keys } = asked.request.instruction;
    if (keys.size === 0) return null;
    for (const key of output.keys) if (keys.has(key)) return passed("The question takes up words of the request.");
    return undecided("The question takes up no word of the request.");
  },
};
