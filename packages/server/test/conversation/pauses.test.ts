import type { RunEvent } from "@pelorus/core";
import { describe, expect, it } from "vitest";
import { isPause } from "../../src/conversation/pauses.js";

const call = (id: string) => ({ kind: "tool_call" as const, data: { id, capabilityId: "x", arguments: {} } });
const waits = (...ids: string[]): RunEvent => ({
  seq: 1,
  runId: "r",
  at: "2026-01-01T00:00:00.000Z",
  lane: 0,
  kind: "run_waiting",
  data: { pending: ids.map(call) },
});

describe("a pause", () => {
  it("waits for something that was not answered", () => {
    expect(isPause(waits("a"), [])).toBe(true);
    expect(isPause(waits("a", "b"), ["a"])).toBe(true);
    expect(isPause(waits("a", "b"), ["b", "a"])).toBe(false);
    expect(isPause(waits(), [])).toBe(false);
    expect(isPause({ ...waits("a"), kind: "run_resumed", data: { leg: 2 } } as RunEvent, [])).toBe(false);
  });
});
