import { z } from "zod";
import { RUN_STATUSES } from "../contract/event.js";
import { documentCodec } from "../contract/json-codec.js";
import { lazySchema } from "../contract/lazy-schema.js";
import { cognitiveStateSchema } from "../contract/state.js";

/** `run.json` of a record (POS-REC-06). */
export const runDocumentSchema = lazySchema(() =>
  z.object({
    version: z.literal("1.0"),
    runId: z.string(),
    sessionId: z.string(),
    request: z.string(),
    optionsDigest: z.string(),
    /** `running` until the first leg ends. */
    status: z.enum(["running", ...RUN_STATUSES]),
  }),
);
export type RunDocument = z.infer<ReturnType<typeof runDocumentSchema>>;

/** `state.json` of a record: the cognitive state, sealed where the run had a key. */
export const stateDocumentSchema = lazySchema(() =>
  z.object({ version: z.literal("1.0"), cso: cognitiveStateSchema() }),
);

export const runDocumentCodec = lazySchema(() => documentCodec(runDocumentSchema()));
export const stateDocumentCodec = lazySchema(() => documentCodec(stateDocumentSchema()));
