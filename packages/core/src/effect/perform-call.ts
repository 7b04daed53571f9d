import type { GuardedPrompt } from "../budget/guard-prompt-budget.js";
import type { TokenCounter } from "../contract/token-counter.js";
import { CallRequest } from "./call-request.js";
import type { CallableModel } from "./callable-model.js";
import { failureData, usageOfFailure } from "./failed-call.js";
import { generate, withinLimit } from "./generate.js";
import type { ModelCallerOptions, ModelCallSpec, RecordedCall } from "./model-call.js";
import { modelRequest, vendorNamesOf } from "./model-request.js";
import { sleep } from "./retry.js";
import { recordedDeltas, StreamAssembler } from "./stream-assembler.js";
import { withTimeout } from "./with-timeout.js";

/** One attempt at a call, with everything that decides what is sent and what may come back. */
export interface CallAttempt {
  readonly spec: ModelCallSpec;
  readonly callable: CallableModel;
  readonly budget: GuardedPrompt;
  readonly key: string;
  /** Milliseconds to wait before it is made. */
  readonly delay: number;
  /** Most tokens of the answer (POS-BUD-17). */
  readonly limit: number;
  readonly loadCounter: () => Promise<TokenCounter>;
}

/** Makes one attempt through the door. A failure is an outcome like any other: it is journalled and comes back as data. */
export async function performCall(
  options: Pick<ModelCallerOptions, "door" | "modelTimeoutMs" | "random" | "temperature">,
  { spec, callable, budget, key, delay, limit, loadCounter }: CallAttempt,
): Promise<RecordedCall> {
  const { door, modelTimeoutMs, random, temperature } = options;
  const { model } = callable;
  const names = vendorNamesOf(spec);
  const assembler = new StreamAssembler(door.mask);
  const startedAt = performance.now();
  const elapsed = () => Math.round(performance.now() - startedAt);
  let toldLive = false;
  const recorded = await door.effect<RecordedCall>({
    key,
    act: spec.act,
    input: budget.prompt,
    keepInput: true,
    idempotent: true,
    aborted: () => ({ ...assembler.partial(), durationMs: elapsed(), aborted: "aborted" }),
    onOutcome: (outcome) => {
      if (toldLive || spec.onDelta === undefined) return;
      for (const part of recordedDeltas(outcome)) spec.onDelta(part.kind, part.delta, part.callId);
    },
    perform: async ({ signal, isAlone }) => {
      if (delay > 0) await sleep(delay, signal);
      const request = modelRequest(spec, callable, budget, { temperature, names });
      const tell =
        spec.onDelta !== undefined && isAlone()
          ? (kind: "text" | "reasoning" | "tool_input", delta: string, callId?: string) => {
              toldLive = true;
              spec.onDelta?.(kind, delta, callId);
            }
          : undefined;
      try {
        const response = await withTimeout(modelTimeoutMs, signal, (callSignal) => {
          const asked = new CallRequest(request, callSignal);
          return generate(model, asked, spec.onDelta === undefined ? null : assembler, limit, tell);
        });
        const bounded = await withinLimit(response, limit, loadCounter);
        return Object.assign({ durationMs: 0 }, bounded, { durationMs: elapsed() });
      } catch (error) {
        if (signal.aborted) throw error;
        const partial = assembler.partial();
        const usage = usageOfFailure(error, partial.text + (partial.reasoning ?? ""));
        return {
          ...partial,
          ...(usage === undefined ? {} : { usage }),
          durationMs: elapsed(),
          error: failureData(error),
          jitter: random(),
        };
      }
    },
  });
  if (recorded.toolCalls === undefined) return recorded;
  const toolCalls = recorded.toolCalls.map((call) => ({ ...call, name: names.toId(call.name) ?? call.name }));
  return { ...recorded, toolCalls };
}
