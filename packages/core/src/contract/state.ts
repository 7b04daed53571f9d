import { z } from "zod";
import { lazySchema } from "./lazy-schema.js";
import { toolObservationSchema } from "./observation.js";
import { stlOperationSchema } from "./operation.js";
import { haltFrameSchema } from "./policy.js";

export const FACT_PROVENANCES = ["CKF", "TOOL", "CONVERSATION", "DERIVED", "USER"] as const;
/** CKF: supplied by the application. DERIVED: output of a step. */
export type FactProvenance = (typeof FACT_PROVENANCES)[number];

export const establishedFactSchema = lazySchema(() =>
  z.object({
    factId: z.string(),
    statement: z.string(),
    provenance: z.enum(FACT_PROVENANCES),
    /** `step:<id>`, `call:<id>`, `context:<n>`, a source the caller named, … */
    provenanceRef: z.string(),
    confidence: z.number(),
    windowOrigin: z.int(),
    invalidated: z.boolean(),
    factTypes: z.array(z.string()).optional(),
    /** Data labels that travel with the fact (egress policies read them). */
    labels: z.array(z.string()).optional(),
  }),
);
/**
 * A statement the session holds to be so (POS-CSO-02). `confidence` is 0…1, `windowOrigin` the turn it was established
 * in, from 1.
 */
export type EstablishedFact = z.infer<ReturnType<typeof establishedFactSchema>>;

export const decisionSchema = lazySchema(() =>
  z.object({
    decisionId: z.string(),
    choice: z.string(),
    rationale: z.string(),
    alternatives: z.array(z.string()),
    dependsOn: z.array(z.string()),
    revisable: z.boolean(),
    windowOrigin: z.int(),
    /** Id of the decision that replaced this one. */
    revisedBy: z.string().optional(),
    /** True after a fact it rests on was invalidated. */
    needsRevision: z.boolean().optional(),
    provenance: z.enum(["RUNTIME", "MODEL", "USER", "POLICY"]),
    provenanceRef: z.string(),
  }),
);
/**
 * A choice the run made, a person or a policy, with what spoke for it (POS-CSO-02, POS-CSO-03). `dependsOn` are ids of
 * facts and decisions.
 */
export type Decision = z.infer<ReturnType<typeof decisionSchema>>;

export const goalStateSchema = lazySchema(() =>
  z.object({
    mode: z.enum(["DOCUMENT", "CONVERSATION", "TOOL", "AGENTIC"]),
    objective: z.string(),
    remaining: z.array(z.string()),
    successTest: z.string(),
    completion: z.number(),
  }),
);

/** Gives the zod schema of an attractor vector; no range is asked. */
export const avecSchema = lazySchema(() =>
  z.object({
    stability: z.number(),
    friction: z.number(),
    logic: z.number(),
    autonomy: z.number(),
    psi: z.number(),
  }),
);
/** Attractor vector of a step or a person: four dimensions in [0, 1] and their sum. */
export type Avec = z.infer<ReturnType<typeof avecSchema>>;

export const recordHeadSchema = lazySchema(() =>
  z.object({
    /** `<run_id>/<step_id>` of the last node. */
    nodeId: z.string(),
    /** `sha256:<64 hex>` of its canonical text. */
    digest: z.string(),
    originSession: z.string(),
    modelAvec: avecSchema(),
  }),
);

export const operationReferenceSchema = lazySchema(() =>
  z.object({
    stepId: z.string(),
    operation: stlOperationSchema(),
    assignment: z.string(),
    /** `sha256:<64 hex>` of the output, for completed operations. */
    outputDigest: z.string().optional(),
  }),
);

/** Gives the zod schema of a cognitive state as data. */
export const cognitiveStateSchema = lazySchema(() =>
  z.object({
    csoId: z.string(),
    /** Turn of the session, counted from 1. */
    windowNumber: z.int(),
    /** `cso_hmac` of the turn before; empty for the first. */
    priorCsoHash: z.string(),
    createdAt: z.string(),
    establishedFacts: z.array(establishedFactSchema()),
    decisions: z.array(decisionSchema()),
    openQuestions: z.array(z.string()),
    activeConstraints: z.array(z.string()),
    completedOperations: z.array(operationReferenceSchema()),
    pendingOperations: z.array(operationReferenceSchema()),
    toolObservations: z.array(toolObservationSchema()),
    preventiveHaltHistory: z.array(haltFrameSchema()),
    goalState: goalStateSchema(),
    dependencyGraph: z.array(z.object({ dependent: z.string(), dependsOn: z.string() })),
    recordHead: recordHeadSchema().optional(),
    /** Hex HMAC-SHA256 over everything but itself and `verified` (POS-CSO-07). */
    csoHmac: z.string().optional(),
    /** True only after the relay's preservation was checked (POS-CSO-05). */
    verified: z.boolean(),
  }),
);
/** The cognitive state as data; `CognitiveStateObject` in `state/` wraps it (POS-CSO-01). */
export type CognitiveStateData = z.infer<ReturnType<typeof cognitiveStateSchema>>;

/**
 * Gives the zod schema of a fact the application supplies: a statement, or one with source, confidence (0…1), labels
 * and fact types.
 */
export const contextFactSchema = lazySchema(() =>
  z.union([
    z.string(),
    z.object({
      statement: z.string(),
      source: z.string().optional(),
      confidence: z.number().min(0).max(1).optional(),
      labels: z.array(z.string()).optional(),
      types: z.array(z.string()).optional(),
    }),
  ]),
);
/** A fact the application supplies (`options.contextFacts`). */
export type ContextFact = z.infer<ReturnType<typeof contextFactSchema>>;
