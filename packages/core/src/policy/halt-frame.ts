import type { HaltFrame } from "../contract/policy.js";

export interface HaltFrameOptions {
  /** Names this violation in headers and audit trails: printable, no spaces. */
  readonly frameId: string;
  /** The lifecycle state the violation prevented. */
  readonly haltPoint: string;
  /** `unknown_capability`, a policy reason, or `requires_oversight:<class>`. */
  readonly violation: string;
  readonly operationType?: HaltFrame["problematicFrame"]["operationType"];
  readonly capabilityId?: string;
  readonly blockedParameter?: string;
  readonly policyRule?: string;
  readonly sessionId: string;
  readonly auditTrailUri?: string;
}

/** The frame of a preventive halt. It is kept in the state and never shown to a model. */
export function haltFrame(options: HaltFrameOptions): HaltFrame {
  const { operationType, capabilityId, violation, blockedParameter, policyRule, auditTrailUri } = options;
  // POS-POL-04: what is said, and what is served, of a run that was stopped before something happened.
  return {
    crpHaltReason: "PREVENTIVE_SAFETY_VIOLATION",
    haltPoint: options.haltPoint,
    problematicFrame: {
      ...(operationType === undefined ? {} : { operationType }),
      ...(capabilityId === undefined ? {} : { capabilityId }),
      violation,
      ...(blockedParameter === undefined ? {} : { blockedParameter }),
      ...(policyRule === undefined ? {} : { policyRule }),
    },
    sessionId: options.sessionId,
    ...(auditTrailUri === undefined ? {} : { auditTrailUri }),
    headers: { "CRP-Safety-Preventive-Halt": `frame:${options.frameId}` },
  };
}
