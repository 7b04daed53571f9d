import type { CapabilityDescriptor } from "../contract/capability.js";
import type { ToolOutcome } from "../contract/observation.js";
import type { ObservationView } from "./step-record.js";

/** A parsed, schema-valid call on its way. */
export interface PreparedCall {
  readonly descriptor: CapabilityDescriptor;
  readonly args: Readonly<Record<string, unknown>>;
  readonly argumentsText: string;
  readonly argumentsDigest: string;
  readonly callId: string;
  readonly callKey: string;
}

/** What became of one selected call. */
export type CallOutcome =
  | { readonly kind: "observed"; readonly observation: ObservationView; readonly outcome: ToolOutcome }
  | { readonly kind: "refused"; readonly reason: string }
  | { readonly kind: "selection-only" };
