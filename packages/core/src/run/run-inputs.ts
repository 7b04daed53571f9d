import type { ToolCapabilityFabric } from "../capability/fabric.js";
import { canonicalJson } from "../contract/canonical-json.js";
import type { CapabilityDescriptor } from "../contract/capability.js";
import { sha256Digest } from "../contract/digest.js";
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
}

export function inputsOf(
  options: RunOptions,
  deadline: number | undefined,
  fabric: ToolCapabilityFabric | null,
): RunInputs {
  const data: Record<string, unknown> = {};
  for (const name of DATA_OPTIONS) {
    const value = options[name];
    if (value !== undefined) data[name] = JSON.parse(JSON.stringify(value));
  }
  return { options: data, ...(deadline === undefined ? {} : { deadline }), capabilities: fabric?.descriptors() ?? [] };
}

/** `sha256:` digest of the inputs; the `options_digest` of the record. */
export function inputsDigest(inputs: RunInputs): string {
  return sha256Digest(canonicalJson(inputs));
}
