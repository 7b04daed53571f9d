import { altersContent } from "../asked/alters-content.js";
import { failed, type OutputCheck, passed, SERIOUS, undecided } from "../output-check.js";
import { inDifferentLanguages } from "../reading/different-languages.js";

/** Names of what is transformed are in the result (TRANSFORM). */
export const namesKeptCheck: OutputCheck = {
  id: "names-kept",
  weight: SERIOUS,
  states: () => "names kept",
  examine(evidence) {
    const { original } = evidence;
    if (original === null || altersContent(evidence.asked.instruction)) return null;
    const { reading } = original;
    const names = new Set<string>();
    for (let at = 0; at < reading.scanned.words.length; at += 1)
      if (reading.isName(at)) names.add(reading.keyList[at] ?? (reading.scanned.words[at] as string));
    if (names.size === 0) return null;
    const { keys, words } = evidence.output;
    const lost = [...names].filter((name) => !keys.has(name) && !words.has(name));
    if (lost.length === 0) return passed("All names are kept.");
    // Names change with language and script: London, Londres, Лондон.
    if (inDifferentLanguages(evidence.output, reading) || evidence.asked.form.language !== undefined)
      return undecided("Names may be written otherwise in the target language.");
    return failed(`Keep every name: one beginning "${lost[0]}" is not in the result.`);
  },
};
