import type { OperationEventData, OperationState } from "../contract/event.js";
import { operationEventSchema } from "../contract/event.js";
import { documentCodec } from "../contract/json-codec.js";
import { lazySchema } from "../contract/lazy-schema.js";
import type { StlOperation } from "../contract/operation.js";

const codec = lazySchema(() => documentCodec(operationEventSchema()));

/** One transition or note: audit record and live display at once (POS-LIF-03). Immutable. */
export class OperationEvent implements OperationEventData {
  readonly state: OperationState;
  readonly operation?: StlOperation;
  readonly operationIndex: number;
  readonly detail: string;
  readonly timestamp: string;
  readonly from: OperationState;
  readonly stepId?: string;
  readonly lane: number;
  readonly seq: number;

  constructor(data: OperationEventData) {
    this.state = data.state;
    if (data.operation !== undefined) this.operation = data.operation;
    this.operationIndex = data.operationIndex;
    this.detail = data.detail;
    this.timestamp = data.timestamp;
    this.from = data.from;
    if (data.stepId !== undefined) this.stepId = data.stepId;
    this.lane = data.lane;
    this.seq = data.seq;
  }

  /** True for an event that records no transition. */
  get isNote(): boolean {
    return this.from === this.state;
  }

  /** The event as public JSON (snake_case). */
  toDict(): Record<string, unknown> {
    return codec().encode(this) as Record<string, unknown>;
  }

  toJSON(): Record<string, unknown> {
    return this.toDict();
  }

  /** Checks public JSON and makes the event of it. Throws a `ZodError` that names every wrong member. */
  static fromJson(json: unknown): OperationEvent {
    return new OperationEvent(codec().decode(json));
  }
}
