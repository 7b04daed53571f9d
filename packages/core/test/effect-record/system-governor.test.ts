import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { resourcePlan } from "../../src/effect/resource-plan.js";
import { systemGovernor } from "../../src/effect/system-governor.js";

const GB = 1e9;

describe("systemGovernor", () => {
  it.each([
    [undefined, 64, "small-local", 6, 1],
    [0, 64, "small-local", 6, 1],
    [Number.NaN, 64, "small-local", 6, 1],
    [7.99 * GB, 64, "small-local", 6, 1],
    [64 * GB, 3, "small-local", 6, 1],
    [8 * GB, 4, "capable-local", 10, 1],
    [15.99 * GB, 64, "capable-local", 10, 1],
    [64 * GB, 7, "capable-local", 10, 1],
    [16 * GB, 8, "frontier", 12, 2],
    [512 * GB, 128, "frontier", 12, 2],
  ] as const)(
    `${verifies("POS-SYM-02")}%s bytes and %i CPUs → %s, %i operations, %i tools at once`,
    (totalMemory, cpuCount, profile, maxOperations, toolConcurrency) => {
      expect(resourcePlan({ totalMemory, cpuCount })).toMatchObject({ profile, maxOperations, toolConcurrency });
    },
  );

  it(`${verifies("POS-SYM-02")}says what it saw`, () => {
    expect(resourcePlan({ totalMemory: 32 * GB, cpuCount: 8 }).reason).toBe("32.0 GB memory, 8 CPUs");
    expect(resourcePlan({ totalMemory: undefined, cpuCount: 2 }).reason).toBe("memory unknown, 2 CPUs");
  });

  it(`${verifies("POS-SYM-02")}reads this machine`, () => {
    expect(systemGovernor().assess().reason).toMatch(/^\d+\.\d GB memory, \d+ CPUs$/);
  });
});
