import { type Actor, createActor, setup } from "xstate";
import { OPERATION_STATES, type OperationState } from "../contract/event.js";
import { EDGES_FROM, TRANSITION_GUARDS, type TransitionFacts, type TransitionGuard } from "./transitions.js";

/** Asks for one edge: the event is named after the state it leads to. */
export interface LifecycleChartEvent {
  readonly type: OperationState;
  readonly facts: TransitionFacts;
}

const guards = Object.fromEntries(
  Object.entries(TRANSITION_GUARDS).map(([name, guard]) => [
    name,
    ({ event }: { event: LifecycleChartEvent }) => guard(event.facts),
  ]),
) as Record<TransitionGuard, (input: { event: LifecycleChartEvent }) => boolean>;

function buildChart() {
  const states = Object.fromEntries(
    OPERATION_STATES.map((state) => {
      const edges = EDGES_FROM[state];
      if (edges.length === 0) return [state, { type: "final" as const }];
      const on = edges.map(({ to, guard }) => [to, guard === undefined ? { target: to } : { target: to, guard }]);
      return [state, { on: Object.fromEntries(on) }];
    }),
  );
  return setup({ types: { events: {} as LifecycleChartEvent }, guards }).createMachine({
    id: "lifecycle",
    initial: "INTENT_CLASSIFIED",
    states,
  });
}

let chart: ReturnType<typeof buildChart> | undefined;

/** One live lane: an xstate actor without children, timers or side effects, started in `state`. */
export function startLifecycleActor(state: OperationState): Actor<ReturnType<typeof buildChart>> {
  chart ??= buildChart();
  const actor =
    state === "INTENT_CLASSIFIED"
      ? createActor(chart)
      : createActor(chart, { snapshot: chart.resolveState({ value: state }) });
  return actor.start();
}
