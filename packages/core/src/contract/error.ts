import type { ModelUsage } from "./model.js";

/**
 * The error table of the core: every code the core throws or reports, what it means and what to do. `specs/errors.json`
 * is generated from it (POS-API-04).
 */
export const CORE_ERRORS = {
  invalid_options: {
    class: "InvalidOptionsError",
    meaning: "The request is empty or no text, or options are unknown or have the wrong type.",
    remedy: "Correct every option the message names.",
  },
  invalid_transition: {
    class: "InvalidTransition",
    meaning: "The lifecycle has no edge between these states.",
    remedy: "Use a transition listed under `allowed`.",
  },
  context_overflow: {
    class: "ContextOverflowError",
    meaning: "The protected parts of a prompt do not fit the model's window, or the provider refused it as too large.",
    remedy: "Use a larger window, a smaller output reserve, or a shorter request.",
  },
  provider_truncated: {
    class: "ProviderTruncatedError",
    meaning: "The provider cut the prompt without saying so, twice.",
    remedy: "Set `contextWindow` to the window the server was started with, or enlarge that window.",
  },
  incomplete_output: {
    class: "IncompleteOutputError",
    meaning: "Structured output was cut by a limit, and could not be written whole.",
    remedy: "Raise `maxOutputTokens` or ask for less.",
  },
  model_call_failed: {
    class: "ModelCallError",
    meaning: "The model could not be called or its reply was no answer.",
    remedy: "See `cause`; when `isRetryable`, resume the run later.",
  },
  classifier_failed: {
    class: "ClassifierError",
    meaning: "The classifier of the options threw, or answered what is no plan.",
    remedy: "Correct the classifier where the message says; resuming the run asks it again.",
  },
  policy_error: {
    class: "PolicyError",
    meaning: "A policy could not be loaded or evaluated; the run fails closed.",
    remedy: "Correct the policy the message names.",
  },
  unknown_request: {
    class: "UnknownRequestError",
    meaning: "No open approval or clarification has this id: it is unknown, answered or expired.",
    remedy: "Answer one of the ids in `result.pending`.",
  },
  answer_not_understood: {
    class: "AnswerNotUnderstoodError",
    meaning: "The value is no answer to an approval; the request stays open.",
    remedy: "Answer with true, approve, yes … or false, deny, no … or abort.",
  },
  secrets_missing: {
    class: "SecretsMissingError",
    meaning:
      "The run was started with more secrets than it is resumed or answered with; what it writes could not be masked.",
    remedy:
      "Give all of the run's `secrets` again; the command and the server take them from environment variables named as secrets, so set those that were set when it was started.",
  },
  replay_divergence: {
    class: "ReplayDivergenceError",
    meaning: "The recorded run asked for something else under this key.",
    remedy:
      "Put journal.jsonl back from a copy where it was changed; else resume with the options and version the run was started with, or run the request again.",
  },
  record_mismatch: {
    class: "JournalError",
    meaning:
      "What the journal gives is not what the run was sealed with, or not what record.sttp and the journal's end say.",
    remedy:
      "Put journal.jsonl or record.sttp back from a copy, whichever was changed; nothing is sealed or written over meanwhile.",
  },
  journal_failed: {
    class: "JournalError",
    meaning: "The journal could not be read or written.",
    remedy: "See `cause`; check space and permissions.",
  },
  journal_conflict: {
    class: "JournalError",
    meaning: "Somebody else appended to this run's journal.",
    remedy: "Let one process drive a run at a time.",
  },
  run_not_found: {
    class: "JournalError",
    meaning: "The journal knows no run with this id.",
    remedy: "Check the id and the journal it was started with.",
  },
  run_exists: {
    class: "JournalError",
    meaning: "The journal already has a run with this id.",
    remedy: "Use `resumePositioned`, or another `runId`.",
  },
  tool_call_invalid: {
    class: "ToolCallInvalidError",
    meaning: "A tool call names no offered capability or its arguments break the schema.",
    remedy: "Call an offered capability with arguments that satisfy its schema.",
  },
  descriptor_invalid: {
    class: "DescriptorError",
    meaning: "A capability descriptor breaks its contract.",
    remedy: "Correct every path the message names.",
  },
  capability_duplicate: {
    class: "DescriptorError",
    meaning: "Two capabilities have the same id.",
    remedy: "Give each capability an id of its own.",
  },
  state_invalid: {
    class: "StateError",
    meaning: "A cognitive state is damaged, unsealed where a seal is needed, or breaks its chain.",
    remedy: "Use the state as it was returned, with the key it was sealed with.",
  },
  key_too_short: {
    class: "StateError",
    meaning: "A sealing key has fewer than 16 bytes.",
    remedy: "Use a key of at least 16 random bytes.",
  },
  aborted: {
    class: "AbortedError",
    meaning: "The run was aborted by its caller.",
    remedy: "Nothing; what was done is in the result.",
  },
  internal_error: {
    class: "PelorusError",
    meaning: "A fault of this package ended the run; everything done so far is kept.",
    remedy: "Report it with the run's record.",
  },
} as const satisfies Readonly<Record<string, { class: string; meaning: string; remedy: string }>>;

/** The `code` of an error the core throws or reports; `CORE_ERRORS` says what each means. */
export type CoreErrorCode = keyof typeof CORE_ERRORS;

const BRAND = Symbol.for("pelorus.error");

/** Base of every error the core throws: `code` from `CORE_ERRORS`, `cause`, and whether trying again can help. */
export class PelorusError extends Error {
  readonly code: CoreErrorCode;
  readonly isRetryable: boolean;

  constructor(code: CoreErrorCode, message: string, options: { cause?: unknown; isRetryable?: boolean } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = CORE_ERRORS[code].class;
    this.code = code;
    this.isRetryable = options.isRetryable ?? false;
    Object.defineProperty(this, BRAND, { value: true });
  }

  /** True for errors of any copy of this package. */
  static isInstance(value: unknown): value is PelorusError {
    return typeof value === "object" && value !== null && (value as { [BRAND]?: unknown })[BRAND] === true;
  }
}

/** An edge the lifecycle does not have; state and events are untouched (POS-LIF-01). */
export class InvalidTransition extends PelorusError {
  readonly from: string;
  readonly to: string;
  readonly stepId: string | null;
  readonly allowed: readonly string[];
  constructor(from: string, to: string, stepId: string | null, allowed: readonly string[]) {
    super(
      "invalid_transition",
      `No transition from ${from} to ${to}${stepId === null ? "" : ` at step ${stepId}`}; allowed: ${allowed.join(", ") || "none"}.`,
    );
    this.from = from;
    this.to = to;
    this.stepId = stepId;
    this.allowed = allowed;
  }
}

/**
 * Protected sections alone exceed the window (POS-BUD-03), or the provider refused what was sent as too large
 * (POS-BUD-12). Never retryable. Counts are tokens.
 */
export class ContextOverflowError extends PelorusError {
  readonly window: number;
  readonly margin: number;
  readonly reserved: number;
  /** What the call would have taken in all; of a call that was refused what was sent, 0 where nobody knows. */
  readonly needed: number;
  readonly sections: readonly { readonly name: string; readonly tokens: number; readonly protected: boolean }[];
  constructor(detail: {
    window: number;
    margin: number;
    reserved: number;
    needed: number;
    sections: readonly { readonly name: string; readonly tokens: number; readonly protected: boolean }[];
    /** True where it was the provider who said so, whatever was counted. */
    refused?: boolean;
    cause?: unknown;
  }) {
    super(
      "context_overflow",
      `${detail.refused === true ? refusal(detail) : shortfall(detail)} ${CORE_ERRORS.context_overflow.remedy}`,
      detail.cause === undefined ? {} : { cause: detail.cause },
    );
    this.window = detail.window;
    this.margin = detail.margin;
    this.reserved = detail.reserved;
    this.needed = detail.needed;
    this.sections = detail.sections;
  }
}

type Overflow = Pick<ContextOverflowError, "window" | "margin" | "reserved" | "needed" | "sections">;

function shortfall({ window, margin, reserved, needed, sections }: Overflow): string {
  const largest = [...sections].filter((section) => section.protected).sort((a, b) => b.tokens - a.tokens)[0];
  const most =
    largest === undefined ? "" : `; the largest protected section is "${largest.name}" with ${largest.tokens}`;
  return `The prompt needs ${needed} tokens (margin ${margin} and output reserve ${reserved} included), the window has ${window}${most}.`;
}

/** POS-BUD-12: the provider counts in its own way, so only what was sent is told, and no figure of how much too much. */
function refusal({ window, reserved, needed }: Overflow): string {
  const sent =
    needed > 0
      ? `a prompt of ${Math.max(0, needed - reserved)} tokens with ${reserved} reserved for the output`
      : "the prompt";
  const taken = window > 0 ? `, which is taken to have ${window} tokens` : "";
  return `The provider refused ${sent} as too large for its window${taken}.`;
}

/**
 * The provider cut the prompt, twice (POS-BUD-11). Never retryable. Counts are tokens: what was sent, what was read,
 * and the window that shows.
 */
export class ProviderTruncatedError extends PelorusError {
  readonly window: number;
  readonly counted: number;
  readonly reported: number;
  constructor(window: number, counted: number, reported: number) {
    super(
      "provider_truncated",
      `The provider read ${reported} of ${counted} prompt tokens; its real window is about ${window}.`,
    );
    this.window = window;
    this.counted = counted;
    this.reported = reported;
  }
}

/**
 * Structured output that a limit cut and that could not be written whole. A step throws it inside its run, which ends
 * partial and gives it as the `error` of its result, as data: `runPositioned` rejects for its options alone (POS-CON-04,
 * POS-RUN-04).
 */
export class IncompleteOutputError extends PelorusError {
  /** What there is of the output. */
  readonly partialText: string;
  constructor(message: string, partialText: string) {
    super("incomplete_output", message);
    this.partialText = partialText;
  }
}

/** A failed model call. Adapters set `isRetryable` for 429, 5xx, network faults and time-outs only. */
export class ModelCallError extends PelorusError {
  /** HTTP status of a call the provider refused. */
  readonly statusCode?: number;
  /** Milliseconds the provider asked to wait. */
  readonly retryAfterMs?: number;
  /** What the failed call used, where that is known: all zero for one that was never sent. */
  readonly usage?: ModelUsage;
  constructor(
    message: string,
    options: {
      cause?: unknown;
      isRetryable?: boolean;
      statusCode?: number;
      retryAfterMs?: number;
      usage?: ModelUsage;
    } = {},
  ) {
    super("model_call_failed", message, options);
    if (options.statusCode !== undefined) this.statusCode = options.statusCode;
    if (options.retryAfterMs !== undefined) this.retryAfterMs = options.retryAfterMs;
    if (options.usage !== undefined) this.usage = options.usage;
  }
}

/** The classifier a caller gave threw, or answered what is no `Classification` (POS-CLS-18). */
export class ClassifierError extends PelorusError {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super("classifier_failed", message, options);
  }
}

/**
 * A policy that cannot be loaded or asked; `policyId` is null where none has a name yet. A run fails closed
 * (POS-POL-03).
 */
export class PolicyError extends PelorusError {
  readonly policyId: string | null;
  constructor(message: string, policyId: string | null, options: { cause?: unknown } = {}) {
    super("policy_error", message, options);
    this.policyId = policyId;
  }
}

/** An answer to an id that is unknown, answered or expired; nothing is changed (POS-POL-08). */
export class UnknownRequestError extends PelorusError {
  readonly requestId: string;
  constructor(requestId: string, message: string) {
    super("unknown_request", message);
    this.requestId = requestId;
  }
}

/** A value that does not say yes or no; the request stays open (POS-POL-06). */
export class AnswerNotUnderstoodError extends PelorusError {
  readonly requestId: string;
  constructor(requestId: string) {
    super("answer_not_understood", `The answer to ${requestId} says neither approve nor deny nor abort.`);
    this.requestId = requestId;
  }
}

/**
 * A run that is to go on, or an answer to be written into it, without all the secrets it was started with; nothing is written
 * (POS-SEC-02).
 */
export class SecretsMissingError extends PelorusError {
  /** How many it was started with, and how many were given now. */
  readonly needed: number;
  readonly given: number;
  constructor(runId: string, needed: number, given: number) {
    super(
      "secrets_missing",
      `Run ${runId} was started with ${needed} secrets and is given ${given}, so that what it writes could not be masked. ${CORE_ERRORS.secrets_missing.remedy}`,
    );
    this.needed = needed;
    this.given = given;
  }
}

/**
 * A run and its record part ways at the effect `key`: another input, no outcome, or one nobody asks for (POS-REC-04).
 */
export class ReplayDivergenceError extends PelorusError {
  readonly key: string;
  constructor(key: string, message: string) {
    super(
      "replay_divergence",
      `${message} The journal was changed since, or the run was made with other options or another version: put journal.jsonl back from a copy, resume with what the run was started with, or run the request again.`,
    );
    this.key = key;
  }
}

/**
 * A journal or record that cannot be read or written, is driven by somebody else, or has no such run or has it already.
 */
export class JournalError extends PelorusError {
  constructor(
    code: "journal_failed" | "journal_conflict" | "record_mismatch" | "run_not_found" | "run_exists",
    message: string,
    options: { cause?: unknown } = {},
  ) {
    super(code, message, options);
  }
}

/**
 * Arguments that break the schema of a capability; `problem` is a kind of `ToolCallProblem`. As the result of a call it
 * is told to the model.
 */
export class ToolCallInvalidError extends PelorusError {
  readonly problem: string;
  constructor(problem: string, message: string) {
    super("tool_call_invalid", message);
    this.problem = problem;
  }
}

/** Names every problem of a descriptor or registration, each with its JSON Pointer, and the capability where it has an id. */
export class DescriptorError extends PelorusError {
  readonly problems: readonly { readonly path: string; readonly message: string }[];
  constructor(
    code: "descriptor_invalid" | "capability_duplicate",
    problems: readonly { readonly path: string; readonly message: string }[],
    capabilityId?: string,
  ) {
    const listed = problems.map((problem) => `${problem.path || "/"}: ${problem.message}`).join("; ");
    super(code, capabilityId === undefined ? listed : `The capability ${JSON.stringify(capabilityId)}: ${listed}`);
    this.problems = problems;
  }
}

/**
 * A state that is damaged, unsealed where a seal is needed, or no JSON, or a sealing key that is too short (POS-CSO-05,
 * POS-CSO-07).
 */
export class StateError extends PelorusError {
  constructor(code: "state_invalid" | "key_too_short", message: string) {
    super(code, message);
  }
}

/** Names every option that is unknown or has the wrong type or value (POS-API-02). */
export class InvalidOptionsError extends PelorusError {
  readonly problems: readonly { readonly option: string; readonly message: string }[];
  constructor(problems: readonly { readonly option: string; readonly message: string }[]) {
    super("invalid_options", problems.map((problem) => `${problem.option}: ${problem.message}`).join("; "));
    this.problems = problems;
  }
}

/** The run was aborted or its deadline has passed; `cause` says why. */
export class AbortedError extends PelorusError {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super("aborted", message, options);
  }
}
