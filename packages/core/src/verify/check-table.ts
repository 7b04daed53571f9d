import type { StlOperation } from "../contract/operation.js";
import { askedChangeCheck } from "./checks/asked-change.js";
import { aspectCheck } from "./checks/aspect.js";
import { backwardReferencesCheck } from "./checks/backward-references.js";
import { changedCheck } from "./checks/changed.js";
import { citedCallsCheck } from "./checks/cited-calls.js";
import { contradictionCheck } from "./checks/contradiction.js";
import { countCheck } from "./checks/count.js";
import { doneConditionsCheck } from "./checks/done-conditions.js";
import { endedCheck } from "./checks/ended.js";
import { formCheck } from "./checks/form.js";
import { goalCheck } from "./checks/goal.js";
import { groundingCheck } from "./checks/grounding.js";
import { itemCountKeptCheck } from "./checks/item-count-kept.js";
import { itemsNamedCheck } from "./checks/items-named.js";
import { languageCheck } from "./checks/language.js";
import { lengthCheck } from "./checks/length.js";
import { missingNamedCheck } from "./checks/missing-named.js";
import { namesKeptCheck } from "./checks/names-kept.js";
import { noPromptSyntaxCheck } from "./checks/no-prompt-syntax.js";
import { notEmptyCheck } from "./checks/not-empty.js";
import { nothingNewCheck } from "./checks/nothing-new.js";
import { numbersKeptCheck } from "./checks/numbers-kept.js";
import { oneQuestionCheck } from "./checks/one-question.js";
import { optionsDistinctCheck } from "./checks/options-distinct.js";
import { reasonedCheck } from "./checks/reasoned.js";
import { sameDimensionsCheck } from "./checks/same-dimensions.js";
import { shorterCheck } from "./checks/shorter.js";
import { sourcedCheck } from "./checks/sourced.js";
import { sourcesRepresentedCheck } from "./checks/sources-represented.js";
import { stepsNumberedCheck } from "./checks/steps-numbered.js";
import { untouchedKeptCheck } from "./checks/untouched-kept.js";
import { verdictGivenCheck } from "./checks/verdict-given.js";
import { verdictPerClaimCheck } from "./checks/verdict-per-claim.js";
import { verdictReasonedCheck } from "./checks/verdict-reasoned.js";
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
  citedCallsCheck,
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
  PLAN: [stepsNumberedCheck, doneConditionsCheck, backwardReferencesCheck],
  CLARIFY: [oneQuestionCheck, missingNamedCheck, optionsDistinctCheck],
  REVISE: [changedCheck, askedChangeCheck, untouchedKeptCheck],
};
