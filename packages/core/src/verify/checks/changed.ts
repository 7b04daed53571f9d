import { failed, type OutputCheck, passed, SERIOUS } from "../output-check.js";

/** The revision differs from the original (REVISE). */
export const changedCheck: OutputCheck = {
  id: "changed",
  weight: SERIOUS,
  states: () => "differs from the original",
  examine(evidence) {
    const { original } = evidence;
    if (original === null) return null;
    // POS-VER-01: other white space is no revision.
    const same = squeeze(evidence.output.text) === squeeze(original.reading.text);
    return same
      ? failed("Change the text as asked: it is the original unchanged.")
      : passed("The output differs from the original.");
  },
};

const squeeze = (text: string) => text.replace(/\s+/g, " ").trim();
