import { wordBag } from "../answer/coverage.js";
import type { Frame } from "../frame/read-frame.js";
import { FUNCTION_WORDS } from "../language/function-words.js";
import { readQuestion } from "../question/read-question.js";
import { fillArguments, isSearch } from "./fill-arguments.js";
import type { Offer, Offers } from "./offer.js";

/** A call as a reply states it. */
export interface ChosenCall {
  readonly capabilityId: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** What a search is worth for any question: more than a tool that shares one word with it, less than one that fits. */
const SEARCH_FIT = 0.5;

/** The call that brings the assignment on, or null when none does: an equal call is never made twice. */
export function chooseCall(frame: Frame, { offers, callsLeft }: Offers): ChosenCall | null {
  if (callsLeft <= 0) return null;
  const made = new Set(
    frame.calls.map(({ capabilityId, argumentsText }) => `${capabilityId} ${canonical(argumentsText)}`),
  );
  const fitting = offers
    .map((offer) => ({ offer, fit: fitOf(offer, frame) }))
    .filter(({ fit }) => fit > 0)
    .sort((a, b) => b.fit - a.fit);
  for (const { offer } of fitting) {
    const args = fillArguments(offer.inputSchema, frame);
    if (args === null || made.has(`${offer.capabilityId} ${JSON.stringify(sorted(args))}`)) continue;
    return { capabilityId: offer.capabilityId, arguments: args };
  }
  return null;
}

/** Share of the assignment's words that id and description of a tool have. */
function fitOf({ capabilityId, description, inputSchema }: Offer, frame: Frame): number {
  const bag = wordBag(`${capabilityId} ${description}`, "en");
  const { terms } = readQuestion(frame.assignment, frame.language);
  const words = frame.assignment.split(/\s+/).filter((word) => !FUNCTION_WORDS[frame.language].has(word.toLowerCase()));
  const shared = terms.filter(({ stem }) => bag.stems.has(stem)).length;
  const fit = terms.length === 0 ? 0 : shared / Math.max(terms.length, Math.min(words.length, 4));
  return isSearch(inputSchema) ? Math.max(SEARCH_FIT, fit) : fit;
}

function canonical(text: string): string {
  try {
    return JSON.stringify(sorted(JSON.parse(text) as Record<string, unknown>));
  } catch {
    return text;
  }
}

function sorted(value: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
