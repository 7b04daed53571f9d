import { type StrataPolicy, strataPolicy } from "../policy/strata-policy.js";
import { DATA_EGRESS } from "./data-egress-program.js";
import { RESIDENCY } from "./residency-program.js";
import { SAFE_DEFAULTS } from "./safe-defaults-program.js";
import { SPEND_LIMIT } from "./spend-limit-program.js";

/** A person approves what destroys, what is for people to oversee, and what nobody can undo. */
export function safeDefaults(): StrataPolicy {
  return strataPolicy(SAFE_DEFAULTS.text, { id: SAFE_DEFAULTS.id });
}

/**
 * Labelled data goes to the policy's `approvedSinks` only, and nothing that carries it changes what it does not name.
 * Labels in `publicLabels` may go anywhere.
 */
export function dataEgress(options: { readonly publicLabels?: readonly string[] } = {}): StrataPolicy {
  return strataPolicy(DATA_EGRESS.text, { id: DATA_EGRESS.id, facts: column("public_label", options.publicLabels) });
}

/** Whole numbers from 0; what is not named is not limited. */
export interface SpendLimits {
  /** Tool calls of the run. */
  readonly runCalls?: number;
  /** Input + output tokens; beyond it no further frame is shown and the run halts with what it has. */
  readonly runTokens?: number;
  /** Tool calls of each operation. */
  readonly operationCalls?: number;
  /** Input + output tokens; beyond it the operation ends with what it has. */
  readonly operationTokens?: number;
}

/** Limits on tool calls and tokens, of the run and of each operation; a run's `tokenLimit` counts as well. */
export function spendLimit(limits: SpendLimits = {}): StrataPolicy {
  const { runCalls, runTokens, operationCalls, operationTokens } = limits;
  return strataPolicy(SPEND_LIMIT.text, {
    id: SPEND_LIMIT.id,
    // STRATA-POL-11: the numbers are rows of the host; the program stays as it ships.
    facts: [
      ...single("max_run_calls", runCalls),
      ...single("max_run_tokens", runTokens),
      ...single("max_operation_calls", operationCalls),
      ...single("max_operation_tokens", operationTokens),
    ],
  });
}

/**
 * Tools outside the session's `dataResidency` and `allowedRegions` are neither offered nor called. A tool that states no
 * region passes unless `mustState`.
 */
export function residency(
  options: { readonly allowedRegions?: readonly string[]; readonly mustState?: boolean } = {},
): StrataPolicy {
  return strataPolicy(RESIDENCY.text, {
    id: RESIDENCY.id,
    facts: [
      ...column("allowed_region", options.allowedRegions),
      ...(options.mustState === true ? column("region_must_be_stated", ["on"]) : []),
    ],
  });
}

function column(pred: string, values: readonly (string | number)[] = []) {
  return values.length === 0 ? [] : [{ pred, rows: values.map((value) => [value]) }];
}

function single(pred: string, value: number | undefined) {
  return column(pred, value === undefined ? [] : [value]);
}
