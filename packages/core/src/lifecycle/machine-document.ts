import { z } from "zod";
import { OPERATION_STATES, operationEventSchema } from "../contract/event.js";
import { documentCodec } from "../contract/json-codec.js";
import { lazySchema } from "../contract/lazy-schema.js";
import { plannedOperationSchema, stlOperationSchema } from "../contract/operation.js";

const laneSchema = lazySchema(() =>
  z.object({
    lane: z.int(),
    state: z.enum(OPERATION_STATES),
    operationIndex: z.int(),
    callsMade: z.int(),
  }),
);

/** The public JSON of a machine. Plan, dropped steps and events are the substance; the rest follows from them. */
export const machineSchema = lazySchema(() =>
  z.object({
    state: z.enum(OPERATION_STATES),
    lane: z.int(),
    operationIndex: z.int(),
    callsMade: z.int(),
    completion: z.number(),
    remaining: z.array(stlOperationSchema()),
    haltReason: z.string().optional(),
    lanes: z.array(laneSchema()),
    plan: z.array(plannedOperationSchema()),
    dropped: z.array(z.object({ stepId: z.string(), operation: stlOperationSchema() })),
    events: z.array(operationEventSchema()),
  }),
);
export type MachineDocument = z.infer<ReturnType<typeof machineSchema>>;

type LaneView = Readonly<z.infer<ReturnType<typeof laneSchema>>>;
/** What a machine shows of itself to be written down. */
export interface MachineView extends LaneView {
  readonly completion: number;
  readonly remaining: readonly unknown[];
  readonly haltReason: string | null;
  /** The lanes under way, this machine's own among them where it is one. */
  readonly lanes: readonly LaneView[];
  readonly plan: readonly unknown[];
  readonly dropped: readonly unknown[];
  eventStream(): readonly unknown[];
}

const codec = lazySchema(() => documentCodec(machineSchema()));

export function encodeMachine(machine: MachineView): Record<string, unknown> {
  const { state, lane, operationIndex, callsMade, completion, remaining, haltReason, lanes, plan, dropped } = machine;
  const document = {
    state,
    lane,
    operationIndex,
    callsMade,
    completion,
    remaining,
    ...(haltReason === null ? {} : { haltReason }),
    lanes: lanes.filter((other) => other !== machine),
    plan,
    dropped,
    events: machine.eventStream(),
  };
  return codec().encode(document as unknown as MachineDocument) as Record<string, unknown>;
}

export function decodeMachine(json: unknown): MachineDocument {
  return codec().decode(json);
}
