import type { Context } from "hono";
import { abandon, waitsForToolsOnly } from "../conversation/abandon.js";
import { conversationFacts } from "../conversation/conversation-facts.js";
import { goneOn } from "../conversation/gone-on.js";
import { interrupted } from "../conversation/interrupted.js";
import { type GivenAnswer, giveAnswers } from "../conversation/open-request.js";
import { findPause, type Pause } from "../conversation/pauses.js";
import { priorRun, runOfTurn } from "../conversation/prior-run.js";
import { recordedTurnOf } from "../conversation/recorded-turn-of.js";
import { addTurn } from "../conversation/thread-table.js";
import { ServerError } from "../problem/server-error.js";
import { pendingId } from "../runs/fold-progress.js";
import type { ManagedRun } from "../runs/index.js";
import { isFinal } from "../runs/is-final.js";
import type { ServerContext, ServerEnv } from "../server-context.js";
import { type ChatMessage, type ChatRequest, tellableTextOf, textOf, toolReplies } from "./chat-request.js";
import type { ChatStretch, ChatThread, ChatTurn } from "./chat-thread.js";

export interface BegunChatTurn {
  readonly run: ManagedRun;
  readonly turn: ChatTurn;
  readonly stretch: ChatStretch;
  /** True for a message that is told again from its beginning. */
  readonly again: boolean;
}

/**
 * What a request to a chat comes to: the run that waits goes on with its answers, or a new run begins. Called for one
 * request of a chat at a time. Rejects with `ServerError` and the core's errors.
 */
export async function beginChatTurn(
  context: ServerContext,
  c: Context<ServerEnv>,
  thread: ChatThread,
  request: ChatRequest,
): Promise<BegunChatTurn> {
  const turn = thread.turns.at(-1);
  const run = turn === undefined ? null : await runOfTurn(context, c, turn);
  if (turn !== undefined && run !== null) {
    const stretch = await goOn(run, turn, request);
    if (stretch !== null) {
      await context.registry.noteTurn(run.runId, recordedTurnOf(thread, turn));
      return { run: await goneOn(context, c, run.runId), turn, stretch, again: false };
    }
    const last = turn.stretches.at(-1);
    if (run.status() === "interrupted" && last !== undefined && requestOf(request).message.id === last.saidId) {
      // The message that was being answered, sent again.
      return { run: await goneOn(context, c, run.runId), turn, stretch: last, again: true };
    }
    if (!isFinal(run.status())) {
      // Who has left the stream and asks something else has given the answer up.
      const { message } = requestOf(request);
      if (message.id === turn.messageId || !(await thread.isLeft())) {
        throw run.status() === "interrupted"
          ? interrupted(run)
          : new ServerError("thread_busy", `The run ${run.runId} of this chat is ${run.status()}.`);
      }
      await abandon(run);
    }
  }
  return start(context, c, thread, request);
}

/** Goes on with the chat's run; null when the request answers nothing and nothing waits. */
async function goOn(run: ManagedRun, turn: ChatTurn, request: ChatRequest): Promise<ChatStretch | null> {
  const last = turn.stretches.at(-1);
  if (last === undefined) return null;
  const message = request.messages.at(-1);
  const said = message?.role === "user" && !turn.stretches.some(({ saidId }) => saidId === message.id) ? message : null;
  const replies = toolReplies(request);
  const pause = await findPause(run, last.after, last.answered);
  if (pause === null) {
    // The same answers again: their stretch is told again.
    const isRepeated =
      said === null &&
      last.after > 0 &&
      replies.some(({ approval, toolCallId }) =>
        last.answered.includes(approval?.id ?? toolCallId.slice(run.runId.length + 1)),
      );
    return isRepeated && message?.role === "assistant" ? last : null;
  }
  if (said !== null && waitsForToolsOnly(run)) {
    requestOf(request);
    await abandon(run);
    return null;
  }
  const answers = [...replyAnswers(run, replies), ...questionAnswer(run, said)];
  const wasAnswered = replies.some(({ approval }) => approval !== null && pause.asked.has(approval.id));
  if (answers.length === 0 && !wasAnswered) {
    if (run.status() === "waiting") throw waiting(run);
    return null;
  }
  const isAnswer = said !== null && answers.some(({ value }) => value === textOf(said));
  if (said !== null && !isAnswer) throw waiting(run);
  await giveAnswers(run, answers);
  const stretch = stretchAfter(run, turn, last, pause, answers, isAnswer ? said : null);
  turn.stretches.push(stretch);
  return stretch;
}

/** After an answer in words the run goes on in a message of its own: the client shows it below those words. */
function stretchAfter(
  run: ManagedRun,
  turn: ChatTurn,
  last: ChatStretch,
  pause: Pause,
  answers: readonly GivenAnswer[],
  said: ChatMessage | null,
): ChatStretch {
  const open = new Set(run.pending().map(pendingId));
  const answered = new Set([...last.answered, ...answers.map(({ id }) => id)]);
  for (const id of pause.asked) if (!open.has(id)) answered.add(id);
  return {
    id: said === null ? last.id : `${run.runId}/${turn.stretches.length + 1}`,
    after: pause.seq,
    answered: [...answered],
    saidId: said?.id ?? last.saidId,
    isTold: false,
  };
}

/** Approvals, and results of calls the client made itself. */
function replyAnswers(run: ManagedRun, replies: ReturnType<typeof toolReplies>): GivenAnswer[] {
  return run.pending().flatMap((request) => {
    if (request.kind === "approval") {
      const { id } = request.data;
      const reply = replies.find(({ approval }) => approval?.id === id);
      return reply?.approval ? [{ id, value: reply.approval.approved }] : [];
    }
    if (request.kind === "tool_call") {
      const { id } = request.data;
      const reply = replies.find(({ toolCallId }) => toolCallId === `${run.runId}/${id}`);
      return reply?.result ? [{ id, value: reply.result.value }] : [];
    }
    return [];
  });
}

/** A message of the user is the answer to the question that was asked first. */
function questionAnswer(run: ManagedRun, said: ChatMessage | null): GivenAnswer[] {
  const question = run.pending().find(({ kind }) => kind === "clarification");
  return question === undefined || said === null ? [] : [{ id: pendingId(question), value: textOf(said) }];
}

function waiting(run: ManagedRun): ServerError {
  return new ServerError(
    "thread_waiting",
    `The run ${run.runId} waits for ${run.pending().map(pendingId).join(", ")}.`,
  );
}

async function start(
  context: ServerContext,
  c: Context<ServerEnv>,
  thread: ChatThread,
  request: ChatRequest,
): Promise<BegunChatTurn> {
  const { message, text } = requestOf(request);
  const before = request.messages.slice(0, -1);
  const continues = await priorRun(context, c, thread, before, message.id);
  const told = before.filter(({ role }) => continues === null || role === "system");
  const turnOf = (runId: string): ChatTurn => ({
    runId,
    messageId: message.id,
    stretches: [{ id: runId, after: 0, answered: [], saidId: message.id, isTold: false }],
  });
  const run = await context.start(c, {
    request: text,
    turn: (runId) => recordedTurnOf(thread, turnOf(runId)),
    overrides: {
      sessionId: thread.sessionId,
      contextFacts: conversationFacts(told.map((earlier) => ({ role: earlier.role, text: tellableTextOf(earlier) }))),
    },
    ...(continues === null ? {} : { continues }),
  });
  const turn = turnOf(run.runId);
  addTurn(thread, turn);
  return { run, turn, stretch: turn.stretches[0] as ChatStretch, again: false };
}

/** What the user asks. Throws `ServerError` where there is nothing to answer. */
function requestOf(request: ChatRequest): { readonly message: ChatMessage; readonly text: string } {
  const message = request.messages.at(-1);
  if (message?.role !== "user") {
    throw toolReplies(request).length > 0
      ? new ServerError(
          "nothing_waits",
          "Nothing waits for an answer in this chat: this server knows no run of it that is not over.",
        )
      : new ServerError("message_missing", "The last message is none of a user.");
  }
  const text = textOf(message);
  if (text.trim() === "") {
    throw new ServerError("message_missing", `The message ${JSON.stringify(message.id)} has no text.`);
  }
  return { message, text };
}
