import { execFile } from "node:child_process";
import { appendFile, mkdtemp, readdir, readFile, rename, rm, stat, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { sha256Digest } from "../../src/contract/digest.js";
import type { RunEvent } from "../../src/contract/event.js";
import { fileFault } from "../../src/effect/file-fault.js";
import { recordFolder } from "../../src/effect/record-folder.js";
import { initialState } from "../../src/state/initial-state.js";
import { sealCso, verifyCso } from "../../src/state/seal.js";
import { finishedEntry, journalContract, openedEntry } from "./journal-contract.js";

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "pelorus-record-"));
});
afterEach(async () => {
  await rm(directory, { recursive: true, force: true });
});

const noteAt = (seq: number, detail = `note ${seq}`): RunEvent => ({
  seq,
  runId: "r_1",
  at: "2026-12-01T09:00:00.000Z",
  lane: 0,
  kind: "note_recorded",
  data: { detail, stepId: "s1" },
});

describe("recordFolder as a journal", () => {
  journalContract(() => ({ journal: recordFolder(directory), reopen: () => recordFolder(directory) }));

  it(`${verifies("POS-EFF-02", "POS-REC-06")}a line cut by a kill is dropped and overwritten, at every byte of it`, async () => {
    const whole = recordFolder(directory);
    await whole.append("r_1", openedEntry("r_1"), 0);
    const path = join(directory, "r_1", "journal.jsonl");
    const kept = (await stat(path)).size;
    await whole.append("r_1", finishedEntry("r_1/s1/1/tool", "é"), 1);
    const bytes = await readFile(path);
    for (let size = kept; size < bytes.length; size += 7) {
      await writeFile(path, bytes.subarray(0, size));
      const after = recordFolder(directory);
      expect(await after.read("r_1")).toEqual([openedEntry("r_1")]);
      await after.append("r_1", finishedEntry("r_1/s1/1/tool", "again"), 1);
      expect(await recordFolder(directory).read("r_1")).toEqual([
        openedEntry("r_1"),
        finishedEntry("r_1/s1/1/tool", "again"),
      ]);
      expect((await readFile(path, "utf8")).trimEnd().split("\n")).toHaveLength(2);
    }
  });

  it("a record under another name says whose it is, and is not taken for a run of that name", async () => {
    await recordFolder(directory).append("r_1", openedEntry("r_1"), 0);
    await rename(join(directory, "r_1"), join(directory, "copy"));
    await expect(recordFolder(directory).read("copy")).rejects.toThrow(/journal of run r_1, not of copy/);
    await expect(recordFolder(directory).append("copy", finishedEntry("copy/s1", 1), 1)).rejects.toThrow(/r_1/);
  });

  it(`${verifies("POS-EFF-02")}damage inside the file is an error and never a shorter run`, async () => {
    const folder = recordFolder(directory);
    for (let revision = 0; revision < 3; revision += 1) {
      await folder.append(
        "r_1",
        revision === 0 ? openedEntry("r_1") : finishedEntry(`k${revision}`, revision),
        revision,
      );
    }
    const path = join(directory, "r_1", "journal.jsonl");
    const lines = (await readFile(path, "utf8")).split("\n");
    for (const damaged of [
      [lines[0], "{not json", lines[2], ""],
      [lines[0], lines[2], ""],
      [lines[0], lines[1]?.replace('"effect_finished"', '"effect_unknown"'), lines[2], ""],
    ]) {
      await writeFile(path, damaged.join("\n"));
      await expect(recordFolder(directory).read("r_1")).rejects.toMatchObject({ code: "journal_failed" });
      await expect(recordFolder(directory).append("r_1", finishedEntry("k3", 3), 3)).rejects.toMatchObject({
        code: "journal_failed",
      });
    }
  });

  it(`${verifies("POS-EFF-02")}a writer that fell behind finds out, and the first writer's entries stand`, async () => {
    const [first, second] = [recordFolder(directory), recordFolder(directory)];
    await first.append("r_1", openedEntry("r_1"), 0);
    expect(await second.read("r_1")).toHaveLength(1);
    await first.append("r_1", finishedEntry("k", "first"), 1);
    await expect(second.append("r_1", finishedEntry("k", "second"), 1)).rejects.toMatchObject({
      code: "journal_conflict",
    });
    await second.append("r_1", finishedEntry("k2", "second"), 2);
    await expect(first.append("r_1", finishedEntry("k2", "first"), 2)).rejects.toMatchObject({
      code: "journal_conflict",
    });
    expect((await first.read("r_1")).slice(1)).toEqual([finishedEntry("k", "first"), finishedEntry("k2", "second")]);
  });

  it(`${verifies("POS-EFF-02")}of two lines with one number the first counts, whoever wrote the second`, async () => {
    const folder = recordFolder(directory);
    await folder.append("r_1", openedEntry("r_1"), 0);
    await folder.append("r_1", finishedEntry("k", "first"), 1);
    const path = join(directory, "r_1", "journal.jsonl");
    const loser = JSON.parse((await readFile(path, "utf8")).split("\n")[1] as string);
    loser.writer = "other";
    loser.data.outcome = "second";
    await appendFile(path, `${JSON.stringify(loser)}\n`);
    const reader = recordFolder(directory);
    expect(await reader.read("r_1")).toEqual([openedEntry("r_1"), finishedEntry("k", "first")]);
    await reader.append("r_1", finishedEntry("k2", "third"), 2);
    expect(await reader.read("r_1")).toHaveLength(3);
  });

  it(`${verifies("POS-EFF-02")}a run id that is no folder name reaches nothing`, async () => {
    const folder = recordFolder(directory);
    for (const runId of ["", ".", "..", "../x", "a/b", "a\\b", ".hidden", "x".repeat(129), "nul\u0000"]) {
      await expect(folder.append(runId, openedEntry(runId), 0)).rejects.toMatchObject({ code: "journal_failed" });
      await expect(folder.read(runId)).rejects.toMatchObject({ code: "journal_failed" });
    }
    for (const digest of ["sha256:../../etc/passwd", "md5:00", `sha256:${"A".repeat(64)}`]) {
      await expect(folder.getBlob(digest, "r_1")).rejects.toMatchObject({ code: "journal_failed" });
      await expect(folder.putBlob(digest, new Uint8Array(1), "r_1")).rejects.toMatchObject({ code: "journal_failed" });
    }
    expect(await readdir(directory)).toEqual([]);
  });

  it(`${verifies("POS-API-04")}a damaged line is named by its number, with what is wrong and what to do`, async () => {
    const folder = recordFolder(directory);
    await folder.append("r_1", openedEntry("r_1"), 0);
    await folder.append("r_1", finishedEntry("k", 1), 1);
    await folder.appendEvents("r_1", [noteAt(1), noteAt(2)]);
    for (const name of ["journal.jsonl", "events.jsonl"]) {
      const path = join(directory, "r_1", name);
      const [first, second] = (await readFile(path, "utf8")).split("\n");
      for (const line of ["{torn", '{"kind":"elsewhere"}', "\u0000".repeat(9)]) {
        await writeFile(path, `${first}\n${line}\n${second}\n`);
        const reader = recordFolder(directory);
        const read = name === "journal.jsonl" ? reader.read("r_1") : reader.readEvents("r_1");
        const { message } = (await read.catch((error: unknown) => error)) as Error;
        expect(message).toMatch(new RegExp(`^Line 2 of .*${name} is damaged: .+\\. [A-Z].+\\.$`));
      }
    }
    const journal = join(directory, "r_1", "journal.jsonl");
    await writeFile(journal, (await readFile(journal, "utf8")).replace("{torn", "").split("\n").slice(2).join("\n"));
    await expect(recordFolder(directory).read("r_1")).rejects.toThrow(/Entry 0 is missing from .*, before line 1\. /);
    const digest = sha256Digest("a");
    await folder.putBlob(digest, new TextEncoder().encode("a"), "r_1");
    await writeFile(join(directory, "r_1", "blobs", digest.slice("sha256:".length)), "b");
    await expect(folder.getBlob(digest, "r_1")).rejects.toThrow(/is damaged: .+ run the request again\./);
    await writeFile(join(directory, "r_1", "state.json"), '{"version":"1.0","cso":{"cso_id":7}}');
    const { message } = (await folder.readState("r_1").catch((error: unknown) => error)) as Error;
    expect(message).toMatch(/state\.json is damaged: \/cso.+ resume the run/);
  });

  it.runIf(process.platform === "linux")(
    `${verifies("POS-API-04")}a place that takes no folders is named at once, with what to do`,
    async () => {
      // Node.js 20 does not come back from making folders there with `recursive`.
      const nowhere = recordFolder("/proc/no-such-place");
      for (const write of [
        () => nowhere.writeBeside("r_1", "setup.json", "{}"),
        () => nowhere.append("r_1", openedEntry("r_1"), 0),
        () => nowhere.writeRecordText("r_1", ""),
      ]) {
        await expect(write()).rejects.toMatchObject({
          code: "journal_failed",
          message: expect.stringMatching(/^\/proc\/no-such-place\/r_1.* cannot be read or written: .+ another folder/),
        });
      }
    },
    5000,
  );

  it(`${verifies("POS-API-04")}what the system says is told with what to do about it`, () => {
    const full = Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
    expect(fileFault("The file cannot be written", full)).toMatchObject({
      code: "journal_failed",
      message: "The file cannot be written: no space is left on the disk; free some and resume the run (ENOSPC).",
      cause: full,
    });
    const strange = Object.assign(new Error("ESTRANGE: something else."), { code: "ESTRANGE" });
    expect(fileFault("It failed", strange).message).toBe("It failed: ESTRANGE: something else.");
    const known = fileFault("first", full);
    expect(fileFault("second", known)).toBe(known);
  });

  it(`${verifies("POS-EFF-02")}folders that several make at once are made, and a file in their way is told`, async () => {
    const folder = recordFolder(join(directory, "a", "b"));
    await Promise.all(Array.from({ length: 8 }, (_, n) => folder.writeBeside("r_1", "note.json", String(n))));
    expect(await folder.readBeside("r_1", "note.json")).toMatch(/^[0-7]$/);
    expect(await readdir(folder.pathOf("r_1"))).toEqual(["note.json"]);
    expect(await folder.readBeside("r_1", "other.json")).toBeNull();
    await writeFile(join(directory, "file"), "");
    await expect(recordFolder(join(directory, "file")).make()).rejects.toThrow(/no folder/);
    await expect(recordFolder(join(directory, "file", "a")).make()).rejects.toThrow(/no folder/);
  });

  it(`${verifies("POS-EFF-02")}what the system refuses is a JournalError with its cause`, async () => {
    await writeFile(join(directory, "file"), "not a folder");
    const folder = recordFolder(join(directory, "file"));
    const failure = await folder.append("r_1", openedEntry("r_1"), 0).catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: "JournalError", code: "journal_failed" });
    expect((failure as Error).cause).toBeInstanceOf(Error);
    await expect(folder.putBlob(sha256Digest("x"), new TextEncoder().encode("x"), "r_1")).rejects.toMatchObject({
      code: "journal_failed",
    });
  });
});

describe("the record of a run", () => {
  it(`${verifies("POS-REC-06")}has the files of the layout, and nothing temporary`, async () => {
    const folder = recordFolder(directory);
    const key = "0123456789abcdef";
    const state = sealCso(
      initialState({ csoId: "cso_1", createdAt: "2026-12-01T09:00:00.000Z", objective: "What is due?", mode: "TOOL" }),
      key,
    );
    const payload = new TextEncoder().encode('{"due":3}');
    await folder.append("r_1", openedEntry("r_1"), 0);
    await folder.putBlob(sha256Digest(payload), payload, "r_1");
    await folder.appendEvents("r_1", [noteAt(1), noteAt(2)]);
    await folder.writeState("r_1", state);
    await folder.writeRun("r_1", {
      runId: "r_1",
      sessionId: "s_1",
      request: "What is due?",
      optionsDigest: sha256Digest("options"),
      status: "complete",
    });
    await folder.writeRecordText("r_1", "⊕⟨ ⏣0{ } ⟩\n");
    const root = folder.pathOf("r_1");
    expect((await readdir(root)).sort()).toEqual([
      "blobs",
      "events.jsonl",
      "journal.jsonl",
      "record.sttp",
      "run.json",
      "state.json",
    ]);
    expect(await readdir(join(root, "blobs"))).toEqual([sha256Digest(payload).slice("sha256:".length)]);
    expect(JSON.parse(await readFile(join(root, "run.json"), "utf8"))).toEqual({
      version: "1.0",
      run_id: "r_1",
      session_id: "s_1",
      request: "What is due?",
      options_digest: sha256Digest("options"),
      status: "complete",
    });
    const stateJson = JSON.parse(await readFile(join(root, "state.json"), "utf8"));
    expect(stateJson).toMatchObject({ version: "1.0", cso: { cso_id: "cso_1", cso_hmac: state.csoHmac } });
    const read = await recordFolder(directory).readState("r_1");
    expect(read).toEqual(state);
    expect(verifyCso(read as NonNullable<typeof read>, key)).toBe(true);
    expect(await folder.readRun("r_1")).toMatchObject({ runId: "r_1", status: "complete" });
    expect(await folder.readRecordText("r_1")).toBe("⊕⟨ ⏣0{ } ⟩\n");
    expect(await folder.runIds()).toEqual(["r_1"]);
    expect(JSON.parse((await readFile(join(root, "events.jsonl"), "utf8")).split("\n")[0] as string)).toEqual({
      seq: 1,
      run_id: "r_1",
      at: "2026-12-01T09:00:00.000Z",
      lane: 0,
      kind: "note_recorded",
      data: { detail: "note 1", step_id: "s1" },
    });
  });

  it(`${verifies("POS-REC-06")}that is not there is null, and damage in it an error`, async () => {
    const folder = recordFolder(directory);
    expect([await folder.readRun("r_1"), await folder.readState("r_1"), await folder.readRecordText("r_1")]).toEqual([
      null,
      null,
      null,
    ]);
    expect(await folder.readEvents("r_1")).toEqual([]);
    expect(await folder.runIds()).toEqual([]);
    const bytes = new TextEncoder().encode("result");
    await folder.putBlob(sha256Digest(bytes), bytes, "r_1");
    const path = join(folder.pathOf("r_1"), "blobs", sha256Digest(bytes).slice(7));
    await truncate(path, 3);
    await writeFile(join(folder.pathOf("r_1"), "state.json"), '{"version": "1.0", "cso": {}}');
    await expect(folder.getBlob(sha256Digest(bytes), "r_1")).rejects.toMatchObject({ code: "journal_failed" });
    await expect(folder.readState("r_1")).rejects.toMatchObject({ code: "journal_failed" });
  });

  it(`${verifies("POS-REC-06", "POS-EVT-03")}events: repeated ones are passed over, gaps refused, unknown kinds kept`, async () => {
    const folder = recordFolder(directory);
    await folder.appendEvents("r_1", [noteAt(1), noteAt(2)]);
    await recordFolder(directory).appendEvents("r_1", [noteAt(1, "told again"), noteAt(2), noteAt(3)]);
    expect(await recordFolder(directory).readEvents("r_1")).toEqual([noteAt(1), noteAt(2), noteAt(3)]);
    await expect(recordFolder(directory).appendEvents("r_1", [noteAt(5)])).rejects.toMatchObject({
      code: "journal_failed",
    });

    const path = join(directory, "r_1", "events.jsonl");
    const unknown = {
      seq: 4,
      run_id: "r_1",
      at: "2026-12-01T09:00:09.000Z",
      lane: 0,
      kind: "dream_recorded",
      data: { a_b: 1 },
    };
    await appendFile(path, `${JSON.stringify(unknown)}\n{"seq": 5, "run_`);
    const reader = recordFolder(directory);
    expect((await reader.readEvents("r_1"))[3]).toEqual({
      seq: 4,
      runId: "r_1",
      at: "2026-12-01T09:00:09.000Z",
      lane: 0,
      kind: "dream_recorded",
      data: { a_b: 1 },
    });
    await reader.appendEvents("r_1", [noteAt(5)]);
    expect((await recordFolder(directory).readEvents("r_1")).map((event) => event.seq)).toEqual([1, 2, 3, 4, 5]);
  });

  it("B052: persisting what was restored writes the same bytes", async () => {
    const folder = recordFolder(directory);
    const state = initialState({ csoId: "c", createdAt: "2026-12-01T09:00:00.000Z", objective: "x", mode: "AGENTIC" });
    const events = [noteAt(1), noteAt(2)];
    await folder.writeState("r_1", state);
    await folder.appendEvents("r_1", events);
    const files = async () =>
      Promise.all(["state.json", "events.jsonl"].map((name) => readFile(join(directory, "r_1", name), "utf8")));
    const before = await files();
    for (let round = 0; round < 3; round += 1) {
      const again = recordFolder(directory);
      await again.writeState("r_1", (await again.readState("r_1")) as typeof state);
      await again.appendEvents("r_1", await again.readEvents("r_1"));
    }
    expect(await files()).toEqual(before);
  });

  it(`${verifies("POS-REC-06")}whole files are replaced whole while others read them`, async () => {
    const folder = recordFolder(directory);
    const document = (request: string) => ({
      runId: "r_1",
      sessionId: "s_1",
      request,
      optionsDigest: sha256Digest(""),
      status: "running" as const,
    });
    await folder.writeRun("r_1", document("a".repeat(200_000)));
    let reading = true;
    const lengths = new Set<number>();
    const reader = (async () => {
      while (reading) lengths.add(((await folder.readRun("r_1")) as { request: string }).request.length);
    })();
    for (let round = 0; round < 20; round += 1)
      await folder.writeRun("r_1", document("b".repeat(100_000 + (round % 2))));
    reading = false;
    await reader;
    expect([...lengths].every((length) => [200_000, 100_000, 100_001].includes(length))).toBe(true);
    expect(await readdir(folder.pathOf("r_1"))).toEqual(["run.json"]);
  });

  it(`${verifies("POS-EFF-02")}two processes that append at once never both win a number`, async () => {
    // Plain appends of complete lines, as another process makes them, while this one appends through the journal.
    const folder = recordFolder(directory);
    await folder.append("r_1", openedEntry("r_1"), 0);
    const path = join(directory, "r_1", "journal.jsonl");
    const line = JSON.stringify({
      revision: 1,
      writer: "rival",
      kind: "effect_finished",
      data: {
        at: "2026-12-01T09:00:01.000Z",
        key: "k",
        act: "tool",
        input_digest: sha256Digest("k"),
        outcome: "rival",
      },
    });
    const rival = promisify(execFile)(process.execPath, [
      "-e",
      `require("node:fs").appendFileSync(process.argv[1], process.argv[2] + "\\n")`,
      path,
      line,
    ]);
    const own = folder.append("r_1", finishedEntry("k", "own"), 1).then(
      () => "won",
      (error: { code: string }) => error.code,
    );
    await rival;
    const outcome = await own;
    const entry = (await recordFolder(directory).read("r_1"))[1];
    expect(entry).toEqual(finishedEntry("k", outcome === "won" ? "own" : "rival"));
    expect(["won", "journal_conflict"]).toContain(outcome);
  });
});
