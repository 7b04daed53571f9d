import { CAPABILITY_PROFILES, DEPTH_LEVELS } from "@pelorus/core";
import { cognitiveStateSchema, type DocumentCodec, documentCodec, lazySchema } from "@pelorus/core/schemas";
import { z } from "zod";
import { RUN_STATES, runProgressSchema, runResultSchema } from "../runs/run-documents.js";
import { RUN_ORIGINS } from "../runs/run-records.js";

const identity = {
  runId: z.string(),
  sessionId: z.string(),
  request: z.string(),
  /** ISO-8601 UTC. */
  createdAt: z.string(),
  /** Present where the run was found in the record of an earlier process: that of a server, or another program. */
  recoveredFrom: z.enum(RUN_ORIGINS).optional(),
};

export const runStatusSchema = lazySchema(() =>
  z.object({
    ...identity,
    ...runProgressSchema().shape,
    /** Id of the last event: a stream that begins after it tells what comes from now on. */
    cursor: z.string(),
  }),
);
/** How a run stands. */
export type RunStatusDocument = z.infer<ReturnType<typeof runStatusSchema>>;

export const runListSchema = lazySchema(() =>
  z.object({
    runs: z.array(
      z.object({
        ...identity,
        status: z.enum(RUN_STATES),
        lastSeq: z.int().min(0),
        updatedAt: z.string(),
        /** How many answers the run waits for. */
        open: z.int().min(0),
        haltReason: z.string().optional(),
      }),
    ),
    /** Where the next page begins: the value for `before`. */
    next: z.string().optional(),
  }),
);

/** The outcome without the state, which is part of the record. */
export const resultSchema = lazySchema(() => runResultSchema().omit({ state: true }));

export const recordSchema = lazySchema(() =>
  z.object({
    runId: z.string(),
    sessionId: z.string(),
    status: z.enum(RUN_STATES),
    /** STTP nodes in record order, one per integrated operation. */
    nodes: z.array(z.object({ nodeId: z.string(), parentNode: z.string().optional(), text: z.string() })),
    /** The cognitive state, once the run is over. */
    state: cognitiveStateSchema().optional(),
  }),
);

export const answeredSchema = lazySchema(() => z.object({ runId: z.string(), answered: z.string() }));

export const gapSchema = lazySchema(() =>
  z.object({
    /** Events that are not kept any more. */
    missed: z.int().min(1),
    /** How the run stands now; its text and steps stand for what was missed. */
    run: runStatusSchema(),
  }),
);

const text = (most: number) => z.string().min(1).max(most);

/** The body that starts a run, as it is on the wire. Every member narrows what the server was set up with. */
export const startRunSchema = lazySchema(() =>
  z.strictObject({
    request: z
      .string()
      .regex(/\S/, "has nothing to do in it")
      .max(200_000)
      .describe("What is to be done, in plain words."),
    session_id: z
      .string()
      .regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,127}$/)
      .optional()
      .describe("Session of the run; a new one by default."),
    continues: z
      .string()
      .max(128)
      .optional()
      .describe("Id of a finished run whose facts, decisions and questions this one goes on from."),
    profile: z.enum(CAPABILITY_PROFILES).optional().describe("How much the model can take in."),
    depth: z.enum(DEPTH_LEVELS).optional().describe("Starts at this depth instead of negotiating it."),
    max_operations: z.int().min(1).max(1000).optional().describe("Most operations of the plan."),
    max_output_tokens: z.int().min(1).optional().describe("Tokens reserved for one output."),
    timeout_ms: z.int().min(1).optional().describe("Milliseconds from the start to the deadline."),
    max_cost: z.number().min(0).optional().describe("Most spend, in the currency of the model's prices."),
    include_headings: z.boolean().optional().describe("Gives the outputs of all steps under headings."),
    context_facts: z
      .array(
        z.union([
          text(20_000),
          z.strictObject({
            statement: text(20_000),
            source: text(500).optional(),
            confidence: z.number().min(0).max(1).optional(),
          }),
        ]),
      )
      .max(1000)
      .optional()
      .describe("What is known beforehand."),
  }),
);
export type StartRunBody = z.infer<ReturnType<typeof startRunSchema>>;

/** Presence decides: `false`, `0`, `""` and `null` are answers. */
export const answerSchema = lazySchema(() =>
  z
    .strictObject({
      value: z.unknown().describe("true or false, yes or no, abort; the answer to a question; the result of a call."),
      reviewer: text(200).optional().describe("Who answers."),
    })
    .refine((body) => Object.hasOwn(body, "value"), { path: ["value"], message: "is required" }),
);

export const cancelSchema = lazySchema(() => z.strictObject({ reason: text(500).optional() }));

export const listQuerySchema = lazySchema(() =>
  z.strictObject({
    limit: z
      .string()
      .regex(/^[1-9][0-9]{0,2}$/)
      .optional()
      .describe("Runs per page, 1 to 999; default 50."),
    before: z.string().max(128).optional().describe("Id of the run after which the page begins."),
  }),
);

export const runStatusCodec: () => DocumentCodec<RunStatusDocument> = lazySchema(() =>
  documentCodec(runStatusSchema()),
);
export const runListCodec = lazySchema(() => documentCodec(runListSchema()));
export const resultCodec = lazySchema(() => documentCodec(resultSchema()));
export const recordCodec = lazySchema(() => documentCodec(recordSchema()));
export const gapCodec = lazySchema(() => documentCodec(gapSchema()));
export const answeredCodec = lazySchema(() => documentCodec(answeredSchema()));
