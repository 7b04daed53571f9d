import { cp, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { recordFolder, resumePositioned, runPositioned, verifyRecord } from "@pelorus/core";
import { afterEach, beforeEach, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";

const ANSWER = "The minutes say that all agreed.";
const DOCUMENTS = ["events.jsonl", "journal.jsonl", "record.sttp", "run.json", "state.json"];

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "pelorus-two-"));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

type Gate = { readonly opened: Promise<void>; open(): void };

function gate(): Gate {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

it(`${verifies("POS-EFF-02", "POS-REC-06")}of two that go on with one run one finishes it, with a whole record`, async () => {
  // A run whose model failed, to be gone on with.
  const first = await runPositioned("Summarise the minutes: all agreed.", {
    journal: recordFolder(directory),
    model: () => {
      throw new Error("down");
    },
  });
  expect(first.status).toBe("halted");
  // Neither model answers before the other run has asked its own, or is over: both are under way at once.
  const [one, other] = [gate(), gate()];
  const goOn = async (mine: Gate, theirs: Gate) => {
    const model = async () => {
      mine.open();
      await theirs.opened;
      return ANSWER;
    };
    const handle = await resumePositioned(first.runId, { journal: recordFolder(directory), model });
    return handle.result.finally(mine.open);
  };
  const results = await Promise.all([goOn(one, other), goOn(other, one)]);
  const finished = results.filter(({ status }) => status === "complete");
  expect(finished).toHaveLength(1);
  expect(finished[0]?.error).toBeNull();
  expect(results.find(({ status }) => status !== "complete")?.error?.code).toBe("journal_conflict");
  const path = join(directory, first.runId);
  expect(await readdir(path)).toEqual(expect.arrayContaining(DOCUMENTS));
  expect((await verifyRecord(path)).intact).toBe(true);
  const kept = await recordFolder(directory).readEvents(first.runId);
  expect(kept.map(({ seq }) => seq)).toEqual(kept.map((_, index) => index + 1));
  expect(kept.at(-1)).toMatchObject({ kind: "run_finished", data: { status: "complete" } });
});

it(`${verifies("POS-REC-06")}documents that a finished record lacks are written again by a resume, and no others`, async () => {
  const options = { journal: recordFolder(directory), model: () => ANSWER };
  const { runId } = await runPositioned("Summarise the minutes: all agreed.", options);
  const whole = `${directory}-whole`;
  await cp(join(directory, runId), whole, { recursive: true });
  for (const name of DOCUMENTS) {
    if (name === "journal.jsonl") continue;
    await rm(join(directory, runId, name));
    const again = await resumePositioned(runId, { ...options, journal: recordFolder(directory) });
    expect((await again.result).text).toContain(ANSWER);
    expect(await readFile(join(directory, runId, name), "utf8"), name).toBe(await readFile(join(whole, name), "utf8"));
  }
  await rm(whole, { recursive: true });
});
