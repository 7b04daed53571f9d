import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  answerPositioned,
  recordFolder,
  replayRun,
  resumePositioned,
  runPositioned,
  verifyRecord,
} from "@pelorus/core";
import { afterAll, describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";

const folder = mkdtempSync(join(tmpdir(), "pelorus-changed-journal-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const KEY = "a key of more than sixteen bytes";
const REQUEST = "Translate to French: the fee is 1,450 crowns.";
const model = () => "Les frais sont de 1,450 couronnes.";
let count = 0;

/** A finished run; `falsify` writes another reply of the model into its journal. */
async function finishedRun(hmacKey?: string) {
  const journal = recordFolder(join(folder, `${++count}`));
  const options = { model, journal, ...(hmacKey === undefined ? {} : { hmacKey }) };
  const result = await runPositioned(REQUEST, options);
  const path = journal.pathOf(result.runId);
  const file = (name: string) => join(path, name);
  const change = (edit: (text: string) => string) =>
    writeFileSync(file("journal.jsonl"), edit(readFileSync(file("journal.jsonl"), "utf8")));
  const falsify = () => change((text) => text.replace("Les frais sont de 1,450", "Les frais sont de 9,999"));
  const resume = async (key: string = hmacKey ?? "") => {
    // A folder opened anew, as by another process.
    const again = { model, journal: recordFolder(journal.directory), ...(key === "" ? {} : { hmacKey: key }) };
    return (await resumePositioned(result.runId, again)).result;
  };
  const takeAway = (...names: string[]) => {
    for (const name of names) rmSync(file(name));
  };
  return { result, path, runId: result.runId, journal, file, change, falsify, resume, takeAway };
}

const textOf = (path: string) => readFileSync(path, "utf8");

describe("a finished run that was sealed", () => {
  it(`${verifies("POS-REC-07")}is refused, and nothing of it written, where its journal was changed and the key is at hand`, async () => {
    const run = await finishedRun(KEY);
    run.falsify();
    const documents = ["record.sttp", "state.json", "run.json", "events.jsonl"].map((name) => textOf(run.file(name)));
    await expect(run.resume()).rejects.toMatchObject({
      code: "record_mismatch",
      message: expect.stringContaining("not sealed with this key"),
    });
    await expect(replayRun(run.path, { hmacKey: KEY })).rejects.toMatchObject({ code: "record_mismatch" });
    expect(["record.sttp", "state.json", "run.json", "events.jsonl"].map((name) => textOf(run.file(name)))).toEqual(
      documents,
    );
    run.takeAway("record.sttp", "state.json");
    expect((await verifyRecord(run.path, KEY)).message).toMatch(/record\.sttp is missing.*not sealed with this key/);
    await expect(run.resume()).rejects.toMatchObject({ code: "record_mismatch" });
    expect(await verifyRecord(run.path, KEY)).toMatchObject({ intact: false, sealed: false });
  });

  it(`${verifies("POS-REC-07")}gets its own seal back without the key, which does not hold over a changed journal`, async () => {
    const run = await finishedRun(KEY);
    run.takeAway("record.sttp", "state.json");
    expect((await run.resume("")).error).toBeNull();
    expect(await verifyRecord(run.path, KEY)).toMatchObject({ intact: true, sealed: true });
    expect((await replayRun(run.path)).events).toEqual(run.result.events);
    run.takeAway("record.sttp", "state.json");
    run.falsify();
    await run.resume("").catch(() => {});
    expect(await verifyRecord(run.path, KEY)).toMatchObject({ intact: false, sealed: false });
  });

  it(`${verifies("POS-REC-07")}is not sealed anew where the seal was taken out of its journal`, async () => {
    const run = await finishedRun(KEY);
    run.falsify();
    run.change((text) => text.replace(/,"csoHmac":"[0-9a-f]{64}"|,"cso_hmac":"[0-9a-f]{64}"/, ""));
    expect(textOf(run.file("journal.jsonl"))).not.toMatch(/hmac/i);
    run.takeAway("record.sttp", "state.json", "events.jsonl");
    const { error } = await run.resume();
    expect(error).toMatchObject({ code: "record_mismatch" });
    expect(await verifyRecord(run.path, KEY)).toMatchObject({ intact: false, sealed: false });
  });
});

describe("a journal and a record that disagree", () => {
  it(`${verifies("POS-REC-07")}are told with the first node, and nothing is written`, async () => {
    const run = await finishedRun();
    expect((await run.resume()).error).toBeNull();
    run.falsify();
    const before = ["record.sttp", "state.json", "run.json"].map((name) => textOf(run.file(name)));
    const { error } = await run.resume();
    expect(error?.code).toBe("record_mismatch");
    expect(error?.message).toContain(`node 1 of 1 (${run.runId}/`);
    expect(["record.sttp", "state.json", "run.json"].map((name) => textOf(run.file(name)))).toEqual(before);
  });

  it(`${verifies("POS-REC-07")}are told where the record goes on after its last node, or the run comes out otherwise`, async () => {
    const longer = await finishedRun();
    writeFileSync(longer.file("record.sttp"), `${textOf(longer.file("record.sttp"))}\nmore\n`);
    expect((await longer.resume()).error?.message).toContain("record.sttp goes on after the 1 node");
    const other = await finishedRun();
    other.change((text) => text.replace('"status":"complete"', '"status":"partial"'));
    expect((await other.resume()).error?.message).toContain("it comes out complete, and was closed as partial");
  });
});

describe("a journal that is missing or empty", () => {
  it(`${verifies("POS-REC-07")}is damage, which resume, answer, replay and verify tell with what the record has`, async () => {
    for (const lose of ["take away", "empty"]) {
      const run = await finishedRun(KEY);
      if (lose === "empty") run.change(() => "");
      else run.takeAway("journal.jsonl");
      const lost = {
        code: "journal_failed",
        message: expect.stringMatching(/missing or empty, though record\.sttp has 1 node and run\.json says complete/),
      };
      const journal = recordFolder(run.journal.directory);
      await expect(run.resume(), lose).rejects.toMatchObject(lost);
      await expect(answerPositioned(run.runId, "appr_1", true, { journal })).rejects.toMatchObject(lost);
      await expect(replayRun(run.path)).rejects.toMatchObject(lost);
      const found = await verifyRecord(run.path, KEY);
      expect(found).toMatchObject({ sealed: true, message: expect.stringContaining("missing or empty") });
      run.takeAway("state.json");
      await expect(verifyRecord(run.path, KEY)).rejects.toMatchObject(lost);
    }
  });

  it("of a run nobody knows is no damage", async () => {
    const journal = recordFolder(join(folder, "none"));
    await expect(resumePositioned("run_none", { model, journal })).rejects.toMatchObject({ code: "run_not_found" });
  });
});

describe("a damaged run.json", () => {
  it(`${verifies("POS-REC-06")}is written again from the journal`, async () => {
    const run = await finishedRun();
    const whole = textOf(run.file("run.json"));
    writeFileSync(run.file("run.json"), "{");
    await expect(run.journal.readRun(run.runId)).rejects.toThrow(/run\.json is damaged: .*Resuming the run writes it/);
    expect((await run.resume()).error).toBeNull();
    expect(textOf(run.file("run.json"))).toBe(whole);
  });
});

it("says without a key whether a record is sealed, and with one that it is not", async () => {
  expect((await verifyRecord((await finishedRun(KEY)).path)).message).toContain("sealed, but the seal was not checked");
  const unsealed = await finishedRun();
  expect((await verifyRecord(unsealed.path)).message).toContain("chain intact, not sealed");
  expect((await verifyRecord(unsealed.path, KEY)).message).toContain("but the state is not sealed.");
});
