import { getEventListeners } from "node:events";
import { AbortedError, ModelCallError, runPositioned } from "@pelorus/core";
import { withCircuitBreaker, withFallback } from "@pelorus/providers/resilience";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ClassModel, outage, requestOf } from "./fake-model.js";

const call = (model: { doGenerate: ClassModel["doGenerate"] }, more = {}) => model.doGenerate(requestOf("x", more));

describe("a model that is left alone while it is down", () => {
  beforeEach(async () => {
    await import("cockatiel");
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("opens after failures in a row, refuses at once, lets one probe through and closes again", async () => {
    let down = true;
    const states: string[] = [];
    const inner = new ClassModel(() => {
      if (down) throw outage();
      return { text: "well" };
    });
    const model = withCircuitBreaker(inner, {
      failures: 3,
      openMs: 1000,
      onStateChange: (state) => states.push(state),
    });
    for (let n = 0; n < 3; n++) await expect(call(model)).rejects.toThrow("Down (503)");
    const refused = await call(model).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ModelCallError);
    expect(refused).toMatchObject({ isRetryable: false, usage: { inputTokens: 0, outputTokens: 0 } });
    expect(inner.calls).toBe(3);
    await vi.advanceTimersByTimeAsync(1001);
    await expect(call(model)).rejects.toThrow("Down (503)");
    await expect(call(model)).rejects.toThrow("left alone");
    expect(inner.calls).toBe(4);
    down = false;
    await vi.advanceTimersByTimeAsync(1001);
    expect((await call(model)).text).toBe("well");
    await vi.advanceTimersByTimeAsync(0);
    expect(states).toEqual(["open", "half-open", "open", "half-open", "closed"]);
  });

  it("lets others wait for the probe instead of joining it, and an abort ends their wait", async () => {
    let answer: (() => void) | undefined;
    const inner = new ClassModel(async (n) => {
      if (n === 1) throw outage();
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      return { text: `call ${n}` };
    });
    const model = withCircuitBreaker(inner, { failures: 1, openMs: 1000 });
    await expect(call(model)).rejects.toThrow();
    await vi.advanceTimersByTimeAsync(1001);
    const probe = call(model);
    const controller = new AbortController();
    const leaves = call(model, { signal: controller.signal });
    const waits = call(model);
    await vi.advanceTimersByTimeAsync(10);
    expect(inner.calls).toBe(2);
    controller.abort(new AbortedError("gone"));
    await expect(leaves).rejects.toThrow("gone");
    expect(getEventListeners(controller.signal, "abort")).toHaveLength(0);
    answer?.();
    expect((await probe).text).toBe("call 2");
    await vi.advanceTimersByTimeAsync(10);
    answer?.();
    expect((await waits).text).toBe("call 3");
    expect(inner.calls).toBe(3);
  });

  it("counts outages only: what the provider says about one call, and aborts, open nothing", async () => {
    const errors = [400, 401, 403, 404, 422, 429].map(
      (statusCode) => new ModelCallError(`Refused ${statusCode}.`, { statusCode, isRetryable: statusCode === 429 }),
    );
    const inner = new ClassModel((n) => {
      throw errors[n % errors.length];
    });
    const model = withCircuitBreaker(inner, { failures: 1, openMs: 1000 });
    for (let n = 0; n < 12; n++) await expect(call(model)).rejects.toThrow("Refused");
    const hanging = withCircuitBreaker(
      new ClassModel(
        (_, { signal }) =>
          new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
      ),
      { failures: 1, openMs: 1000 },
    );
    for (let n = 0; n < 3; n++) {
      const controller = new AbortController();
      const aborted = call(hanging, { signal: controller.signal });
      await vi.advanceTimersByTimeAsync(1);
      controller.abort(new AbortedError("gone"));
      await expect(aborted).rejects.toThrow("gone");
    }
    // A call that took too long is another matter.
    const controller = new AbortController();
    const late = call(hanging, { signal: controller.signal });
    await vi.advanceTimersByTimeAsync(1);
    controller.abort(new ModelCallError("too late", { isRetryable: true }));
    await expect(late).rejects.toThrow("too late");
    await expect(call(hanging)).rejects.toThrow("left alone");
  });

  it("sees a stream that breaks after its first words", async () => {
    const inner = new ClassModel(() => ({ text: "x" }));
    const model = withCircuitBreaker(
      {
        provider: "p",
        modelId: "m",
        doGenerate: inner.doGenerate.bind(inner),
        async *doStream() {
          yield { type: "text", delta: "some words" };
          throw outage();
        },
      },
      { failures: 1, openMs: 1000 },
    );
    const drain = async () => {
      for await (const _ of model.doStream?.(requestOf("x")) ?? []) void _;
    };
    await expect(drain()).rejects.toThrow("Down");
    await expect(drain()).rejects.toThrow("left alone");
  });

  it("refuses settings that are none", () => {
    const model = new ClassModel(() => ({ text: "" }));
    for (const failures of [0, 1.5, Number.NaN])
      expect(() => withCircuitBreaker(model, { failures })).toThrow(RangeError);
    expect(() => withCircuitBreaker(model, { openMs: 0 })).toThrow(RangeError);
  });
});

describe("breaker and fallback in a run", () => {
  it("goes over at once while the circuit is open, and the refused call costs nothing", async () => {
    const first = new ClassModel(() => {
      throw outage();
    });
    const guarded = withCircuitBreaker(first, { failures: 1, openMs: 60_000 });
    const second = new ClassModel(() => ({ text: "There are eight apples in the store." }));
    const model = withFallback([guarded, withFallback([second, new ClassModel(() => ({ text: "unused" }))])]);
    expect(model.fallbacks).toHaveLength(2);
    const options = { model, retries: 0, onFailedChecks: "record" as const };
    await runPositioned("Count the apples in the store.", options);
    const result = await runPositioned("Count the apples in the store.", { ...options, retries: 5 });
    expect([result.status, first.calls]).toEqual(["complete", 1]);
    expect(result.events.flatMap((event) => (event.kind === "model_fallback" ? [event.data.reason] : []))).toEqual([
      expect.stringContaining("left alone"),
    ]);
    expect(result.events.flatMap((event) => (event.kind === "spend_recorded" ? [event.data.inputTokens] : []))[0]).toBe(
      0,
    );
  });

  it("needs a model", () => {
    expect(() => withFallback([] as never)).toThrow(TypeError);
  });
});
