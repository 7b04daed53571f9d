import { checkDescriptor } from "../capability/check-descriptor.js";
import { checkOutput } from "../capability/check-output.js";
import { jsonText } from "../capability/json-text.js";
import { summarisePayload } from "../capability/summarise-payload.js";
import { loadToolCallSupport } from "../capability/tool-call-support.js";
import { validateArguments } from "../capability/validate-arguments.js";
import type { CapabilityCallContext, CapabilityDefinition, CapabilityDescriptor } from "../contract/capability.js";
import { sha256Digest } from "../contract/digest.js";
import type { Clock } from "../contract/effect.js";
import { DescriptorError } from "../contract/error.js";
import type { ToolExecutionResult, ToolObservation } from "../contract/observation.js";
import type { StlOperation } from "../contract/operation.js";
import { redactCredentials } from "../contract/redact-credentials.js";
import { clipText } from "../state/clip-text.js";
import { type AttemptOutcome, attemptCall } from "./attempt-call.js";

const TIMEOUT_MS = 30_000;
const RESULT_LIMIT_BYTES = 1024 * 1024;
/** Nesting of a result. What reads results (schemas, summaries, pieces) goes down into them, on a stack that ends. */
const RESULT_DEPTH = 256;
const RETRIES = 2;
const RETRY_DELAY_MS = 100;
const MAX_RETRY_DELAY_MS = 10_000;
/** Remarks of one call that are kept, and tokens of each. */
const MAX_REMARKS = 8;
const REMARK_TOKENS = 256;

/** What `execute` needs of the run. */
export interface ExecutionContext {
  /** Fires on abort of the run. */
  readonly signal: AbortSignal;
  /** The structural effect key of the call (POS-EXE-03). */
  readonly idempotencyKey: string;
  readonly runId: string;
  readonly stepId: string;
  readonly callId: string;
  /** The operation the call serves; it stands in the observation. */
  readonly operation: StlOperation;
  /** Milliseconds per attempt, and from one report of progress to the next; default 30,000. */
  readonly timeoutMs?: number;
  /** UTF-8 bytes of the result's JSON text; default 1 MiB. */
  readonly resultLimitBytes?: number;
  /** Further attempts after a time-out or a retryable error; default 2. Only for what may run twice. */
  readonly retries?: number;
  /** Default the system's. */
  readonly clock?: Clock;
  /** Ids of the current frame; absent: not checked. */
  readonly offered?: readonly string[];
  /** Ids with an observation in this run; absent: dependencies are not checked. */
  readonly observed?: ReadonlySet<string>;
  readonly onProgress?: (progress: { readonly fraction?: number; readonly message?: string }) => void;
  /** Told before each further attempt; `delayMs` is the wait before it. */
  readonly onRetry?: (retry: { readonly attempt: number; readonly delayMs: number; readonly reason: string }) => void;
}

/**
 * Runs capabilities (POS-EXE). It checks the call, guards the attempt with time limit and signal, checks the result, and
 * says in every case how it ended; it never throws for what a capability does. It keeps no journal: the run wraps it.
 */
export class CapabilityExecutor {
  readonly #definitions = new Map<string, CapabilityDefinition>();

  /**
   * Takes a capability in. A descriptor that breaks its contract, an unknown kind or a safety class outside the closed
   * list is refused with a `DescriptorError` (POS-EXE-02).
   */
  register(definition: CapabilityDefinition): void {
    const { descriptor } = checkDescriptor(definition.descriptor);
    const { capabilityId } = descriptor;
    if (typeof definition.execute !== "function") {
      throw new DescriptorError("descriptor_invalid", [{ path: "/execute", message: "must be a function" }]);
    }
    if (this.#definitions.has(capabilityId)) {
      throw new DescriptorError("capability_duplicate", [
        { path: "/capabilityId", message: `${JSON.stringify(capabilityId)} is registered already` },
      ]);
    }
    this.#definitions.set(capabilityId, { descriptor, execute: definition.execute });
  }

  /** Takes a capability out. False when there was none. */
  unregister(capabilityId: string): boolean {
    return this.#definitions.delete(capabilityId);
  }

  /** Whether a capability is registered under exactly this id. */
  has(capabilityId: string): boolean {
    return this.#definitions.has(capabilityId);
  }

  /** The registered capabilities, in the order of registration. */
  definitions(): CapabilityDefinition[] {
    return [...this.#definitions.values()];
  }

  /** Runs one call (POS-EXE-01). Resolves in every case; see `ToolExecutionResult.status`. */
  async execute(
    call: { readonly capabilityId: string; readonly arguments: Readonly<Record<string, unknown>> },
    context: ExecutionContext,
  ): Promise<ToolExecutionResult> {
    const clock = context.clock ?? Date.now;
    const started = clock();
    const finish = (result: Omit<ToolExecutionResult, "capabilityId" | "durationMs">): ToolExecutionResult => ({
      capabilityId: call.capabilityId,
      durationMs: Math.max(0, clock() - started),
      ...result,
    });
    const definition = this.#definitions.get(call.capabilityId);
    if (definition === undefined) {
      return finish({
        status: "not_registered",
        errors: [`No capability ${JSON.stringify(call.capabilityId)} is registered.`],
      });
    }
    const faults = await faultsOf(definition.descriptor, call.arguments, context);
    if (faults.length > 0) return finish({ status: "validation_failed", errors: faults });
    const { outcome, remarks } = await attempts(definition, call.arguments, context);
    switch (outcome.kind) {
      case "value": {
        const result = resultOf(definition.descriptor, outcome.value, context, clock);
        return finish(remarks.length === 0 ? result : { ...result, remarks });
      }
      case "invalid":
        return finish({ status: "validation_failed", errors: [outcome.message] });
      case "error":
        return finish({ status: "error", errors: [outcome.message] });
      case "timeout":
        return finish({ status: "timeout", errors: [`No result within ${outcome.afterMs} ms.`] });
      case "aborted":
        // The attempt may have had its effect: nobody waited to see.
        return finish({ status: "lost", errors: ["The run was aborted before the result was known."] });
    }
  }
}

/** Why a call may not be made at all. */
async function faultsOf(
  descriptor: CapabilityDescriptor,
  args: Readonly<Record<string, unknown>>,
  context: ExecutionContext,
): Promise<string[]> {
  const { capabilityId } = descriptor;
  // POS-EXE-01: what the frame did not offer was never positioned, inspected or approved.
  if (context.offered !== undefined && !context.offered.includes(capabilityId)) {
    return [`${JSON.stringify(capabilityId)} is not offered in the current frame.`];
  }
  const { observed } = context;
  const missing = observed === undefined ? [] : (descriptor.dependencies ?? []).filter((id) => !observed.has(id));
  if (missing.length > 0) return missing.map((id) => `${JSON.stringify(id)} must be called first.`);
  await loadToolCallSupport();
  return (validateArguments(descriptor.inputSchema, args) ?? []).map(
    (fault) => `${fault.path || "/"} ${fault.message}`,
  );
}

/** The attempts of one call: one, and up to `retries` more for what may run twice (POS-EXE-05). */
async function attempts(
  definition: CapabilityDefinition,
  args: Readonly<Record<string, unknown>>,
  context: ExecutionContext,
): Promise<{ readonly outcome: AttemptOutcome; readonly remarks: readonly string[] }> {
  const { descriptor, execute } = definition;
  // POS-EXE-05: only what reads, or has the effect of once however often it runs, is tried again.
  const mayRepeat = descriptor.costProfile.safetyClass === "read-only" || descriptor.metadata?.idempotent === true;
  const further = mayRepeat ? Math.min(context.retries ?? RETRIES, RETRIES) : 0;
  for (let attempt = 1; ; attempt++) {
    // Those of the attempt that counts.
    const remarks: string[] = [];
    const outcome = await attemptCall(execute, copyOf(args), {
      timeoutMs: context.timeoutMs ?? TIMEOUT_MS,
      signal: context.signal,
      context: implementationContext(context, remarks),
    });
    const passing = outcome.kind === "timeout" || (outcome.kind === "error" && outcome.isRetryable);
    if (!passing || attempt > further) return { outcome, remarks };
    const asked = outcome.kind === "error" ? outcome.retryAfterMs : undefined;
    const delayMs = Math.min(asked ?? RETRY_DELAY_MS * 2 ** (attempt - 1), MAX_RETRY_DELAY_MS);
    const reason = outcome.kind === "error" ? outcome.message : "timeout";
    context.onRetry?.({ attempt: attempt + 1, delayMs, reason });
    await pause(delayMs, context.signal);
    if (context.signal.aborted) return { outcome: { kind: "aborted" }, remarks };
  }
}

/** A copy of its own for each attempt: an implementation may change what it is given. */
function copyOf(args: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const isFlat = Object.values(args).every((value) => value === null || SCALARS.has(typeof value));
  return isFlat ? { ...args } : structuredClone(args);
}

const SCALARS: ReadonlySet<string> = new Set(["string", "number", "boolean", "undefined"]);

function implementationContext(context: ExecutionContext, remarks: string[]): Omit<CapabilityCallContext, "signal"> {
  const { idempotencyKey, runId, stepId, callId, onProgress } = context;
  const reportProgress: CapabilityCallContext["reportProgress"] = (progress) => {
    try {
      onProgress?.(progress);
    } catch {
      // An observer that throws is no reason for the capability to fail.
    }
  };
  const remark = (text: string): void => {
    // POS-EXE-09: a remark is for a person to read: whatever is handed over, it stays short.
    if (remarks.length < MAX_REMARKS) remarks.push(clipText(redactCredentials(String(text)), REMARK_TOKENS));
  };
  return { idempotencyKey, runId, stepId, callId, reportProgress, remark };
}

/** A value as a result: its JSON text, its summary, and the observation that stands for it (POS-EXE-06, POS-EXE-07). */
function resultOf(
  descriptor: CapabilityDescriptor,
  value: unknown,
  context: ExecutionContext,
  clock: Clock,
): Omit<ToolExecutionResult, "capabilityId" | "durationMs"> {
  const limit = context.resultLimitBytes ?? RESULT_LIMIT_BYTES;
  const written = writeResult(value, limit);
  // POS-EXE-06: a result nobody could keep or read again is said to be one, never cut in silence.
  if (written.kind === "too_large")
    return { status: "too_large", errors: [`The result is larger than ${limit} bytes.`] };
  if (written.kind === "not_json") {
    return { status: "error", errors: [`The result is not JSON: ${written.path || "it"} ${written.reason}.`] };
  }
  return {
    status: "ok",
    errors: [],
    payload: written.text,
    observation: observationOf(descriptor, written.text, context, clock),
    ...checkOutput(descriptor, written.text),
  };
}

function writeResult(value: unknown, maxBytes: number): ReturnType<typeof jsonText> {
  try {
    return jsonText(value, { maxBytes, maxDepth: RESULT_DEPTH });
  } catch (error) {
    // A getter or a `toJSON` of the result threw.
    return {
      kind: "not_json",
      path: "",
      reason: error instanceof Error ? `threw ${redactCredentials(error.message)}` : "threw",
    };
  }
}

function observationOf(
  descriptor: CapabilityDescriptor,
  payload: string,
  context: ExecutionContext,
  clock: Clock,
): ToolObservation {
  const payloadDigest = sha256Digest(payload);
  const [, hex = ""] = payloadDigest.split(":");
  return {
    // The id follows from the call, so that a replay gives the observation the same one.
    factId: `f_obs_${sha256Digest(context.idempotencyKey).slice(7, 19)}`,
    factType: "TOOL_OBSERVATION",
    capabilityId: descriptor.capabilityId,
    operationType: context.operation,
    windowId: `${context.runId}/${context.stepId}`,
    payloadSummary: summarisePayload(payload),
    payloadRef: `blob:${hex}`,
    payloadDigest,
    groundingClass: "CONTEXT_GROUNDED",
    provenance: {
      sourceType: "TOOL",
      sourceId: descriptor.capabilityId,
      invocationId: context.callId,
      timestamp: new Date(clock()).toISOString(),
    },
  };
}

/** Waits, or until the signal fires. Leaves no timer and no listener. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener("abort", done, { once: true });
  });
}
