import { lazySchema } from "@pelorus/core/schemas";
import { z } from "zod";

/** What is kept of a conversation beside the record of each of its runs, so that it outlives the server. */
export const recordedTurnSchema = lazySchema(() =>
  z.object({
    version: z.literal("1.0"),
    /** The path of the endpoint that leads the conversation. */
    endpoint: z.string(),
    thread_id: z.string(),
    /** The id of the user's message that the run answers. */
    message_id: z.string(),
    /** What the requests of the client were answered with, as the endpoint has it. */
    stretches: z.array(z.looseObject({})),
    /** Tools the client runs itself. */
    tools: z
      .array(z.object({ name: z.string(), description: z.string().optional(), parameters: z.unknown().optional() }))
      .optional(),
  }),
);
/** The turn of a conversation that a run answers. */
export type RecordedTurn = z.infer<ReturnType<typeof recordedTurnSchema>>;
