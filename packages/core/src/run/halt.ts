import type { RunErrorData } from "../contract/event.js";
import type { HaltFrame } from "../contract/policy.js";

/** Why a run stops before its plan is done. Thrown inside a run and caught at its one end; never seen outside. */
export class Halt extends Error {
  readonly reason: string;
  readonly frame: HaltFrame | undefined;
  readonly error: RunErrorData | undefined;

  constructor(reason: string, detail: { frame?: HaltFrame; error?: RunErrorData; cause?: unknown } = {}) {
    super(reason, detail.cause === undefined ? undefined : { cause: detail.cause });
    this.reason = reason;
    this.frame = detail.frame;
    this.error = detail.error;
  }
}
