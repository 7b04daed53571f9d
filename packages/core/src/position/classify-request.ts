import type { Classification } from "../contract/operation.js";
import { classifyRead } from "./classify-read.js";
import type { CueTable } from "./cue-tables/cue-table.js";
import { readRequest } from "./read-request.js";
import { shippedModel } from "./statistical/shipped-model.js";

/** What may be told to the classifier beside the request. */
export interface ClassifyOptions {
  /** BCP 47 tag of the request's language; detected when absent. */
  readonly language?: string;
  /** Tables to add; one of a known language replaces the built-in one. */
  readonly cueTables?: readonly CueTable[];
  /** State of an earlier turn: a pronoun may refer to it. */
  readonly priorCso?: unknown;
  /** Statements at hand: a pronoun may refer to them, and nothing need be retrieved first. */
  readonly facts?: readonly string[];
  /** False: the cue tables alone decide. */
  readonly statistical?: boolean;
}

/** Reads a request into steps with the words behind each. Throws a TypeError for anything but a string (POS-CLS-01). */
export function classifyRequest(request: string, options: ClassifyOptions = {}): Classification {
  if (typeof request !== "string") throw new TypeError("a request is a string");
  const hasFacts = (options.facts?.length ?? 0) > 0;
  const hasAntecedent = hasFacts || (options.priorCso !== undefined && options.priorCso !== null);
  const model = options.statistical === false ? null : shippedModel;
  return classifyRead(readRequest(request, options), { hasAntecedent, hasFacts }, model);
}
