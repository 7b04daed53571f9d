import { z } from "zod";
import { lazySchema } from "./lazy-schema.js";

/** What a run may do to the world; the fourth part of an effect key (POS-EFF-01). */
export const EFFECT_ACTS = [
  "plan",
  "model",
  "tool",
  "ask",
  "judge",
  "synth",
  "embed",
  "clock",
  "id",
  "policy",
] as const;
/** What an effect does to the world. */
export type EffectAct = (typeof EFFECT_ACTS)[number];

export const journalEntrySchema = lazySchema(() =>
  z.discriminatedUnion("kind", [
    /** First entry: what a resume needs beside the options. */
    z.object({
      kind: z.literal("run_opened"),
      data: z.object({
        at: z.string(),
        runId: z.string(),
        sessionId: z.string(),
        request: z.string(),
        optionsDigest: z.string(),
        /** Digest of the blob that holds the serialisable inputs (context facts, prior state, classification options). */
        inputsDigest: z.string(),
        /** How many secrets the run was started with; absent for none (POS-SEC-02). */
        secrets: z.int().optional(),
      }),
    }),
    /** Written before a non-idempotent act (POS-EFF-03). */
    z.object({
      kind: z.literal("effect_started"),
      data: z.object({
        at: z.string(),
        key: z.string(),
        act: z.enum(EFFECT_ACTS),
        inputDigest: z.string(),
        /** The request to a person, for act `ask`: an answer can be checked against it without the run being live. */
        request: z.unknown().optional(),
      }),
    }),
    z.object({
      kind: z.literal("effect_finished"),
      data: z.object({
        at: z.string(),
        key: z.string(),
        act: z.enum(EFFECT_ACTS),
        inputDigest: z.string(),
        /** The outcome, JSON; large parts of it are blobs. */
        outcome: z.unknown(),
      }),
    }),
    /** A person's answer to a pending request, by its id. */
    z.object({
      kind: z.literal("answer_given"),
      data: z.object({ at: z.string(), id: z.string(), value: z.unknown(), reviewer: z.string().optional() }),
    }),
    /** An observer threw while it was told of event `afterSeq`; a replay repeats the note in its place. */
    z.object({
      kind: z.literal("note_recorded"),
      data: z.object({ at: z.string(), afterSeq: z.int(), detail: z.string() }),
    }),
    z.object({ kind: z.literal("leg_waiting"), data: z.object({ at: z.string(), leg: z.int() }) }),
    z.object({
      kind: z.literal("leg_resumed"),
      data: z.object({
        at: z.string(),
        leg: z.int(),
        /** Descriptions of models that joined the run here (POS-FBK-05). */
        models: z.array(z.unknown()).optional(),
      }),
    }),
    z.object({
      kind: z.literal("run_closed"),
      data: z.object({
        at: z.string(),
        status: z.string(),
        haltReason: z.string().optional(),
        /** The seal of the state the run was closed with; absent without a key (POS-CSO-07). */
        csoHmac: z.string().optional(),
      }),
    }),
  ]),
);
/** One line of a run's journal. */
export type JournalEntry = z.infer<ReturnType<typeof journalEntrySchema>>;

/**
 * Keeps the entries and blobs of runs (POS-EFF-02). An entry is durable when `append` resolves. Appends of one run are
 * compare-and-set: `expectedRevision` is the number of entries already there, else `JournalError` (`journal_conflict`).
 */
export interface Journal {
  /** All entries of a run in order; none for a run it does not know. */
  read(runId: string): Promise<readonly JournalEntry[]>;
  /** Adds one entry behind the `expectedRevision` there are. */
  append(runId: string, entry: JournalEntry, expectedRevision: number): Promise<void>;
  /**
   * `digest` is `sha256:<64 hex>` of `bytes`; putting twice is the same as once. `runId` says whose blob it is, for
   * journals that keep the blobs of each run with it.
   */
  putBlob(digest: string, bytes: Uint8Array, runId?: string): Promise<void>;
  /** Null when there is none. */
  getBlob(digest: string, runId?: string): Promise<Uint8Array | null>;
}

/** The time as milliseconds since the epoch. */
export type Clock = () => number;

/** Makes ids: `prefix` and at least 12 hex digits. */
export type IdSource = (prefix: string) => string;
