/** A tool of the server that is not offered, and why. */
export interface SkippedTool {
  readonly name: string;
  readonly reason: string;
}

/** What becomes of a connection. Texts are bounded and hold no secret. */
export type McpEvent =
  | { readonly kind: "connected"; readonly server: string; readonly tools: number; readonly restarts: number }
  | {
      readonly kind: "tools_changed";
      readonly server: string;
      readonly added: readonly string[];
      readonly removed: readonly string[];
    }
  | { readonly kind: "tool_skipped"; readonly server: string; readonly name: string; readonly reason: string }
  | { readonly kind: "unavailable"; readonly server: string; readonly reason: string }
  | {
      readonly kind: "restarting";
      readonly server: string;
      readonly attempt: number;
      readonly delayMs: number;
    }
  | { readonly kind: "given_up"; readonly server: string; readonly reason: string }
  /** What is no message of the protocol, such as a log line on standard output; told at most ten times per process. */
  | { readonly kind: "noise"; readonly server: string; readonly reason: string }
  | { readonly kind: "closed"; readonly server: string };
