import { InvalidTransition } from "../contract/error.js";
import type { OperationEventData, OperationState } from "../contract/event.js";
import type { ToolOutcome } from "../contract/observation.js";
import type { PlannedOperation, StlOperation } from "../contract/operation.js";
import { executedDetail, selectedDetail } from "./detail.js";
import { formatHeaders } from "./headers/format-headers.js";
import { type DroppedStep, LaneLedger } from "./lane-ledger.js";
import { startLifecycleActor } from "./lifecycle-chart.js";
import { decodeMachine, encodeMachine } from "./machine-document.js";
import type { OperationEvent } from "./operation-event.js";
import { operationPlanHeader } from "./operation-plan-header.js";
import { EDGES_FROM, TRANSITION_GUARDS, type TransitionEdge, type TransitionFacts } from "./transitions.js";

export interface MachineOptions {
  /** Time of each event in milliseconds since the epoch; the machine reads no other clock. */
  readonly clock: () => number;
  /** Number of this lane; 0 is the main line. */
  readonly lane?: number;
  /** Tool calls one step may make; a function is asked at each selection, so that the depth may change. Default 1. */
  readonly maxCalls?: number | ((step: PlannedOperation) => number);
  /** Steps that were cut from the plan before the run began. */
  readonly dropped?: readonly DroppedStep[];
  /** Gets every event of every lane, in order. What it throws becomes a note. */
  readonly onEvent?: (event: OperationEvent) => unknown;
}

/**
 * The lifecycle of a run over its operation plan (POS-LIF). Methods named after a step of the loop take one edge each;
 * an edge the lifecycle does not have throws `InvalidTransition` and changes nothing. Lanes come from `fork`.
 */
export class OperationStateMachine {
  readonly lane: number;
  readonly #options: MachineOptions;
  readonly #ledger: LaneLedger;
  readonly #lanes: Map<number, OperationStateMachine>;
  readonly #main: OperationStateMachine;
  readonly #actor: ReturnType<typeof startLifecycleActor>;
  #state: OperationState;
  /** Where this lane last stood between two steps: the state a lane forks from. */
  #origin: OperationState;
  #index = -1;
  #callsMade = 0;
  /** A lane other than 0 is over once its step is integrated. */
  #over = false;

  /** `main` is for `fork` only: the machine whose run the new lane joins. */
  constructor(plan: readonly PlannedOperation[], options: MachineOptions, main?: OperationStateMachine) {
    this.#options = options;
    this.lane = options.lane ?? 0;
    this.#main = main ?? this;
    this.#origin = main === undefined ? "INTENT_CLASSIFIED" : main.#origin;
    this.#state = this.#origin;
    this.#ledger = main === undefined ? new LaneLedger(plan, options.dropped ?? [], options.onEvent) : main.#ledger;
    this.#lanes = main === undefined ? new Map() : main.#lanes;
    this.#actor = startLifecycleActor(this.#state);
  }

  get state(): OperationState {
    return this.#state;
  }
  get plan(): readonly PlannedOperation[] {
    return this.#ledger.plan;
  }
  get dropped(): readonly DroppedStep[] {
    return this.#ledger.dropped;
  }
  /** Index into the plan of the step this lane began last; -1 before the first. */
  get operationIndex(): number {
    return this.#index;
  }
  /** The step this lane began last, or null before the first. */
  get step(): PlannedOperation | null {
    return this.#ledger.plan[this.#index] ?? null;
  }
  /** The operation being executed; null before the first step and once the plan is complete. */
  get currentOperation(): StlOperation | null {
    return this.#state === "COMPLETE" ? null : (this.step?.operation ?? null);
  }
  get isComplete(): boolean {
    return this.#state === "COMPLETE";
  }
  get isHalted(): boolean {
    return this.#state === "HALTED";
  }
  get haltReason(): string | null {
    return this.#ledger.haltReason;
  }
  /** Integrated ÷ planned steps of the whole run, 0…1 (POS-LIF-05). */
  get completion(): number {
    return this.#ledger.completion;
  }
  /** Operations of steps not begun, dropped ones last (POS-LIF-05). */
  get remaining(): StlOperation[] {
    return this.#ledger.remaining;
  }
  /** Tool calls of the current step whose attempt has ended. */
  get callsMade(): number {
    return this.#callsMade;
  }
  /** The lanes under way beside this machine's main line, in the order they were forked. */
  get lanes(): readonly OperationStateMachine[] {
    return [...this.#lanes.values()];
  }

  /** Whether the edge to `to` exists and its guard holds now. */
  canTransition(to: OperationState): boolean {
    const facts = this.#facts();
    return EDGES_FROM[this.#state].some((edge) => edge.to === to && this.#isOpen(edge, facts));
  }

  /** Begins the next step of the plan. */
  position(options: { readonly detail?: string } = {}): void {
    this.#enter("OPERATION_POSITIONED", options.detail ?? "");
  }

  /** A parsed, valid, permitted and, where needed, approved tool selection (POS-LIF-04). */
  selectTool(capabilityId: string): void {
    this.#enter("TOOL_SELECTED", selectedDetail(capabilityId));
  }

  /** The attempt to run the selected tool has ended, however it ended. */
  executeTool(capabilityId: string, outcome: ToolOutcome = "ok"): void {
    this.#enter("TOOL_EXECUTED", executedDetail(capabilityId, outcome));
  }

  /** The step's output was judged, whatever the verdict. Throws `InvalidTransition` like every transition. */
  verify(options: { readonly detail?: string } = {}): void {
    this.#enter("OPERATION_VERIFIED", options.detail ?? "");
  }

  /** Takes over the step's output. In a group of lanes: all are verified, and earlier steps are integrated. */
  integrate(options: { readonly detail?: string } = {}): void {
    this.#enter("INTEGRATED", options.detail ?? "");
  }

  /** The whole plan is done. Lane 0 only. */
  complete(options: { readonly detail?: string } = {}): void {
    this.#enter("COMPLETE", options.detail ?? "");
  }

  /** Halts this lane and then every other lane under way, lane 0 first. */
  halt(reason: string): void {
    this.#enter("HALTED", reason);
    // POS-LIF-07: one lane's halt is everybody's.
    for (const other of [this.#main, ...this.#lanes.values()]) {
      if (other !== this && other.canTransition("HALTED")) other.#enter("HALTED", reason);
    }
  }

  /** Records something worth seeing without a transition; completion never changes. */
  note(detail: string, options: { readonly operation?: StlOperation } = {}): void {
    this.#ledger.write(this, this.#state, detail, this.#now(), options.operation);
  }

  /**
   * Begins the next step of the plan in a lane of its own; its events go through the same observer and counter. Call
   * it on lane 0, before or after lane 0 begins a step of the same group, until the first step of the group is
   * integrated. `lane` is a number above 0 that is not under way; it may be used again once its step is integrated.
   */
  fork(lane: number, options: { readonly detail?: string } = {}): OperationStateMachine {
    return this.#fork(lane, options.detail ?? "", this.#now());
  }

  /** Ends the actors of all lanes without a transition: for a run that waits and is left. */
  stop(): void {
    for (const machine of [this.#main, ...this.#lanes.values()]) machine.#actor.stop();
  }

  /** The headers of the current state: state, operation, plan (POS-HDR). */
  toHeaders(): Record<string, string> {
    const { events, lastPositioned, plan } = this.#ledger;
    return formatHeaders({
      operationState: events[events.length - 1]?.state ?? this.#state,
      ...(lastPositioned === null ? {} : { operationType: lastPositioned }),
      ...(plan.length === 0 ? {} : { operationPlan: operationPlanHeader(plan.map((step) => step.operation)) }),
    });
  }

  /** Every event of every lane so far, by `seq`. */
  eventStream(): readonly OperationEvent[] {
    return this.#ledger.events;
  }

  toJSON(): Record<string, unknown> {
    return encodeMachine(this);
  }

  /** Rebuilds a machine from its public JSON. Throws a `ZodError` on JSON that is none. */
  static fromJson(json: unknown, options?: Partial<MachineOptions>): OperationStateMachine {
    const document = decodeMachine(json);
    return OperationStateMachine.fromEvents(document.plan, document.events, { ...options, dropped: document.dropped });
  }

  /**
   * The machine whose events these are: equal to the live one after every prefix of a run. The observer in `options`
   * hears of later events only. Without a clock, later events repeat the time of the last one.
   */
  static fromEvents(
    plan: readonly PlannedOperation[],
    events: readonly OperationEventData[],
    options: Partial<MachineOptions> = {},
  ): OperationStateMachine {
    const last = Date.parse(events[events.length - 1]?.timestamp ?? "1970-01-01T00:00:00.000Z");
    let live = false;
    const { onEvent, maxCalls } = options;
    const machine = new OperationStateMachine(plan, {
      ...options,
      clock: options.clock ?? (() => last),
      // What was recorded was within the limit of its time.
      maxCalls: (step) => (live ? limitOf(maxCalls, step) : Number.POSITIVE_INFINITY),
      onEvent: (event) => (live ? onEvent?.(event) : undefined),
    });
    // POS-LIF-02: the record is the truth; no snapshot of xstate is ever stored.
    for (const event of events) machine.#replay(event);
    live = true;
    return machine;
  }

  #replay(event: OperationEventData): void {
    const lane = event.lane === this.lane ? this : this.#lanes.get(event.lane);
    if (event.from === event.state) {
      (lane ?? this).#ledger.write(lane ?? this, (lane ?? this).#state, event.detail, event.timestamp, event.operation);
    } else if (lane === undefined) {
      this.#fork(event.lane, event.detail, event.timestamp);
    } else {
      lane.#enter(event.state, event.detail, event.timestamp);
    }
  }

  #fork(lane: number, detail: string, timestamp: string): OperationStateMachine {
    const free = this.lane === 0 && lane > 0 && Number.isInteger(lane) && !this.#lanes.has(lane);
    if (!free || this.#isClosed("OPERATION_POSITIONED") || !this.#facts().stepLeft) {
      throw this.#invalid("OPERATION_POSITIONED");
    }
    const machine = new OperationStateMachine(this.plan, { ...this.#options, lane }, this);
    this.#lanes.set(lane, machine);
    // POS-LIF-07: a lane leaves lane 0 where it last stood between two steps, and begins with a position.
    machine.#enter("OPERATION_POSITIONED", detail, timestamp);
    return machine;
  }

  #enter(to: OperationState, detail: string, timestamp = this.#now()): void {
    const facts = this.#facts();
    if (this.#isClosed(to)) throw this.#invalid(to);
    const before = this.#actor.getSnapshot();
    this.#actor.send({ type: to, facts });
    // POS-LIF-01: the chart decides; what it refuses leaves every field as it was.
    if (this.#actor.getSnapshot() === before) throw this.#invalid(to);
    const from = this.#state;
    this.#state = to;
    this.#account(from, to, detail);
    this.#ledger.write(this, from, detail, timestamp);
  }

  /** Edges the chart cannot see: an actor that has ended takes no events, and a halted run takes only halts. */
  #isClosed(to: OperationState): boolean {
    return this.#over || EDGES_FROM[this.#state].length === 0 || (this.#ledger.haltReason !== null && to !== "HALTED");
  }

  #account(from: OperationState, to: OperationState, detail: string): void {
    const ledger = this.#ledger;
    switch (to) {
      case "OPERATION_POSITIONED":
        this.#origin = from;
        this.#index = ledger.begun;
        this.#callsMade = 0;
        ledger.begun += 1;
        ledger.unverified += 1;
        ledger.lastPositioned = this.step?.operation ?? null;
        break;
      case "TOOL_EXECUTED":
        // POS-LIF-01: what counts against the limit is the attempt that ended.
        this.#callsMade += 1;
        break;
      case "OPERATION_VERIFIED":
        ledger.unverified -= 1;
        break;
      case "INTEGRATED":
        this.#origin = to;
        ledger.integrated += 1;
        ledger.isJoining = ledger.integrated < ledger.begun;
        if (this.lane !== 0) this.#leave();
        break;
      case "HALTED":
        ledger.haltReason ??= detail;
        break;
    }
  }

  #leave(): void {
    this.#over = true;
    this.#lanes.delete(this.lane);
    this.#actor.stop();
  }

  #facts(): TransitionFacts {
    const ledger = this.#ledger;
    const step = this.step;
    return {
      stepLeft: ledger.begun < ledger.plan.length && !ledger.isJoining,
      callsMade: this.#callsMade,
      maxCalls: step === null ? 0 : limitOf(this.#options.maxCalls, step),
      groupVerified: ledger.unverified === 0,
      nextInPlan: ledger.integrated === this.#index,
      planDone: this.lane === 0 && ledger.integrated === ledger.plan.length,
    };
  }

  #allowed(facts: TransitionFacts): OperationState[] {
    return EDGES_FROM[this.#state].filter((edge) => this.#isOpen(edge, facts)).map((edge) => edge.to);
  }

  #isOpen(edge: TransitionEdge, facts: TransitionFacts): boolean {
    return !this.#isClosed(edge.to) && (edge.guard === undefined || TRANSITION_GUARDS[edge.guard](facts));
  }

  #invalid(to: OperationState): InvalidTransition {
    return new InvalidTransition(this.#state, to, this.step?.id ?? null, this.#allowed(this.#facts()));
  }

  #now(): string {
    return this.#ledger.timestamp(this.#options.clock());
  }
}

function limitOf(maxCalls: MachineOptions["maxCalls"], step: PlannedOperation): number {
  return typeof maxCalls === "function" ? maxCalls(step) : (maxCalls ?? 1);
}
