// The floor of a run: the lifecycle's chart alone, stepped through by a bare xstate actor.
import { createActor, setup } from "xstate";
import { EDGES_FROM, TRANSITION_GUARDS } from "../packages/core/dist/lifecycle/transitions.js";

const guards = Object.fromEntries(
  Object.entries(TRANSITION_GUARDS).map(([name, guard]) => [name, ({ event }) => guard(event.facts)]),
);
const states = Object.fromEntries(
  Object.entries(EDGES_FROM).map(([state, edges]) => {
    const on = edges.map(({ to, guard }) => [to, guard ? { target: to, guard } : { target: to }]);
    return [state, edges.length === 0 ? { type: "final" } : { on: Object.fromEntries(on) }];
  }),
);
const chart = setup({ guards }).createMachine({ initial: "INTENT_CLASSIFIED", states });
const facts = { stepLeft: true, callsMade: 0, maxCalls: 1, groupVerified: true, nextInPlan: true, planDone: true };

const ALWAYS = ["OPERATION_POSITIONED", "OPERATION_VERIFIED", "INTEGRATED"];
const WITH_TOOL = ["OPERATION_POSITIONED", "TOOL_SELECTED", "TOOL_EXECUTED", "OPERATION_VERIFIED", "INTEGRATED"];

/** Takes an actor through the states of `count` operations. */
export function bareMachine(count, { useTools = false } = {}) {
  const actor = createActor(chart).start();
  for (let at = 0; at < count; at += 1) {
    for (const state of useTools ? WITH_TOOL : ALWAYS) {
      actor.send({ type: state, facts });
      if (actor.getSnapshot().value !== state) throw new Error(`the chart stayed in ${actor.getSnapshot().value}`);
    }
  }
  actor.send({ type: "COMPLETE", facts });
}
