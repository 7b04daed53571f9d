import type { StlOperation } from "../contract/operation.js";
import { COMPASS_SENTENCES, STEP_NOUNS } from "./compass-sentences.js";
import { prefixWithinTokens } from "./estimate-text-tokens.js";
import { GoalCompass } from "./goal-compass.js";
import { instructionOf } from "./split-request.js";

/** Ceiling of the request's part in the compass: with the sentences around it the whole stays within 60–100 tokens. */
const GOAL_TOKENS = 36;

export interface CompassOptions {
  /** Operations done before this one, in order. */
  readonly priorOperations?: readonly StlOperation[];
  /** Operations that follow, in order, the deliverable last; none: this one makes the deliverable. */
  readonly laterOperations?: readonly StlOperation[];
  /** The step that builds on this one, where it is not simply the next. */
  readonly consumer?: StlOperation;
  /** Words of the deliverable, where a plan has them; else they are read off the request. */
  readonly deliverable?: string;
}

/**
 * The compass of one operation: 60–100 tokens for any request in any language (POS-FRM-06). Pure; never throws for
 * strings, an empty request included.
 */
export function buildGoalCompass(
  operation: StlOperation,
  userRequest: string,
  options: CompassOptions = {},
): GoalCompass {
  const { serves, fits } = COMPASS_SENTENCES[operation];
  const later = options.laterOperations ?? [];
  const consumer = options.consumer ?? later[0];
  const prior = options.priorOperations?.length ?? 0;
  const base = prior > 0 ? "with the steps before it" : "as the very first step";
  return new GoalCompass(
    `Goal: ${goalWords(options.deliverable ?? instructionOf(userRequest))}.`,
    consumer === undefined
      ? `${serves}; ${base}, it makes what the user will read.`
      : `${serves}; ${base}, it carries the ${STEP_NOUNS[consumer]} step that follows.`,
    fits,
  );
}

const LONGEST_GOAL = 4 * 40 * 4;

/** At most 36 tokens of `text` in one line, without the mark that ended it. */
function goalWords(text: string): string {
  // What lies beyond a few hundred characters cannot be part of it, however large the request is.
  const head = text.slice(0, LONGEST_GOAL);
  const isCut = text.length > LONGEST_GOAL;
  // The steps of a run share their goal.
  if (lastGoal.head !== head || lastGoal.isCut !== isCut) lastGoal = { head, isCut, words: wordsOf(head, isCut) };
  return lastGoal.words;
}

let lastGoal = { head: "", isCut: false, words: "carry out the request" };

function wordsOf(head: string, isCut: boolean): string {
  const line = head.replace(/[\s\p{Cc}\u2028\u2029]+/gu, " ").trim();
  // POS-FRM-06: sized by a ceiling that holds for any script, so that no request makes the compass grow.
  const fits = prefixWithinTokens(line, GOAL_TOKENS);
  const words = trimEnd(line.slice(0, fits));
  if (words === "") return "carry out the request";
  return fits < line.length || isCut ? `${words}…` : words;
}

const END_MARKS = " .,;:!?…。！？、，；：";

function trimEnd(text: string): string {
  let end = text.length;
  while (end > 0 && END_MARKS.includes(text[end - 1] as string)) end -= 1;
  return text.slice(0, end);
}
