/** The error table of the package: every code it throws or reports, what it means and what to do. */
export const MCP_ERRORS = {
  mcp_target_invalid: {
    class: "McpError",
    meaning: "What names the MCP server to connect to is no command and no URL that can be used.",
    remedy: "Give `{command, args}` or `{url}`, as the message says; credentials go into `env` or `headers`.",
  },
  mcp_option_invalid: {
    class: "McpError",
    meaning: "An option of the connection or of the server is unknown or has the wrong type.",
    remedy: "Correct every option the message names.",
  },
  mcp_connect_failed: {
    class: "McpError",
    meaning: "The MCP server could not be started or reached, or did not complete the handshake.",
    remedy: "Run the command by hand, or open the URL; the message has the end of what the server wrote to stderr.",
  },
  mcp_server_unavailable: {
    class: "McpError",
    meaning: "The MCP server ended or cannot be reached; it is being restarted, or has been given up.",
    remedy: "Wait with `connection.ready()`, or see the reason in the events of the connection.",
  },
  mcp_closed: {
    class: "McpError",
    meaning: "The connection was closed by its owner.",
    remedy: "Connect again.",
  },
  mcp_tool_gone: {
    class: "McpError",
    meaning: "The MCP server no longer offers this tool.",
    remedy: "Start the next run with the current `connection.tools()`.",
  },
  mcp_tool_failed: {
    class: "McpError",
    meaning: "The tool ran and says that it failed.",
    remedy: "See the message: it is the tool's own.",
  },
  mcp_call_failed: {
    class: "McpError",
    meaning: "The MCP server refused the call or answered with an error of the protocol.",
    remedy: "See the message: it is the server's own.",
  },
  mcp_call_timeout: {
    class: "McpError",
    meaning: "The MCP server gave no result in time; the call was cancelled.",
    remedy: "Raise `callTimeoutMs` or `totalTimeoutMs`, and `toolTimeoutMs` of the run.",
  },
  mcp_result_too_large: {
    class: "McpError",
    meaning: "A message of the MCP server is larger than the connection takes.",
    remedy: "Ask the tool for less, or raise `maximumMessageBytes`.",
  },
  mcp_result_invalid: {
    class: "McpError",
    meaning: "The MCP server answered with something that is no result of a tool.",
    remedy: "Report it to the author of the server.",
  },
  mcp_arguments_invalid: {
    class: "McpError",
    meaning: "The arguments of a tool of the Pelorus server break its schema.",
    remedy: "Correct what the message names.",
  },
  mcp_run_unknown: {
    class: "McpError",
    meaning: "The Pelorus server knows no run with this id.",
    remedy: "Use an id as `run_positioned` gave it.",
  },
  mcp_runs_exhausted: {
    class: "McpError",
    meaning: "As many runs are under way as the Pelorus server allows.",
    remedy: "Wait for one to end, or cancel one.",
  },
  mcp_listen_refused: {
    class: "McpError",
    meaning:
      "The Pelorus server cannot listen there: the port is taken, or the address is not loopback and no token is set.",
    remedy: "Use another port, listen on 127.0.0.1, or set `token`.",
  },
} as const satisfies Readonly<Record<string, { class: string; meaning: string; remedy: string }>>;

/** Codes of `McpError`; the catalogue is `specs/errors.json`. */
export type McpErrorCode = keyof typeof MCP_ERRORS;

/** The brand that every error of the packages carries, so that a second copy of the package recognises it. */
const BRAND = Symbol.for("pelorus.error");

/**
 * What the package throws, aborts excepted: a stable `code` of `MCP_ERRORS`, and whether trying again can help. Messages
 * never hold values of `env`, `headers` or a URL's query.
 */
export class McpError extends Error {
  readonly code: McpErrorCode;
  readonly isRetryable: boolean;
  /** Milliseconds after which trying again makes sense. */
  readonly retryAfterMs?: number;

  constructor(
    code: McpErrorCode,
    message: string,
    options: { cause?: unknown; isRetryable?: boolean; retryAfterMs?: number } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = MCP_ERRORS[code].class;
    this.code = code;
    this.isRetryable = options.isRetryable ?? false;
    if (options.retryAfterMs !== undefined) this.retryAfterMs = options.retryAfterMs;
    Object.defineProperty(this, BRAND, { value: true });
  }

  /** True for errors of any copy of this package. */
  static isInstance(value: unknown): value is McpError {
    return (
      value instanceof Error &&
      (value as { [BRAND]?: unknown })[BRAND] === true &&
      Object.hasOwn(MCP_ERRORS, String((value as { code?: unknown }).code))
    );
  }
}
