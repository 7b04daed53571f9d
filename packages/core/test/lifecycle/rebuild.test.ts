import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { InvalidTransition } from "../../src/contract/error.js";
import { STL_OPERATIONS } from "../../src/contract/operation.js";
import { OperationStateMachine } from "../../src/lifecycle/machine.js";
import { planOf, tickingClock } from "./plan-steps.js";

/** What random walks choose from; impossible choices are refused and leave no event. */
const ACTS = [
  "position",
  "fork",
  "select",
  "execute",
  "verify",
  "verify",
  "integrate",
  "integrate",
  "complete",
  "note",
  "halt",
] as const;

const walks = fc.record({
  operations: fc.array(fc.constantFrom(...STL_OPERATIONS), { maxLength: 6 }),
  dropped: fc.boolean(),
  acts: fc.array(fc.record({ act: fc.constantFrom(...ACTS), lane: fc.nat(3) }), { maxLength: 60 }),
});

function tryAct(main: OperationStateMachine, lane: number, act: (typeof ACTS)[number]): void {
  const machine = lane === 0 ? main : main.lanes.find((other) => other.lane === lane);
  try {
    if (act === "fork") main.fork(lane);
    else if (act === "position") machine?.position({ detail: "p" });
    else if (act === "select") machine?.selectTool("lookup");
    else if (act === "execute") machine?.executeTool("lookup", "timeout");
    else if (act === "verify") machine?.verify({ detail: "tool-grounded" });
    else if (act === "integrate") machine?.integrate({ detail: "output_len=3" });
    else if (act === "complete") machine?.complete();
    else if (act === "note") machine?.note("seen", { operation: "VERIFY" });
    // Halts end a walk: most walks should be long.
    else if (main.eventStream().length > 25) machine?.halt("stop");
  } catch (error) {
    if (!(error instanceof InvalidTransition)) throw error;
  }
}

const OPEN = [
  "OPERATION_POSITIONED",
  "TOOL_SELECTED",
  "OPERATION_VERIFIED",
  "INTEGRATED",
  "COMPLETE",
  "HALTED",
] as const;
const view = (machine: OperationStateMachine) => ({
  json: machine.toJSON(),
  headers: machine.toHeaders(),
  open: [machine, ...machine.lanes].map((lane) => OPEN.filter((to) => lane.canTransition(to))),
});

describe("the machine and its record", () => {
  it(`${verifies("POS-LIF-02")}fromEvents equals the live machine after every prefix of every run`, () => {
    fc.assert(
      fc.property(walks, ({ operations, dropped, acts }) => {
        const plan = planOf(...operations);
        const options = {
          maxCalls: 2,
          ...(dropped ? { dropped: [{ stepId: "s9", operation: "PLAN" as const }] } : {}),
        };
        const prefixes: { events: number; view: ReturnType<typeof view> }[] = [];
        const main: OperationStateMachine = new OperationStateMachine(plan, {
          ...options,
          clock: tickingClock(),
          onEvent: () => prefixes.push({ events: main.eventStream().length, view: view(main) }),
        });
        for (const { act, lane } of acts) tryAct(main, lane, act);
        const events = main.eventStream();
        expect(prefixes).toHaveLength(events.length);
        for (const prefix of prefixes) {
          const rebuilt = OperationStateMachine.fromEvents(plan, events.slice(0, prefix.events), options);
          expect(view(rebuilt)).toEqual(prefix.view);
        }
      }),
      { numRuns: 150 },
    );
  });

  it(`${verifies("POS-LIF-02")}B052: persisting what was restored writes the same bytes`, () => {
    fc.assert(
      fc.property(walks, ({ operations, acts }) => {
        const main = new OperationStateMachine(planOf(...operations), { clock: tickingClock(), maxCalls: 2 });
        for (const { act, lane } of acts) tryAct(main, lane, act);
        const once = JSON.stringify(main);
        const twice = JSON.stringify(OperationStateMachine.fromJson(JSON.parse(once)));
        expect(twice).toBe(once);
      }),
      { numRuns: 80 },
    );
  });

  it(`${verifies("POS-LIF-02")}a rebuilt machine goes on: same edges, later events only to the observer`, () => {
    const plan = planOf("RETRIEVE", "GENERATE");
    const live = new OperationStateMachine(plan, { clock: tickingClock(), maxCalls: 2 });
    live.position();
    live.selectTool("lookup");
    live.executeTool("lookup");
    const heard: number[] = [];
    const rebuilt = OperationStateMachine.fromEvents(plan, live.eventStream(), {
      maxCalls: 1,
      onEvent: (event) => heard.push(event.seq),
    });
    expect(heard).toEqual([]);
    expect(rebuilt.callsMade).toBe(1);
    expect(() => rebuilt.selectTool("lookup")).toThrow(InvalidTransition);
    rebuilt.verify();
    expect(heard).toEqual([4]);
    expect(rebuilt.eventStream().at(-1)?.timestamp).toBe(live.eventStream().at(-1)?.timestamp);
  });

  it(`${verifies("POS-LIF-02")}a record with an edge the lifecycle does not have is refused`, () => {
    const live = new OperationStateMachine(planOf("RETRIEVE"), { clock: tickingClock() });
    live.position();
    live.verify();
    const [position] = live.eventStream();
    expect(() => OperationStateMachine.fromEvents(planOf("RETRIEVE"), [position!, position!])).toThrow(
      InvalidTransition,
    );
  });

  it("B054: respawning a machine a thousand times leaves no listener behind and tells each event once", () => {
    const plan = planOf("RETRIEVE", "GENERATE");
    const live = new OperationStateMachine(plan, { clock: tickingClock() });
    live.position();
    const listeners = () =>
      process.eventNames().reduce((total, name) => total + process.listenerCount(name as never), 0);
    const before = listeners();
    let machine = live;
    let heard = 0;
    for (let respawn = 0; respawn < 1000; respawn += 1) {
      machine.stop();
      machine = OperationStateMachine.fromEvents(plan, machine.eventStream(), { onEvent: () => heard++ });
    }
    machine.verify();
    expect(heard).toBe(1);
    expect(listeners()).toBe(before);
    expect(machine.eventStream()).toHaveLength(2);
  });
});
