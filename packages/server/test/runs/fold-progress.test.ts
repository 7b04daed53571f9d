import { ModelCallError, type RunEvent, runPositioned } from "@pelorus/core";
import { describe, expect, it } from "vitest";
import { foldProgress, initialProgress, type RunProgress } from "../../src/index.js";

describe("the progress of a run", () => {
  it("leaves no step under way once the run has ended, whichever way it ended", async () => {
    const events: RunEvent[] = [];
    const result = await runPositioned("Compare tea and coffee.", {
      model: () => {
        throw new ModelCallError("The provider is away.", { isRetryable: false });
      },
      onEvent: (event) => events.push(event),
    });
    expect(result.status).toBe("halted");
    const states = events.reduce(
      (seen, event) => {
        const progress = foldProgress(seen.progress, event);
        return { progress, told: [...seen.told, progress.steps[0]?.state] };
      },
      { progress: initialProgress(events[0]?.at ?? ""), told: [] as (string | undefined)[] },
    );
    expect(states.told).toContain("active");
    expect(states.progress.steps.map(({ stepId, state }) => [stepId, state])).toEqual(
      result.steps.map(({ id, outcome }) => [id, outcome]),
    );
  });

  it("shows a failed step under way again where the run is taken up and positions it anew", () => {
    const at = "2026-01-01T00:00:00.000Z";
    const halted: RunProgress = {
      ...initialProgress(at),
      steps: [
        { stepId: "s1", operation: "GENERATE", assignment: "Write.", dependsOn: [], toolCalls: 0, state: "failed" },
      ],
    };
    const framed = { kind: "frame_positioned", seq: 9, at, lane: 0, runId: "r", data: { stepId: "s1" } };
    expect(foldProgress(halted, framed as unknown as RunEvent).steps[0]?.state).toBe("active");
  });
});
