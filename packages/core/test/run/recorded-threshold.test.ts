import {
  CapabilityExecutor,
  defineCapability,
  replayRun,
  resumePositioned,
  runPositioned,
  STL_OPERATIONS,
  ToolCapabilityFabric,
} from "@pelorus/core";
import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { ForkedJournal } from "./forked-journal.js";
import { answerOf, scriptedModel } from "./scripted-model.js";

const REQUEST = "Who approves a trip abroad?";
const MODEL = () => scriptedModel(() => answerOf("The head of the department approves it."));

const tool = (capabilityId: string, description: string) =>
  defineCapability({
    capabilityId,
    kind: "tool",
    description,
    operationTypes: [...STL_OPERATIONS],
    inputSchema: { type: "object", properties: {} },
    safetyClass: "read-only",
    execute: () => "nothing",
  });

/** One tool that has to do with the request, and one that has not. */
const TOOLS = [tool("find_approver", "Finds who approves a trip"), tool("mix_paint", "Mixes paint of any colour")];

function catalogue(minRelevance?: number) {
  const fabric = new ToolCapabilityFabric(minRelevance === undefined ? {} : { minRelevance });
  const executor = new CapabilityExecutor();
  for (const one of TOOLS) {
    fabric.register(one);
    executor.register(one);
  }
  return { fabric, executor };
}

/** What the run's frames offered, and what they did not. */
function offered(result: Awaited<ReturnType<typeof runPositioned>>) {
  return result.events.flatMap((event) =>
    event.kind === "frame_positioned" ? [[event.data.capabilityIds, event.data.rejected]] : [],
  );
}

describe("the minimum relevance a run was started with", () => {
  it.each([
    ["above any tool", 1],
    ["of none", 0],
    ["that is the default", undefined],
  ])(`${verifies("POS-EFF-07", "POS-REC-04")}%s holds in replay and resume`, async (_name, minRelevance) => {
    const journal = new ForkedJournal();
    const { fabric, executor } = catalogue(minRelevance);
    const result = await runPositioned(REQUEST, { model: MODEL(), fabric, executor, journal, runId: "threshold" });
    const replayed = await replayRun({ journal, runId: "threshold" });
    expect(replayed.events).toEqual(result.events);
    expect(offered(replayed)).toEqual(offered(result));
    // Only the opening is left: everything is asked again, of a catalogue with another threshold.
    const fork = journal.forkAt(1);
    const other = catalogue(minRelevance === 0 ? 1 : 0);
    const resumed = await resumePositioned("threshold", { model: MODEL(), ...other, journal: fork });
    expect(offered(await resumed.result)).toEqual(offered(result));
  });

  it(`${verifies("POS-FAB-05")}tells the tools apart that it is there for, and holds where tools are given beside a fabric`, async () => {
    const run = (minRelevance: number) =>
      runPositioned(REQUEST, {
        model: MODEL(),
        fabric: catalogue(minRelevance).fabric,
        tools: [tool("paint_wall", "Paints a wall")],
      });
    expect(JSON.stringify(offered(await run(1)))).toContain('"capabilityId":"paint_wall","reason":"below-relevance"');
    expect(JSON.stringify(offered(await run(0)))).not.toContain("below-relevance");
  });

  it.each([Number.NaN, -0.1, 1.1, Number.POSITIVE_INFINITY])(`${verifies("POS-FAB-05")}is no %s`, (minRelevance) => {
    expect(() => new ToolCapabilityFabric({ minRelevance })).toThrow(RangeError);
  });
});
