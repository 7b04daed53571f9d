import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import type { HistoryMessage } from "../../src/budget/history-message.js";
import { trimMessageHistory } from "../../src/budget/trim-message-history.js";
import { ContextOverflowError } from "../../src/contract/error.js";

type Block = Record<string, unknown> & { type: string };
const text = (value: string): Block => ({ type: "text", text: value });
const use = (id: string): Block => ({ type: "tool_use", id, name: "lookup", input: { q: id } });
const result = (id: string, content = "found"): Block => ({ type: "tool_result", tool_use_id: id, content });
const user = (...content: Block[]): HistoryMessage => ({ role: "user", content });
const assistant = (...content: Block[]): HistoryMessage => ({ role: "assistant", content });

/** One token per character of JSON, nothing per message: budgets can be computed from the messages themselves. */
const characters = { countTokensFn: (json: string) => json.length, perMessage: 0 };
const sizeOf = (...messages: readonly HistoryMessage[]) =>
  messages.reduce((sum, message) => sum + JSON.stringify(message).length, 0);

/** What a strict provider of the Messages shape refuses, as a list of reasons. */
function messageProblems(messages: readonly HistoryMessage[]): string[] {
  const problems: string[] = [];
  const turns = messages.filter(({ role }) => role !== "system");
  if (turns[0]?.role !== "user") problems.push("does not begin with the user");
  for (const [at, message] of turns.entries()) {
    const blocks = message.content as readonly Block[];
    if (blocks.length === 0) problems.push(`${at} is empty`);
    if (blocks.some((block) => block.type === "text" && block.text === "")) problems.push(`${at} has an empty text`);
    if (at > 0 && turns[at - 1]?.role === message.role) problems.push(`${at} does not alternate`);
    const before = at === 0 ? [] : (turns[at - 1]?.content as readonly Block[]);
    for (const block of blocks) {
      if (block.type !== "tool_result") continue;
      if (!before.some((call) => call.type === "tool_use" && call.id === block.tool_use_id)) {
        problems.push(`${at} answers a call that is not directly before it`);
      }
    }
    for (const block of blocks) {
      if (block.type !== "tool_use" || at === turns.length - 1) continue;
      const after = turns[at + 1]?.content as readonly Block[];
      if (!after.some((answer) => answer.type === "tool_result" && answer.tool_use_id === block.id)) {
        problems.push(`${at} has a call without result`);
      }
    }
  }
  return problems;
}

/** The same for the Chat Completions shape. */
function chatProblems(messages: readonly HistoryMessage[]): string[] {
  const problems: string[] = [];
  const turns = messages.filter(({ role }) => role !== "system");
  if (turns[0]?.role !== "user") problems.push("does not begin with the user");
  let open = new Set<string>();
  for (const [at, message] of turns.entries()) {
    if (message.role === "tool") {
      if (!open.delete(String(message.tool_call_id))) problems.push(`${at} answers no open call`);
      continue;
    }
    if (open.size > 0) problems.push(`${at} comes before all calls are answered`);
    open = new Set((message.tool_calls as { id: string }[] | undefined)?.map(({ id }) => id));
  }
  if (open.size > 0) problems.push("ends with open calls");
  return problems;
}

/** The same for items of the Responses shape. */
function itemProblems(items: readonly HistoryMessage[]): string[] {
  const problems: string[] = [];
  const calls = new Set<unknown>();
  const answered = new Set<unknown>();
  for (const [at, item] of items.entries()) {
    if (item.type === "function_call") {
      calls.add(item.call_id);
      if (item.needs !== undefined && items[at - Number(item.offset)]?.id !== item.needs) {
        problems.push(`${at} lost the reasoning it belongs to`);
      }
    }
    if (item.type === "function_call_output") {
      if (!calls.has(item.call_id)) problems.push(`${at} answers no call`);
      answered.add(item.call_id);
    }
    if (item.type === "reasoning" && items[at + 1]?.type !== "function_call" && items[at + 1]?.role !== "assistant") {
      problems.push(`${at} is reasoning that leads to nothing`);
    }
  }
  for (const call of calls) if (!answered.has(call)) problems.push(`${String(call)} has no output`);
  return problems;
}

const anyWords = fc.string({ minLength: 1, maxLength: 40 });
/** Calls of one turn; ids are numbered afterwards so that they are unique. */
const anyTurn = fc.record({
  ask: anyWords,
  rounds: fc.array(
    fc.record({
      calls: fc.integer({ min: 1, max: 3 }),
      said: fc.option(anyWords, { nil: null }),
      // A result message with words of the user beside the results, as clients send it.
      remark: fc.option(anyWords, { nil: null }),
      size: fc.integer({ min: 0, max: 400 }),
      reasoned: fc.boolean(),
    }),
    { maxLength: 4 },
  ),
  answer: anyWords,
});
/** A share of the whole, evenly spread. */
const anyShare = fc.integer({ min: 0, max: 1000 }).map((perMille) => perMille / 1000);
const anyConversation = fc.array(anyTurn, { minLength: 1, maxLength: 12 });
type Conversation = typeof anyConversation extends fc.Arbitrary<infer T> ? T : never;

function anthropicHistory(conversation: Conversation): HistoryMessage[] {
  const messages: HistoryMessage[] = [{ role: "system", content: [text("Be brief.")] }];
  let id = 0;
  for (const turn of conversation) {
    messages.push(user(text(turn.ask)));
    for (const round of turn.rounds) {
      const ids = Array.from({ length: round.calls }, () => `call_${id++}`);
      const said = round.said === null ? [] : [text(round.said)];
      const thought: Block[] = round.reasoned ? [{ type: "thinking", thinking: "hm", signature: "s" }] : [];
      messages.push(assistant(...thought, ...said, ...ids.map(use)));
      const remark = round.remark === null ? [] : [text(round.remark)];
      messages.push(user(...ids.map((call) => result(call, "x".repeat(round.size))), ...remark));
    }
    messages.push(assistant(text(turn.answer)));
  }
  messages.push(user(text("and now?")));
  return messages;
}

function chatHistory(conversation: Conversation): HistoryMessage[] {
  const messages: HistoryMessage[] = [{ role: "system", content: "Be brief." }];
  let id = 0;
  for (const turn of conversation) {
    messages.push({ role: "user", content: turn.ask });
    for (const round of turn.rounds) {
      const ids = Array.from({ length: round.calls }, () => `call_${id++}`);
      const calls = ids.map((call) => ({ id: call, type: "function", function: { name: "f", arguments: "{}" } }));
      messages.push({ role: "assistant", content: round.said, tool_calls: calls });
      for (const call of ids) messages.push({ role: "tool", tool_call_id: call, content: "x".repeat(round.size) });
    }
    messages.push({ role: "assistant", content: turn.answer });
  }
  messages.push({ role: "user", content: "and now?" });
  return messages;
}

function responsesHistory(conversation: Conversation): HistoryMessage[] {
  const items: HistoryMessage[] = [{ role: "developer", content: "Be brief." }];
  let id = 0;
  for (const turn of conversation) {
    items.push({ role: "user", content: turn.ask });
    for (const round of turn.rounds) {
      const ids = Array.from({ length: round.calls }, () => `call_${id++}`);
      if (round.reasoned) items.push({ type: "reasoning", id: `rs_${ids[0]}`, summary: [] });
      for (const [offset, call] of ids.entries()) {
        const needs = round.reasoned ? { needs: `rs_${ids[0]}`, offset: offset + 1 } : {};
        items.push({ type: "function_call", call_id: call, name: "f", arguments: "{}", ...needs });
      }
      for (const call of ids)
        items.push({ type: "function_call_output", call_id: call, output: "x".repeat(round.size) });
    }
    items.push({ role: "assistant", content: turn.answer });
  }
  items.push({ role: "user", content: "and now?" });
  return items;
}

describe("any trim of a valid history is a valid history", () => {
  const shapes = {
    Messages: [anthropicHistory, messageProblems],
    "Chat Completions": [chatHistory, chatProblems],
    Responses: [responsesHistory, itemProblems],
  } as const;

  it.each(Object.entries(shapes))(`${verifies("POS-BUD-06")}B014: %s`, (_, [historyOf, problemsOf]) => {
    let trimmed = 0;
    fc.assert(
      fc.property(anyConversation, anyShare, (conversation, share) => {
        const history = historyOf(conversation);
        expect(problemsOf(history)).toEqual([]);
        const before = JSON.stringify(history);
        const maxTokens = Math.ceil(share * sizeOf(...history));
        try {
          const { messages, tokens, removedMessages } = trimMessageHistory(history, { ...characters, maxTokens });
          expect(problemsOf(messages)).toEqual([]);
          expect(tokens).toBe(sizeOf(...messages));
          expect(tokens).toBeLessThanOrEqual(maxTokens);
          expect(messages[0]).toEqual(history[0]);
          expect(messages[messages.length - 1]).toEqual(history[history.length - 1]);
          expect(removedMessages).toBe(history.length - messages.length);
          if (removedMessages > 0) trimmed += 1;
          if (share === 1) expect(messages).toEqual(history);
        } catch (error) {
          if (!(error instanceof ContextOverflowError)) throw error;
          // Only when the instructions and the last message alone are too large.
          expect(sizeOf(history[0] as HistoryMessage, history[history.length - 1] as HistoryMessage)).toBeGreaterThan(
            maxTokens,
          );
        }
        expect(JSON.stringify(history)).toBe(before);
      }),
      { numRuns: 250 },
    );
    expect(trimmed).toBeGreaterThan(100);
  });

  it(`${verifies("POS-BUD-06")}B014: 66 messages keep the newest that fit`, () => {
    const history = Array.from({ length: 33 }, (_, at) => [user(text(`q${at}`)), assistant(text(`a${at}`))]).flat();
    history.push(user(text("last")));
    const { messages } = trimMessageHistory(history, { ...characters, maxTokens: sizeOf(...history.slice(-11)) });
    expect(messages).toEqual(history.slice(-11));
    const fewer = trimMessageHistory(history, { ...characters, maxTokens: sizeOf(...history.slice(-11)) - 1 });
    expect(fewer.messages.length).toBeLessThan(11);
    expect(fewer.messages.length).toBeGreaterThanOrEqual(9);
  });

  it(`${verifies("POS-BUD-06")}a long tool loop keeps its task and its newest calls`, () => {
    const pairs = Array.from({ length: 20 }, (_, at) => [assistant(use(`c${at}`)), user(result(`c${at}`))]).flat();
    const history = [user(text("the task")), ...pairs];
    const budget = sizeOf(user(text("the task")), ...pairs.slice(-6));
    const { messages } = trimMessageHistory(history, { ...characters, maxTokens: budget });
    expect(messages).toEqual([user(text("the task")), ...pairs.slice(-6)]);
  });
});

describe("mixed blocks", () => {
  it(`${verifies("POS-BUD-06")}B010: only the orphan block goes, the text beside it stays`, () => {
    const history = [
      user(text("find A")),
      assistant(text("a long thought about it ".repeat(20)), use("A")),
      user(result("A", "very long ".repeat(50)), text("and now?")),
    ];
    const { messages, removedBlocks } = trimMessageHistory(history, { ...characters, maxTokens: 120 });
    expect(messages).toEqual([user(text("and now?"))]);
    expect(removedBlocks).toBe(1);
    expect(history[2]?.content).toHaveLength(2);
  });

  it(`${verifies("POS-BUD-06")}B012: an empty text block is dropped, tool blocks are kept`, () => {
    const history = [user(text("find A")), assistant(text(""), use("A")), user(result("A"))];
    const { messages, removedBlocks, removedMessages } = trimMessageHistory(history, {
      ...characters,
      maxTokens: 10_000,
    });
    expect(messages).toEqual([user(text("find A")), assistant(use("A")), user(result("A"))]);
    expect({ removedBlocks, removedMessages }).toEqual({ removedBlocks: 1, removedMessages: 0 });
  });

  it(`${verifies("POS-BUD-06", "POS-BUD-01")}a reasoning item goes with the call it led to`, () => {
    const items: HistoryMessage[] = [
      { role: "user", content: "go" },
      { type: "reasoning", id: "rs_1", summary: [{ type: "summary_text", text: "long ".repeat(60) }] },
      { type: "function_call", call_id: "c1", name: "f", arguments: "{}" },
      { type: "function_call_output", call_id: "c1", output: "done" },
      { role: "user", content: "thanks, and?" },
    ];
    const { messages } = trimMessageHistory(items, { ...characters, maxTokens: 260 });
    expect(messages).toEqual(items.slice(-1));
  });

  it(`${verifies("POS-BUD-03")}refuses when the last message alone is too large`, () => {
    const history = [user(text("x".repeat(500)))];
    expect(() => trimMessageHistory(history, { ...characters, maxTokens: 100 })).toThrow(ContextOverflowError);
    expect(trimMessageHistory([], { ...characters, maxTokens: 0 }).messages).toEqual([]);
  });
});
