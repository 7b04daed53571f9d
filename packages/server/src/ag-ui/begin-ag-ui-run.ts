import type { ContextFact } from "@pelorus/core";
import type { Context } from "hono";
import { abandon, waitsForToolsOnly } from "../conversation/abandon.js";
import { clientTools, refusedTool } from "../conversation/client-tools.js";
import { conversationFacts } from "../conversation/conversation-facts.js";
import { goneOn } from "../conversation/gone-on.js";
import { interrupted } from "../conversation/interrupted.js";
import { type GivenAnswer, giveAnswers, openRequest } from "../conversation/open-request.js";
import { findPause } from "../conversation/pauses.js";
import { priorRun, runOfTurn } from "../conversation/prior-run.js";
import { recordedTurnOf } from "../conversation/recorded-turn-of.js";
import { addTurn } from "../conversation/thread-table.js";
import { ServerError } from "../problem/server-error.js";
import { pendingId } from "../runs/fold-progress.js";
import type { ManagedRun } from "../runs/index.js";
import { isFinal } from "../runs/is-final.js";
import type { ServerContext, ServerEnv } from "../server-context.js";
import {
  type AgUiStretch,
  type AgUiThread,
  type AgUiTurn,
  findStretch,
  newMessages,
  nextNumber,
} from "./ag-ui-thread.js";
import { readResumeEntry } from "./interrupts.js";
import { type InputMessage, type RunInput, tellableTextOf, textOf } from "./run-input.js";

export interface BegunAgUiRun {
  readonly run: ManagedRun;
  readonly turn: AgUiTurn;
  readonly stretch: AgUiStretch;
  /** True for an AG-UI run that was begun before and is told again from its beginning. */
  readonly again: boolean;
}

/**
 * What a request comes to: an AG-UI run told again, one that goes on from a pause with answers, or the first one of a new
 * Pelorus run. Called for one request of a thread at a time. Rejects with `ServerError` and the core's errors.
 */
export async function beginAgUiRun(
  context: ServerContext,
  c: Context<ServerEnv>,
  thread: AgUiThread,
  input: RunInput,
): Promise<BegunAgUiRun> {
  const known = findStretch(thread, input.runId);
  if (known !== null) return { ...known, run: await goneOn(context, c, known.turn.runId), again: true };
  const said = lastUserMessage(input);
  const turn = thread.turns.at(-1);
  const run = turn === undefined ? null : await runOfTurn(context, c, turn);
  if (turn !== undefined && run !== null) {
    const resumed = await resume(run, turn, thread, input, said);
    if (resumed !== null) {
      await context.registry.noteTurn(run.runId, recordedTurnOf(thread, turn));
      return { run: await goneOn(context, c, run.runId), turn, stretch: resumed, again: false };
    }
    if (!isFinal(run.status())) {
      // Who has left the stream and asks something else has given the answer up.
      requestOf(said);
      if (said?.id === turn.messageId || !(await thread.isLeft())) {
        throw run.status() === "interrupted"
          ? interrupted(run)
          : new ServerError("thread_busy", `The run ${run.runId} of this thread is ${run.status()}.`);
      }
      await abandon(run);
    }
  } else if ((input.resume ?? []).length > 0) {
    throw new ServerError(
      "nothing_waits",
      "Nothing waits for an answer in this thread: this server knows no run of it that is not over.",
    );
  }
  return start(context, c, thread, input, said);
}

/** Goes on with the thread's run where it paused; null when the request answers nothing and nothing waits. */
async function resume(
  run: ManagedRun,
  turn: AgUiTurn,
  thread: AgUiThread,
  input: RunInput,
  said: InputMessage | null,
): Promise<AgUiStretch | null> {
  const last = turn.stretches.at(-1);
  if (last === undefined) return null;
  const pause = await findPause(run, last.after, last.answered);
  const entries = input.resume ?? [];
  const answers = [...readEntries(run, entries, pause?.asked), ...toolResults(run, input)];
  const isNew = said !== null && said.id !== turn.messageId;
  if (isNew && entries.length === 0 && waitsForToolsOnly(run)) {
    requestOf(said);
    await abandon(run);
    return null;
  }
  if (entries.length === 0 && answers.length === 0) {
    if (run.status() === "waiting") throw waiting(run);
    return null;
  }
  if (pause === null) throw new ServerError("nothing_waits", `The run ${run.runId} has asked nothing that is open.`);
  if (isNew) {
    if (entries.some(({ status }) => status === "resolved")) {
      throw new ServerError("thread_waiting", "Answer what is asked first, and send the next message then.");
    }
    // Everything that was asked is abandoned for something new to say: so is the run.
    requestOf(said);
    await abandon(run);
    return null;
  }
  await giveAnswers(run, answers);
  const given = new Set(answers.map(({ id }) => id));
  const open = new Set(run.pending().map(pendingId));
  const stretch: AgUiStretch = {
    id: input.runId,
    number: nextNumber(thread),
    after: pause.seq,
    // What was asked meanwhile and answered elsewhere is no reason to stop either.
    answered: [...new Set([...last.answered, ...given, ...[...pause.asked].filter((id) => !open.has(id))])],
    messages: newMessages(thread, input.messages),
  };
  turn.stretches.push(stretch);
  return stretch;
}

function readEntries(
  run: ManagedRun,
  entries: NonNullable<RunInput["resume"]>,
  asked: ReadonlySet<string> | undefined,
): GivenAnswer[] {
  return entries.flatMap((entry) => {
    const request = openRequest(run, entry.interruptId);
    if (request === undefined) {
      if (asked?.has(entry.interruptId)) return [];
      throw new ServerError("nothing_waits", `No interrupt with the id ${JSON.stringify(entry.interruptId)} is open.`);
    }
    const read = readResumeEntry(request, entry);
    if ("problem" in read) {
      throw new ServerError("answer_invalid", `The answer to ${entry.interruptId} cannot be read: ${read.problem}`);
    }
    return [{ id: entry.interruptId, value: read.value }];
  });
}

/** Results of the application's own calls, as messages of the role `tool`. */
function toolResults(run: ManagedRun, input: RunInput): GivenAnswer[] {
  return run.pending().flatMap((request) => {
    if (request.kind !== "tool_call") return [];
    const { id } = request.data;
    const message = input.messages.find(
      ({ role, toolCallId }) => role === "tool" && toolCallId === `${run.runId}/${id}`,
    );
    if (message === undefined) return [];
    if (message.error !== undefined) return [{ id, value: { error: message.error } }];
    return [{ id, value: jsonOrText(textOf(message)) }];
  });
}

function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function waiting(run: ManagedRun): ServerError {
  const open = run.pending().map(pendingId);
  return new ServerError("thread_waiting", `The run ${run.runId} waits for answers to ${open.join(", ")}.`);
}

async function start(
  context: ServerContext,
  c: Context<ServerEnv>,
  thread: AgUiThread,
  input: RunInput,
  said: InputMessage | null,
): Promise<BegunAgUiRun> {
  const asked = requestOf(said);
  const at = input.messages.lastIndexOf(asked.message);
  const before = input.messages.slice(0, at);
  const continues = await priorRun(context, c, thread, before, asked.message.id);
  const number = nextNumber(thread);
  const messages = newMessages(thread, input.messages);
  const turnOf = (runId: string): AgUiTurn => ({
    runId,
    messageId: asked.message.id,
    stretches: [{ id: input.runId, number, after: 0, answered: [], messages }],
    tools: input.tools,
  });
  const run = await context
    .start(c, {
      request: asked.text,
      turn: (runId) => recordedTurnOf(thread, turnOf(runId)),
      overrides: { sessionId: thread.sessionId, contextFacts: factsOf(input, before, continues !== null) },
      ...(continues === null ? {} : { continues }),
      ...(input.tools === undefined || input.tools.length === 0 ? {} : { tools: clientTools(input.tools) }),
    })
    .catch((error: unknown) => {
      throw refusedTool(error);
    });
  const turn = turnOf(run.runId);
  addTurn(thread, turn);
  return { run, turn, stretch: turn.stretches[0] as AgUiStretch, again: false };
}

/** What the application says, and what was said before where no run knows of it. */
function factsOf(input: RunInput, before: readonly InputMessage[], isContinued: boolean): ContextFact[] {
  const told = before.filter(({ role }) => !isContinued || role === "system" || role === "developer");
  return [
    ...(input.context ?? []).map(({ description, value }) => ({
      statement: `${description}: ${value}`,
      source: "context of the application",
    })),
    ...conversationFacts(told.map((message) => ({ role: message.role, text: tellableTextOf(message) }))),
  ];
}

/** What the user asks. Throws `ServerError` where there is nothing to answer. */
function requestOf(said: InputMessage | null): { readonly message: InputMessage; readonly text: string } {
  if (said === null) throw new ServerError("message_missing", "There is no message of the role user.");
  const text = textOf(said);
  if (text.trim() === "") throw new ServerError("message_missing", `The message ${JSON.stringify(said.id)} is empty.`);
  return { message: said, text };
}

function lastUserMessage(input: RunInput): InputMessage | null {
  return input.messages.findLast(({ role }) => role === "user") ?? null;
}
