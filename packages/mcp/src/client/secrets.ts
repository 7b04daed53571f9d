import { isCommand, type McpTarget } from "./mcp-target.js";

/** Shorter values say nothing, and would garble every message. */
const SHORTEST = 4;
const MASK = "[redacted]";

/** The values a target holds that no message, event or error may tell. */
export class Secrets {
  readonly #values: readonly string[];

  constructor(target: McpTarget) {
    const values = isCommand(target) ? Object.values(target.env ?? {}) : addressValues(target);
    this.#values = [...new Set(values)]
      .filter((value) => value.length >= SHORTEST)
      // The longest first: what holds another one must go whole.
      .sort((left, right) => right.length - left.length);
  }

  /** The text without any of the values. */
  redact(text: string): string {
    // POS-MCP-05
    return this.#values.reduce((redacted, value) => redacted.replaceAll(value, MASK), text);
  }
}

function addressValues(target: Exclude<McpTarget, { command: string }>): string[] {
  const headers = Object.values(target.headers ?? {});
  const query = [...new URL(target.url).searchParams.values()];
  return [
    ...headers,
    // `Bearer <token>`: the token alone is as secret.
    ...headers.flatMap((value) => value.split(" ").slice(1)),
    ...query,
    ...query.map((value) => encodeURIComponent(value)),
  ];
}
