import type { FrameFact, RequestedForm } from "../../../src/contract/frame.js";
import type { FinishReason } from "../../../src/contract/model.js";
import type { StlOperation } from "../../../src/contract/operation.js";
import type { VerificationInput } from "../../../src/verify/verification-input.js";

/** One good output with what it was asked for and the ways in which it is to be broken. */
export interface LabelledCase {
  readonly id: string;
  readonly operation: StlOperation;
  readonly request: string;
  readonly output: string;
  readonly mutations: readonly (readonly [string, Readonly<Record<string, string>>?])[];
  readonly form?: RequestedForm;
  readonly language?: string;
  readonly facts?: readonly FrameFact[];
}

export interface LabelledOutput {
  readonly id: string;
  readonly mutation: string | null;
  readonly good: boolean;
  readonly output: string;
  readonly finishReason: FinishReason;
}

export const MUTATIONS: Readonly<Record<string, unknown>>;
export function labelledOutputs(item: LabelledCase): LabelledOutput[];
export function verificationInput(item: LabelledCase, output: LabelledOutput): VerificationInput;
