import { altersContent } from "../asked/alters-content.js";
import { countTextItems } from "../form/count-text-items.js";
import { failed, type OutputCheck, passed, SERIOUS } from "../output-check.js";

/** The result has as many items as the original (TRANSFORM). */
export const itemCountKeptCheck: OutputCheck = {
  id: "item-count-kept",
  weight: SERIOUS,
  states: () => "all items kept",
  examine(evidence) {
    const { original } = evidence;
    if (original === null || altersContent(evidence.asked.instruction)) return null;
    const before = countTextItems(original.reading, "prose");
    const after = countTextItems(evidence.output, evidence.asked.form.kind);
    if (before === null || after === null) return null;
    if (before === after) return passed(`All ${after} items are kept.`);
    return failed(`Keep every item: the original has ${before}, the result ${after}.`);
  },
};
