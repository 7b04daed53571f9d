import type { Context } from "hono";
import { type BrokenOff, brokenOff } from "../conversation/broken-off.js";
import { runOfTurn } from "../conversation/prior-run.js";
import { ThreadTable } from "../conversation/thread-table.js";
import type { Endpoint } from "../endpoint.js";
import { ServerError } from "../problem/server-error.js";
import { bodySchema } from "../routes/body-schema.js";
import { BODY_PROBLEMS, CONVERSATION_PROBLEMS, param, type Route, START_PROBLEMS } from "../routes/route.js";
import type { ServerContext, ServerEnv } from "../server-context.js";
import { formatFrame } from "../sse/index.js";
import type { AgUiEvent, AgUiMessage } from "./ag-ui-event.js";
import type { AgUiState } from "./ag-ui-state.js";
import { type AgUiStretch, type AgUiThread, agUiRunEvents, agUiStretchSchema } from "./ag-ui-thread.js";
import { type BegunAgUiRun, beginAgUiRun } from "./begin-ag-ui-run.js";
import { runInputSchema } from "./run-input.js";

/**
 * Runs for AG-UI 1.0 clients. `POST {path}` takes a `RunAgentInput` and answers with the events of one AG-UI run; sent
 * again with the same run id it tells that run again. `GET {path}/threads/{threadId}/events` tells all runs of a thread,
 * after `?after=` or `Last-Event-ID`, and goes on with the one under way. A client that leaves stops nothing.
 */
export function agUi(options: { readonly path?: string } = {}): Endpoint {
  return {
    path: options.path ?? "/ag-ui",
    documents: { AgUiRunInput: () => bodySchema(runInputSchema()) },
    routes: () => agUiRoutes(options.path ?? "/ag-ui"),
  };
}

function agUiRoutes(path: string): readonly Route[] {
  const threads = new ThreadTable<AgUiStretch>(path, agUiStretchSchema());
  return [
    {
      id: "runAgUi",
      method: "post",
      path: "",
      summary: "Run an agent in AG-UI 1.0, go on from an interrupt, or be told a run again by its id.",
      body: { document: "AgUiRunInput", required: true },
      answers: { 200: { description: "The AG-UI events of one run, to its end or its interrupt.", content: STREAM } },
      problems: [
        ...BODY_PROBLEMS,
        ...START_PROBLEMS,
        ...CONVERSATION_PROBLEMS,
        "nothing_waits",
        "answer_invalid",
        "tool_refused",
      ],
      handle: async (c, context) => {
        const input = await context.readBody(c, runInputSchema());
        await threads.takeUp(context.registry);
        return context.stream(c, () =>
          threads.use(c.var.owner, input.threadId, async (thread) => {
            const begun = await beginAgUiRun(context, c, thread, input);
            return (signal: AbortSignal) => thread.read(tellRun(thread, begun, input.messages, signal));
          }),
        );
      },
    },
    {
      id: "streamAgUiThread",
      method: "get",
      path: "/threads/{thread_id}/events",
      summary: "The AG-UI events of all runs of a thread, each once; goes on with the run under way.",
      parameters: [
        { name: "thread_id", in: "path", description: "Id of a thread of the caller." },
        { name: "after", in: "query", description: "An event id: begin after it. Counts more than `Last-Event-ID`." },
        { name: "Last-Event-ID", in: "header", description: "The same." },
      ],
      answers: { 200: { description: "AG-UI events, each with an id to come back with.", content: STREAM } },
      problems: ["run_unknown", "cursor_invalid", "too_many_streams"],
      handle: async (c, context) => {
        await threads.takeUp(context.registry);
        const thread = threads.find(c.var.owner, param(c, "thread_id"));
        if (thread === null || thread.turns.length === 0)
          throw new ServerError("run_unknown", "There is no such thread.");
        const after = readPosition(c.req.query("after") ?? c.req.header("last-event-id") ?? "0-0");
        return context.stream(c, () => (signal) => tellThread(context, c, thread, after, signal));
      },
    },
  ];
}

const STREAM = { "text/event-stream": null } as const;

/** The events of one AG-UI run for the client that asked for it. */
async function* tellRun(
  thread: AgUiThread,
  { run, turn, stretch, again }: BegunAgUiRun,
  messages: readonly AgUiMessage[],
  signal: AbortSignal,
): AsyncGenerator<string, void, undefined> {
  const brought = new Set(stretch.messages.map(({ id }) => id));
  const before = messages.filter(({ id }) => !brought.has(id) && !id.startsWith(`${run.runId}/`));
  const events = agUiRunEvents(thread, run, turn, stretch, before, signal, again ? messages : undefined);
  yield* framesOf(stretch, events, signal, { number: 0, count: 0 }, again);
}

interface Position {
  readonly number: number;
  readonly count: number;
}

/** All AG-UI runs of a thread, strictly after a position. */
async function* tellThread(
  context: ServerContext,
  c: Context<ServerEnv>,
  thread: AgUiThread,
  after: Position,
  signal: AbortSignal,
): AsyncGenerator<string, void, undefined> {
  let messages: readonly AgUiMessage[] = [];
  for (const turn of thread.turns) {
    if ((turn.stretches.at(-1)?.number ?? 0) < after.number) continue;
    // A run that was forgotten is passed over; each one begins with the whole state.
    const run = await runOfTurn(context, c, turn);
    for (const stretch of turn.stretches) {
      if (run === null || signal.aborted) continue;
      const events = agUiRunEvents(thread, run, turn, stretch, messages, signal);
      const state = yield* framesOf(stretch, events, signal, after);
      if (state === null) return;
      if (stretch === turn.stretches.at(-1)) messages = state.messages;
    }
  }
}

/**
 * Frames of the events after a position, numbered within the thread. An AG-UI run always has an end: one that breaks off
 * is ended with an error, which is no part of the thread. Returns null then.
 */
async function* framesOf(
  stretch: AgUiStretch,
  events: AsyncGenerator<AgUiEvent, AgUiState, undefined>,
  signal: AbortSignal,
  after: Position,
  hasExtra = false,
): AsyncGenerator<string, AgUiState | null, undefined> {
  let broken: BrokenOff;
  try {
    for (let told = 0, count = 0; ; told++) {
      const next = await events.next();
      if (next.done === true) {
        if (next.value.runId === null || signal.aborted) return next.value;
        broken = brokenOff();
        break;
      }
      // What takes a part of the run back is for this client only, and is not numbered.
      const isExtra = hasExtra && told === 1;
      if (isExtra) {
        yield formatFrame({ data: JSON.stringify(next.value) });
        continue;
      }
      count++;
      const isNew = stretch.number > after.number || (stretch.number === after.number && count > after.count);
      if (isNew) yield frameOf(stretch, count, next.value);
    }
  } catch (error) {
    broken = brokenOff(error);
  }
  if (!signal.aborted) {
    const end: AgUiEvent = { type: "RUN_ERROR", ...broken };
    yield formatFrame({ data: JSON.stringify(end) });
  }
  return null;
}

function frameOf(stretch: AgUiStretch, count: number, event: AgUiEvent): string {
  return formatFrame({ id: `${stretch.number}-${count}`, data: JSON.stringify(event) });
}

function readPosition(text: string): Position {
  const [, number, count] = /^(0|[1-9][0-9]{0,8})-(0|[1-9][0-9]{0,8})$/.exec(text) ?? [];
  if (number === undefined || count === undefined) {
    throw new ServerError("cursor_invalid", "The position in a thread is an event id of its stream.");
  }
  return { number: Number(number), count: Number(count) };
}
