import type { EffectAct } from "../contract/effect.js";

/** What a run asks of the world, through the one door (POS-EFF-01). */
export interface EffectRequest<T> {
  /** Structural key: `run_id/step_id/attempt/act[.n]`. */
  readonly key: string;
  readonly act: EffectAct;
  /** What the outcome depends on; its digest must be equal on replay. */
  readonly input: string;
  /** Keep `input` as a blob, so that the record shows what was sent. */
  readonly keepInput?: boolean;
  /** False: a start entry goes first, and a start without an outcome is answered by `lost` and never run again. */
  readonly idempotent: boolean;
  readonly lost?: () => T;
  /** The outcome to record when the run is aborted while this is under way; without it nothing is recorded. */
  readonly aborted?: () => T;
  /** The request to a person, for act `ask`; `id` addresses the answer. */
  readonly ask?: { readonly id: string; readonly request: unknown };
  /** Runs once the start is durable, while the lane still holds its turn. */
  readonly onStarted?: () => void;
  /** Runs with the outcome before the recorded time moves on: what happened during the effect is told here. */
  readonly onOutcome?: (outcome: T, how: { readonly replayed: boolean }) => void;
  readonly perform: (context: PerformContext) => T | Promise<T>;
}

export interface PerformContext {
  readonly signal: AbortSignal;
  /** True while no other lane runs: events of an effect in flight may be told at once without losing their order. */
  isAlone(): boolean;
  /** Resolves with a person's answer to this request (act `ask` only). */
  answer(): Promise<RecordedAnswer>;
}

export interface RecordedAnswer {
  readonly value: unknown;
  readonly reviewer?: string;
}
