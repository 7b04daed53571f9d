import { presence, wordBag } from "../answer/coverage.js";
import type { Frame } from "../frame/read-frame.js";
import { conceptsOf } from "../language/concept-index.js";
import { wordStem } from "../language/word-stem.js";
import type { Term } from "../question/question.js";
import { readQuestion } from "../question/read-question.js";
import { type CallTarget, fillArguments, isReader, isSearch, severalChoices } from "./fill-arguments.js";
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
/** From here on a description has a word of the assignment. */
const SHARED = 0.7;
const CHANGES =
  /\b(?:create|delete|remove|send|update|set|pay|order|buy|book|reserve|cancel|write|post|add|approve|transfer|refund|publish|deploy|start|stop|restart)\b/iu;
/** What reading is worth where there is something to read and something was found before. */
const READING_FIT = 0.9;

/** The call that brings the assignment on, or null when none does: an equal call is never made twice. */
export function chooseCall(frame: Frame, { offers, callsLeft }: Offers): ChosenCall | null {
  if (callsLeft <= 0) return null;
  const made = new Set(
    frame.calls.map(({ capabilityId, argumentsText }) => `${capabilityId} ${canonical(argumentsText)}`),
  );
  const { terms } = readQuestion(frame.assignment, frame.language);
  const fitting = offers
    .map((offer) => ({ offer, targets: targetsOf(offer, frame), fit: fitOf(offer, frame, terms) }))
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
  const several = severalChoices(inputSchema, frame);
  if (several.length > 1) return several.map((choice) => ({ query: "", place: null, choice }));
  return [{ query: "", place: null }];
}

/** Share of the assignment's words that id and description of a tool have. */
function fitOf(
  { capabilityId, description, inputSchema, returns }: Offer,
  frame: Frame,
  terms: readonly Term[],
): number {
  const parts = Object.entries(inputSchema.properties ?? {}).map(
    ([name, property]) => `${name} ${(property as { description?: string }).description ?? ""}`,
  );
  const says = [capabilityId, description, ...parts, returns].join(" ").replace(/[_.-]/g, " ");
  const bag = wordBag(says, "en");
  const shared = terms.filter((term) => presence({ ...term, isName: false }, bag) >= SHARED).length;
  const fit = terms.length === 0 ? 0 : shared / Math.max(terms.length, 3);
  // What changes something is called for by name only.
  if (CHANGES.test(capabilityId.replace(/[_.-]/g, " ")) && !isToldTo(capabilityId, frame)) return 0;
  if (isSearch(inputSchema)) return Math.max(SEARCH_FIT, fit);
  return isReader(inputSchema) && readingPlaces(frame).length > 0 ? Math.max(READING_FIT, fit) : fit;
}

/** Whether the request has the verb by which a tool goes: "create an invoice". */
function isToldTo(capabilityId: string, { request, language }: Frame): boolean {
  const [verb = ""] = CHANGES.exec(capabilityId.replace(/[_.-]/g, " ")) ?? [];
  const { stems, concepts } = wordBag(request, language);
  const stem = wordStem(verb.toLowerCase(), "en");
  return stems.has(stem) || conceptsOf(stem).asks.some((group) => concepts.has(group));
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
