import type { DepthLevel } from "../contract/depth.js";
import type { Journal } from "../contract/effect.js";
import type { LanguageModel, ModelCall } from "../contract/model.js";
import type { StlOperation } from "../contract/operation.js";
import type { CognitiveStateData, ContextFact } from "../contract/state.js";
import type { CognitiveStateObject } from "../state/cognitive-state-object.js";
import type { RunOptions } from "./run-options.js";
import { runPositioned } from "./run-positioned.js";

/** What `stlExecute` needs beside the request. */
export interface StlSession {
  readonly model: ModelCall | LanguageModel;
  readonly sessionId?: string;
  readonly priorCso?: CognitiveStateObject | CognitiveStateData;
  readonly contextWindow?: number;
  readonly journal?: Journal;
  readonly hmacKey?: Uint8Array | string;
}

/** The outcome of `stlExecute`. Token counts are ⌈UTF-8 bytes ÷ 4⌉. */
export interface StlResult {
  readonly text: string;
  readonly operationsExecuted: readonly StlOperation[];
  readonly depthProposed: DepthLevel;
  readonly depthFinal: DepthLevel;
  readonly frameTokensTotal: number;
  /** Tokens of request, all facts and all earlier outputs, summed over operations: what injecting everything costs. */
  readonly injectionEquivalentTokens: number;
  readonly renegotiations: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** A real run without tools: classify, negotiate depth, position, verify, integrate, assemble. */
export async function stlExecute(
  userRequest: string,
  session: StlSession,
  options: { readonly contextFacts?: readonly ContextFact[] } & Partial<
    Omit<RunOptions, "model" | "tools" | "fabric" | "executor">
  > = {},
): Promise<StlResult> {
  const result = await runPositioned(userRequest, { ...options, ...session });
  return {
    text: result.text,
    operationsExecuted: result.steps.filter((step) => step.outcome !== "dropped").map((step) => step.operation),
    depthProposed: result.depthProposed,
    depthFinal: result.depth,
    frameTokensTotal: result.frameTokensTotal,
    injectionEquivalentTokens: result.injectionEquivalentTokens,
    renegotiations: result.renegotiations,
    headers: result.headers,
  };
}
