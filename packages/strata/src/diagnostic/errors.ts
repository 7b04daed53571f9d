import { CONVENTION_MISUSE } from "../convention/convention-misuse.js";
import { API_MISUSE } from "./api-misuse.js";

/** Everything the package throws. What a document holds is never among it: that is a diagnostic. */
export const STRATA_ERRORS = [
  {
    code: API_MISUSE,
    class: "TypeError",
    meaning: "a function of the package was called with an argument it does not take",
    remedy: "pass what its signature names; contents of documents never cause this",
  },
  {
    code: CONVENTION_MISUSE,
    class: "TypeError",
    meaning: "a schema was declared that would break the JSON convention",
    remedy: "use snake_case words and kinds, and words instead of a union without payloads",
  },
] as const;
