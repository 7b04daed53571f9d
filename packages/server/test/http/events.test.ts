import { decodeEvent } from "@pelorus/core";
import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { agUi } from "../../src/ag-ui/index.js";
import { aiSdk } from "../../src/ai-sdk/index.js";
import { handlerFor } from "../support/ask.js";
import { framesOf, seqsOf } from "../support/frames.js";
import { answering, held, streaming, TEA_TEXT, wiping } from "../support/scripted-runs.js";
import { until } from "../support/until.js";

const REQUEST = { request: "Compare tea and coffee." };
const wait = { Prefer: "wait=20" };

async function finished(options: Parameters<typeof handlerFor>[0]) {
  const server = handlerFor(options);
  const { run_id } = (await server.ask("/runs", { body: REQUEST })).json;
  await server.ask(`/runs/${run_id}/result`, { headers: wait });
  return { ...server, run_id: run_id as string, events: `/runs/${run_id}/events` };
}

describe("the event stream", () => {
  it(`${verifies("POS-EVT-01", "POS-EVT-03")}tells every event once, as the core writes it, to the last`, async () => {
    const { raw, events } = await finished({ run: answering });
    const response = await raw(events);
    expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    const frames = framesOf(await response.text());
    expect(seqsOf(frames)).toEqual(frames.map((_, index) => index + 1));
    const decoded = frames.map(({ data }) => decodeEvent(data));
    expect(decoded.at(-1)?.kind).toBe("run_finished");
    expect(decoded.filter(({ kind }) => kind === "run_finished")).toHaveLength(1);
    expect(frames.every(({ event }) => event === undefined)).toBe(true);
  });

  it("B074: goes on after any id, and never tells an event at or before it again", async () => {
    const { raw, ask, events } = await finished({ run: streaming(TEA_TEXT, 20) });
    const frames = framesOf(await (await raw(events)).text());
    for (const [index, { id }] of frames.entries()) {
      const rest = framesOf((await ask(events, { headers: { "Last-Event-ID": String(id) } })).text);
      expect(rest).toEqual(frames.slice(index + 1));
      expect(framesOf((await ask(`${events}?after=${id}`)).text)).toEqual(frames.slice(index + 1));
      expect(framesOf((await ask(`${events}?after=${index + 1}`)).text)).toEqual(frames.slice(index + 1));
    }
    // A browser that comes back repeats the address it began with.
    const both = await ask(`${events}?after=2`, { headers: { "Last-Event-ID": String(frames[9]?.id) } });
    expect(framesOf(both.text)).toEqual(frames.slice(10));
  });

  it("ends a browser's attempts once there is nothing more", async () => {
    const { raw, ask, events } = await finished({ run: answering });
    const last = framesOf(await (await raw(events)).text()).at(-1);
    expect((await ask(events, { headers: { "Last-Event-ID": String(last?.id) } })).status).toBe(204);
  });

  it("refuses cursors that are garbled, of another run, of another caller, or ahead", async () => {
    const { raw, ask, events } = await finished({
      run: answering,
      authorize: (request) => ({ owner: request.headers.get("x-owner") ?? "ann" }),
    });
    const mine = framesOf(await (await raw(events)).text()).at(2)?.id as string;
    const other = (await ask("/runs", { body: REQUEST, headers: { "x-owner": "bob" } })).json.run_id;
    const code = async (path: string, cursor: string, owner = "ann") => {
      const answer = await ask(path, { headers: { "Last-Event-ID": cursor, "x-owner": owner } });
      return [answer.status, answer.json?.code];
    };
    for (const garbled of ["x", "-1", "1e3", "01", "1.", "3.AAAA", `${mine}x`, "9".repeat(40), "1.5", " "]) {
      expect(await code(events, garbled), garbled).toEqual(
        garbled === " " ? [200, undefined] : [400, "cursor_invalid"],
      );
    }
    expect(await code(`/runs/${other}/events`, mine, "bob")).toEqual([403, "cursor_foreign"]);
    expect(await code(events, mine, "bob")).toEqual([404, "run_unknown"]);
    expect(await code(events, `3.${"A".repeat(22)}`)).toEqual([403, "cursor_foreign"]);
    expect(await code(events, "100000")).toEqual([409, "cursor_ahead"]);
    const elsewhere = await finished({ run: answering });
    const [, tag] = mine.split(".");
    expect((await elsewhere.ask(elsewhere.events, { headers: { "Last-Event-ID": `3.${tag}` } })).json.code).toBe(
      "cursor_foreign",
    );
  });

  it("B074: tells how the run stands where events are gone, and goes on from there", async () => {
    const { ask, events } = await finished({ run: streaming(TEA_TEXT, 60), limits: { eventsPerRun: 16 } });
    const frames = framesOf((await ask(events)).text);
    const gap = JSON.parse(frames[0]?.data ?? "");
    expect(frames[0]?.event).toBe("gap");
    expect(gap.run).toMatchObject({ text: TEA_TEXT, status: "complete" });
    expect(gap.missed).toBe(gap.run.last_seq);
    expect(frames[0]?.id).toBe(gap.run.cursor);
    expect(frames).toHaveLength(1);
    const kept = framesOf((await ask(`${events}?after=${gap.run.last_seq - 5}`)).text);
    expect(seqsOf(kept)).toEqual([4, 3, 2, 1, 0].map((back) => gap.run.last_seq - back));
  });

  it("goes on through a pause and the answer that ends it", async () => {
    const { ask, raw } = handlerFor({ run: wiping() });
    const { run_id } = (await ask("/runs", { body: { request: "Remove the old index." } })).json;
    const reading = raw(`/runs/${run_id}/events`).then((response) => response.text());
    const status = await until(async () => {
      const answer = await ask(`/runs/${run_id}`);
      return answer.json.status === "waiting" && answer;
    });
    await ask(`/runs/${run_id}/answers/${status.json.pending[0].data.id}`, { body: { value: true } });
    const kinds = framesOf(await reading).map(({ data }) => JSON.parse(data).kind);
    expect(kinds.filter((kind) => /^run_/.test(kind))).toEqual([
      "run_started",
      "run_waiting",
      "run_resumed",
      "run_finished",
    ]);
  });

  it("B022: a reader that leaves stops nothing; cancelling does, down to the model's signal", async () => {
    const model = held();
    const { ask, raw, handler } = handlerFor({ run: model.options });
    const { run_id } = (await ask("/runs", { body: REQUEST })).json;
    await until(() => model.signals[0]);
    for (let readers = 0; readers < 3; readers++) {
      const reader = (await raw(`/runs/${run_id}/events`)).body?.getReader();
      await reader?.read();
      await reader?.cancel();
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(model.signals[0]?.aborted).toBe(false);
    expect((await ask(`/runs/${run_id}`)).json.status).toBe("running");

    const cancelled = await ask(`/runs/${run_id}/cancel`, { method: "POST", body: { reason: "no longer needed" } });
    expect(cancelled.status).toBe(202);
    expect(model.signals[0]?.aborted).toBe(true);
    const result = await ask(`/runs/${run_id}/result`, { headers: wait });
    expect(result.json).toMatchObject({ status: "halted", halt_reason: "aborted" });
    expect(handler.registry.open()).toEqual([]);
    // Again is no error and changes nothing.
    expect((await ask(`/runs/${run_id}/cancel`, { method: "POST" })).status).toBe(202);
  });

  it("answers who asks for the head alone, and leaves no stream behind", async () => {
    const model = held();
    const { ask, handler } = handlerFor({ run: model.options });
    const { run_id } = (await ask("/runs", { body: REQUEST })).json;
    let watched = 0;
    const { watch } = handler.registry.store;
    handler.registry.store.watch = (...args) => {
      watched++;
      return watch(...args);
    };
    const head = await ask(`/runs/${run_id}/events`, { method: "HEAD" });
    expect([head.status, head.headers.get("content-type"), head.text]).toEqual([
      200,
      "text/event-stream; charset=utf-8",
      "",
    ]);
    expect(watched).toBe(0);
    await handler.close();
  });

  it("lets go of a stream whose request is given up before anybody reads", async () => {
    const model = held();
    const { ask, raw, handler } = handlerFor({ run: model.options });
    const { run_id } = (await ask("/runs", { body: REQUEST })).json;
    let watching = 0;
    const { watch } = handler.registry.store;
    handler.registry.store.watch = (...args) => {
      watching++;
      const end = watch(...args);
      return () => {
        watching--;
        end();
      };
    };
    const request = new AbortController();
    await raw(`/runs/${run_id}/events`, { signal: request.signal });
    await until(() => watching === 1);
    request.abort();
    await until(() => watching === 0);
    await handler.close();
  });

  it("keeps silent connections open with comments", async () => {
    const model = held();
    const { ask, raw, handler } = handlerFor({ run: model.options, limits: { heartbeatMs: 5 } });
    const { run_id } = (await ask("/runs", { body: REQUEST })).json;
    const reader = (await raw(`/runs/${run_id}/events`)).body?.getReader();
    let text = "";
    while (text.split(": still here\n\n").length < 3) {
      text += new TextDecoder().decode((await reader?.read())?.value);
    }
    expect(framesOf(text).length).toBeGreaterThan(0);
    await reader?.cancel();
    await handler.close();
  });

  it("drops a reader that takes nothing, and gives it the rest when it comes back", async () => {
    const long = TEA_TEXT.repeat(1_500);
    const { raw, ask, events } = await finished({
      run: streaming(long, 1_500),
      limits: { slowConsumerMs: 30 },
    });
    const reader = (await raw(events)).body?.getReader();
    let text = "";
    while (framesOf(text).length === 0) text += new TextDecoder().decode((await reader?.read())?.value);
    await new Promise((resolve) => setTimeout(resolve, 120));
    const ended = (async () => {
      for (;;) {
        const part = await reader?.read();
        if (part?.done !== false) return;
        text += new TextDecoder().decode(part.value);
      }
    })();
    await expect(ended).rejects.toThrow(/too slow/);
    const first = framesOf(text);
    const rest = framesOf((await ask(events, { headers: { "Last-Event-ID": String(first.at(-1)?.id) } })).text);
    const seqs = seqsOf([...first, ...rest]);
    expect(seqs).toEqual(seqs.map((_, index) => index + 1));
    expect(rest.length).toBeGreaterThan(0);
    expect(JSON.parse(rest.at(-1)?.data ?? "").kind).toBe("run_finished");
  });

  it("is open as often as a key may have streams, of all protocols together, and refused before a run begins", async () => {
    const { ask, raw, handler } = handlerFor({
      run: wiping(),
      endpoints: [agUi(), aiSdk()],
      limits: { streamsPerOwner: 2 },
      authorize: (request) => ({ owner: request.headers.get("x-owner") ?? "ann" }),
    });
    const { run_id } = (await ask("/runs", { body: { request: "Remove the old index." } })).json;
    const events = `/runs/${run_id}/events`;
    const leave = new AbortController();
    const readers: unknown[] = [];
    const open = async (signal?: AbortSignal) => {
      const response = await raw(events, signal === undefined ? {} : { signal });
      expect(response.status).toBe(200);
      readers.push(response.body?.getReader());
    };
    await open(leave.signal);
    await open();
    const refused = await ask(events);
    expect([refused.status, refused.json.code]).toEqual([429, "too_many_streams"]);
    expect(refused.headers.get("retry-after")).toBe("5");
    const message = { id: "m1", role: "user", content: "Remove it.", parts: [{ type: "text", text: "Remove it." }] };
    for (const path of ["/ag-ui", "/api/chat"]) {
      const answer = await ask(path, { body: { id: "c", threadId: "c", runId: "r", messages: [message] } });
      expect([path, answer.json?.code ?? answer.text]).toEqual([path, "too_many_streams"]);
    }
    expect((await ask("/runs")).json.runs).toHaveLength(1);
    // Others have places of their own; one that leaves, or asks for the head alone, gives its place back.
    const other = await ask(`/runs/${run_id}/events`, { headers: { "x-owner": "bob" } });
    expect(other.json.code).toBe("run_unknown");
    leave.abort();
    for (let round = 0; round < 3; round++) expect((await ask(events, { method: "HEAD" })).status).toBe(200);
    await open();
    expect(readers).toHaveLength(3);
    await handler.close();
    expect((await ask(events)).status).toBe(200);
  });
});
