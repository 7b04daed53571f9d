import type { ModelRequest } from "@pelorus/core";
import { type Answer, stated, unknown } from "./answer/answer.js";
import { answerQuestion } from "./answer/answer-question.js";
import { shapeAnswer } from "./form/shape-answer.js";
import { type Frame, readFrame } from "./frame/read-frame.js";
import { checkClaims } from "./operations/check-claims.js";
import { compare, compareStatements } from "./operations/compare.js";
import { itemDocuments } from "./operations/item-documents.js";
import { listSteps } from "./operations/list-steps.js";
import { asksForOpenPoints, openPoints } from "./operations/open-points.js";
import { asksForChoice, recommend } from "./operations/recommend.js";
import { revise } from "./operations/revise.js";
import { summarise } from "./operations/summarise.js";
import { toolResults } from "./operations/tool-results.js";
import { transform } from "./operations/transform.js";
import { PHRASES } from "./phrases.js";
import { saysUnknown } from "./says-unknown.js";
import { chooseCall } from "./tools/choose-call.js";
import { readOffers } from "./tools/offer.js";

/** What the model says to a prompt. A pure function of the request. */
export function writeResponse(request: Pick<ModelRequest, "prompt" | "tools" | "purpose">): string {
  // It judges nothing it cannot prove; checks it does not name stay as they are.
  if (request.purpose === "judge") return '{"checks": []}';
  const frame = readFrame(request);
  // What was written was complete.
  if (frame.lastText !== null) return "";
  if (frame.toolsText === "") return shapeAnswer(answerFrame(frame), frame.contract);
  const offers = readOffers(frame.toolsText, request.tools);
  const answer = answerFrame(frame);
  const open = { ...offers, offers: offers.offers.filter(({ capabilityId }) => !frame.refusals.has(capabilityId)) };
  const call = needsMore(frame, answer, offers.callsLeft) ? chooseCall(frame, open) : null;
  return JSON.stringify(
    call === null
      ? { capability_id: null, answer: shapeAnswer(answer, frame.contract) }
      : { capability_id: call.capabilityId, arguments: call.arguments },
  );
}

/** Operations that look at all there is, so that a first answer does not end the looking. */
const WIDE: ReadonlySet<string> = new Set(["COMPARE", "SYNTHESISE", "PLAN", "VERIFY"]);

function needsMore(frame: Frame, answer: Answer, callsLeft: number): boolean {
  if (!answer.isKnown) return frame.operation !== "TRANSFORM" && frame.operation !== "REVISE";
  if (frame.material !== "") return false;
  const chooses = asksForChoice(frame.assignment);
  if (frame.calls.length === 0) return WIDE.has(frame.operation) || chooses;
  // What is compared is looked for thing by thing; a step before others leaves the last call, for with none it has no say.
  return (frame.operation === "COMPARE" || chooses) && (frame.isLast || callsLeft > 1);
}

function answerFrame(frame: Frame): Answer {
  const answer = withEarlier(frame, answerOperation(frame));
  // A tool that was called for the request answers it with what it returned.
  const returned = frame.operation === "TRANSFORM" || frame.operation === "REVISE" ? [] : toolResults(frame);
  if (answer.isKnown) return answer;
  if (returned.length > 0) return stated(returned.map((unit) => ({ unit, heading: null })));
  // That somebody said no is why there is no answer, and not that the material has none.
  const refused = [...frame.refusals].map(([capabilityId, reason]) => `${capabilityId} (${reason})`);
  return refused.length === 0 ? answer : unknown(`${PHRASES[frame.language].refused} ${refused.join(", ")}`);
}

/** Operations whose outputs are answers of their own, and not material for the last step. */
const FINISHED: ReadonlySet<string> = new Set(["SYNTHESISE", "COMPARE", "VERIFY", "PLAN", "TRANSFORM", "ANALYSE"]);

/** The last step makes what the user reads: what earlier steps were asked for stands before what it finds itself. */
function withEarlier(frame: Frame, answer: Answer): Answer {
  const { operation, isLast, derived, assignment } = frame;
  if (!isLast || (operation !== "RETRIEVE" && operation !== "PLAN") || asksForChoice(assignment)) return answer;
  const said = answer.statements.map(({ unit }) => unit.text);
  const earlier = derived.flatMap(({ operation: done, text }) =>
    FINISHED.has(done) && !saysUnknown(text) ? [text] : [],
  );
  const isSaid = answer.lead === "" && said.every((one) => earlier.some((text) => text.includes(one)));
  if (earlier.length === 0 || (isSaid && said.length > 0)) return answer;
  return { ...answer, isKnown: true, lead: [...earlier, answer.lead].filter((part) => part !== "").join("\n\n") };
}

function answerOperation(frame: Frame): Answer {
  switch (frame.operation) {
    case "COMPARE":
      return compare(frame);
    case "PLAN":
      return listSteps(frame);
    case "VERIFY":
      return checkClaims(frame);
    case "SYNTHESISE":
      return summarise(frame);
    case "TRANSFORM":
      return transform(frame);
    case "REVISE":
      return revise(frame);
    case "GENERATE":
      return generate(frame);
    default:
      return retrieve(frame);
  }
}

/** Finds what is asked for; a step that chooses says what speaks for the choice. */
function retrieve(frame: Frame): Answer {
  const { assignment, request, language, passages } = frame;
  if (asksForChoice(assignment) && passages.length > 0) {
    const items = itemDocuments(`${assignment}\n${request}`, language, passages);
    if (items.length > 1 || frame.derived.length > 0) return recommend(frame, items, compareStatements(frame, items));
  }
  if (asksForOpenPoints(assignment)) return openPoints(frame);
  const answer = answerQuestion(assignment, language, passages);
  // A part of a sentence may leave out what the whole request names.
  return answer.isKnown || assignment === request ? answer : answerQuestion(request, language, passages);
}

/** Writes nothing of its own: what is known of the subject, or what earlier steps found, or that it cannot. */
function generate(frame: Frame): Answer {
  const { assignment, request, language, passages, derived } = frame;
  const answer = retrieve(frame);
  if (answer.isKnown) return answer;
  const found = derived.map(({ text }) => text).filter((text) => text.trim() !== "");
  if (found.length > 0 && passages.length > 0 && assignment !== request)
    return stated([], { text: found.join("\n\n") });
  return unknown(PHRASES[language].cannotInvent);
}
