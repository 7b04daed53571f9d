import { CAPABILITY_PROFILES, STRUCTURED_OUTPUT_MODES } from "../../contract/capability.js";
import { DEPTH_LEVELS } from "../../contract/depth.js";
import { OPERATION_STATES } from "../../contract/event.js";
import { MODEL_CAPABILITIES } from "../../contract/model.js";
import {
  clarification,
  depthFinal,
  loopGuard,
  operationCurrent,
  preventiveHalt,
  promptCacheHint,
  relayPreservation,
  resourcePlan,
  toolFrame,
} from "./compound-grammars.js";
import {
  capabilityId,
  count,
  decimals,
  type HeaderGrammar,
  list,
  operation,
  operationPlan,
  outputContract,
  positiveCount,
  schemaReference,
  token,
  word,
} from "./header-grammars.js";
import { EXECUTION_MODES, type HeaderValues } from "./header-values.js";

/** `in`: a caller asks; `out`: a run says; `both`. */
export type HeaderDirection = "in" | "out" | "both";

/** One header: its name, the member of `HeaderValues` it carries, and how that is written. */
export interface HeaderRow {
  readonly name: string;
  readonly key: keyof HeaderValues;
  readonly direction: HeaderDirection;
  readonly grammar: HeaderGrammar<unknown>;
}

function row<K extends keyof HeaderValues>(
  name: string,
  key: K,
  direction: HeaderDirection,
  grammar: HeaderGrammar<NonNullable<HeaderValues[K]>>,
): HeaderRow {
  return { name, key, direction, grammar: grammar as HeaderGrammar<unknown> };
}

/** Every header of the protocol. */
export const HEADER_TABLE: readonly HeaderRow[] = [
  row("CRP-Agent-Operation-State", "operationState", "out", word(OPERATION_STATES)),
  row("CRP-Agent-Operation-Type", "operationType", "both", operation),
  row("CRP-Agent-Operation-Plan", "operationPlan", "out", operationPlan),
  row("CRP-Agent-Capability-Profile", "capabilityProfile", "both", word(CAPABILITY_PROFILES)),
  row("CRP-Agent-Model-Capabilities", "modelCapabilities", "both", list(word(MODEL_CAPABILITIES))),
  row("CRP-Agent-Tool-Subset", "toolSubset", "both", list(capabilityId)),
  row("CRP-Tool-Allowlist", "toolAllowlist", "in", list(capabilityId)),
  row("CRP-Tool-Blocklist", "toolBlocklist", "in", list(capabilityId)),
  row("CRP-Agent-Execution-Mode", "executionMode", "both", word(EXECUTION_MODES)),
  row("CRP-Agent-Loop-Guard", "loopGuard", "in", loopGuard),
  row("CRP-LLM-Structured-Output-Mode", "structuredOutputMode", "in", word(STRUCTURED_OUTPUT_MODES)),
  row("CRP-LLM-Structured-Output-Schema", "structuredOutputSchema", "in", schemaReference),
  row("CRP-LLM-Prompt-Cache-Hint", "promptCacheHint", "in", promptCacheHint),
  row("CRP-Structured-Output-Contract", "structuredOutputContract", "both", outputContract),
  row("CRP-Tool-Positioning-Frame", "toolPositioningFrame", "both", toolFrame),
  row("CRP-Safety-Preventive-Halt", "preventiveHalt", "out", preventiveHalt),
  row("CRP-STL-Operations", "stlOperations", "out", list(operation)),
  row("CRP-STL-Operation-Current", "operationCurrent", "out", operationCurrent),
  row("CRP-STL-Depth-Proposed", "depthProposed", "out", word(DEPTH_LEVELS)),
  row("CRP-STL-Depth-Final", "depthFinal", "out", depthFinal),
  row("CRP-STL-Frame-Tokens", "frameTokens", "out", count),
  row("CRP-STL-Goal-Compass-Tokens", "goalCompassTokens", "out", count),
  row("CRP-STL-Frame-Vs-Inject", "frameVersusInject", "out", decimals),
  row("CRP-Relay-Preservation", "relayPreservation", "out", relayPreservation),
  row("CRP-Relay-Revisions", "relayRevisions", "out", count),
  row("CRP-Relay-Revision-Target", "relayRevisionTarget", "out", token),
  row("CRP-Relay-CSO-Facts", "relayCsoFacts", "out", count),
  row("CRP-Relay-CSO-Decisions", "relayCsoDecisions", "out", count),
  row("CRP-Relay-Dependency-Depth", "relayDependencyDepth", "out", count),
  row("CRP-Tool-Observation-Count", "toolObservationCount", "out", count),
  row("CRP-Continuation-Windows", "continuationWindows", "out", positiveCount),
  row("CRP-Resource-Plan", "resourcePlan", "out", resourcePlan),
  row("X-CRP-Clarification", "clarification", "out", clarification),
];
