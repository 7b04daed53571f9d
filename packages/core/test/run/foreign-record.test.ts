import { resumePositioned, runPositioned } from "@pelorus/core";
import { expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { ForkedJournal } from "./forked-journal.js";

it(`${verifies("POS-EFF-04")}a finished record that lacks an entry rejects its result, and who reads its events is let go`, async () => {
  const model = () => "The minutes say that all agreed.";
  const journal = new ForkedJournal();
  const { runId } = await runPositioned("Summarise the minutes: all agreed.", { model, journal });
  const lost = journal.entries.findIndex((entry) => entry.kind === "effect_finished");
  journal.entries.splice(lost, 1);
  const handle = await resumePositioned(runId, { model, journal });
  const seen: number[] = [];
  for await (const event of handle.events) seen.push(event.seq);
  await expect(handle.result).rejects.toMatchObject({ code: "replay_divergence" });
});
