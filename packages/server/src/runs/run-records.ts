import type { Journal, PendingRequest, RunEvent } from "@pelorus/core";
import type { RecordedTurn } from "./recorded-turn.js";

export const RUN_ORIGINS = ["server", "program"] as const;
/** Who began a run that was found in a record: an earlier process of a server, or another program. */
export type RunOrigin = (typeof RUN_ORIGINS)[number];

/** A run as its record has it: not over, and driven by no process that is known of. */
export interface UnfinishedRun {
  readonly runId: string;
  readonly sessionId: string;
  readonly request: string;
  /** Whose it is; null for a run that no server began. */
  readonly owner: string | null;
  /** ISO-8601 UTC. */
  readonly createdAt: string;
  /** True where it goes on with an answer; else it was interrupted, and goes on when it is resumed. */
  readonly isWaiting: boolean;
  /** What it can be answered. */
  readonly pending: readonly PendingRequest[];
  /** Its events, without those at the end that going on may tell otherwise. */
  readonly events: readonly RunEvent[];
  /** Milliseconds since the epoch. */
  readonly deadline?: number;
  /** Present where the run answers a conversation. */
  readonly turn?: RecordedTurn;
}

/** A run that this process drives from now on. */
export interface DrivenRecord {
  readonly runId: string;
  readonly owner: string;
  /** ISO-8601 UTC. */
  readonly createdAt: string;
  /** Milliseconds since the epoch. */
  readonly deadline?: number;
}

/** Records of runs, which outlive the server that writes them. */
export interface RunRecords {
  /** Keeps what the runs do. */
  readonly journal: Journal;
  /** Notes whose run it is and that this process drives it, before it begins or goes on. */
  begin(run: DrivenRecord): Promise<void>;
  /** Notes which turn of a conversation the run answers; again with each request of the client that goes on with it. */
  noteTurn(runId: string, turn: RecordedTurn): Promise<void>;
  /** Notes that a run is cut short because the server ends: it is not over. */
  interrupt(runId: string): Promise<void>;
  /** Runs that are not over, the oldest first. */
  unfinished(): Promise<readonly UnfinishedRun[]>;
  /** The key by which cursors of an earlier process are known; 32 bytes. */
  cursorKey(): Promise<Uint8Array>;
}
