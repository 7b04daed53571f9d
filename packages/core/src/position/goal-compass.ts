import { z } from "zod";
import type { GoalCompassShape } from "../contract/frame.js";
import { documentCodec } from "../contract/json-codec.js";
import { lazySchema } from "../contract/lazy-schema.js";
import { estimateTextTokens } from "./estimate-text-tokens.js";

export const goalCompassSchema = lazySchema(() =>
  z.object({ ultimateGoal: z.string(), thisOperationServes: z.string(), fitConstraint: z.string() }),
);
const codec = lazySchema(() => documentCodec(goalCompassSchema()));

/** The three sentences that keep a focused operation coherent with the whole (POS-FRM-06). Immutable. */
export class GoalCompass implements GoalCompassShape {
  readonly ultimateGoal: string;
  readonly thisOperationServes: string;
  readonly fitConstraint: string;

  constructor(ultimateGoal: string, thisOperationServes: string, fitConstraint: string) {
    this.ultimateGoal = ultimateGoal;
    this.thisOperationServes = thisOperationServes;
    this.fitConstraint = fitConstraint;
  }

  /** The sentences in order, as one line. */
  toPromptText(): string {
    return `${this.ultimateGoal} ${this.thisOperationServes} ${this.fitConstraint}`;
  }

  /** Estimated tokens of `toPromptText()`; deterministic, loads no encoding. */
  tokenEstimate(): number {
    return estimateTextTokens(this.toPromptText());
  }

  /** snake_case JSON. */
  toJSON(): unknown {
    return codec().encode(this);
  }

  /** Reads what `toJSON` wrote. Throws a `ZodError` for anything else. */
  static fromJson(json: unknown): GoalCompass {
    const { ultimateGoal, thisOperationServes, fitConstraint } = codec().decode(json);
    return new GoalCompass(ultimateGoal, thisOperationServes, fitConstraint);
  }
}
