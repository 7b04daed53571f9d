/** One thing that was tried with a model. */
export interface ProbeCheck {
  readonly name: "window" | "answer" | "streaming" | "usage" | "constrained" | "filled";
  readonly status: "ok" | "warning" | "failed";
  /** What was found, as one sentence. */
  readonly detail: string;
  /** What to do, where there is something to do. */
  readonly remedy?: string;
  readonly milliseconds?: number;
}

/** What was found out about a model by asking it. */
export interface ModelProbe {
  readonly provider: string;
  readonly modelId: string;
  /** Tokens; null where nobody says. */
  readonly window: number | null;
  readonly windowSource: "endpoint" | "catalogue" | "default";
  /** In the order in which they were made; the first failure to answer at all ends them. */
  readonly checks: readonly ProbeCheck[];
}
