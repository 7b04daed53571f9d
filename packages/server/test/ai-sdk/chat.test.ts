import { defineCapability, STL_OPERATIONS } from "@pelorus/core";
import { bearerTokens } from "@pelorus/server";
import { type AiSdkOptions, aiSdk } from "@pelorus/server/ai-sdk";
import { type ListeningServer, serve } from "@pelorus/server/node";
import {
  DefaultChatTransport,
  isToolUIPart,
  lastAssistantMessageIsCompleteWithApprovalResponses,
  lastAssistantMessageIsCompleteWithToolCalls,
  readUIMessageStream,
  type UIMessage,
  type UIMessageChunk,
} from "ai";
import { afterEach, describe, expect, it } from "vitest";
import { fixedPlan } from "../../../core/test/run/fixed-plan.js";
import { random } from "../support/random.js";
import {
  ASKED_BESIDE,
  DELETED,
  ESSAY,
  FRUIT,
  type Scenario,
  SIDE_BY_SIDE,
  STOCK,
  scenarioRun,
  scenarioTools,
  TWO_STEPS,
} from "../support/scenario.js";
import { chatOf, checkingFetch, textOf, validations } from "./test-chat.js";

const servers: ListeningServer[] = [];
afterEach(async () => {
  await Promise.all(validations.splice(0));
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function start(
  scenario: Scenario = {},
  deleted: unknown[] = [],
  options: AiSdkOptions = {},
): Promise<ListeningServer> {
  const server = await serve({ run: scenarioRun(scenario, deleted), endpoints: [aiSdk(options)] });
  servers.push(server);
  return server;
}

const partsOf = (message: UIMessage | undefined, type: string) =>
  (message?.parts ?? []).filter((part) => part.type === type);
const dataOf = (message: UIMessage | undefined, type: string) =>
  partsOf(message, type).map((part) => (part as { data: Record<string, unknown> }).data);
const toolsOf = (message: UIMessage | undefined) => (message?.parts ?? []).filter(isToolUIPart);

const runIdOf = (message: UIMessage | undefined) =>
  String((message?.metadata as { run_id?: string } | undefined)?.run_id);

describe("the official chat", () => {
  it("gets text that is the result, reasoning, steps and data parts that change in place", async () => {
    const server = await start({ extra: { classifier: TWO_STEPS } });
    const chunks: UIMessageChunk[] = [];
    const chat = chatOf(server.url, { chunks });
    await chat.sendMessage({ text: "Explain tea and coffee." });
    expect([chat.status, chat.error]).toEqual(["ready", undefined]);
    const message = chat.lastMessage;
    expect(textOf(message)).toBe(ESSAY);
    const [run] = await server.handler.registry.list("local");
    expect((await run?.result)?.text).toBe(ESSAY);
    expect(partsOf(message, "step-start")).toHaveLength(2);
    expect(dataOf(message, "data-operation")).toMatchObject([
      { step_id: "s1", operation: "RETRIEVE", state: "done" },
      { step_id: "s2", operation: "GENERATE", state: "done" },
    ]);
    expect(dataOf(message, "data-budget")).toMatchObject([{ window: 100_000 }]);
    expect(dataOf(message, "data-state")).toMatchObject([{ run_id: run?.runId, status: "complete", pending: [] }]);
    await expect.poll(() => chunks.at(-1)?.type).toBe("finish");
    expect(chunks.filter(({ type }) => type === "data-operation").length).toBeGreaterThan(4);
    // A part is told again only when it has changed.
    const told = new Map<string, string>();
    for (const chunk of chunks) {
      if (!chunk.type.startsWith("data-")) continue;
      const { id = "", data } = chunk as { id?: string; data: unknown };
      expect(told.get(id)).not.toBe(JSON.stringify(data));
      told.set(id, JSON.stringify(data));
    }
    const reasoning = partsOf(message, "reasoning") as { text: string; state?: string; providerMetadata?: unknown }[];
    expect(reasoning.map(({ text, state }) => [text, state])).toEqual(
      [
        ["Let me think of it.", "done"],
        [ESSAY, "done"],
      ].slice(0, reasoning.length),
    );
    expect(reasoning.at(-1)?.providerMetadata).toEqual({ pelorus: { draft: true } });
    expect(message?.metadata).toMatchObject({ run_id: run?.runId, status: "complete" });
    expect(chunks.filter(({ type }) => type === "start" || type === "finish").map(({ type }) => type)).toEqual([
      "start",
      "finish",
    ]);
    expect(chunks.filter(({ type }) => type === "start-step").length).toBe(
      chunks.filter(({ type }) => type === "finish-step").length,
    );
  });

  it("has only the answer as text after a revision", async () => {
    const request = "List the fruit in the store as a JSON array with fruit and count.";
    const server = await start({ extra: { tools: [] } });
    const chat = chatOf(server.url);
    await chat.sendMessage({ text: request });
    expect(textOf(chat.lastMessage)).toBe(FRUIT);
    const live = await start({ extra: { tools: [] } }, [], { drafts: "text" });
    const other = chatOf(live.url);
    await other.sendMessage({ text: request });
    const texts = partsOf(other.lastMessage, "text") as {
      text: string;
      providerMetadata?: { pelorus?: { complete?: boolean } };
    }[];
    expect(texts.map(({ text, providerMetadata }) => [text, providerMetadata?.pelorus?.complete])).toEqual([
      ["There are eight apples, I would say.", false],
      [FRUIT, true],
    ]);
    const none = await start({ extra: { tools: [] } }, [], { drafts: "none" });
    const third = chatOf(none.url);
    await third.sendMessage({ text: request });
    expect([textOf(third.lastMessage), partsOf(third.lastMessage, "reasoning").length]).toEqual([FRUIT, 2]);
  });

  it("sees tool calls with input and output", async () => {
    const server = await start();
    const chat = chatOf(server.url);
    await chat.sendMessage({ text: "Count the stock of apples." });
    expect(toolsOf(chat.lastMessage)).toMatchObject([
      { type: "tool-count_stock", state: "output-available", input: { fruit: "apple" }, providerExecuted: true },
    ]);
    expect(String(toolsOf(chat.lastMessage)[0]?.output)).toContain("8");
    expect(textOf(chat.lastMessage)).toBe(STOCK);
  });

  it("sees a tool that fails as an error of the call, and the run going on", async () => {
    const broken = defineCapability({
      capabilityId: "count_stock",
      operationTypes: [...STL_OPERATIONS],
      inputSchema: { type: "object" },
      safetyClass: "read-only",
      description: "count the stock of apples in the store",
      execute: () => {
        throw new Error("the store is closed");
      },
    });
    const server = await start({ extra: { tools: [broken] } });
    const chat = chatOf(server.url);
    await chat.sendMessage({ text: "Count the stock of apples." });
    expect(toolsOf(chat.lastMessage)[0]).toMatchObject({
      state: "output-error",
      errorText: expect.stringContaining("store is closed"),
    });
    expect(chat.status).toBe("ready");
  });

  it("gets an error for a halted run, after everything that was done", async () => {
    const server = await start();
    const chunks: UIMessageChunk[] = [];
    const chat = chatOf(server.url, { chunks });
    await chat.sendMessage({ text: "Fail at once, please." });
    expect(chat.status).toBe("error");
    await expect.poll(() => chunks.at(-1)).toMatchObject({ type: "finish", finishReason: "error" });
    expect(chunks.filter(({ type }) => type === "error")).toHaveLength(1);
    expect(dataOf(chat.lastMessage, "data-state")).toMatchObject([{ status: "halted" }]);
  });

  it("keeps the text of a run that is cancelled, marked as incomplete", async () => {
    let count = 0;
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const server = await start({ gate: () => (++count > 8 ? held : Promise.resolve()), extra: { tools: [] } });
    const chunks: UIMessageChunk[] = [];
    const chat = chatOf(server.url, { chunks });
    const sent = chat.sendMessage({ text: "Explain tea and coffee." });
    await expect.poll(() => partsOf(chat.lastMessage, "reasoning").length, { timeout: 5000 }).toBe(2);
    const runId = runIdOf(chat.lastMessage);
    const response = await fetch(`${server.url}/runs/${runId}/cancel`, { method: "POST" });
    expect(response.ok).toBe(true);
    release();
    await sent;
    const { text } = partsOf(chat.lastMessage, "text")[0] as { text: string };
    expect(ESSAY.startsWith(text) && text !== "").toBe(true);
    expect(text).toBe((await (await server.handler.registry.get(runId, "local"))?.result)?.text);
    await expect.poll(() => chunks.map(({ type }) => type)).toEqual(expect.arrayContaining(["abort"]));
  });

  it("gets the sources an answer cites", async () => {
    const answer =
      "Trips abroad are approved by the director. [staff/travel-policy.md:6-9] See [https://example.org/rules] and [x].";
    const server = await start({ extra: { model: () => answer, tools: [], onFailedChecks: "record" } });
    const chat = chatOf(server.url);
    await chat.sendMessage({ text: "Who approves trips abroad?" });
    expect(textOf(chat.lastMessage)).toBe(answer);
    expect(partsOf(chat.lastMessage, "source-document")).toMatchObject([
      { sourceId: "staff/travel-policy.md:6-9", mediaType: "text/markdown", filename: "staff/travel-policy.md" },
    ]);
    expect(partsOf(chat.lastMessage, "source-url")).toMatchObject([{ url: "https://example.org/rules" }]);
    // A text that came in one piece has no draft.
    expect(partsOf(chat.lastMessage, "reasoning")).toEqual([]);
  });
});

describe("approvals", () => {
  const automatic = { sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithApprovalResponses };
  const settled = (chat: { status: string; lastMessage?: UIMessage | undefined }, text: string) =>
    expect.poll(() => [chat.status, textOf(chat.lastMessage)], { timeout: 5000 }).toEqual(["ready", text]);

  it("are asked for on the part of the call, and answered there", async () => {
    const deleted: unknown[] = [];
    const server = await start({}, deleted);
    const chunks: UIMessageChunk[] = [];
    const chat = chatOf(server.url, { chunks, ...automatic });
    await chat.sendMessage({ text: "Delete the file notes.txt" });
    const [asked] = toolsOf(chat.lastMessage);
    expect(asked).toMatchObject({
      type: "tool-delete_file",
      state: "approval-requested",
      input: { path: "notes.txt" },
    });
    expect(deleted).toEqual([]);
    await expect.poll(() => chunks.at(-1)).toMatchObject({ type: "finish", finishReason: "tool-calls" });
    await chat.addToolApprovalResponse({ id: asked?.approval?.id ?? "", approved: true });
    await settled(chat, DELETED);
    expect(deleted).toEqual([{ path: "notes.txt" }]);
    expect(chat.messages).toHaveLength(2);
    expect(toolsOf(chat.lastMessage)).toMatchObject([{ state: "output-available", approval: { approved: true } }]);
    expect(dataOf(chat.lastMessage, "data-state")).toMatchObject([{ status: "complete", pending: [] }]);
    expect(dataOf(chat.lastMessage, "data-operation")).toHaveLength(1);
    expect(await server.handler.registry.list("local")).toHaveLength(1);
  });

  it("that are denied let nothing happen", async () => {
    const deleted: unknown[] = [];
    const server = await start({}, deleted);
    const chat = chatOf(server.url, automatic);
    await chat.sendMessage({ text: "Delete the file notes.txt" });
    await chat.addToolApprovalResponse({ id: toolsOf(chat.lastMessage)[0]?.approval?.id ?? "", approved: false });
    await settled(chat, "The file notes.txt was not deleted: the deletion was denied.");
    expect([deleted, toolsOf(chat.lastMessage)[0]?.state]).toEqual([[], "output-denied"]);
  });

  it("survive a reload: the message is told again with what it asks", async () => {
    const server = await start();
    const chat = chatOf(server.url);
    await chat.sendMessage({ text: "Delete the file notes.txt" });
    const reloaded = chatOf(server.url, { messages: structuredClone(chat.messages), ...automatic });
    await reloaded.resumeStream();
    expect(reloaded.messages).toEqual(chat.messages);
    await reloaded.addToolApprovalResponse({
      id: toolsOf(reloaded.lastMessage)[0]?.approval?.id ?? "",
      approved: true,
    });
    await settled(reloaded, DELETED);
    // From the start, over the pause: the same parts.
    const third = chatOf(server.url, { messages: [] });
    await third.resumeStream();
    expect(third.messages).toEqual([]);
  });

  it("that were answered are told again as one message", async () => {
    let release = () => {};
    let held = Promise.resolve();
    const server = await start({ gate: () => held });
    const chat = chatOf(server.url, automatic);
    await chat.sendMessage({ text: "Delete the file notes.txt" });
    held = new Promise((resolve) => {
      release = resolve;
    });
    await chat.addToolApprovalResponse({ id: toolsOf(chat.lastMessage)[0]?.approval?.id ?? "", approved: true });
    await expect.poll(() => toolsOf(chat.lastMessage)[0]?.state, { timeout: 5000 }).toBe("output-available");
    const chunks: UIMessageChunk[] = [];
    const reloaded = chatOf(server.url, { chunks, messages: structuredClone(chat.messages.slice(0, 1)) });
    const resumed = reloaded.resumeStream();
    await expect
      .poll(() => [reloaded.error, toolsOf(reloaded.lastMessage)[0]?.state])
      .toEqual([undefined, "output-available"]);
    release();
    await resumed;
    await settled(chat, DELETED);
    await expect.poll(() => chunks.at(-1)?.type).toBe("finish");
    expect(chunks.filter(({ type }) => type === "start" || type === "finish").map(({ type }) => type)).toEqual([
      "start",
      "finish",
    ]);
    const withoutWho = (message: UIMessage | undefined) =>
      JSON.stringify(message, (key, value) => (key === "approved" ? undefined : value));
    expect(withoutWho(reloaded.lastMessage)).toBe(withoutWho(chat.lastMessage));
  });

  it("that were given elsewhere do not stop the message that goes on", async () => {
    const deleted: unknown[] = [];
    const server = await start({ extra: { classifier: SIDE_BY_SIDE, lanes: 1 } }, deleted);
    const chat = chatOf(server.url, automatic);
    await chat.sendMessage({ text: "Delete both files." });
    const [run] = await server.handler.registry.list("local");
    for (let answers = 0; answers < 2; answers++) {
      await expect.poll(() => run?.status(), { timeout: 5000 }).toBe("waiting");
      const [request] = run?.pending() ?? [];
      await run?.answer(request?.kind === "approval" ? request.data.id : "", true);
    }
    await run?.result;
    await chat.addToolApprovalResponse({ id: toolsOf(chat.lastMessage)[0]?.approval?.id ?? "", approved: true });
    await settled(chat, "Both files were seen to.");
    expect(toolsOf(chat.lastMessage).map(({ state }) => state)).toEqual(["output-available", "output-available"]);
    expect([chat.messages.length, deleted.length]).toEqual([2, 2]);
  });

  it("of operations side by side are all answered before the run goes on", async () => {
    const deleted: unknown[] = [];
    const server = await start({ extra: { classifier: SIDE_BY_SIDE, lanes: 2 } }, deleted);
    const chat = chatOf(server.url, automatic);
    await chat.sendMessage({ text: "Delete both files." });
    const asked = toolsOf(chat.lastMessage);
    expect(asked.map(({ state }) => state)).toEqual(["approval-requested", "approval-requested"]);
    await chat.addToolApprovalResponse({ id: asked[0]?.approval?.id ?? "", approved: true });
    expect([chat.status, deleted]).toEqual(["ready", []]);
    await chat.addToolApprovalResponse({ id: asked[1]?.approval?.id ?? "", approved: false });
    await settled(chat, "Both files were seen to.");
    expect(deleted).toHaveLength(1);
    expect(toolsOf(chat.lastMessage).map(({ state }) => state)).toEqual(["output-available", "output-denied"]);
    expect(dataOf(chat.lastMessage, "data-operation")).toHaveLength(3);
  });

  it("may be answered after operations of another lane began", async () => {
    const deleted: unknown[] = [];
    const server = await start({ extra: { classifier: ASKED_BESIDE, lanes: 2 } }, deleted);
    const chat = chatOf(server.url, automatic);
    await chat.sendMessage({ text: "Delete both files." });
    const states = () => dataOf(chat.lastMessage, "data-operation").map(({ state }) => state);
    const asked = toolsOf(chat.lastMessage);
    expect(asked.map(({ state }) => state)).toEqual(["approval-requested"]);
    await chat.addToolApprovalResponse({ id: asked[0]?.approval?.id ?? "", approved: true });
    await settled(chat, "Both files were seen to.");
    expect(toolsOf(chat.lastMessage)).toMatchObject([{ toolCallId: asked[0]?.toolCallId, state: "output-available" }]);
    expect(deleted).toEqual([{ path: "notes-1.txt" }]);
    expect(states()).toEqual(["done", "done", "done", "done"]);
  });

  it("belong to whoever was asked", async () => {
    const tokens = ["a".repeat(20), "b".repeat(20)];
    const deleted: unknown[] = [];
    const server = await serve({
      run: scenarioRun({}, deleted),
      endpoints: [aiSdk()],
      authorize: bearerTokens(tokens),
    });
    servers.push(server);
    const [mine, theirs] = tokens.map((token) =>
      chatOf(server.url, {
        transport: new DefaultChatTransport({
          api: `${server.url}/api/chat`,
          headers: { authorization: `Bearer ${token}` },
        }),
      }),
    );
    await mine?.sendMessage({ text: "Delete the file notes.txt" });
    const message = structuredClone(mine?.lastMessage) as UIMessage;
    for (const part of toolsOf(message))
      Object.assign(part, { state: "approval-responded" }, { approval: { ...part.approval, approved: true } });
    if (theirs !== undefined) theirs.messages = [message];
    await theirs?.sendMessage();
    expect(theirs?.error?.message).toContain("nothing_waits");
    await theirs?.resumeStream();
    expect(deleted).toEqual([]);
    expect(toolsOf(mine?.lastMessage)[0]?.state).toBe("approval-requested");
  });

  it("hold the next message back", async () => {
    const server = await start();
    const chat = chatOf(server.url);
    await chat.sendMessage({ text: "Delete the file notes.txt" });
    await chat.sendMessage({ text: "Count the stock of apples." });
    expect(chat.error?.message).toContain("thread_waiting");
  });
});

describe("questions", () => {
  it("are asked in the conversation, and the next message answers them", async () => {
    const server = await start({
      extra: {
        classifier: fixedPlan([
          ["CLARIFY", []],
          ["GENERATE", [1]],
        ]),
        tools: [],
      },
    });
    const chunks: UIMessageChunk[] = [];
    const chat = chatOf(server.url, { chunks });
    await chat.sendMessage({ text: "Explain it." });
    const question = textOf(chat.lastMessage);
    expect(question.length).toBeGreaterThan(3);
    await expect.poll(() => chunks.at(-1)).toMatchObject({ type: "finish", finishReason: "stop" });
    expect(dataOf(chat.lastMessage, "data-state")).toMatchObject([
      { status: "waiting", pending: [{ kind: "clarification" }] },
    ]);
    await chat.sendMessage({ text: "Tea and coffee" });
    expect(chat.messages.map(({ role }) => role)).toEqual(["user", "assistant", "user", "assistant"]);
    expect(textOf(chat.messages[1])).toBe(question);
    expect(textOf(chat.lastMessage)).toBe(ESSAY);
    expect(dataOf(chat.lastMessage, "data-operation")).toHaveLength(2);
    const [run, ...others] = await server.handler.registry.list("local");
    expect(others).toEqual([]);
    expect(
      (await run?.result)?.state?.establishedFacts.some(({ statement }) => statement.includes("Tea and coffee")),
    ).toBe(true);
  });
});

describe("calls the client makes itself", () => {
  const title = defineCapability({
    capabilityId: "page_title",
    operationTypes: [...STL_OPERATIONS],
    inputSchema: { type: "object" },
    safetyClass: "read-only",
    description: "ask the page for its title",
    metadata: { external: true },
    execute: () => {
      throw new Error("not here");
    },
  });
  const answer = "The title of the page is Orders.";

  it("are handed over, and its output is the result; a page that is reloaded then makes none again", async () => {
    let release = () => {};
    let held = Promise.resolve();
    const server = await start({ gate: () => held, extra: { tools: [...scenarioTools(), title] } });
    const called: string[] = [];
    const chat = chatOf(server.url, {
      sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithToolCalls,
      onToolCall: ({ toolCall: { toolName, toolCallId } }) => {
        called.push(toolName);
        held = new Promise((resolve) => {
          release = resolve;
        });
        void chat.addToolOutput({ tool: toolName, toolCallId, output: { title: "Orders" } });
      },
    });
    const sent = chat.sendMessage({ text: "Ask the page for its title." });
    await expect.poll(() => called).toEqual(["page_title"]);
    const [run] = await server.handler.registry.list("local");
    await expect.poll(() => run?.status()).toBe("running");
    const again: string[] = [];
    const reloaded = chatOf(server.url, {
      messages: structuredClone(chat.messages.slice(0, 1)),
      onToolCall: ({ toolCall }) => {
        again.push(toolCall.toolName);
      },
    });
    const resumed = reloaded.resumeStream();
    await expect.poll(() => toolsOf(reloaded.lastMessage)[0]?.state).toBe("output-available");
    release();
    await Promise.all([sent, resumed]);
    await expect.poll(() => textOf(chat.lastMessage), { timeout: 5000 }).toBe(answer);
    expect(toolsOf(chat.lastMessage)).toMatchObject([{ state: "output-available", output: { title: "Orders" } }]);
    expect([textOf(reloaded.lastMessage), called, again]).toEqual([answer, ["page_title"], []]);
  });
});

describe("a chat", () => {
  it("relays the state of one turn to the next, and answers again when asked to", async () => {
    const server = await start();
    const chat = chatOf(server.url);
    await chat.sendMessage({ text: "Count the stock of apples." });
    await chat.sendMessage({ text: "Explain tea and coffee." });
    await chat.regenerate();
    expect(chat.messages).toHaveLength(4);
    const windows = [];
    for (const run of await server.handler.registry.list("local"))
      windows.push((await run.result)?.state?.windowNumber);
    expect(windows).toEqual([2, 2, 1]);
  });

  it("needs only the last message", async () => {
    const deleted: unknown[] = [];
    const server = await start({}, deleted);
    const chat = chatOf(server.url, {
      sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithApprovalResponses,
      transport: new DefaultChatTransport({
        api: `${server.url}/api/chat`,
        prepareSendMessagesRequest: ({ id, messages, trigger }) => ({
          body: { id, trigger, messages: messages.slice(-1) },
        }),
      }),
    });
    await chat.sendMessage({ text: "Count the stock of apples." });
    await chat.sendMessage({ text: "Delete the file notes.txt" });
    await chat.addToolApprovalResponse({ id: toolsOf(chat.lastMessage)[0]?.approval?.id ?? "", approved: true });
    await expect.poll(() => textOf(chat.lastMessage), { timeout: 5000 }).toBe(DELETED);
    expect(deleted).toHaveLength(1);
    const [second] = await server.handler.registry.list("local");
    expect((await second?.result)?.state?.windowNumber).toBe(2);
    // The first message, asked anew, goes on from nothing.
    const edited = structuredClone(chat.messages.slice(0, 1));
    chat.messages = edited;
    await chat.regenerate();
    const [third] = await server.handler.registry.list("local");
    expect((await third?.result)?.state?.windowNumber).toBe(1);
  });

  it("goes on after stop: who has left and asks something else has given the answer up", async () => {
    const server = await start({ pauseMs: 20 });
    const chat = chatOf(server.url);
    const sent = chat.sendMessage({ text: "Explain tea and coffee." });
    await expect.poll(() => chat.lastMessage?.parts.length ?? 0, { timeout: 5000 }).toBeGreaterThan(2);
    const other = chatOf(server.url);
    await other.sendMessage({ text: "Count the stock of apples." });
    expect(other.error?.message).toContain("thread_busy");
    await chat.stop();
    await sent;
    await chat.sendMessage({ text: "Count the stock of apples." });
    expect([chat.status, textOf(chat.lastMessage)]).toEqual(["ready", STOCK]);
    expect((await server.handler.registry.list("local")).map((run) => run.status())).toEqual(["complete", "halted"]);
  });

  it("refuses files, empty messages and bodies that are none", async () => {
    const server = await start();
    const chat = chatOf(server.url);
    await chat.sendMessage({ files: [{ type: "file", mediaType: "image/png", url: "data:image/png;base64,AA==" }] });
    expect(chat.error?.message).toContain("content_unsupported");
    const empty = chatOf(server.url, { id: "other" });
    await empty.sendMessage({ text: " " });
    expect(empty.error?.message).toContain("message_missing");
    const response = await fetch(`${server.url}/api/chat`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{}",
    });
    expect([response.status, (await response.json()).code]).toEqual([422, "body_invalid"]);
  });

  it("has nothing to take up when nothing is under way", async () => {
    const server = await start();
    const chat = chatOf(server.url);
    await chat.sendMessage({ text: "Explain tea and coffee." });
    for (const id of ["chat-1", "unknown"]) {
      expect((await fetch(`${server.url}/api/chat/${id}/stream`)).status).toBe(204);
    }
    const before = structuredClone(chat.messages);
    await chat.resumeStream();
    expect([chat.status, chat.messages]).toEqual(["ready", before]);
  });
});

describe("a stream that breaks off", () => {
  it("ends with an error the client shows", async () => {
    const server = await start({ pauseMs: 20 });
    const chat = chatOf(server.url);
    const sent = chat.sendMessage({ text: "Explain tea and coffee." });
    await expect.poll(() => chat.lastMessage?.parts.length ?? 0, { timeout: 5000 }).toBeGreaterThan(2);
    await server.handler.close({ cancel: false });
    await sent;
    expect([chat.status, chat.error?.message]).toEqual(["error", expect.stringContaining("shutting down")]);
  });
});

describe("a stream that was cut before the run was over", () => {
  it("is taken up afterwards, once", async () => {
    const server = await start({ pauseMs: 5 });
    const chat = chatOf(server.url);
    const sent = chat.sendMessage({ text: "Explain tea and coffee." });
    await expect.poll(() => chat.lastMessage?.parts.length ?? 0, { timeout: 5000 }).toBeGreaterThan(2);
    await chat.stop();
    await sent;
    const [run] = await server.handler.registry.list("local");
    expect((await run?.result)?.status).toBe("complete");
    expect(textOf(chat.lastMessage)).toBe("");
    await chat.resumeStream();
    expect([chat.messages.length, textOf(chat.lastMessage)]).toEqual([2, ESSAY]);
    expect((await fetch(`${server.url}/api/chat/chat-1/stream`)).status).toBe(204);
  });
});

describe("a stream that is cut at random", () => {
  it("is taken up again: the message is the one of an uncut stream", async () => {
    const server = await start({ pauseMs: 1, extra: { classifier: TWO_STEPS } });
    const whole = chatOf(server.url, { id: "whole" });
    await whole.sendMessage({ text: "Explain tea and coffee." });
    const shape = (message: UIMessage | undefined) => {
      const runId = runIdOf(message);
      const text = JSON.stringify(message, (key, value) => (key === "updated_at" ? undefined : value));
      return text.replaceAll(runId, "run");
    };
    const next = random(3);
    let taken = 0;
    // Where a run is over before its stream is taken up again there is nothing to compare: another one is begun.
    for (let round = 0; taken <= 50; round++) {
      expect(round).toBeLessThan(500);
      const transport = new DefaultChatTransport<UIMessage>({
        api: `${server.url}/api/chat`,
        fetch: checkingFetch([]),
      });
      const chatId = `cut-${round}`;
      const cut = new AbortController();
      setTimeout(() => cut.abort(), 5 + next(50));
      const sent = {
        id: "u",
        role: "user" as const,
        parts: [{ type: "text" as const, text: "Explain tea and coffee." }],
      };
      await transport
        .sendMessages({
          chatId,
          messages: [sent],
          trigger: "submit-message",
          messageId: undefined,
          abortSignal: cut.signal,
        })
        .then((stream) => last(stream))
        .catch(() => {});
      for (let cuts = 2; cuts > 0; cuts--) {
        const again = new AbortController();
        setTimeout(() => again.abort(), next(30));
        await transport
          .reconnectToStream({ chatId, abortSignal: again.signal })
          .then((stream) => stream && last(stream))
          .catch(() => {});
      }
      const stream = await transport.reconnectToStream({ chatId });
      if (stream === null) continue;
      taken++;
      expect(shape(await last(stream))).toBe(shape(whole.lastMessage));
    }
  });
});

async function last(stream: ReadableStream<UIMessageChunk>): Promise<UIMessage | undefined> {
  let message: UIMessage | undefined;
  for await (const state of readUIMessageStream({ stream, terminateOnError: true })) message = state;
  return message;
}
