import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { InvalidTransition } from "../../src/contract/error.js";
import { OperationStateMachine } from "../../src/lifecycle/machine.js";
import type { OperationEvent } from "../../src/lifecycle/operation-event.js";
import { planOf } from "./plan-steps.js";

const clock = () => Date.parse("2026-12-01T09:00:00.000Z");
const plan = planOf("RETRIEVE", "RETRIEVE", "ANALYSE", "COMPARE", "GENERATE");

describe("lanes", () => {
  it(`${verifies("POS-LIF-07")}fork between steps, begin with a position, share one sequence of events`, () => {
    const seen: OperationEvent[] = [];
    const main = new OperationStateMachine(plan, { clock, onEvent: (event) => seen.push(event) });
    const first = main.fork(1, { detail: "lane" });
    const second = main.fork(2);
    main.position();
    expect([first, second, main].map((lane) => lane.step?.id)).toEqual(["s1", "s2", "s3"]);
    expect(first.eventStream()).toBe(main.eventStream());
    expect(seen).toEqual(main.eventStream());
    expect(seen.map(({ seq, lane, from, state }) => ({ seq, lane, from, state }))).toEqual([
      { seq: 1, lane: 1, from: "INTENT_CLASSIFIED", state: "OPERATION_POSITIONED" },
      { seq: 2, lane: 2, from: "INTENT_CLASSIFIED", state: "OPERATION_POSITIONED" },
      { seq: 3, lane: 0, from: "INTENT_CLASSIFIED", state: "OPERATION_POSITIONED" },
    ]);
    expect(main.remaining).toEqual(["COMPARE", "GENERATE"]);
  });

  it(`${verifies("POS-LIF-07")}wait for their group at OPERATION_VERIFIED and integrate in plan order`, () => {
    const main = new OperationStateMachine(plan, { clock });
    main.position();
    const first = main.fork(1);
    const second = main.fork(2);
    second.verify();
    expect(() => second.integrate()).toThrow(InvalidTransition);
    main.verify();
    expect(main.canTransition("INTEGRATED")).toBe(false);
    first.verify();
    // All are there: the order of the plan decides, not that of arrival.
    expect([main, first, second].map((lane) => lane.canTransition("INTEGRATED"))).toEqual([true, false, false]);
    main.integrate();
    // The group is being joined: nothing begins until it is whole again.
    expect(main.canTransition("OPERATION_POSITIONED")).toBe(false);
    expect(() => main.fork(3)).toThrow(InvalidTransition);
    first.integrate();
    second.integrate();
    expect(main.completion).toBe(3 / 5);
    expect(main.lanes).toEqual([]);
    expect(main.canTransition("OPERATION_POSITIONED")).toBe(true);
  });

  it(`${verifies("POS-LIF-07")}a lane is over once integrated, and only lane 0 completes`, () => {
    const main = new OperationStateMachine(planOf("RETRIEVE", "COMPARE"), { clock });
    const lane = main.fork(1);
    main.position();
    lane.verify();
    main.verify();
    lane.integrate();
    main.integrate();
    for (const act of [() => lane.position(), () => lane.complete(), () => lane.halt("late"), () => lane.fork(2)]) {
      expect(act).toThrow(InvalidTransition);
    }
    expect(lane.canTransition("COMPLETE")).toBe(false);
    main.complete();
    expect(main.isComplete).toBe(true);
  });

  it(`${verifies("POS-LIF-07")}more steps than lanes: a lane number is used again, lane 0 may stay between steps`, () => {
    const main = new OperationStateMachine(planOf("RETRIEVE", "RETRIEVE", "RETRIEVE", "GENERATE"), { clock });
    const lanes = [main.fork(1), main.fork(2)];
    for (const lane of lanes) lane.verify();
    lanes.push(main.fork(3));
    lanes[2]?.verify();
    for (const lane of lanes) lane.integrate();
    main.position();
    main.verify();
    main.integrate();
    main.complete();
    expect(main.completion).toBe(1);
    expect(main.eventStream().at(-3)).toMatchObject({ lane: 0, state: "OPERATION_VERIFIED", stepId: "s4" });
  });

  it(`${verifies("POS-LIF-07")}a halt in one lane halts all that are under way, lane 0 first`, () => {
    const main = new OperationStateMachine(plan, { clock });
    const first = main.fork(1);
    const second = main.fork(2);
    main.position();
    second.selectTool("lookup");
    second.halt("requires_oversight:destructive");
    expect([main, first, second].every((lane) => lane.isHalted)).toBe(true);
    expect(main.haltReason).toBe("requires_oversight:destructive");
    expect(main.eventStream().slice(-3)).toMatchObject([
      { lane: 2, from: "TOOL_SELECTED", state: "HALTED" },
      { lane: 0, from: "OPERATION_POSITIONED", state: "HALTED" },
      { lane: 1, from: "OPERATION_POSITIONED", state: "HALTED" },
    ]);
    expect(() => first.verify()).toThrow(InvalidTransition);
  });

  it(`${verifies("POS-LIF-07")}lane numbers are whole, above 0 and free; only lane 0 forks; no step, no lane`, () => {
    const main = new OperationStateMachine(planOf("RETRIEVE", "COMPARE"), { clock });
    for (const lane of [0, -1, 1.5, Number.NaN]) expect(() => main.fork(lane)).toThrow(InvalidTransition);
    const lane = main.fork(1);
    expect(() => main.fork(1)).toThrow(InvalidTransition);
    expect(() => lane.fork(2)).toThrow(InvalidTransition);
    main.position();
    expect(() => main.fork(2)).toThrow(InvalidTransition);
    expect(main.lanes).toEqual([lane]);
    expect(main.eventStream()).toHaveLength(2);
  });
});
