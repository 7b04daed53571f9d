import { basename } from "node:path";
import { McpError } from "../mcp-error.js";

/** A server that is a program of this machine. It is started as given: without a shell, with a minimal environment. */
export interface McpCommand {
  readonly command: string;
  readonly args?: readonly string[];
  /** Added to HOME, LOGNAME, PATH, SHELL, TERM and USER; nothing else of this process's environment is handed on. */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** A server that is reached over HTTP: Streamable HTTP, or the older HTTP with server-sent events. */
export interface McpAddress {
  readonly url: string | URL;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly fetch?: (url: string | URL, init?: RequestInit) => Promise<Response>;
}

/** What to connect to. */
export type McpTarget = McpCommand | McpAddress;

export const isCommand = (target: McpTarget): target is McpCommand => "command" in target;

/** Throws McpError `mcp_target_invalid` for what is neither a command nor an http(s) URL without credentials. */
export function checkTarget(target: McpTarget): void {
  const given = (typeof target === "object" && target !== null ? target : {}) as Partial<McpCommand & McpAddress>;
  const wrong = (message: string) => new McpError("mcp_target_invalid", message);
  if ((given.command === undefined) === (given.url === undefined)) {
    throw wrong("Give either `command` or `url`.");
  }
  if (given.command !== undefined) {
    if (typeof given.command !== "string" || given.command.trim() === "") {
      throw wrong("`command` must be the name or path of a program.");
    }
    if (given.args !== undefined && !(Array.isArray(given.args) && given.args.every(isText))) {
      throw wrong("`args` must be a list of strings.");
    }
    if (![given.command, ...(given.args ?? [])].every((part) => !part.includes("\0"))) {
      throw wrong("`command` and `args` cannot hold a NUL character.");
    }
    if (given.env !== undefined && !isMapOfTexts(given.env)) throw wrong("`env` must map names to strings.");
    if (given.cwd !== undefined && !isText(given.cwd)) throw wrong("`cwd` must be a path.");
    return;
  }
  const url = URL.canParse(String(given.url)) ? new URL(String(given.url)) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) throw wrong("`url` must be an http or https URL.");
  if (url.username !== "" || url.password !== "") {
    throw wrong("`url` holds a user name or password; send credentials in `headers`.");
  }
  if (given.headers !== undefined && !isMapOfTexts(given.headers)) throw wrong("`headers` must map names to strings.");
  if (given.fetch !== undefined && typeof given.fetch !== "function") throw wrong("`fetch` must be a function.");
}

/** What messages call the server: the program's name, or the URL's origin. Arguments, paths and queries may be secret. */
export function targetLabel(target: McpTarget): string {
  return isCommand(target) ? basename(target.command) : new URL(target.url).origin;
}

const isText = (value: unknown): value is string => typeof value === "string";
const isMapOfTexts = (value: unknown): boolean =>
  typeof value === "object" && value !== null && Object.values(value).every(isText);
