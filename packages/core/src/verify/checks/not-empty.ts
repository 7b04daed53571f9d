import { DECISIVE, failed, type OutputCheck, passed } from "../output-check.js";

const PASSED = passed("The output is not empty.");
const FAILED = failed("The output is empty.");

/** An output of white space only answers nothing. */
export const notEmptyCheck: OutputCheck = {
  id: "not-empty",
  weight: DECISIVE,
  states: () => "not empty",
  // POS-VER-01: the first of the common checks; on an empty output it is the only one.
  examine: ({ empty }) => (empty ? FAILED : PASSED),
};
