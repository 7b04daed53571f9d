import { type Answer, stated } from "../answer/answer.js";
import { answerQuestion } from "../answer/answer-question.js";
import { findList } from "../answer/find-list.js";
import type { Frame } from "../frame/read-frame.js";
import { readQuestion } from "../question/read-question.js";

/** Lists the steps that the evidence has for what is planned, in their order; without any, what it says of it. */
export function listSteps({ assignment, language, passages }: Frame): Answer {
  const steps = findList(readQuestion(assignment, language), passages);
  if (steps.length > 0)
    return stated(
      steps.map((unit) => ({ unit, heading: null })),
      { layout: "steps" },
    );
  const answer = answerQuestion(assignment, language, passages);
  return answer.isKnown ? { ...answer, layout: "steps" } : answer;
}
