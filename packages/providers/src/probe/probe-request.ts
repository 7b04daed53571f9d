import type { JsonSchema, ModelRequest } from "@pelorus/core";

/** Output of the small calls, in tokens. */
const SMALL_OUTPUT = 64;

/** A call of a probe. The texts are fixed, so nothing of a user's goes anywhere. */
export function probeRequest(signal: AbortSignal, prompt: string, schema: JsonSchema | null = null): ModelRequest {
  return {
    prompt,
    schema,
    tools: [],
    maxOutputTokens: SMALL_OUTPUT,
    temperature: 0,
    purpose: "answer",
    stablePrefixLength: 0,
    signal,
  };
}
