/** One row a policy derived that the runtime reads. */
export interface ProgramDecision {
  readonly kind:
    | "deny"
    | "require_approval"
    | "allow"
    | "withhold"
    | "halt"
    | "prefer"
    | "limit_calls"
    | "limit_tokens";
  /** The call, capability or operation it is about; absent for `halt`. */
  readonly subject?: string;
  /** Of verdicts and `withhold`. */
  readonly reason?: string;
  /** Of limits: a whole number from 0; of `prefer`: its weight, absent for `inf`. */
  readonly value?: number;
  /** `policy-rule:<id>#<rule index>` */
  readonly rule: string;
  /** Why the row holds, as the language's JSON tells it. */
  readonly proof: unknown;
}

/** What one policy said at one inspection; recorded as the outcome of an effect. */
export type ProgramOutcome =
  | { readonly kind: "decided"; readonly data: { readonly decisions: readonly ProgramDecision[] } }
  | { readonly kind: "failed"; readonly data: { readonly code: string; readonly message: string } };
