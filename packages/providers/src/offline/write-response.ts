import type { ModelRequest } from "@pelorus/core";
import { answerQuestion } from "./answer/answer-question.js";
import { readFrame } from "./frame/read-frame.js";
import { chooseCall } from "./tools/choose-call.js";
import { readOffers } from "./tools/offer.js";

/** What the model says to a prompt. A pure function of the request. */
export function writeResponse(request: Pick<ModelRequest, "prompt" | "tools" | "schema">): string {
  const frame = readFrame(request);
  const answer = answerQuestion(frame);
  if (frame.toolsText === "") return answer.text;
  const call = answer.isKnown ? null : chooseCall(frame, readOffers(frame.toolsText, request.tools));
  return JSON.stringify(
    call === null
      ? { capability_id: null, answer: answer.text }
      : { capability_id: call.capabilityId, arguments: call.arguments },
  );
}
