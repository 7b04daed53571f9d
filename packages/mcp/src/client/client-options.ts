import type { ClarifyHandler, SafetyClass, StlOperation } from "@pelorus/core";
import { McpError } from "../mcp-error.js";
import type { McpEvent } from "./mcp-event.js";

/** What the application knows of one tool better than the server says. */
export interface McpToolOverride {
  readonly safetyClass?: SafetyClass;
  readonly operationTypes?: readonly StlOperation[];
  readonly idempotent?: boolean;
  /** Equal calls are run again instead of answered from the record. */
  readonly repeatable?: boolean;
  /** Name of the argument that says where the call's data goes. */
  readonly targetArgument?: string;
  /** Labels of the data the tool returns. */
  readonly dataLabels?: readonly string[];
}

/** A block of binary content a tool returned. Observations hold its type, size and digest only. */
export interface McpMedia {
  readonly toolName: string;
  readonly callId: string;
  readonly mimeType: string;
  /** `sha256:` and 64 hex digits, as in the observation. */
  readonly digest: string;
  readonly bytes: Uint8Array;
}

/** Options of `connectMcp`; every one has a default. */
export interface McpConnectOptions {
  /** What messages and prefixes call the server; default what it calls itself. */
  readonly name?: string;
  /** Ends connecting, and closes the connection when it fires later. */
  readonly signal?: AbortSignal;
  /** Milliseconds for start, handshake and first list of tools; default 30,000. */
  readonly connectTimeoutMs?: number;
  /** Milliseconds a call may take without progress; default 600,000. The run's `toolTimeoutMs` usually ends it first. */
  readonly callTimeoutMs?: number;
  /** Milliseconds a call may take in all; default 3,600,000. */
  readonly totalTimeoutMs?: number;
  /** Restarts in a row before the server is given up, and the first wait between them; default 5 from 500 ms, doubling to 30 s. */
  readonly restart?: false | { readonly attempts?: number; readonly firstDelayMs?: number };
  /** Bytes of one message of the server; default 10 MiB. */
  readonly maximumMessageBytes?: number;
  /** Tools that are imported, by the names the server gives them; default all of them. */
  readonly include?: readonly string[];
  /** By the names the server gives them. */
  readonly overrides?: Readonly<Record<string, McpToolOverride>>;
  /** Answers what tools ask a person in the middle of a call; without one, servers are told that nobody can be asked. */
  readonly clarifyHandler?: ClarifyHandler;
  /** Gets images, audio and other binary content. */
  readonly onMedia?: (media: McpMedia) => void;
  /** Told what becomes of the connection. What it throws is dropped. */
  readonly onEvent?: (event: McpEvent) => void;
}

/** The options with their defaults. */
export interface McpSettings extends McpConnectOptions {
  readonly connectTimeoutMs: number;
  readonly callTimeoutMs: number;
  readonly totalTimeoutMs: number;
  readonly maximumMessageBytes: number;
  readonly restartAttempts: number;
  readonly firstDelayMs: number;
}

const DEFAULTS = {
  connectTimeoutMs: 30_000,
  callTimeoutMs: 600_000,
  totalTimeoutMs: 3_600_000,
  maximumMessageBytes: 10 * 1024 * 1024,
} as const;
const RESTART = { attempts: 5, firstDelayMs: 500 } as const;
const OTHERS = ["name", "signal", "restart", "include", "overrides", "clarifyHandler", "onMedia", "onEvent"];

/** Completes the options. Throws McpError `mcp_option_invalid` that names every wrong one. */
export function clientSettings(options: McpConnectOptions): McpSettings {
  const problems: string[] = [];
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined) continue;
    if (Object.hasOwn(DEFAULTS, name)) {
      if (!isCount(value)) problems.push(`${name} must be a whole number from 1`);
    } else if (!OTHERS.includes(name)) problems.push(`there is no option ${JSON.stringify(name)}`);
    else if (/Handler$|^on[A-Z]/.test(name) && typeof value !== "function") problems.push(`${name} must be a function`);
  }
  if (options.signal !== undefined && !(options.signal instanceof AbortSignal)) {
    problems.push("signal must be an AbortSignal");
  }
  if (options.include !== undefined && !(Array.isArray(options.include) && options.include.every(isText))) {
    problems.push("include must be a list of tool names");
  }
  const restart = { ...RESTART, ...(typeof options.restart === "object" ? options.restart : {}) };
  if (!Number.isSafeInteger(restart.attempts) || restart.attempts < 0 || !isCount(restart.firstDelayMs)) {
    problems.push("restart must be false or {attempts, firstDelayMs}, both whole numbers");
  }
  if (problems.length > 0) throw new McpError("mcp_option_invalid", `Options of connectMcp: ${problems.join("; ")}.`);
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  return {
    ...DEFAULTS,
    ...given,
    restartAttempts: options.restart === false ? 0 : restart.attempts,
    firstDelayMs: restart.firstDelayMs,
  };
}

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 1;
const isText = (value: unknown): boolean => typeof value === "string";
