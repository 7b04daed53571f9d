import { z } from "zod";
import { lazySchema } from "./lazy-schema.js";

/** The ten cognitive operations, in table order: the order of acts of one clause that states none (POS-CLS-09). */
export const STL_OPERATIONS = [
  "PLAN",
  "RETRIEVE",
  "VERIFY",
  "CLARIFY",
  "COMPARE",
  "ANALYSE",
  "TRANSFORM",
  "SYNTHESISE",
  "REVISE",
  "GENERATE",
] as const;

/** A cognitive operation. Tokens stay upper case in TypeScript, JSON and headers. */
export type StlOperation = (typeof STL_OPERATIONS)[number];

/** Other spellings of operation tokens that descriptors, headers and the seed's aliases use, upper case (POS-SYM-01). */
export const STL_OPERATION_ALIASES: Readonly<Record<string, StlOperation>> = {
  EVALUATE: "VERIFY",
  ASSESS: "VERIFY",
  EXTRACT: "RETRIEVE",
  ANALYZE: "ANALYSE",
  SYNTHESIZE: "SYNTHESISE",
  SUMMARISE: "SYNTHESISE",
};

/** The operation a record names, spelled exactly; null for anything else. */
export function operationFromWord(word: string): StlOperation | null {
  return STL_OPERATIONS.find((operation) => operation === word) ?? null;
}

/** How a cue stands in its clause (POS-CLS-06); `implied` marks evidence of a step nobody stated (POS-CLS-11). */
export const CUE_ROLES = ["imperative", "question", "noun", "subordinate", "implied"] as const;
/** How a cue stands in its clause. */
export type CueRole = (typeof CUE_ROLES)[number];

/** Gives the zod schema of an operation token, upper case and exact. */
export const stlOperationSchema = lazySchema(() => z.enum(STL_OPERATIONS));

export const cueEvidenceSchema = lazySchema(() =>
  z.object({
    operation: stlOperationSchema(),
    /** The words as they stand in the request. */
    cue: z.string(),
    /** Half-open UTF-16 span into the original request. */
    span: z.tuple([z.int(), z.int()]),
    role: z.enum(CUE_ROLES),
    /** Index of the clause, counted from 0. */
    clause: z.int(),
    /** True where a negation removed the cue; such evidence is listed and has no effect (POS-CLS-08). */
    negated: z.boolean(),
    /** True where the cue stands in quoted or supplied material; listed, without effect (POS-CLS-05). */
    masked: z.boolean().optional(),
  }),
);
/** One word of the request that speaks for an operation (POS-CLS-02). */
export type CueEvidence = z.infer<ReturnType<typeof cueEvidenceSchema>>;

export const plannedOperationSchema = lazySchema(() =>
  z.object({
    /** `s1`, `s2`, … in plan order. */
    id: z.string(),
    operation: stlOperationSchema(),
    /** The whole of the clauses it carries out, never cut; clauses that stand apart each begin a line. */
    assignment: z.string(),
    /** Ids of earlier steps whose output this one needs. */
    dependsOn: z.array(z.string()),
    /** True for exactly one step of a plan: its output is the answer. */
    deliverable: z.boolean(),
    implied: z.boolean(),
    evidence: z.array(cueEvidenceSchema()),
  }),
);
/** One step of a plan (POS-CLS-12). */
export type PlannedOperation = z.infer<ReturnType<typeof plannedOperationSchema>>;

export const classificationSchema = lazySchema(() =>
  z.object({
    steps: z.array(plannedOperationSchema()),
    /** Unique operations in execution order. */
    operations: z.array(stlOperationSchema()),
    evidence: z.array(cueEvidenceSchema()),
    /** Primary language of the request, BCP 47 (`en`, `de`, …): by script and words; `und` where they tell none. */
    language: z.string(),
    /** 0…1; 0 when no cue was found. */
    confidence: z.number(),
    /** 0…1: how far the parts of the classifier disagreed about the operation set. */
    divergence: z.number(),
  }),
);
/** What a classifier says of a request (POS-CLS-01). */
export type Classification = z.infer<ReturnType<typeof classificationSchema>>;

/** What a classifier may know beside the request. */
export interface ClassificationContext {
  /** Statements already at hand: a pronoun may refer to them. */
  readonly facts: readonly string[];
  /** True when an earlier turn left state that a pronoun may refer to. */
  readonly hasPriorState: boolean;
}

/** Turns a request into steps. The lexical classifier and `modelClassifier` both implement it (POS-CLS-15). */
export interface RequestClassifier {
  readonly name: string;
  /** `call` is the guarded model call of the run; a lexical classifier leaves it alone. */
  classify(
    request: string,
    context: ClassificationContext,
    call?: (prompt: string, schema: Readonly<Record<string, unknown>>) => Promise<string>,
  ): Classification | Promise<Classification>;
}
