import { z } from "zod";
import { lazySchema } from "./lazy-schema.js";

export const CHECK_OUTCOMES = ["pass", "fail", "unknown"] as const;
export type CheckOutcome = (typeof CHECK_OUTCOMES)[number];

export const verdictCheckSchema = lazySchema(() =>
  z.object({
    id: z.string(),
    outcome: z.enum(CHECK_OUTCOMES),
    weight: z.number(),
    /** What was found, one sentence. */
    detail: z.string(),
    /** Half-open UTF-16 span into the output. */
    span: z.tuple([z.int(), z.int()]).optional(),
  }),
);
/** One check of an output. `weight` is what it counts in the score; `unknown` counts nothing. */
export type VerdictCheck = z.infer<ReturnType<typeof verdictCheckSchema>>;

/** Gives the zod schema of a verdict. */
export const verdictSchema = lazySchema(() =>
  z.object({
    /** Passed ÷ decided weight; 0.5 when nothing was decidable. */
    score: z.number(),
    /** False when nothing was decidable. */
    checked: z.boolean(),
    checks: z.array(verdictCheckSchema()),
    by: z.enum(["deterministic", "judge"]),
  }),
);
/** What verification found of one output (POS-VER-02). */
export type Verdict = z.infer<ReturnType<typeof verdictSchema>>;
