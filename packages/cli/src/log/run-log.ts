import type { RunEvent } from "@pelorus/core";
import type { SecretArguments } from "./secret-arguments.js";

/**
 * The diagnostic log of one command: JSON lines on standard error. What is logged has no secrets in it, and below `debug`
 * nothing of what the run is about.
 */
export interface RunLog {
  /** False for `silent`: nothing is written, and nothing was loaded. */
  readonly enabled: boolean;
  /** Takes up tools of the run, whose arguments may be marked as secret. */
  knowTools(secret: SecretArguments): void;
  /** Writes what an event is worth; each line names its run and, where the event has one, its step. */
  event(event: RunEvent): void;
  /** Writes a line about the command itself. */
  command(level: "info" | "warn", message: string, members?: Readonly<Record<string, unknown>>): void;
  /** Writes the error a command ended with. */
  failure(error: unknown): void;
}

export const SILENT_LOG: RunLog = {
  enabled: false,
  knowTools: () => {},
  event: () => {},
  command: () => {},
  failure: () => {},
};
