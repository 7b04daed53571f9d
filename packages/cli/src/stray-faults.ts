import { fileURLToPath } from "node:url";
import { EXIT } from "./exit-codes.js";

/** What went wrong outside of everything the command waits for, as in a module a user gave. */
export type StrayFault =
  /** Thrown in a timer or a listener, or a promise nobody waits for was rejected. The process lives on. */
  | { readonly kind: "thrown"; readonly error: unknown }
  /** The process is ending: only what is synchronous runs. `code` is that of `process.exit`, or null where nothing is left. */
  | { readonly kind: "exit"; readonly code: number | null };

/**
 * Faults of a process beside its command. Whoever has something to save takes them over for a while; else they are told
 * and end the process with 1.
 */
export class StrayFaults {
  #handler: ((fault: StrayFault) => void) | null = null;
  #isEnding = false;
  #hasNothingLeft = false;

  /** Listens from now on, for as long as the process lives. */
  watch(): void {
    process.on("uncaughtException", (error) => this.#tell({ kind: "thrown", error }));
    process.on("unhandledRejection", (error) => this.#tell({ kind: "thrown", error }));
    process.on("beforeExit", () => {
      this.#hasNothingLeft = true;
    });
    process.on("exit", (code) => {
      if (!this.#isEnding) this.#tell({ kind: "exit", code: this.#hasNothingLeft ? null : code });
    });
  }

  /** Hands every fault to `handler` until the returned function is called. */
  takeOver(handler: (fault: StrayFault) => void): () => void {
    this.#handler = handler;
    return () => {
      if (this.#handler === handler) this.#handler = null;
    };
  }

  /** Ends the process on purpose. */
  exit(code: number): never {
    this.#isEnding = true;
    process.exit(code);
  }

  #tell(fault: StrayFault): void {
    if (this.#handler !== null) {
      this.#handler(fault);
      return;
    }
    process.stderr.write(`error ${STRAY_FAULT}: ${describeFault(fault)}\n`);
    if (fault.kind === "thrown") this.exit(EXIT.failure);
    process.exitCode = EXIT.failure;
  }
}

/** The code a stray fault is told with. */
export const STRAY_FAULT = "stray_fault";

/** One sentence on what happened and where, and one on whose fault it may be. */
export function describeFault(fault: StrayFault): string {
  if (fault.kind === "exit") {
    return fault.code === null
      ? "Nothing is left that could go on: a module given with --model or --tools waits for something that never comes."
      : `The process was ended before the command was over: a module given with --model or --tools called process.exit(${fault.code}).`;
  }
  const { error } = fault;
  const message = error instanceof Error ? error.message || error.name : String(error);
  const place = placeOf(error);
  return `${message}. Thrown${place === null ? "" : ` at ${place}`}, where nothing catches it: a fault of a module given with --model or --tools, or of this program.`;
}

/** `file:line:column` of the first step of the stack that is no part of Node.js. */
function placeOf(error: unknown): string | null {
  const stack = error instanceof Error && typeof error.stack === "string" ? error.stack : "";
  for (const line of stack.split("\n").slice(1)) {
    const start = line.search(/file:\/\/|\//);
    if (start < 0 || line.includes("node:")) continue;
    const place = line.slice(start).replace(/\)$/, "");
    const path = /^(file:.*?)((?::\d+){1,2})$/.exec(place);
    return path === null ? place : `${fileURLToPath(path[1] as string)}${path[2] as string}`;
  }
  return null;
}
