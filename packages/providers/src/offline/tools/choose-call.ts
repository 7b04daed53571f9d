import { wordBag } from "../answer/coverage.js";
import type { Frame } from "../frame/read-frame.js";
import { readQuestion } from "../question/read-question.js";
import { type CallTarget, fillArguments, isReader, isSearch } from "./fill-arguments.js";
import type { Offer, Offers } from "./offer.js";
import { readingPlaces } from "./reading-places.js";
import { searchQueries } from "./search-words.js";

/** A call as a reply states it. */
export interface ChosenCall {
  readonly capabilityId: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** What a search is worth for any question: more than a tool that shares one word with it, less than one that fits. */
const SEARCH_FIT = 0.5;
/** What reading is worth where there is something to read and something was found before. */
const READING_FIT = 0.9;

/** The call that brings the assignment on, or null when none does: an equal call is never made twice. */
export function chooseCall(frame: Frame, { offers, callsLeft }: Offers): ChosenCall | null {
  if (callsLeft <= 0) return null;
  const made = new Set(
    frame.calls.map(({ capabilityId, argumentsText }) => `${capabilityId} ${canonical(argumentsText)}`),
  );
  const fitting = offers
    .map((offer) => ({ offer, targets: targetsOf(offer, frame), fit: fitOf(offer, frame) }))
    .filter(({ fit }) => fit > 0)
    .sort((a, b) => b.fit - a.fit);
  for (const { offer, targets } of fitting) {
    for (const target of targets) {
      const args = fillArguments(offer.inputSchema, frame, target);
      if (args === null || made.has(`${offer.capabilityId} ${JSON.stringify(sorted(args))}`)) continue;
      return { capabilityId: offer.capabilityId, arguments: args };
    }
  }
  return null;
}

/** What a tool can be called for; a reader for every place, a search for every query, any other once. */
function targetsOf({ inputSchema }: Offer, frame: Frame): CallTarget[] {
  if (isSearch(inputSchema)) return searchQueries(frame).map((query) => ({ query, place: null }));
  if (isReader(inputSchema)) return readingPlaces(frame).map((place) => ({ query: "", place }));
  return [{ query: "", place: null }];
}

/** Share of the assignment's words that id and description of a tool have. */
function fitOf({ capabilityId, description, inputSchema }: Offer, frame: Frame): number {
  const { stems } = wordBag(`${capabilityId.replace(/[_.-]/g, " ")} ${description}`, "en");
  const { terms } = readQuestion(frame.assignment, frame.language);
  const shared = terms.filter(({ stem }) => stems.has(stem)).length;
  const fit = terms.length === 0 ? 0 : shared / Math.max(terms.length, 3);
  if (isSearch(inputSchema)) return Math.max(SEARCH_FIT, fit);
  return isReader(inputSchema) && readingPlaces(frame).length > 0 ? Math.max(READING_FIT, fit) : fit;
}

function canonical(text: string): string {
  try {
    return JSON.stringify(sorted(JSON.parse(text) as Record<string, unknown>));
  } catch {
    return text;
  }
}

/** Members in order, at every depth. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => [name, sorted(member)]),
  );
}
