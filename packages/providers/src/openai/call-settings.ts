import { createHash } from "node:crypto";
import type { ModelRequest, ModelToolDefinition } from "@pelorus/core";
import { isStrictSchema, type StrictOutput, strictOutput } from "../wire/strict-output.js";
import type { ReasoningEffort } from "./model-family.js";

/** What both of this vendor's APIs are called with, before either's form. */
export interface CallSettings {
  readonly modelId: string;
  readonly thinks: boolean;
  readonly reasoningEffort: ReasoningEffort | undefined;
  readonly reasoningSummary: "auto" | "concise" | "detailed" | undefined;
  readonly reserve: number;
  /** Tools go in the vendor's own channel; `json` leaves them to the schema. */
  readonly toolCalls: "native" | "json";
}

/** The API refuses a smaller output limit. */
const SMALLEST_OUTPUT = 16;

/** Output tokens asked for: the answer's and what is kept for thinking. */
export function outputLimit(request: ModelRequest, settings: CallSettings): number {
  return Math.max(SMALLEST_OUTPUT, request.maxOutputTokens + settings.reserve);
}

/** The schema of a request in strict form; null for free text. */
export function outputOf(request: ModelRequest): StrictOutput | null {
  return request.schema === null ? null : strictOutput(request.schema);
}

/** One key per shared prefix, so that calls of a run meet the same cache. */
export function cacheKey(request: ModelRequest): string | undefined {
  if (request.stablePrefixLength === 0) return undefined;
  const prefix = request.prompt.slice(0, request.stablePrefixLength);
  return createHash("sha256").update(prefix).digest("hex").slice(0, 32);
}

/** A tool's arguments as this vendor takes them: an object at the root, strict where the schema allows. */
export function toolParameters(tool: ModelToolDefinition): { parameters: Record<string, unknown>; strict: boolean } {
  const { inputSchema } = tool;
  const parameters = inputSchema.type === "object" ? { ...inputSchema } : { ...inputSchema, type: "object" };
  return { parameters, strict: isStrictSchema(parameters) };
}
