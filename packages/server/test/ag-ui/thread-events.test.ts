import { type BaseEvent, HttpAgent, type RunAgentInput } from "@ag-ui/client";
import { EventSchema } from "@ag-ui/core/schemas";
import { agUi } from "@pelorus/server/ag-ui";
import { type ListeningServer, serve } from "@pelorus/server/node";
import { EventSourceParserStream } from "eventsource-parser/stream";
import { afterEach, describe, expect, it, vi } from "vitest";
import { random } from "../support/random.js";
import { ESSAY, type Scenario, scenarioRun } from "../support/scenario.js";

const servers: ListeningServer[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function start(scenario: Scenario = {}): Promise<ListeningServer> {
  const server = await serve({ run: scenarioRun(scenario), endpoints: [agUi()] });
  servers.push(server);
  return server;
}

/** An agent that takes up a thread from the stream of its events. */
class ThreadAgent extends HttpAgent {
  // `connect` is what clients override to take up what is under way.
  protected override connect(input: RunAgentInput) {
    const at = `${this.url}/threads/${encodeURIComponent(input.threadId)}/events`;
    const { fetch } = this;
    this.fetch = (_url, init) => fetch(at, { ...init, method: "GET", body: null });
    const events = this.run(input);
    this.fetch = fetch;
    return events;
  }
}

/** Reads a stream until about `bytes` have come, or to its end, and drops the connection. */
async function readUntil(url: string, after: string, bytes: number): Promise<{ id: string; event: BaseEvent }[]> {
  const response = await fetch(`${url}?after=${after}`);
  if (response.body === null) throw new Error("no body");
  let seen = 0;
  const cut = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      const rest = chunk.subarray(0, Math.max(0, bytes - seen));
      seen += rest.length;
      if (rest.length > 0) controller.enqueue(rest);
      if (seen >= bytes) controller.terminate();
    },
  });
  const events: { id: string; event: BaseEvent }[] = [];
  const parsed = response.body
    .pipeThrough(cut)
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .pipeThrough(new EventSourceParserStream());
  for await (const { id, data } of parsed) events.push({ id: id ?? "", event: JSON.parse(data) });
  return events;
}

describe("the events of a thread", () => {
  it("B070: replay three runs, the middle one failed, in one stream", async () => {
    const server = await start();
    const agent = new HttpAgent({ url: `${server.url}/ag-ui`, threadId: "replayed" });
    for (const content of ["Explain tea and coffee.", "Fail at once, please.", "Count the stock of apples."]) {
      agent.addMessage({ id: content, role: "user", content });
      await agent.runAgent();
    }
    const events: BaseEvent[] = [];
    const fresh = new ThreadAgent({ url: `${server.url}/ag-ui`, threadId: "replayed" });
    fresh.subscribe({
      onEvent: ({ event }) => {
        events.push(event);
      },
    });
    await fresh.connectAgent();
    expect(events.filter(({ type }) => /^RUN_/.test(type)).map(({ type }) => type)).toEqual([
      "RUN_STARTED",
      "RUN_FINISHED",
      "RUN_STARTED",
      "RUN_ERROR",
      "RUN_STARTED",
      "RUN_FINISHED",
    ]);
    // Who takes the thread up has the conversation, those of the user included.
    expect(fresh.messages).toEqual(agent.messages);
    expect(fresh.state).toEqual(agent.state);
  });

  it("bring a pause back to who lost it", async () => {
    const server = await start();
    const agent = new HttpAgent({ url: `${server.url}/ag-ui`, threadId: "paused" });
    agent.addMessage({ id: "u", role: "user", content: "Delete the file notes.txt" });
    await agent.runAgent();
    const fresh = new ThreadAgent({ url: `${server.url}/ag-ui`, threadId: "paused" });
    await fresh.connectAgent();
    expect(fresh.pendingInterrupts).toEqual(agent.pendingInterrupts);
    await fresh.runAgent({
      resume: [{ interruptId: fresh.pendingInterrupts[0]?.id ?? "", status: "resolved", payload: { approved: true } }],
    });
    const third = new ThreadAgent({ url: `${server.url}/ag-ui`, threadId: "paused" });
    await third.connectAgent();
    expect(third.messages).toEqual(fresh.messages);
    expect(third.pendingInterrupts).toEqual([]);
  });

  it("B074: come strictly after the cursor, in one order, cut at any byte", async () => {
    const server = await start();
    const agent = new HttpAgent({ url: `${server.url}/ag-ui`, threadId: "cut" });
    for (const content of ["Explain tea and coffee.", "Count the stock of apples."]) {
      agent.addMessage({ id: content, role: "user", content });
      await agent.runAgent();
    }
    const url = `${server.url}/ag-ui/threads/cut/events`;
    const whole = await readUntil(url, "0-0", Number.POSITIVE_INFINITY);
    expect(new Set(whole.map(({ id }) => id)).size).toBe(whole.length);
    const next = random(7);
    let total = 0;
    while (total < 200) {
      const events: { id: string; event: BaseEvent }[] = [];
      for (let cuts = 0; cuts < 200; cuts++) {
        const more = await readUntil(url, events.at(-1)?.id ?? "0-0", 1 + next(12_000));
        events.push(...more);
        if (events.length >= whole.length) break;
        total++;
      }
      expect(events).toEqual(whole);
    }
    expect(await readUntil(url, whole.at(-1)?.id ?? "", Number.POSITIVE_INFINITY)).toEqual([]);
    for (const wrong of ["7", "1-", "-1-1", "a-b", "1-1-1"]) {
      const response = await fetch(`${url}?after=${wrong}`);
      expect([response.status, (await response.json()).code]).toEqual([400, "cursor_invalid"]);
    }
  });

  it("that go on are followed live", async () => {
    const server = await start({ pauseMs: 5 });
    const agent = new HttpAgent({ url: `${server.url}/ag-ui`, threadId: "live" });
    agent.addMessage({ id: "u", role: "user", content: "Explain tea and coffee." });
    const running = agent.runAgent();
    await expect.poll(() => agent.messages.length, { timeout: 5000 }).toBeGreaterThan(1);
    const follower = new ThreadAgent({ url: `${server.url}/ag-ui`, threadId: "live" });
    await Promise.all([running, follower.connectAgent()]);
    expect(follower.messages).toEqual(agent.messages);
    expect(follower.state).toEqual(agent.state);
  });

  it("belong to whoever began them", async () => {
    const server = await start();
    expect((await fetch(`${server.url}/ag-ui/threads/none/events`)).status).toBe(404);
  });
});

describe("a run whose connection is cut at random", () => {
  it("is told again under its id, and every part is there once", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const server = await start({ pauseMs: 1 });
    const next = random(11);
    for (let round = 0; round < 20; round++) {
      const agent = new HttpAgent({ url: `${server.url}/ag-ui`, threadId: `cut-${round}` });
      agent.addMessage({ id: "u", role: "user", content: "Explain tea and coffee." });
      for (let attempt = 0; attempt < 2 + next(3); attempt++) {
        const cut = new AbortController();
        setTimeout(() => cut.abort(), next(60));
        // An abort is told as a failed run; whatever has come stays with the agent.
        await agent.runAgent({ runId: "same", abortController: cut }).catch(() => {});
      }
      const ends: string[] = [];
      agent.subscribe({
        onEvent: ({ event }) => {
          EventSchema.parse(event);
          if (event.type === "RUN_FINISHED" || event.type === "RUN_ERROR") ends.push(event.type);
        },
      });
      await agent.runAgent({ runId: "same" });
      expect(ends).toEqual(["RUN_FINISHED"]);
      const texts = agent.messages.map(({ role, ...message }) => [role, (message as { content?: unknown }).content]);
      expect(texts).toEqual([
        ["user", "Explain tea and coffee."],
        ["reasoning", "Let me think of it."],
        ["assistant", ESSAY],
      ]);
    }
    expect(await server.handler.registry.list("local")).toHaveLength(20);
  });
});
