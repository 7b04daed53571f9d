import type { OperationState } from "../contract/event.js";
import type { PlannedOperation, StlOperation } from "../contract/operation.js";
import { OperationEvent } from "./operation-event.js";

/** A step of the plan that was cut before the run began; it counts as planned (POS-LIF-05). */
export interface DroppedStep {
  readonly stepId: string;
  readonly operation: StlOperation;
}

/** What one lane says of itself when its event is written. */
export interface LaneStanding {
  readonly lane: number;
  readonly state: OperationState;
  readonly operationIndex: number;
  readonly step: PlannedOperation | null;
}

/**
 * What the lanes of one run share: plan, counters and the one sequence of events. Steps begin in plan order, so a
 * single counter says which is next, and nothing here ever scans the plan or the events (POS-SPD-02).
 */
export class LaneLedger {
  readonly plan: readonly PlannedOperation[];
  readonly dropped: readonly DroppedStep[];
  readonly events: OperationEvent[] = [];
  /** Steps begun: also the index of the next one. */
  begun = 0;
  integrated = 0;
  /** Lanes whose step has begun and is not verified yet. */
  unverified = 0;
  /** True from the first to the last integration of a group: nothing begins in between. */
  isJoining = false;
  haltReason: string | null = null;
  lastPositioned: StlOperation | null = null;
  #observer: ((event: OperationEvent) => unknown) | undefined;
  #lastTime = Number.NaN;
  #lastTimestamp = "";

  constructor(
    plan: readonly PlannedOperation[],
    dropped: readonly DroppedStep[],
    observer: ((event: OperationEvent) => unknown) | undefined,
  ) {
    this.plan = plan;
    this.dropped = dropped;
    this.#observer = observer;
  }

  /** Share of the planned steps that are integrated; 1 for an empty plan. */
  get completion(): number {
    const planned = this.plan.length + this.dropped.length;
    // POS-LIF-05: dropped steps count as planned.
    return planned === 0 ? 1 : this.integrated / planned;
  }

  /** Operations of the steps not begun, dropped ones last. */
  get remaining(): StlOperation[] {
    const waiting = this.plan.slice(this.begun).map((step) => step.operation);
    return [...waiting, ...this.dropped.map((step) => step.operation)];
  }

  /** Milliseconds since the epoch as ISO-8601 UTC; the last one is kept, since many events share their time. */
  timestamp(time: number): string {
    if (time !== this.#lastTime) {
      this.#lastTime = time;
      this.#lastTimestamp = new Date(time).toISOString();
    }
    return this.#lastTimestamp;
  }

  /** Appends an event and tells the observer. An observer that fails leaves a note and changes nothing else. */
  write(
    standing: LaneStanding,
    from: OperationState,
    detail: string,
    timestamp: string,
    operation: StlOperation | undefined = standing.step?.operation,
  ): void {
    const event = new OperationEvent({
      state: standing.state,
      operationIndex: standing.operationIndex,
      detail,
      timestamp,
      from,
      lane: standing.lane,
      seq: this.events.length + 1,
      ...(operation === undefined ? {} : { operation }),
      ...(standing.step === null ? {} : { stepId: standing.step.id }),
    });
    // POS-LIF-03: every transition and note is an event, in one sequence.
    this.events.push(event);
    if (this.#observer !== undefined) this.#tell(event, standing);
  }

  #tell(event: OperationEvent, standing: LaneStanding): void {
    const observer = this.#observer as (event: OperationEvent) => unknown;
    const failed = (error: unknown) => this.#noteFailure(event, standing, error);
    // POS-LIF-08: an observer's exception or rejection never reaches the run.
    try {
      const answer = observer(event);
      if (answer instanceof Promise) answer.catch(failed);
    } catch (error) {
      failed(error);
    }
  }

  #noteFailure(event: OperationEvent, standing: LaneStanding, error: unknown): void {
    // A note about a note's observer would never end.
    if (event.detail.startsWith(OBSERVER_FAILED)) return;
    const message = error instanceof Error ? error.message : String(error);
    this.write(standing, standing.state, `${OBSERVER_FAILED}${message}`, event.timestamp);
  }
}

const OBSERVER_FAILED = "observer failed: ";
