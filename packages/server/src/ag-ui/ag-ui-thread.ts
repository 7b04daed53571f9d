import { lazySchema } from "@pelorus/core/schemas";
import { z } from "zod";
import { eventsOfRun, stretchEvents } from "../conversation/stretch-events.js";
import type { Stretch, Thread, Turn } from "../conversation/thread-table.js";
import type { ManagedRun } from "../runs/index.js";
import type { AgUiEvent, AgUiMessage } from "./ag-ui-event.js";
import { type AgUiState, initialAgUiState } from "./ag-ui-state.js";
import { openAgUiRun, translateToAgUi } from "./translate-ag-ui.js";

/** What an AG-UI run that was kept has to be. */
export const agUiStretchSchema = lazySchema(
  (): z.ZodType<AgUiStretch> =>
    z.object({
      id: z.string(),
      after: z.int().min(0),
      answered: z.array(z.string()),
      number: z.int().min(1),
      messages: z.array(z.looseObject({ id: z.string(), role: z.string() })),
    }) as z.ZodType<AgUiStretch>,
);

/** One AG-UI run. */
export interface AgUiStretch extends Stretch {
  /** Counts the AG-UI runs of the thread from 1. */
  readonly number: number;
  /** The messages the client brought with it. */
  readonly messages: readonly AgUiMessage[];
}
export type AgUiThread = Thread<AgUiStretch>;
export type AgUiTurn = Turn<AgUiStretch>;

/** The AG-UI run of that id and the turn it belongs to. */
export function findStretch(thread: AgUiThread, id: string): { turn: AgUiTurn; stretch: AgUiStretch } | null {
  for (const turn of thread.turns) {
    const stretch = turn.stretches.find((other) => other.id === id);
    if (stretch !== undefined) return { turn, stretch };
  }
  return null;
}

export function nextNumber(thread: AgUiThread): number {
  return (thread.turns.at(-1)?.stretches.at(-1)?.number ?? 0) + 1;
}

/** The messages no AG-UI run of the thread has brought and no run has told. */
export function newMessages(thread: AgUiThread, messages: readonly AgUiMessage[]): AgUiMessage[] {
  const known = new Set(
    thread.turns.flatMap(({ stretches }) => stretches.flatMap((one) => one.messages.map(({ id }) => id))),
  );
  return messages.filter(({ id }) => !known.has(id) && !thread.turns.some(({ runId }) => id.startsWith(`${runId}/`)));
}

/**
 * The events of one AG-UI run, from its beginning and as they come. `messages` is the conversation before the turn. For a
 * client that may have a part of the run already, `has` is the conversation as the client has it: a snapshot after the
 * first event takes that part back. Returns the state after the run.
 */
export async function* agUiRunEvents(
  thread: Pick<AgUiThread, "id">,
  run: ManagedRun,
  turn: AgUiTurn,
  stretch: AgUiStretch,
  messages: readonly AgUiMessage[],
  signal: AbortSignal,
  has?: readonly AgUiMessage[],
): AsyncGenerator<AgUiEvent, AgUiState, undefined> {
  let state = initialAgUiState(thread.id, messages);
  for (const earlier of turn.stretches) {
    if (earlier === stretch) break;
    [state] = openAgUiRun(state, { runId: earlier.id, messages: earlier.messages, answered: earlier.answered });
  }
  // What earlier AG-UI runs have told is only taken note of.
  if (stretch.after > 0) {
    for await (const event of eventsOfRun(run, 0, signal)) {
      [state] = translateToAgUi(state, event);
      if (event.seq >= stretch.after) break;
    }
  }
  let events: AgUiEvent[];
  [state, events] = openAgUiRun(state, { runId: stretch.id, messages: stretch.messages, answered: stretch.answered });
  const [started, ...repeated] = events as [AgUiEvent, ...AgUiEvent[]];
  yield started;
  if (has !== undefined)
    yield { type: "MESSAGES_SNAPSHOT", messages: [...state.messages, ...reasoningBefore(state, run, has)] };
  yield* repeated;
  for await (const event of stretchEvents(run, stretch, signal)) {
    [state, events] = translateToAgUi(state, event);
    yield* events;
  }
  return state;
}

/** The client's reasoning messages; a snapshot cannot take those of the run under way back, but can empty them. */
function reasoningBefore(state: AgUiState, run: ManagedRun, has: readonly AgUiMessage[]): AgUiMessage[] {
  return has
    .filter(({ role }) => role === "reasoning")
    .map((message) =>
      message.id.startsWith(`${run.runId}/`) && !state.reasoned.includes(message.id)
        ? { ...message, content: "" }
        : message,
    );
}
