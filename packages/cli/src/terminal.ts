import type { StrayFaults } from "./stray-faults.js";

/** Where a command reads and writes; handed in, so that a test is a terminal too. */
export interface Terminal {
  readonly stdin: AsyncIterable<Uint8Array | string>;
  /** Writes results, as given: no line end is added. */
  out(text: string): void;
  /** Writes what is said beside them, as given. */
  err(text: string): void;
  /** True where colours and cursor movement are understood. */
  readonly isInteractive: boolean;
  readonly columns: number;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Faults of the process beside the command; absent where the process is somebody else's. */
  readonly faults?: StrayFaults;
}

/** The process's own terminal. Read when called, never at import. */
export function processTerminal(faults: StrayFaults): Terminal {
  const { stdin, stdout, stderr, env } = process;
  return {
    stdin,
    out: (text) => {
      stdout.write(text);
    },
    err: (text) => {
      stderr.write(text);
    },
    isInteractive: stderr.isTTY === true && env.NO_COLOR === undefined && env.TERM !== "dumb",
    columns: stderr.columns ?? 80,
    env,
    faults,
  };
}
