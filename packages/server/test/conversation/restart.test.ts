import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type RunOptions, recordFolder } from "@pelorus/core";
import { afterAll, describe, expect, it } from "vitest";
import { agUi } from "../../src/ag-ui/index.js";
import { aiSdk } from "../../src/ai-sdk/index.js";
import { folderRecords } from "../../src/node/index.js";
import { type Answer, handlerFor } from "../support/ask.js";
import { framesOf } from "../support/frames.js";
import { scenarioRun } from "../support/scenario.js";
import { held, TEA_TEXT, wiping } from "../support/scripted-runs.js";
import { until } from "../support/until.js";

const root = mkdtempSync(join(tmpdir(), "pelorus-restart-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let folders = 0;
const newFolder = () => recordFolder(join(root, String(++folders)));

type Folder = ReturnType<typeof newFolder>;
type Served = ReturnType<typeof handlerFor>;
/** A server of a folder; each call is a new process as far as it knows. */
const served = (folder: Folder, run: RunOptions, onFault: (error: unknown) => void = () => {}): Served =>
  handlerFor({ run, records: folderRecords(folder, { onFault }), onFault, endpoints: [agUi(), aiSdk()] });

const idsOf = async ({ ask }: Served): Promise<string[]> =>
  (await ask("/runs")).json.runs.map(({ run_id }: { run_id: string }) => run_id);
const told = (answer: Answer) => {
  expect(answer.status, answer.text).toBe(200);
  return framesOf(answer.text).flatMap(({ data }) => (data === "[DONE]" ? [] : [JSON.parse(data)]));
};
const said = { id: "m1", role: "user", content: "Remove the old index." };
const input = (runId: string, more: object = {}) => ({ threadId: "t1", runId, messages: [said], ...more });
const sayAgUi = async ({ ask }: Served, body: object) => ask("/ag-ui", { body });
const asked = {
  id: "m1",
  role: "user",
  parts: [{ type: "text", text: "Remove the old index." }],
};
const sayChat = async ({ ask }: Served, messages: object[], id = "c1") => ask("/api/chat", { body: { id, messages } });
const approvalOf = (chunks: Record<string, string>[]) => {
  const request = chunks.find(({ type }) => type === "tool-approval-request");
  const call = chunks.find(({ type }) => type === "tool-input-available");
  return {
    id: "a1",
    role: "assistant",
    parts: [
      {
        type: `tool-${call?.toolName}`,
        toolCallId: request?.toolCallId,
        state: "approval-responded",
        input: {},
        approval: { id: request?.approvalId, approved: true },
      },
    ],
  };
};
const textOf = (chunks: { type: string; delta?: string }[]) =>
  chunks
    .flatMap(({ type, delta }) => (type === "text-delta" || type === "TEXT_MESSAGE_CONTENT" ? [delta] : []))
    .join("");

describe.each(["killed", "stopped"])("a conversation whose server was %s while it waits", (how) => {
  const end = async ({ handler }: Served) => (how === "stopped" ? handler.close() : undefined);

  it("goes on over AG-UI: the run is told again by its id, none is started beside it, and answers reach it", async () => {
    const folder = newFolder();
    const wiped = { count: 0 };
    const first = served(folder, wiping(wiped));
    const before = told(await sayAgUi(first, input("r1")));
    const [interrupt] = before.at(-1).outcome.interrupts;
    const ids = await idsOf(first);
    await end(first);

    const second = served(folder, wiping(wiped));
    const again = told(await sayAgUi(second, input("r1")));
    expect(again.at(-1)).toEqual(before.at(-1));
    expect(await idsOf(second)).toEqual(ids);
    expect((await sayAgUi(second, input("r2"))).json.code).toBe("thread_waiting");
    expect((await folder.runIds()).length).toBe(1);

    const resume = [{ interruptId: interrupt.id, status: "resolved", payload: { approved: true } }];
    const after = told(await sayAgUi(second, input("r2", { resume })));
    expect(after.at(-1)).toMatchObject({ type: "RUN_FINISHED", runId: "r2", outcome: { type: "success" } });
    expect(textOf(after)).toBe("The old index was removed.");
    expect(wiped.count).toBe(1);
    // The thread is one: cursors of the first process hold in the second.
    const events = await second.ask("/ag-ui/threads/t1/events");
    const frames = framesOf(events.text);
    expect(frames.map(({ data }) => JSON.parse(data).type).filter((type) => /^RUN_/.test(type))).toEqual([
      "RUN_STARTED",
      "RUN_FINISHED",
      "RUN_STARTED",
      "RUN_FINISHED",
    ]);
    expect(await idsOf(second)).toEqual(ids);
  });

  it("goes on in the AI SDK: the message is told again, and the approval reaches its run", async () => {
    const folder = newFolder();
    const wiped = { count: 0 };
    const first = served(folder, wiping(wiped));
    const before = told(await sayChat(first, [asked]));
    const ids = await idsOf(first);
    await end(first);

    const second = served(folder, wiping(wiped));
    const again = told(await second.ask("/api/chat/c1/stream"));
    const requestOf = (chunks: { type: string }[]) => chunks.find(({ type }) => type === "tool-approval-request");
    expect(requestOf(again)).toEqual(requestOf(before));
    const after = told(await sayChat(second, [asked, approvalOf(again)]));
    expect(textOf(after)).toBe("The old index was removed.");
    expect(wiped.count).toBe(1);
    expect(await idsOf(second)).toEqual(ids);
    // A third server finds the conversation over, and says so.
    const third = served(folder, wiping(wiped));
    expect((await third.ask("/api/chat/c1/stream")).status).toBe(204);
    expect((await sayChat(third, [asked, approvalOf(again)])).json).toMatchObject({
      code: "nothing_waits",
      status: 409,
    });
  });

  it("keeps the session, so that the next message goes on from the run", async () => {
    const folder = newFolder();
    const first = served(folder, wiping());
    const before = told(await sayChat(first, [asked]));
    await end(first);
    const second = served(folder, wiping());
    told(await sayChat(second, [asked, approvalOf(before)]));
    told(await sayChat(second, [asked, { id: "m2", role: "user", parts: [{ type: "text", text: "And now?" }] }]));
    const { runs } = (await second.ask("/runs")).json;
    expect(runs).toHaveLength(2);
    expect(new Set(runs.map(({ session_id }: { session_id: string }) => session_id)).size).toBe(1);
  });
});

describe("a conversation whose server was stopped while it was answered", () => {
  async function cut(folder: Folder, say: (server: Served) => Promise<unknown>): Promise<void> {
    const model = held();
    const first = served(folder, model.options);
    const answered = say(first);
    await until(() => model.signals[0]);
    await first.handler.close();
    await answered;
  }
  const going = () => {
    const model = held();
    model.release();
    return model.options;
  };

  it("goes on over AG-UI when the same input comes again, and a reader is told that it was cut short", async () => {
    const folder = newFolder();
    await cut(folder, (server) => sayAgUi(server, input("r1")));
    const second = served(folder, going());
    const ids = await idsOf(second);
    const read = framesOf((await second.ask("/ag-ui/threads/t1/events")).text).map(({ data }) => JSON.parse(data));
    expect(read.at(-1)).toMatchObject({ type: "RUN_ERROR", code: "run_interrupted" });
    expect((await sayAgUi(second, input("r2"))).json.code).toBe("run_interrupted");
    const again = told(await sayAgUi(second, input("r1")));
    expect(again.filter(({ type }) => /^RUN_/.test(type)).map(({ type }) => type)).toEqual([
      "RUN_STARTED",
      "RUN_FINISHED",
    ]);
    expect(again.at(-1)).toMatchObject({ outcome: { type: "success" }, result: { text: TEA_TEXT } });
    expect(await idsOf(second)).toEqual(ids);
  });

  it("goes on in the AI SDK when the same message comes again", async () => {
    const folder = newFolder();
    await cut(folder, (server) => sayChat(server, [asked]));
    const second = served(folder, going());
    const ids = await idsOf(second);
    const read = told(await second.ask("/api/chat/c1/stream"));
    expect(read.find(({ type }) => type === "error")?.errorText).toContain("interrupted");
    const again = told(await sayChat(second, [asked]));
    expect(textOf(again)).toBe(TEA_TEXT);
    expect(again.filter(({ type }) => type === "finish")).toHaveLength(1);
    expect(again.some(({ type }) => type === "abort")).toBe(false);
    expect(await idsOf(second)).toEqual(ids);
  });

  it("is given up for another message", async () => {
    const folder = newFolder();
    await cut(folder, (server) => sayAgUi(server, input("r1")));
    const second = served(folder, going());
    const other = { ...said, id: "m2", content: "Compare tea and coffee." };
    const after = told(await sayAgUi(second, { threadId: "t1", runId: "r2", messages: [said, other] }));
    expect(after.at(-1)).toMatchObject({ runId: "r2", outcome: { type: "success" } });
    const { runs } = (await second.ask("/runs")).json;
    expect(runs.map(({ status }: { status: string }) => status)).toEqual(["complete", "halted"]);
  });
});

it("tells another message, and does not wait, where the run of its thread can neither go on nor end here", async () => {
  const folder = newFolder();
  const first = served(folder, { ...wiping(), secrets: ["correct-horse-battery"] });
  const before = told(await sayAgUi(first, input("r1")));
  const [interrupt] = before.at(-1).outcome.interrupts;
  await first.handler.close();
  const second = served(folder, wiping());
  const resume = [{ interruptId: interrupt.id, status: "cancelled" }];
  const other = { ...said, id: "m2", content: "Compare tea and coffee." };
  const after = await sayAgUi(second, { threadId: "t1", runId: "r2", messages: [said, other], resume });
  expect(after.json).toMatchObject({ code: "run_not_resumable", status: 409 });
  expect((await folder.runIds()).length).toBe(1);
});

it("takes up a call of a tool the client brought", async () => {
  const folder = newFolder();
  const tools = [{ name: "page_title", description: "The title of the page" }];
  const messages = [{ ...said, content: "Ask the page for its title." }];
  const first = served(folder, scenarioRun());
  const before = told(await sayAgUi(first, { threadId: "t1", runId: "r1", messages, tools }));
  const [toolCallId] = before.at(-1).outcome.pendingToolCallIds;
  await first.handler.close();
  const second = served(folder, scenarioRun());
  const result = { id: "m2", role: "tool", toolCallId, content: "Orders" };
  const after = told(await sayAgUi(second, { threadId: "t1", runId: "r2", messages: [...messages, result], tools }));
  expect(textOf(after)).toBe("The title of the page is Orders.");
});

it("passes over what is kept of a conversation and cannot be read, says so, and lists its run", async () => {
  for (const broken of ["{", JSON.stringify({ version: "1.0", endpoint: "/ag-ui", stretches: [] }), null]) {
    const folder = newFolder();
    const first = served(folder, wiping());
    told(await sayAgUi(first, input("r1")));
    const [runId = ""] = await idsOf(first);
    await first.handler.close();
    const file = join(folder.pathOf(runId), "conversation.json");
    const kept = JSON.parse(readFileSync(file, "utf8"));
    writeFileSync(file, broken ?? JSON.stringify({ ...kept, stretches: [{ id: 1 }] }));
    const faults: unknown[] = [];
    const second = served(folder, wiping(), (error) => faults.push(error));
    expect(await idsOf(second)).toEqual([runId]);
    expect((await second.ask("/ag-ui/threads/t1/events")).status).toBe(404);
    expect(faults).toHaveLength(1);
    expect(String(faults[0])).toContain(runId);
  }
});

it("leaves no thread behind a request that was refused", async () => {
  const server = served(newFolder(), wiping());
  const events = "/ag-ui/threads/zz9/events";
  expect((await server.ask(events)).status).toBe(404);
  const resume = [{ interruptId: "none", status: "cancelled" }];
  expect((await sayAgUi(server, { threadId: "zz9", runId: "r1", messages: [], resume })).status).toBe(409);
  expect((await server.ask(events)).status).toBe(404);
});
