import { lazySchema } from "@pelorus/core/schemas";
import { z } from "zod";
import { stretchEvents } from "../conversation/stretch-events.js";
import type { Stretch, Thread, Turn } from "../conversation/thread-table.js";
import type { ManagedRun } from "../runs/index.js";
import { openUiMessage, translateToUiMessage } from "./translate-ui-message.js";
import type { UiMessageChunk } from "./ui-message-chunk.js";
import { type Drafts, initialUiMessageState, type UiMessageState } from "./ui-message-state.js";

/** What one request to a chat is answered with: a UI message, or more of the one before (the same `id`). */
export interface ChatStretch extends Stretch {
  /** The message of the user that began it: the one that asked, or that answered a question. */
  readonly saidId: string;
  /** True when a client was sent all of it. */
  isTold: boolean;
}
/** What a stretch that was kept has to be. */
export const chatStretchSchema = lazySchema(
  (): z.ZodType<ChatStretch> =>
    z.object({
      id: z.string(),
      after: z.int().min(0),
      answered: z.array(z.string()),
      saidId: z.string(),
      isTold: z.boolean(),
    }),
);
export type ChatThread = Thread<ChatStretch>;
export type ChatTurn = Turn<ChatStretch>;

/**
 * The chunks of the last stretch of a turn, or with `again` of the whole message it belongs to, for a client that begins
 * with an empty one.
 */
export async function* chatChunks(
  run: ManagedRun,
  turn: ChatTurn,
  stretch: ChatStretch,
  how: { readonly drafts: Drafts; readonly again: boolean; readonly signal: AbortSignal },
): AsyncGenerator<UiMessageChunk, void, undefined> {
  const { runId } = run;
  const upTo = turn.stretches.slice(0, turn.stretches.indexOf(stretch) + 1);
  const first = how.again ? (upTo.find(({ id }) => id === stretch.id) ?? stretch) : stretch;
  let state: UiMessageState = initialUiMessageState(how.drafts);
  for (const [index, part] of upTo.entries()) {
    const isTold = index >= upTo.indexOf(first);
    let chunks: UiMessageChunk[];
    [state, chunks] = openUiMessage(state, {
      messageId: part.id,
      runId,
      continues: upTo[index - 1]?.id === part.id,
      again: how.again,
      handled: how.again ? stretch.answered : [],
      answered: part.answered,
    });
    // Several stretches of one message are told as one.
    if (isTold) yield* part === first ? chunks : chunks.filter(({ type }) => type !== "start");
    for await (const event of stretchEvents(run, part, how.signal)) {
      [state, chunks] = translateToUiMessage(state, event);
      if (isTold) yield* part === stretch ? chunks : chunks.filter(({ type }) => type !== "finish");
    }
  }
}
