import type { DepthLevel } from "./depth.js";
import type { StlOperation } from "./operation.js";
import type { PromptSection } from "./prompt-section.js";

/** The three sentences that keep a focused operation coherent with the whole (POS-FRM-06). */
export interface GoalCompassShape {
  readonly ultimateGoal: string;
  readonly thisOperationServes: string;
  readonly fitConstraint: string;
  toPromptText(): string;
  tokenEstimate(): number;
}

/** The minimal focused assignment for one operation, as other rooms see it. */
export interface OperationFrameShape {
  readonly operationType: StlOperation;
  readonly assignment: string;
  readonly frameContent: string;
  readonly goalCompass: GoalCompassShape;
  readonly successTest: string;
  readonly outputContract: string;
  readonly depth: DepthLevel;
  /** ⌈UTF-8 bytes ÷ 4⌉ of `toPrompt()` (POS-FRM-08). */
  readonly estimatedTokens: number;
  toPrompt(): string;
  /** The frame as sections for the budget guard, in prompt order. */
  toSections(): readonly PromptSection[];
}

/** A statement offered to a frame. */
export interface FrameFact {
  readonly factId: string;
  readonly statement: string;
  readonly provenance: "CKF" | "TOOL" | "CONVERSATION" | "DERIVED" | "USER";
  readonly provenanceRef: string;
}

/** The output form a request asks for, as far as it can be read off the request (POS-FRM-07, POS-ASM-02). */
export interface RequestedForm {
  readonly kind: "prose" | "json" | "csv" | "table" | "list" | "xml" | "yaml" | "code";
  /** JSON Schema the request itself states, where it does. */
  readonly schema?: Readonly<Record<string, unknown>>;
  /** Language the answer is to be in, BCP 47, where the request names one. */
  readonly language?: string;
  /** Requested length, where the request names one. */
  readonly length?: {
    readonly unit: "words" | "sentences" | "lines" | "paragraphs" | "items" | "characters";
    readonly min?: number;
    readonly max?: number;
  };
}
