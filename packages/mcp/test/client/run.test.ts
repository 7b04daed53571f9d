import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  memoryJournal,
  recordFolder,
  replayRun,
  resumePositioned,
  runPositioned,
  streamPositioned,
  verifyRecord,
} from "@pelorus/core";
import { offlineModel } from "@pelorus/providers/offline";
import { afterAll, describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { connect, leaveNoProcess, until } from "../support/connections.js";
import { answerOf, callOf, functionModel } from "../support/function-model.js";
import { planOf } from "../support/plan-of.js";
import { oddServer, realServer } from "../support/servers.js";

const folder = mkdtempSync(join(tmpdir(), "mcp-run-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
leaveNoProcess();

describe("a run with tools of a server", () => {
  it(`${verifies("POS-REC-04", "POS-EFF-04", "POS-MCP-03")}ends with a valid record, which replays after the server has gone`, async () => {
    const notes = join(folder, "notes.md");
    writeFileSync(notes, "The bridge over the Isar opens on 4 May.\n");
    const { connection } = await connect(realServer("filesystem", folder));
    const records = recordFolder(join(folder, "records"));
    const model = functionModel((request) => {
      if (request.schema === null || request.prompt.includes("The bridge over the Isar")) {
        return request.schema === null
          ? "The bridge over the Isar opens on 4 May."
          : answerOf("The bridge over the Isar opens on 4 May.");
      }
      return callOf("read_text_file", { path: notes });
    });
    const result = await runPositioned(`Find in the file ${notes} when the bridge over the Isar opens.`, {
      model,
      tools: connection.tools(),
      journal: records,
      runId: "with-mcp",
      hmacKey: "sixteen bytes and more",
    });
    expect(result).toMatchObject({ status: "complete", observationCount: 1 });
    expect(result.text).toContain("4 May");
    const started = result.events.find((event) => event.kind === "tool_call_started");
    expect(started?.data).toMatchObject({ capabilityId: "read_text_file", arguments: { path: notes } });

    await connection.close();
    const record = records.pathOf("with-mcp");
    expect(await verifyRecord(record, "sixteen bytes and more")).toMatchObject({
      intact: true,
      sealed: true,
    });
    const replayed = await replayRun(record, { hmacKey: "sixteen bytes and more" });
    expect(replayed.events).toEqual(result.events);
    expect(replayed.text).toBe(result.text);
  });

  it("works with the offline model, which knows nothing of the protocol", async () => {
    const { connection } = await connect(oddServer(), { include: ["search_handbook", "fail", "hang"] });
    const result = await runPositioned("How many berths does the harbour of Lerwick have according to the handbook?", {
      model: offlineModel(),
      tools: connection.tools(),
    });
    expect(result.status).toBe("complete");
    expect(result.observationCount).toBe(1);
    expect(result.text).toContain("14 berths");
  });

  it(`${verifies("POS-EXE-02", "POS-POL-05")}waits for a person before what the server calls destructive`, async () => {
    const { connection } = await connect(realServer("filesystem", folder));
    const target = join(folder, "hello.md");
    const handle = streamPositioned(`Write the file ${target} with the content hello.`, {
      model: functionModel((request) => {
        if (request.schema === null || /written|denied|refused/i.test(request.prompt.split("## ").at(-1) ?? "")) {
          return request.schema === null ? "The file was not written." : answerOf("The file was not written.");
        }
        return callOf("write_file", { path: target, content: "hello" });
      }),
      tools: connection.tools(),
      journal: memoryJournal(),
      onFailedChecks: "record",
    });
    const { status, pending } = await handle.result;
    expect(status).toBe("waiting");
    expect(pending).toMatchObject([
      { kind: "approval", data: { call: { capabilityId: "write_file", safetyClass: "destructive" } } },
    ]);
    handle.abort();
    await handle.result;
  });
});

describe("a server that changes or ends during a run", () => {
  /** Makes the calls in their order, each once it is offered, and answers when there are none left. */
  const echoing = (
    calls: readonly (readonly [string, Record<string, unknown>?])[],
    before: (call: number) => Promise<void> = async () => {},
  ) => {
    let made = 0;
    return functionModel(async (request) => {
      if (request.schema === null) return "Done with the echo of hello.";
      const [name, args] = calls[made] ?? [];
      if (name === undefined || !request.tools.some((tool) => tool.name === name)) {
        return answerOf("Done with the echo of hello.");
      }
      made++;
      await before(made);
      return callOf(name, args);
    });
  };
  const options = { depth: "D4", onFailedChecks: "record" } as const;

  it(`${verifies("POS-REC-04", "POS-MCP-03")}the run keeps the list it was started with, is told what is gone, and replays`, async () => {
    const { connection, events } = await connect(oddServer(), {
      overrides: { change_list: { safetyClass: "read-only" } },
      include: ["echo_args", "change_list", "late_tool"],
    });
    const journal = memoryJournal();
    const known = () => until(() => events.some(({ kind }) => kind === "tools_changed"));
    const model = echoing([["change_list"], ["echo_args", { text: "hello" }]], async (call) => {
      if (call === 2) await known();
    });
    const result = await runPositioned("Do as planned.", {
      ...options,
      classifier: planOf("change list", "echo args of the text hello"),
      model,
      tools: connection.tools(),
      journal,
      runId: "changing",
    });
    const finished = result.events.filter((event) => event.kind === "tool_call_finished").map(({ data }) => data);
    expect(finished).toMatchObject([
      { outcome: "ok" },
      { outcome: "error", error: expect.stringContaining("no longer") },
    ]);
    const offered = result.events.flatMap((event) =>
      event.kind === "frame_positioned" ? event.data.capabilityIds : [],
    );
    expect(offered).not.toContain("late_tool");
    await connection.close();
    expect(
      (
        await replayRun(
          { journal, runId: "changing" },
          { classifier: planOf("change list", "echo args of the text hello") },
        )
      ).events,
    ).toEqual(result.events);
  });

  it(`${verifies("POS-EXE-05", "POS-REC-04", "POS-MCP-04")}a call that only reads is made again after the restart, any other is told to the model`, async () => {
    const { connection } = await connect(oddServer(), {
      restart: { attempts: 3, firstDelayMs: 5 },
      overrides: { crash: { safetyClass: "mutating" } },
      include: ["crash", "crash_reading", "echo_args"],
    });
    const journal = memoryJournal();
    const result = await runPositioned("Do as planned.", {
      ...options,
      classifier: planOf("crash", "echo args of the text hello"),
      model: echoing([["crash"], ["echo_args", { text: "hello" }]]),
      tools: connection.tools(),
      journal,
      runId: "crashing",
    });
    const outcomes = result.events.flatMap((event) =>
      event.kind === "tool_call_finished" ? [event.data.outcome] : [],
    );
    expect(outcomes).toEqual(["error", "ok"]);
    expect(result.status).not.toBe("halted");

    const reading = await runPositioned("Do crash reading.", {
      ...options,
      model: echoing([["crash_reading"]]),
      tools: connection.tools(),
    });
    expect(reading.events.find((event) => event.kind === "tool_call_finished")?.data).toMatchObject({
      outcome: "error",
    });
    // One life for the run before, and one for each of the two attempts that could be followed by another.
    await until(() => connection.status === "given_up");
    expect(connection.tools()).toEqual([]);
    expect(
      (await replayRun({ journal, runId: "crashing" }, { classifier: planOf("crash", "echo args of the text hello") }))
        .events,
    ).toEqual(result.events);
  });

  it(`${verifies("POS-EFF-07")}a run that waited goes on with a new connection`, async () => {
    const journal = memoryJournal();
    const first = await connect(oddServer());
    const handle = streamPositioned("Do as planned.", {
      ...options,
      classifier: planOf("fail", "echo args of the text hello"),
      model: echoing([["fail"], ["echo_args", { text: "hello" }]]),
      tools: first.connection.tools(),
      journal,
      runId: "waiting",
    });
    const { status, pending } = await handle.result;
    expect([status, pending.length]).toEqual(["waiting", 1]);
    await first.connection.close();
    const second = await connect(oddServer("--pages"));
    const resumed = await resumePositioned("waiting", {
      classifier: planOf("fail", "echo args of the text hello"),
      model: echoing([["echo_args", { text: "hello" }]]),
      tools: [...second.connection.tools()].reverse(),
      journal,
    });
    const [request] = (await resumed.result).pending;
    expect(request?.kind).toBe("approval");
    await resumed.answer(request?.kind === "approval" ? request.data.id : "", true);
    const result = await resumed.result;
    const outcomes = result.events.flatMap((event) =>
      event.kind === "tool_call_finished" ? [event.data.outcome] : [],
    );
    expect(outcomes).toEqual(["error", "ok"]);
  });
});
