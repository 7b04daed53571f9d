import type { ArgumentValidator } from "../contract/capability.js";
import type { FrameFact, RequestedForm } from "../contract/frame.js";
import type { FinishReason } from "../contract/model.js";
import type { ToolOutcome } from "../contract/observation.js";
import type { StlOperation } from "../contract/operation.js";

/** Everything the checks of one output may look at. */
export interface VerificationInput {
  readonly operation: StlOperation;
  readonly assignment: string;
  /** The whole request, supplied material included. */
  readonly request: string;
  readonly output: string;
  /** Absent when the model did not say; then the output counts as ended. */
  readonly finishReason?: FinishReason;
  /** The form the request asks of this output. */
  readonly form: RequestedForm;
  /** True for the step whose output is the answer: constraints of the whole request hold for it. */
  readonly deliverable: boolean;
  /** Valid facts the step's frames showed. */
  readonly facts: readonly FrameFact[];
  readonly observations: readonly {
    readonly callId: string;
    readonly capabilityId: string;
    readonly summary: string;
    /** Absent: `ok`. */
    readonly outcome?: ToolOutcome;
  }[];
  /** Ids of calls of other steps that returned nothing and that the step may have been told of. */
  readonly failedCalls?: readonly string[];
  /** Outputs of the steps this one depends on. */
  readonly derived: readonly { readonly stepId: string; readonly text: string }[];
  /** Language of the request, BCP 47. */
  readonly language: string;
  /** Checks a value against the JSON Schema of the form. Without it the schema stays undecided. */
  readonly validateSchema?: ArgumentValidator;
}
