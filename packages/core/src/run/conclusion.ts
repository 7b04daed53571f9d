import type { RunErrorData } from "../contract/event.js";
import type { HaltFrame } from "../contract/policy.js";

/** How a run ended, before state and result are made of it. */
export interface RunConclusion {
  readonly status: "complete" | "partial" | "halted";
  readonly text: string;
  readonly haltReason: string | null;
  readonly frame: HaltFrame | null;
  readonly error: RunErrorData | null;
}
