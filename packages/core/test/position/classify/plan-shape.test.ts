import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { verifies } from "../../../../../test/support/verifies.js";
import type { PlannedOperation } from "../../../src/contract/operation.js";
import { capPlan } from "../../../src/position/cap-plan.js";
import { laneGroups } from "../../../src/position/lane-groups.js";

const step = (id: string, dependsOn: string[] = [], deliverable = false): PlannedOperation => ({
  id,
  operation: "RETRIEVE",
  assignment: id,
  dependsOn,
  deliverable,
  implied: false,
  evidence: [],
});

/** Any plan whose steps depend on earlier ones only, the last one the deliverable. */
const plans = fc
  .integer({ min: 1, max: 14 })
  .chain((size) =>
    fc
      .array(fc.array(fc.nat(), { maxLength: 3 }), { minLength: size, maxLength: size })
      .map((picks) =>
        picks.map((pick, index) =>
          step(
            `s${index + 1}`,
            index === 0 ? [] : [...new Set(pick.map((n) => `s${(n % index) + 1}`))],
            index === picks.length - 1,
          ),
        ),
      ),
  );

function reaches(steps: readonly PlannedOperation[], from: string, to: string): boolean {
  const byId = new Map(steps.map((each) => [each.id, each]));
  const open = [...(byId.get(from)?.dependsOn ?? [])];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (id === to) return true;
    open.push(...(byId.get(id)?.dependsOn ?? []));
  }
  return false;
}

describe("capPlan", () => {
  it(`${verifies("POS-RUN-03")}keeps the deliverable and what it depends on, nearest first`, () => {
    const steps = [step("s1"), step("s2", ["s1"]), step("s3"), step("s4", ["s2"], true)];
    const { kept, dropped } = capPlan(steps, 2);
    expect(kept.map((each) => each.id)).toEqual(["s2", "s4"]);
    expect(kept.map((each) => each.dependsOn)).toEqual([[], ["s2"]]);
    expect(dropped.map((each) => each.stepId)).toEqual(["s1", "s3"]);
    expect(dropped[0]).toEqual({ stepId: "s1", operation: "RETRIEVE", reason: "maxOperations is 2" });
    expect(capPlan(steps, 3).kept.map((each) => each.id)).toEqual(["s1", "s2", "s4"]);
  });

  it(`${verifies("POS-RUN-03")}refuses anything but an integer of at least 1`, () => {
    for (const value of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => capPlan([step("s1", [], true)], value)).toThrow(RangeError);
    }
  });

  it(`${verifies("POS-RUN-03")}leaves a plan of the asked size, in order, without loose ends`, () => {
    fc.assert(
      fc.property(plans, fc.integer({ min: 1, max: 16 }), (steps, most) => {
        const { kept, dropped } = capPlan(steps, most);
        expect(kept.length).toBe(Math.min(steps.length, most));
        expect(kept.length + dropped.length).toBe(steps.length);
        expect(kept.some((each) => each.deliverable)).toBe(true);
        const ids = kept.map((each) => each.id);
        expect(ids).toEqual(steps.map((each) => each.id).filter((id) => ids.includes(id)));
        for (const each of kept) for (const id of each.dependsOn) expect(ids).toContain(id);
      }),
    );
  });
});

describe("laneGroups", () => {
  it(`${verifies("POS-LIF-07")}puts steps that do not reach each other side by side, the deliverable alone`, () => {
    expect(laneGroups([step("s1"), step("s2"), step("s3", ["s1"]), step("s4", ["s2", "s3"], true)])).toEqual([
      ["s1", "s2"],
      ["s3"],
      ["s4"],
    ]);
  });

  it(`${verifies("POS-LIF-07", "POS-CLS-12")}never groups steps of which one reaches the other`, () => {
    fc.assert(
      fc.property(plans, (steps) => {
        const groups = laneGroups(steps);
        expect(groups.flat()).toEqual(steps.map((each) => each.id));
        const deliverable = steps.at(-1)?.id as string;
        for (const group of groups) {
          if (group.includes(deliverable)) expect(group).toEqual([deliverable]);
          for (const a of group) for (const b of group) expect(reaches(steps, a, b)).toBe(false);
        }
      }),
    );
  });

  it(`${verifies("POS-LIF-07")}takes a thousand independent steps as one group`, () => {
    const many = Array.from({ length: 1_000 }, (_, index) => step(`s${index + 1}`));
    expect(laneGroups(many)).toHaveLength(1);
  });
});
