import { type AgentSubscriber, type BaseEvent, HttpAgent, type Message, type RunFinishedEvent } from "@ag-ui/client";
import { EventSchema } from "@ag-ui/core/schemas";
import { bearerTokens } from "@pelorus/server";
import { agUi } from "@pelorus/server/ag-ui";
import { type ListeningServer, serve } from "@pelorus/server/node";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  ASKED_BESIDE,
  DELETED,
  ESSAY,
  FRUIT,
  type Scenario,
  SIDE_BY_SIDE,
  STOCK,
  scenarioRun,
  TWO_STEPS,
} from "../support/scenario.js";

const servers: ListeningServer[] = [];
// The client tells the console of every refused run.
beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => {});
});
afterEach(async () => {
  vi.restoreAllMocks();
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function start(scenario: Scenario = {}, deleted: unknown[] = []): Promise<ListeningServer> {
  const server = await serve({ run: scenarioRun(scenario, deleted), endpoints: [agUi()] });
  servers.push(server);
  return server;
}

/** An agent whose events are kept, each checked by the protocol's own schema. */
function agentOf(server: ListeningServer, threadId = "thread-1"): { agent: HttpAgent; events: BaseEvent[] } {
  const events: BaseEvent[] = [];
  const subscriber: AgentSubscriber = {
    onEvent: ({ event }) => {
      EventSchema.parse(event);
      events.push(structuredClone(event));
    },
  };
  const agent = new HttpAgent({ url: `${server.url}/ag-ui`, threadId });
  agent.subscribe(subscriber);
  return { agent, events };
}

const say = (agent: HttpAgent, content: string, id: string = crypto.randomUUID()) =>
  agent.addMessage({ id, role: "user", content });
const kinds = (events: readonly BaseEvent[]) => events.map(({ type }) => type as string);
const textOf = (message: Message | undefined) => (message as { content?: unknown } | undefined)?.content;
const answerOf = (agent: HttpAgent) =>
  agent.messages.flatMap((m) => (m.role === "assistant" && m.content !== undefined ? [m.content] : [])).at(-1);
const finished = (events: readonly BaseEvent[]) =>
  events.findLast(({ type }) => type === "RUN_FINISHED") as RunFinishedEvent | undefined;

describe("the official client", () => {
  it("gets steps, reasoning, text and state, all closed before the one terminal event", async () => {
    const server = await start({ extra: { classifier: TWO_STEPS } });
    const { agent, events } = agentOf(server);
    say(agent, "Explain tea and coffee.");
    const { result } = await agent.runAgent();
    const seen = kinds(events);
    expect(seen[0]).toBe("RUN_STARTED");
    expect(seen.at(-1)).toBe("RUN_FINISHED");
    expect(seen.filter((type) => type === "RUN_FINISHED" || type === "RUN_ERROR")).toHaveLength(1);
    expect(new Set(seen)).toEqual(
      new Set([
        "RUN_STARTED",
        "STATE_SNAPSHOT",
        "STATE_DELTA",
        "STEP_STARTED",
        "STEP_FINISHED",
        "REASONING_START",
        "REASONING_MESSAGE_START",
        "REASONING_MESSAGE_CONTENT",
        "REASONING_MESSAGE_END",
        "REASONING_END",
        "TEXT_MESSAGE_START",
        "TEXT_MESSAGE_CONTENT",
        "TEXT_MESSAGE_END",
        "RUN_FINISHED",
      ]),
    );
    expect(seen.filter((type) => type === "TEXT_MESSAGE_CONTENT").length).toBeGreaterThan(10);
    expect(answerOf(agent)).toBe(ESSAY);
    expect(result).toMatchObject({ status: "complete", text: ESSAY, completion: 1 });
    expect(finished(events)?.usage).toMatchObject([{ provider: "test", model: "scenario" }]);
    const run = await server.handler.registry.get((result as { run_id: string }).run_id, "local");
    expect((await run?.result)?.text).toBe(ESSAY);
    expect(agent.state).toMatchObject({
      status: "complete",
      steps: [
        { step_id: "s1", operation: "RETRIEVE", state: "done" },
        { step_id: "s2", operation: "GENERATE", state: "done" },
      ],
      pending: [],
    });
    expect(agent.state.budget.model_calls).toBeGreaterThan(1);
  });

  it("B068: sends START, CONTENT and END only, never chunks", async () => {
    const server = await start();
    const { agent, events } = agentOf(server);
    say(agent, "Explain tea and coffee.");
    await agent.runAgent();
    expect(kinds(events).filter((type) => type.endsWith("_CHUNK"))).toEqual([]);
    const text = events.filter(({ type }) => (type as string).startsWith("TEXT_MESSAGE"));
    expect(kinds([text[0] as BaseEvent, text.at(-1) as BaseEvent])).toEqual(["TEXT_MESSAGE_START", "TEXT_MESSAGE_END"]);
  });

  it("shows tool calls with their arguments and results", async () => {
    const server = await start();
    const { agent, events } = agentOf(server);
    say(agent, "Count the stock of apples.");
    await agent.runAgent();
    const calls = agent.messages.flatMap((message) => (message.role === "assistant" ? (message.toolCalls ?? []) : []));
    expect(calls).toMatchObject([{ function: { name: "count_stock", arguments: '{"fruit":"apple"}' } }]);
    const results = agent.messages.filter(({ role }) => role === "tool");
    expect(results).toHaveLength(1);
    expect(textOf(results[0])).toContain("8");
    expect(answerOf(agent)).toBe(STOCK);
    const order = kinds(events).filter((type) => type.startsWith("TOOL_CALL"));
    expect(order).toEqual(["TOOL_CALL_START", "TOOL_CALL_ARGS", "TOOL_CALL_END", "TOOL_CALL_RESULT"]);
  });

  it("takes a message back that was given up for a revision", async () => {
    const server = await start({ extra: { tools: [] } });
    const { agent, events } = agentOf(server);
    say(agent, "List the fruit in the store as a JSON array with fruit and count.", "u1");
    const { result } = await agent.runAgent();
    expect(kinds(events)).toContain("MESSAGES_SNAPSHOT");
    const said = agent.messages.filter(({ role }) => role === "assistant").map(textOf);
    expect(said).toEqual([FRUIT]);
    expect((result as { text: string }).text).toBe(FRUIT);
    expect(agent.messages.filter(({ role }) => role === "user")).toHaveLength(1);
    expect(agent.messages.filter(({ role }) => role === "reasoning").length).toBeGreaterThan(0);
  });

  it("ends a failed run with RUN_ERROR and nothing open", async () => {
    const server = await start();
    const { agent, events } = agentOf(server);
    say(agent, "Fail at once, please.");
    await agent.runAgent();
    const seen = kinds(events);
    expect(seen.at(-1)).toBe("RUN_ERROR");
    expect(seen.filter((type) => type === "STEP_STARTED").length).toBe(
      seen.filter((type) => type === "STEP_FINISHED").length,
    );
    expect(events.at(-1)).toMatchObject({ code: expect.stringMatching(/^[a-z_]+$/) });
    expect(agent.state.status).toBe("halted");
  });

  it("tells a cancelled run as cancelled", async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const server = await start({ gate: () => held });
    const { agent, events } = agentOf(server);
    say(agent, "Explain tea and coffee.");
    const running = agent.runAgent();
    await expect.poll(() => agent.state.run_id, { timeout: 5000 }).toMatch(/^run_/);
    (await server.handler.registry.get(agent.state.run_id, "local"))?.cancel("enough");
    release();
    await running;
    expect(finished(events)?.outcome).toEqual({ type: "cancelled" });
  });
});

describe("pauses", () => {
  it("are interrupts, and resume goes on in another AG-UI run of the thread", async () => {
    const deleted: unknown[] = [];
    const server = await start({}, deleted);
    const { agent, events } = agentOf(server);
    say(agent, "Delete the file notes.txt");
    await agent.runAgent({ runId: "first" });
    expect(agent.pendingInterrupts).toHaveLength(1);
    const [interrupt] = agent.pendingInterrupts;
    expect(interrupt).toMatchObject({ reason: "approval", responseSchema: { required: ["approved"] } });
    expect(agent.messages.flatMap((m) => (m.role === "assistant" ? (m.toolCalls ?? []) : []))).toMatchObject([
      { id: interrupt?.toolCallId, function: { name: "delete_file", arguments: '{"path":"notes.txt"}' } },
    ]);
    expect(agent.state).toMatchObject({ status: "waiting", pending: [{ kind: "approval" }] });
    expect(deleted).toEqual([]);
    await expect(agent.runAgent({ runId: "none" })).rejects.toThrow(/pending interrupt/);
    await agent.runAgent({
      runId: "second",
      resume: [{ interruptId: interrupt?.id ?? "", status: "resolved", payload: { approved: true } }],
    });
    expect(deleted).toEqual([{ path: "notes.txt" }]);
    expect(agent.pendingInterrupts).toEqual([]);
    expect(answerOf(agent)).toBe(DELETED);
    const started = events.filter(({ type }) => type === "RUN_STARTED");
    expect(started.map((event) => [event.threadId, event.runId])).toEqual([
      ["thread-1", "first"],
      ["thread-1", "second"],
    ]);
    // One call, one result, over both runs.
    expect(kinds(events).filter((type) => type === "TOOL_CALL_START")).toHaveLength(1);
    expect(events.filter(({ type }) => type === "TOOL_CALL_RESULT").map((event) => event.toolCallId)).toEqual([
      interrupt?.toolCallId,
    ]);
    expect((await server.handler.registry.list("local")).map((run) => run.runId)).toHaveLength(1);
  });

  it("that are abandoned or denied let nothing happen", async () => {
    for (const entry of [
      { status: "cancelled" } as const,
      { status: "resolved", payload: { approved: false } } as const,
      { status: "resolved", payload: "no" } as const,
    ]) {
      const deleted: unknown[] = [];
      const { agent } = agentOf(await start({}, deleted));
      say(agent, "Delete the file notes.txt");
      await agent.runAgent();
      await agent.runAgent({ resume: [{ interruptId: agent.pendingInterrupts[0]?.id ?? "", ...entry }] });
      expect(deleted).toEqual([]);
      const results = agent.messages.filter(({ role }) => role === "tool").map(textOf);
      expect(results).toEqual(["refused: denied-by-person"]);
    }
  });

  it("refuse what is no answer, and stay open", async () => {
    const { agent } = agentOf(await start());
    say(agent, "Delete the file notes.txt");
    await agent.runAgent();
    const id = agent.pendingInterrupts[0]?.id ?? "";
    for (const payload of [{ approved: true, editedArgs: { path: "other" } }, { maybe: 1 }, "perhaps"]) {
      await expect(
        agent.runAgent({ resume: [{ interruptId: id, status: "resolved", payload }] }),
      ).rejects.toMatchObject({
        status: 422,
      });
    }
    await agent.runAgent({ resume: [{ interruptId: id, status: "resolved", payload: true }] });
    expect(answerOf(agent)).toBe(DELETED);
  });

  it("hold further messages back until they are answered, or are abandoned for one", async () => {
    const deleted: unknown[] = [];
    const server = await start({}, deleted);
    const { agent } = agentOf(server);
    say(agent, "Delete the file notes.txt");
    await agent.runAgent();
    const [interrupt] = agent.pendingInterrupts;
    agent.pendingInterrupts = [];
    say(agent, "Count the stock of apples.");
    await expect(agent.runAgent()).rejects.toMatchObject({ status: 409 });
    await agent.runAgent({ resume: [{ interruptId: interrupt?.id ?? "", status: "cancelled" }] });
    expect(answerOf(agent)).toBe(STOCK);
    expect(deleted).toEqual([]);
    expect((await server.handler.registry.list("local")).map((run) => run.status())).toEqual(["complete", "halted"]);
  });

  it("B048: an approval nobody answers ends the run at its deadline", async () => {
    const server = await start({ extra: { timeoutMs: 400 } });
    const { agent } = agentOf(server);
    say(agent, "Delete the file notes.txt");
    await agent.runAgent();
    const [interrupt] = agent.pendingInterrupts;
    expect(Date.parse(interrupt?.expiresAt ?? "")).toBeGreaterThan(0);
    const [run] = await server.handler.registry.list("local");
    expect((await run?.result)?.haltReason).toBe("deadline");
    agent.pendingInterrupts = [];
    const late = agentOf(server);
    late.agent.setMessages(agent.messages);
    await late.agent.runAgent({
      resume: [{ interruptId: interrupt?.id ?? "", status: "resolved", payload: true }],
    });
    expect(late.events.at(-1)).toMatchObject({ type: "RUN_ERROR", code: "deadline" });
  });
});

describe("operations side by side", () => {
  it("may both ask: one answer leaves the other question open", async () => {
    const deleted: { path?: string }[] = [];
    const server = await start({ extra: { classifier: SIDE_BY_SIDE, lanes: 2 } }, deleted);
    const { agent, events } = agentOf(server);
    say(agent, "Delete both files.");
    await agent.runAgent();
    expect(agent.pendingInterrupts).toHaveLength(2);
    const [first, second] = agent.pendingInterrupts;
    // The client insists on all of them; another one may answer them one by one.
    agent.pendingInterrupts = [];
    await agent.runAgent({
      resume: [{ interruptId: second?.id ?? "", status: "resolved", payload: { approved: true } }],
    });
    expect(agent.pendingInterrupts.map(({ id }) => id)).toEqual([first?.id]);
    await agent.runAgent({
      resume: [{ interruptId: first?.id ?? "", status: "resolved", payload: { approved: false } }],
    });
    expect(deleted).toHaveLength(1);
    expect(agent.pendingInterrupts).toEqual([]);
    expect(answerOf(agent)).toBe("Both files were seen to.");
    expect(kinds(events).filter((type) => type === "TOOL_CALL_START")).toHaveLength(2);
    expect(kinds(events).filter((type) => type === "TOOL_CALL_RESULT")).toHaveLength(2);
  });

  it("may both be answered at once, without a pause in between", async () => {
    const deleted: unknown[] = [];
    const server = await start({ extra: { classifier: SIDE_BY_SIDE, lanes: 2 } }, deleted);
    const { agent, events } = agentOf(server);
    say(agent, "Delete both files.");
    await agent.runAgent();
    await agent.runAgent({
      resume: agent.pendingInterrupts.map(({ id }) => ({ interruptId: id, status: "resolved", payload: true })),
    });
    expect(deleted).toHaveLength(2);
    expect(kinds(events).filter((type) => type === "RUN_STARTED")).toHaveLength(2);
    expect(answerOf(agent)).toBe("Both files were seen to.");
  });
});

describe("a question that is answered after other operations began", () => {
  it("goes on with the call that was asked about, and every group is closed once", async () => {
    const deleted: { path?: string }[] = [];
    const server = await start({ extra: { classifier: ASKED_BESIDE, lanes: 2 } }, deleted);
    const { agent, events } = agentOf(server);
    say(agent, "Delete both files.");
    await agent.runAgent();
    const begun = () =>
      events
        .filter(({ type }) => type === "STEP_STARTED")
        .map((event) => (event as unknown as { stepName: string }).stepName);
    expect(agent.pendingInterrupts).toHaveLength(1);
    const [interrupt] = agent.pendingInterrupts;
    await agent.runAgent({
      resume: [{ interruptId: interrupt?.id ?? "", status: "resolved", payload: { approved: true } }],
    });
    expect(deleted).toEqual([{ path: "notes-1.txt" }]);
    expect(answerOf(agent)).toBe("Both files were seen to.");
    const calls = (type: string) =>
      events
        .filter((event) => event.type === type)
        .map((event) => (event as unknown as { toolCallId: string }).toolCallId);
    expect(calls("TOOL_CALL_START")).toHaveLength(1);
    expect(calls("TOOL_CALL_RESULT")).toEqual(calls("TOOL_CALL_START"));
    expect(kinds(events).filter((type) => type === "RUN_FINISHED")).toHaveLength(2);
    expect(new Set(begun()).size).toBe(4);
    const [run] = await server.handler.registry.list("local");
    const told: { kind: string; lane: number }[] = [];
    for await (const { kind, lane } of run?.eventsAfter(0) ?? []) told.push({ kind, lane });
    const resolved = told.findIndex(({ kind }) => kind === "approval_resolved");
    const asked = told.findIndex(({ kind }) => kind === "approval_requested");
    // The pause holds the other lane, too: what began before it is told before the answer, the rest after it.
    const beside = told
      .slice(0, resolved)
      .filter(({ kind, lane }) => kind === "frame_positioned" && lane !== told[asked]?.lane);
    expect(beside).toHaveLength(1);
  });
});

describe("questions that are answered elsewhere", () => {
  it("are no pauses of the run that goes on", async () => {
    const deleted: unknown[] = [];
    const server = await start({ extra: { classifier: SIDE_BY_SIDE, lanes: 1 } }, deleted);
    const { agent } = agentOf(server);
    say(agent, "Delete both files.");
    await agent.runAgent();
    const [interrupt] = agent.pendingInterrupts;
    const [run] = await server.handler.registry.list("local");
    for (let answers = 0; answers < 2; answers++) {
      await expect.poll(() => run?.status(), { timeout: 5000 }).toBe("waiting");
      const [request] = run?.pending() ?? [];
      await run?.answer(request?.kind === "approval" ? request.data.id : "", true);
    }
    await run?.result;
    await agent.runAgent({ resume: [{ interruptId: interrupt?.id ?? "", status: "resolved", payload: true }] });
    expect([agent.pendingInterrupts, deleted.length]).toEqual([[], 2]);
    expect(answerOf(agent)).toBe("Both files were seen to.");
    expect(agent.messages.filter(({ role }) => role === "tool")).toHaveLength(2);
  });
});

describe("a run that breaks off", () => {
  it("still has an end: events that are gone", async () => {
    const server = await serve({ run: scenarioRun(), endpoints: [agUi()], limits: { eventsPerRun: 5 } });
    servers.push(server);
    const { agent } = agentOf(server);
    say(agent, "Explain tea and coffee.");
    await agent.runAgent({ runId: "r" });
    const again = agentOf(server);
    again.agent.setMessages(agent.messages);
    await again.agent.runAgent({ runId: "r" });
    expect(again.events.at(-1)).toMatchObject({ type: "RUN_ERROR", code: "events_gone" });
  });

  it("still has an end: a server that stops", async () => {
    const server = await start({ pauseMs: 20 });
    const { agent, events } = agentOf(server);
    say(agent, "Explain tea and coffee.");
    const running = agent.runAgent();
    await expect.poll(() => events.length, { timeout: 5000 }).toBeGreaterThan(5);
    await server.handler.close({ cancel: false });
    await running;
    expect(events.at(-1)).toMatchObject({ type: "RUN_ERROR", code: "server_stopping" });
  });
});

describe("threads of others", () => {
  it("are neither shown nor gone on with", async () => {
    const tokens = ["a".repeat(20), "b".repeat(20)];
    const server = await serve({ run: scenarioRun(), endpoints: [agUi()], authorize: bearerTokens(tokens) });
    servers.push(server);
    const [mine, theirs] = tokens.map((token) => {
      const { agent } = agentOf(server, "shared-name");
      agent.headers = { authorization: `Bearer ${token}` };
      return agent;
    }) as [HttpAgent, HttpAgent];
    say(mine, "Delete the file notes.txt");
    await mine.runAgent({ runId: "same" });
    const events = await fetch(`${server.url}/ag-ui/threads/shared-name/events`, { headers: theirs.headers });
    expect(events.status).toBe(404);
    await expect(
      theirs.runAgent({
        resume: [{ interruptId: mine.pendingInterrupts[0]?.id ?? "", status: "resolved", payload: true }],
      }),
    ).rejects.toMatchObject({ status: 409 });
    say(theirs, "Count the stock of apples.");
    await theirs.runAgent({ runId: "same" });
    expect(answerOf(theirs)).toBe(STOCK);
    expect(mine.pendingInterrupts).toHaveLength(1);
    expect(
      (
        await fetch(`${server.url}/ag-ui`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: "{}",
        })
      ).status,
    ).toBe(401);
  });
});

describe("tools of the client", () => {
  const tools = [{ name: "page_title", description: "ask the page for its title", parameters: { type: "object" } }];

  it("are called by the client; its tool message is the result", async () => {
    const { agent, events } = agentOf(await start());
    say(agent, "Ask the page for its title.");
    const pending: string[][] = [];
    agent.subscribe({
      onRunFinishedEvent: (params) => {
        if (params.outcome === "success") pending.push(params.pendingToolCallIds);
      },
    });
    await agent.runAgent({ tools });
    expect(pending).toHaveLength(1);
    const [toolCallId] = pending[0] as string[];
    expect(finished(events)?.outcome).toEqual({ type: "success", pendingToolCallIds: [toolCallId] });
    agent.addMessage({ id: "t1", role: "tool", toolCallId: toolCallId ?? "", content: '{"title":"Orders"}' });
    await agent.runAgent({ tools });
    expect(answerOf(agent)).toBe("The title of the page is Orders.");
    expect(agent.messages.filter(({ role }) => role === "tool")).toHaveLength(1);
    expect(pending[1]).toEqual([]);
  });

  it("need not be called: the next message goes on without them", async () => {
    const server = await start();
    const { agent } = agentOf(server);
    say(agent, "Ask the page for its title.");
    await agent.runAgent({ tools });
    say(agent, "Count the stock of apples.");
    await agent.runAgent({ tools });
    expect(answerOf(agent)).toBe(STOCK);
    expect((await server.handler.registry.list("local")).map((run) => run.status())).toEqual(["complete", "halted"]);
  });

  it("are refused where they take the name of one of the server's or have no schema", async () => {
    const { agent } = agentOf(await start());
    say(agent, "Count the stock of apples.");
    const taken = [{ name: "count_stock", description: "mine", parameters: { type: "object" } }];
    await expect(agent.runAgent({ tools: taken })).rejects.toThrow(/tool_refused/);
    await expect(agent.runAgent({ tools: [{ name: "x", description: "", parameters: "none" }] })).rejects.toThrow(
      /tool_refused/,
    );
  });
});

describe("a thread", () => {
  it("relays the state of one turn to the next", async () => {
    const server = await start();
    const { agent } = agentOf(server);
    say(agent, "Count the stock of apples.");
    await agent.runAgent();
    say(agent, "Explain tea and coffee.");
    await agent.runAgent();
    const [second, first] = await server.handler.registry.list("local");
    expect(second?.sessionId).toBe(first?.sessionId);
    for await (const told of second?.eventsAfter(0) ?? []) {
      expect(told).toMatchObject({ kind: "run_started", data: { windowNumber: 2 } });
      break;
    }
    expect(
      (await second?.result)?.state?.establishedFacts.some(({ statement }) => statement.includes("count_stock")),
    ).toBe(true);
  });

  it("this server has not led is told to the run as facts", async () => {
    const server = await start();
    const { agent } = agentOf(server, "of-another-server");
    agent.setMessages([
      { id: "s", role: "system", content: "Answer politely." },
      { id: "u", role: "user", content: "My name is Ana." },
      { id: "a", role: "assistant", content: "Hello, Ana." },
    ]);
    say(agent, "Explain tea and coffee.");
    await agent.runAgent({ context: [{ description: "Page", value: "orders" }] });
    const [run] = await server.handler.registry.list("local");
    const facts = (await run?.result)?.state?.establishedFacts.map(({ statement }) => statement) ?? [];
    expect(facts).toEqual(
      expect.arrayContaining([
        "Page: orders",
        "Answer politely.",
        "The user said before: My name is Ana.",
        "The assistant answered before: Hello, Ana.",
      ]),
    );
  });

  it("gives an answer up that nobody waits for when something else is asked", async () => {
    const server = await start({ pauseMs: 20 });
    const { agent } = agentOf(server);
    say(agent, "Explain tea and coffee.");
    const running = agent.runAgent();
    await expect.poll(() => agent.messages.length, { timeout: 5000 }).toBeGreaterThan(1);
    agent.abortRun();
    await running.catch(() => {});
    const other = agentOf(server).agent;
    other.setMessages([{ id: "empty", role: "user", content: "" }]);
    await expect(other.runAgent()).rejects.toMatchObject({ status: 422 });
    expect((await server.handler.registry.list("local"))[0]?.status()).toBe("running");
    other.setMessages(agent.messages);
    say(other, "Count the stock of apples.");
    await other.runAgent();
    expect(answerOf(other)).toBe(STOCK);
    expect((await server.handler.registry.list("local")).map((run) => run.status())).toEqual(["complete", "halted"]);
  });

  it("refuses a message while one is being answered, and requests without any", async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const server = await start({ gate: () => held });
    const { agent } = agentOf(server);
    say(agent, "Explain tea and coffee.");
    const running = agent.runAgent();
    await expect.poll(() => agent.state.run_id, { timeout: 5000 }).toMatch(/^run_/);
    const other = agentOf(server).agent;
    say(other, "Something else.");
    await expect(other.runAgent()).rejects.toMatchObject({ status: 409 });
    await expect(agentOf(server, "empty").agent.runAgent()).rejects.toMatchObject({ status: 422 });
    const media = agentOf(server, "media").agent;
    media.addMessage({
      id: "m",
      role: "user",
      content: [{ type: "image", source: { type: "url", value: "https://a.example/b.png" } }],
    });
    await expect(media.runAgent()).rejects.toThrow(/content_unsupported/);
    release();
    await running;
  });
});
