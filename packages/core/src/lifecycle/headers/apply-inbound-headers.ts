import { CAPABILITY_PROFILES, type CapabilityProfile, type StructuredOutputMode } from "../../contract/capability.js";
import { HEADER_TABLE } from "./header-table.js";
import type { HeaderValues, SchemaReference } from "./header-values.js";
import type { ParsedHeaders } from "./parse-headers.js";

/** What a caller's headers ask of a run. Every member narrows; nothing here can permit more than the options do. */
export interface InboundOverrides {
  readonly policy: {
    readonly allowlist?: readonly string[];
    readonly blocklist?: readonly string[];
    readonly maxToolCallsPerOperation?: number;
  };
  /** Milliseconds until the deadline; the run takes the earlier of this and its own. */
  readonly timeoutMs?: number;
  readonly maxDuplicates?: number;
  readonly profile?: CapabilityProfile;
  readonly structuredOutputMode?: StructuredOutputMode;
  readonly structuredOutputSchema?: SchemaReference;
  readonly pinnedPromptTokens?: number;
}

const INBOUND = new Set(HEADER_TABLE.filter((row) => row.direction !== "out").map((row) => row.key));

/** Turns parsed request headers into overrides; headers that only go out are ignored. */
export function applyInboundHeaders(
  parsed: ParsedHeaders,
  base: { readonly profile?: CapabilityProfile } = {},
): InboundOverrides {
  const values = Object.fromEntries(
    Object.entries(parsed.values).filter(([key]) => INBOUND.has(key as keyof HeaderValues)),
  ) as HeaderValues;
  const { loopGuard, toolAllowlist, toolSubset, toolBlocklist } = values;
  // POS-POL-01: a caller's lists are added to those of the run, never put in their place.
  const allowlist = intersection(toolAllowlist, toolSubset);
  return {
    policy: {
      ...(allowlist === undefined ? {} : { allowlist }),
      ...(toolBlocklist === undefined ? {} : { blocklist: toolBlocklist }),
      ...(loopGuard === undefined ? {} : { maxToolCallsPerOperation: loopGuard.maxIterations }),
    },
    ...(loopGuard === undefined ? {} : { timeoutMs: loopGuard.timeoutMs }),
    ...(loopGuard?.maxDuplicates === undefined ? {} : { maxDuplicates: loopGuard.maxDuplicates }),
    ...(values.capabilityProfile === undefined ? {} : { profile: smaller(base.profile, values.capabilityProfile) }),
    ...(values.structuredOutputMode === undefined ? {} : { structuredOutputMode: values.structuredOutputMode }),
    ...(values.structuredOutputSchema === undefined ? {} : { structuredOutputSchema: values.structuredOutputSchema }),
    ...(values.promptCacheHint === undefined ? {} : { pinnedPromptTokens: values.promptCacheHint.pinnedTokens }),
  };
}

function intersection(
  first: readonly string[] | undefined,
  second: readonly string[] | undefined,
): readonly string[] | undefined {
  if (first === undefined || second === undefined) return first ?? second;
  const wanted = new Set(second);
  return first.filter((id) => wanted.has(id));
}

/** The profile that shows a model less; the table lists the largest first. */
function smaller(base: CapabilityProfile | undefined, asked: CapabilityProfile): CapabilityProfile {
  if (base === undefined) return asked;
  return CAPABILITY_PROFILES.indexOf(base) > CAPABILITY_PROFILES.indexOf(asked) ? base : asked;
}
