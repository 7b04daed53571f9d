import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { InvalidTransition, PelorusError } from "../../src/contract/error.js";
import { OPERATION_STATES, type OperationState } from "../../src/contract/event.js";
import { OperationStateMachine } from "../../src/lifecycle/machine.js";
import { OperationEvent } from "../../src/lifecycle/operation-event.js";
import { planOf, tickingClock } from "./plan-steps.js";

const clock = () => Date.parse("2026-12-01T09:00:00.000Z");

/** The edges as the design states them, written down a second time. */
const EDGES: Readonly<Record<OperationState, readonly OperationState[]>> = {
  INTENT_CLASSIFIED: ["OPERATION_POSITIONED", "HALTED"],
  OPERATION_POSITIONED: ["TOOL_SELECTED", "OPERATION_VERIFIED", "HALTED"],
  TOOL_SELECTED: ["TOOL_EXECUTED", "HALTED"],
  TOOL_EXECUTED: ["OPERATION_VERIFIED", "TOOL_SELECTED", "HALTED"],
  OPERATION_VERIFIED: ["INTEGRATED", "HALTED"],
  INTEGRATED: ["OPERATION_POSITIONED", "COMPLETE", "HALTED"],
  COMPLETE: [],
  HALTED: [],
};

/** A machine in `state` from which every edge of the state but those of `without` is open. */
function machineIn(state: OperationState, to: OperationState): OperationStateMachine {
  // From INTEGRATED a next step must exist or must not, depending on where the edge leads.
  const plan = state === "INTEGRATED" && to === "COMPLETE" ? planOf("ANALYSE") : planOf("ANALYSE", "GENERATE");
  const machine = new OperationStateMachine(plan, { clock, maxCalls: 3 });
  const walk: Record<OperationState, () => void> = {
    INTENT_CLASSIFIED: () => {},
    OPERATION_POSITIONED: () => machine.position(),
    TOOL_SELECTED: () => machine.selectTool("lookup"),
    TOOL_EXECUTED: () => machine.executeTool("lookup"),
    OPERATION_VERIFIED: () => machine.verify(),
    INTEGRATED: () => machine.integrate(),
    COMPLETE: () => machine.complete(),
    HALTED: () => machine.halt("stopped"),
  };
  const path: OperationState[] =
    state === "HALTED"
      ? ["HALTED"]
      : state === "COMPLETE"
        ? [
            "OPERATION_POSITIONED",
            "OPERATION_VERIFIED",
            "INTEGRATED",
            "OPERATION_POSITIONED",
            "OPERATION_VERIFIED",
            "INTEGRATED",
            "COMPLETE",
          ]
        : (
            ["OPERATION_POSITIONED", "TOOL_SELECTED", "TOOL_EXECUTED", "OPERATION_VERIFIED", "INTEGRATED"] as const
          ).slice(0, OPERATION_STATES.indexOf(state));
  for (const next of path) walk[next]();
  expect(machine.state).toBe(state);
  return machine;
}

function enter(machine: OperationStateMachine, to: OperationState): void {
  const methods: Record<OperationState, () => void> = {
    // No method leads back to the start: what is left is to ask.
    INTENT_CLASSIFIED: () => {
      if (machine.canTransition("INTENT_CLASSIFIED")) throw new Error("an edge back to the start");
      throw new InvalidTransition(machine.state, to, null, []);
    },
    OPERATION_POSITIONED: () => machine.position(),
    TOOL_SELECTED: () => machine.selectTool("lookup"),
    TOOL_EXECUTED: () => machine.executeTool("lookup"),
    OPERATION_VERIFIED: () => machine.verify(),
    INTEGRATED: () => machine.integrate(),
    COMPLETE: () => machine.complete(),
    HALTED: () => machine.halt("because"),
  };
  methods[to]();
}

describe("the edges", () => {
  for (const from of OPERATION_STATES) {
    for (const to of OPERATION_STATES) {
      const exists = EDGES[from].includes(to);
      it(`${verifies("POS-LIF-01")}${from} → ${to} ${exists ? "is an edge" : "is none"}`, () => {
        const machine = machineIn(from, to);
        const before = JSON.stringify(machine.toJSON());
        expect(machine.canTransition(to)).toBe(exists);
        if (exists) {
          enter(machine, to);
          expect(machine.state).toBe(to);
          return;
        }
        expect(() => enter(machine, to)).toThrow(InvalidTransition);
        expect(JSON.stringify(machine.toJSON())).toBe(before);
      });
    }
  }

  it(`${verifies("POS-LIF-01")}the error says from, to, step and what is allowed`, () => {
    const machine = machineIn("TOOL_EXECUTED", "COMPLETE");
    const error = thrownBy(() => machine.complete());
    expect(error).toMatchObject({
      code: "invalid_transition",
      from: "TOOL_EXECUTED",
      to: "COMPLETE",
      stepId: "s1",
      allowed: ["TOOL_SELECTED", "OPERATION_VERIFIED", "HALTED"],
    });
    expect(PelorusError.isInstance(error)).toBe(true);
  });

  it(`${verifies("POS-LIF-01")}a refused edge leaves a later valid one as it was`, () => {
    const machine = machineIn("OPERATION_POSITIONED", "TOOL_EXECUTED");
    expect(() => machine.integrate()).toThrow(InvalidTransition);
    machine.verify();
    expect(machine.eventStream().map((event) => event.seq)).toEqual([1, 2]);
  });
});

describe("calls of one step", () => {
  it(`${verifies("POS-LIF-01")}chained calls end at the limit, and the limit may change on the way`, () => {
    let limit = 2;
    const machine = new OperationStateMachine(planOf("RETRIEVE", "ANALYSE"), { clock, maxCalls: () => limit });
    machine.position();
    for (let call = 0; call < 2; call += 1) {
      machine.selectTool("lookup");
      machine.executeTool("lookup");
    }
    expect(machine.callsMade).toBe(2);
    expect(machine.canTransition("TOOL_SELECTED")).toBe(false);
    const refused = thrownBy(() => machine.selectTool("lookup"));
    expect(refused).toMatchObject({ allowed: ["OPERATION_VERIFIED", "HALTED"] });
    limit = 3;
    machine.selectTool("lookup");
    machine.executeTool("lookup");
    machine.verify();
    machine.integrate();
    machine.position();
    expect(machine.callsMade).toBe(0);
    expect(machine.canTransition("TOOL_SELECTED")).toBe(true);
  });

  it(`${verifies("POS-LIF-04")}an attempt that ended says how; a refused selection leaves no trace`, () => {
    const machine = new OperationStateMachine(planOf("RETRIEVE"), { clock, maxCalls: 0 });
    machine.position();
    expect(() => machine.selectTool("lookup")).toThrow(InvalidTransition);
    expect(machine.state).toBe("OPERATION_POSITIONED");
    expect(machine.eventStream()).toHaveLength(1);

    for (const outcome of ["ok", "error", "timeout", "too_large", "lost"] as const) {
      const other = new OperationStateMachine(planOf("RETRIEVE"), { clock });
      other.position();
      other.selectTool("web.search");
      other.executeTool("web.search", outcome);
      expect(other.eventStream().map((event) => event.detail)).toEqual([
        "",
        "capability=web.search",
        `capability=web.search outcome=${outcome}`,
      ]);
    }
  });
});

describe("events", () => {
  it(`${verifies("POS-LIF-03")}every transition is an event that says where the run stands`, () => {
    const machine = new OperationStateMachine(planOf("RETRIEVE", "COMPARE"), { clock: tickingClock() });
    machine.position({ detail: "first" });
    machine.verify({ detail: "direct-answer" });
    machine.integrate({ detail: "output_len=12" });
    machine.position();
    machine.note("continuation_window=2 words=40 sections=1");
    expect(machine.eventStream().map((event) => event.toDict())).toEqual([
      {
        state: "OPERATION_POSITIONED",
        operation: "RETRIEVE",
        operation_index: 0,
        detail: "first",
        timestamp: "2026-12-01T09:00:01.000Z",
        from: "INTENT_CLASSIFIED",
        step_id: "s1",
        lane: 0,
        seq: 1,
      },
      expect.objectContaining({ state: "OPERATION_VERIFIED", from: "OPERATION_POSITIONED", seq: 2 }),
      expect.objectContaining({ state: "INTEGRATED", detail: "output_len=12", seq: 3 }),
      expect.objectContaining({ operation: "COMPARE", operation_index: 1, step_id: "s2", seq: 4 }),
      expect.objectContaining({
        state: "OPERATION_POSITIONED",
        from: "OPERATION_POSITIONED",
        detail: "continuation_window=2 words=40 sections=1",
        timestamp: "2026-12-01T09:00:05.000Z",
        seq: 5,
      }),
    ]);
  });

  it(`${verifies("POS-LIF-03")}a note changes neither state nor completion, and may speak of another operation`, () => {
    const machine = new OperationStateMachine(planOf("RETRIEVE", "COMPARE"), { clock });
    machine.position();
    machine.verify();
    machine.integrate();
    const before = { state: machine.state, completion: machine.completion, remaining: machine.remaining };
    machine.note("loop_guard", { operation: "VERIFY" });
    expect({ state: machine.state, completion: machine.completion, remaining: machine.remaining }).toEqual(before);
    expect(machine.eventStream().at(-1)).toMatchObject({ detail: "loop_guard", operation: "VERIFY", isNote: true });
  });

  it(`${verifies("POS-LIF-03")}an event survives its JSON`, () => {
    const machine = new OperationStateMachine(planOf("RETRIEVE"), { clock });
    machine.note("before anything");
    machine.position();
    for (const event of machine.eventStream()) {
      expect(OperationEvent.fromJson(JSON.parse(JSON.stringify(event)))).toEqual(event);
    }
  });

  it(`${verifies("POS-LIF-08")}an observer that throws or rejects leaves a note and a run as without it`, async () => {
    const run = (onEvent?: () => unknown) => {
      const machine = new OperationStateMachine(planOf("RETRIEVE"), { clock, ...(onEvent ? { onEvent } : {}) });
      machine.position();
      machine.verify();
      machine.integrate();
      machine.complete();
      return machine;
    };
    const transitions = (machine: OperationStateMachine) =>
      machine
        .eventStream()
        .filter((event) => !event.isNote)
        .map(({ state, from, detail }) => ({ state, from, detail }));
    const plain = run();
    const throwing = run(() => {
      throw new Error("display gone");
    });
    const rejecting = run(() => Promise.reject(new Error("socket closed")));
    await Promise.resolve();
    await Promise.resolve();
    for (const [machine, message] of [
      [throwing, "display gone"],
      [rejecting, "socket closed"],
    ] as const) {
      expect(machine.state).toBe("COMPLETE");
      expect(transitions(machine)).toEqual(transitions(plain));
      const notes = machine.eventStream().filter((event) => event.isNote);
      expect(notes).toHaveLength(4);
      expect(notes.every((note) => note.detail === `observer failed: ${message}`)).toBe(true);
      expect(machine.eventStream().map((event) => event.seq)).toEqual(machine.eventStream().map((_, at) => at + 1));
    }
  });
});

describe("completion", () => {
  it(`${verifies("POS-LIF-05")}is integrated ÷ planned, dropped steps counted as planned and remaining`, () => {
    const machine = new OperationStateMachine(planOf("RETRIEVE", "COMPARE", "GENERATE"), {
      clock,
      dropped: [{ stepId: "s4", operation: "REVISE" }],
    });
    expect(machine.completion).toBe(0);
    expect(machine.remaining).toEqual(["RETRIEVE", "COMPARE", "GENERATE", "REVISE"]);
    expect(machine.currentOperation).toBeNull();
    machine.position();
    expect(machine.currentOperation).toBe("RETRIEVE");
    expect(machine.remaining).toEqual(["COMPARE", "GENERATE", "REVISE"]);
    expect(machine.completion).toBe(0);
    machine.verify();
    machine.integrate();
    expect(machine.completion).toBe(0.25);
    for (let step = 0; step < 2; step += 1) {
      expect(machine.canTransition("COMPLETE")).toBe(false);
      machine.position();
      machine.verify();
      machine.integrate();
    }
    expect(() => machine.position()).toThrow(InvalidTransition);
    machine.complete();
    expect(machine).toMatchObject({ completion: 0.75, isComplete: true, currentOperation: null });
    expect(machine.remaining).toEqual(["REVISE"]);
  });

  it(`${verifies("POS-LIF-05")}of an empty plan is 1, and it has no step to begin`, () => {
    const machine = new OperationStateMachine([], { clock });
    expect(machine.completion).toBe(1);
    expect(machine.remaining).toEqual([]);
    expect(() => machine.position()).toThrow(InvalidTransition);
  });

  it(`${verifies("POS-LIF-05")}a halt keeps what was integrated and says why`, () => {
    const machine = new OperationStateMachine(planOf("RETRIEVE", "COMPARE"), { clock });
    machine.position();
    machine.verify();
    machine.integrate();
    machine.position();
    machine.halt("deadline");
    expect(machine).toMatchObject({
      isHalted: true,
      haltReason: "deadline",
      completion: 0.5,
      currentOperation: "COMPARE",
    });
    expect(() => machine.halt("again")).toThrow(InvalidTransition);
    expect(machine.haltReason).toBe("deadline");
  });
});

function thrownBy(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
}
