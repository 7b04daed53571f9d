import type { HaltFrame, RunEvent } from "@pelorus/core";
import type { StartRunBody } from "../routes/documents.js";
import type { RunProgress, RunResult, RunState } from "../runs/run-documents.js";
import type { RunOrigin } from "../runs/run-records.js";
import type { SnakeCased } from "./snake-cased.js";

/** An event as it is on the wire; its schema is `specs/schemas/run-event.json`. */
export type WireEvent = SnakeCased<RunEvent>;

/** How a run stands. */
export type RunStatus = SnakeCased<RunProgress> & {
  readonly run_id: string;
  readonly session_id: string;
  readonly request: string;
  readonly created_at: string;
  /** Present where the run was found in the record of an earlier process. */
  readonly recovered_from?: RunOrigin;
  /** Id of the last event. */
  readonly cursor: string;
};

/** In place of events the server does not keep any more: the run as it stood at event `seq`. */
export interface Gap {
  readonly kind: "gap";
  readonly seq: number;
  readonly data: { readonly missed: number; readonly run: RunStatus };
}

/** What comes of a run. A run that was stopped before something happened has its halt frame, and nothing else. */
export type RunOutcome = RunResultDocument | PreventiveHalt;
/** The result of a run as the server tells it, in snake_case. */
export type RunResultDocument = SnakeCased<Omit<RunResult, "state" | "halt">> & { readonly halt?: undefined };
/** Body of a 451: what was about to happen, and the rule that forbade it. */
export interface PreventiveHalt {
  readonly status: "halted";
  readonly halt: SnakeCased<HaltFrame>;
}

/** One run of a list. */
export interface RunListEntry {
  readonly run_id: string;
  readonly session_id: string;
  readonly request: string;
  readonly created_at: string;
  /** Present where the run was found in the record of an earlier process. */
  readonly recovered_from?: RunOrigin;
  readonly status: RunState;
  readonly last_seq: number;
  readonly updated_at: string;
  readonly open: number;
  readonly halt_reason?: string;
}

/** Runs of the caller, newest first. */
export interface RunList {
  readonly runs: readonly RunListEntry[];
  readonly next?: string;
}

/** Body of `POST /runs`. */
export type StartRun = StartRunBody;
