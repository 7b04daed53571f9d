import type { StlOperation } from "../contract/operation.js";
import { aspectCheck } from "./checks/aspect.js";
import { missingNamedCheck, oneQuestionCheck, optionsDistinctCheck } from "./checks/clarifying.js";
import { itemCountKeptCheck, namesKeptCheck, numbersKeptCheck } from "./checks/content-kept.js";
import { contradictionCheck } from "./checks/contradiction.js";
import { countCheck } from "./checks/count.js";
import { endedCheck } from "./checks/ended.js";
import { formCheck } from "./checks/form.js";
import { goalCheck } from "./checks/goal.js";
import { groundingCheck } from "./checks/grounding.js";
import { itemsNamedCheck } from "./checks/items-named.js";
import { languageCheck } from "./checks/language.js";
import { lengthCheck } from "./checks/length.js";
import { noPromptSyntaxCheck } from "./checks/no-prompt-syntax.js";
import { notEmptyCheck } from "./checks/not-empty.js";
import { nothingNewCheck } from "./checks/nothing-new.js";
import { stepsBackwardCheck, stepsDoneCheck, stepsNumberedCheck } from "./checks/plan-steps.js";
import { reasonedCheck } from "./checks/reasoned.js";
import { askedChangeCheck, changedCheck, untouchedKeptCheck } from "./checks/revised.js";
import { sameDimensionsCheck } from "./checks/same-dimensions.js";
import { shorterCheck } from "./checks/shorter.js";
import { sourcedCheck } from "./checks/sourced.js";
import { sourcesRepresentedCheck } from "./checks/sources-represented.js";
import { verdictGivenCheck } from "./checks/verdict-given.js";
import { verdictPerClaimCheck, verdictReasonedCheck } from "./checks/verdict-per-claim.js";
import { wordingCheck } from "./checks/wording.js";
import type { OutputCheck } from "./output-check.js";

/** Checks of every output, in the order they run and are stated; they do not apply where they find nothing to check. */
export const COMMON_CHECKS: readonly OutputCheck[] = [
  notEmptyCheck,
  endedCheck,
  noPromptSyntaxCheck,
  languageCheck,
  goalCheck,
  formCheck,
  lengthCheck,
  countCheck,
  wordingCheck,
  contradictionCheck,
  groundingCheck,
];

/** What an operation's output is checked for beside them. */
export const OPERATION_CHECKS: Readonly<Record<StlOperation, readonly OutputCheck[]>> = {
  RETRIEVE: [sourcedCheck],
  COMPARE: [itemsNamedCheck, sameDimensionsCheck, verdictGivenCheck],
  ANALYSE: [aspectCheck, reasonedCheck],
  SYNTHESISE: [sourcesRepresentedCheck, shorterCheck, nothingNewCheck],
  // The mechanical constraints of a request hold for every answer and stand among the common checks.
  GENERATE: [],
  VERIFY: [verdictPerClaimCheck, verdictReasonedCheck],
  TRANSFORM: [numbersKeptCheck, namesKeptCheck, itemCountKeptCheck],
  PLAN: [stepsNumberedCheck, stepsDoneCheck, stepsBackwardCheck],
  CLARIFY: [oneQuestionCheck, missingNamedCheck, optionsDistinctCheck],
  REVISE: [changedCheck, askedChangeCheck, untouchedKeptCheck],
};
