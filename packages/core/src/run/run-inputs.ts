import type { ToolCapabilityFabric } from "../capability/fabric.js";
import { canonicalJson } from "../contract/canonical-json.js";
import type { CapabilityDescriptor } from "../contract/capability.js";
import { sha256Digest } from "../contract/digest.js";
import type { LanguageModel } from "../contract/model.js";
import { PolicyContext } from "../policy/policy-context.js";
import type { RunOptions } from "./run-options.js";

/** The options that are data: journalled at the start, and used again by a resume (POS-EFF-04). */
const DATA_OPTIONS = [
  "profile",
  "policy",
  "contextFacts",
  "maxOperations",
  "oversightRequired",
  "priorCso",
  "maxContinuationWindows",
  "contextWindow",
  "maxOutputTokens",
  "temperature",
  "safetyMargin",
  "depth",
  "lanes",
  "onFailedChecks",
  "toolTimeoutMs",
  "resultLimitBytes",
  "retries",
  "modelTimeoutMs",
  "onDenied",
  "maxCost",
  "tokenLimit",
  "goalFacts",
  "cueTables",
  "userAvec",
  "trigger",
  "includeHeadings",
  "strict8",
] as const satisfies readonly (keyof RunOptions)[];

export interface RunInputs {
  readonly options: Readonly<Record<string, unknown>>;
  /** Absolute end, milliseconds since the epoch: it holds after a restart (POS-EFF-05). */
  readonly deadline?: number;
  /** Descriptors of the registered capabilities, so that a replay needs nothing else to choose among them. */
  readonly capabilities: readonly CapabilityDescriptor[];
  /** Relevance below which none of them was offered. */
  readonly minRelevance?: number;
  /** Whether selected calls were executed by the run. */
  readonly executes: boolean;
  /** Whether the run could wait for people. */
  readonly canWait: boolean;
  /** Whether somebody answers inline: without one and without waiting, a call that needs a person halts. */
  readonly asksInline: boolean;
  readonly model: ModelDescription;
  readonly judge?: ModelDescription;
  readonly embedder?: string;
}

/** What a run's events and budgets depend on of a model, beside its answers. */
export interface ModelDescription {
  readonly provider: string;
  readonly modelId: string;
  readonly capabilities?: LanguageModel["capabilities"];
  readonly tokenEncoding?: string;
  readonly windowSource?: LanguageModel["windowSource"];
  readonly pricing?: LanguageModel["pricing"];
  readonly saysWindow: boolean;
  readonly outputReserve?: number;
  /** Present where the price is looked up during the run. */
  readonly saysPrice?: boolean;
  /** Present where the provider counts prompts. */
  readonly countsPrompts?: boolean;
  readonly fallbacks?: readonly ModelDescription[];
}

export function describeModel(model: LanguageModel): ModelDescription {
  const { provider, modelId, capabilities, tokenEncoding, windowSource, pricing, outputReserve, fallbacks } = model;
  return {
    provider,
    modelId,
    ...(capabilities === undefined ? {} : { capabilities }),
    ...(tokenEncoding === undefined ? {} : { tokenEncoding }),
    ...(windowSource === undefined ? {} : { windowSource }),
    ...(pricing === undefined ? {} : { pricing }),
    saysWindow: model.contextWindowSize !== undefined,
    ...(outputReserve === undefined ? {} : { outputReserve }),
    ...(model.loadPricing === undefined ? {} : { saysPrice: true }),
    ...(model.countPromptTokens === undefined ? {} : { countsPrompts: true }),
    ...(fallbacks === undefined ? {} : { fallbacks: fallbacks.map(describeModel) }),
  };
}

export function inputsOf(
  options: RunOptions,
  deadline: number | undefined,
  run: Pick<RunInputs, "executes" | "canWait" | "model"> & {
    readonly fabric: ToolCapabilityFabric | null;
    readonly judge: ModelDescription | null;
  },
): RunInputs {
  const data: Record<string, unknown> = {};
  for (const name of DATA_OPTIONS) {
    const value = name === "policy" ? policyData(options.policy) : options[name];
    if (value !== undefined) data[name] = JSON.parse(JSON.stringify(value));
  }
  return {
    options: data,
    ...(deadline === undefined ? {} : { deadline }),
    capabilities: run.fabric?.descriptors() ?? [],
    ...(run.fabric?.minRelevance === undefined ? {} : { minRelevance: run.fabric.minRelevance }),
    executes: run.executes,
    canWait: run.canWait,
    asksInline: options.clarifyHandler !== undefined,
    model: run.model,
    ...(run.judge === null ? {} : { judge: run.judge }),
    ...(options.embedder === undefined ? {} : { embedder: options.embedder.model }),
  };
}

/** The rules and programs of a policy as plain data, whichever way it was given. */
function policyData(policy: RunOptions["policy"]): unknown {
  if (!(policy instanceof PolicyContext)) return policy;
  const { data, programs } = policy;
  return programs.length === 0 ? data : { ...data, programs };
}

/** `sha256:` digest of the inputs; the `options_digest` of the record. */
export function inputsDigest(inputs: RunInputs): string {
  return sha256Digest(canonicalJson(inputs));
}
