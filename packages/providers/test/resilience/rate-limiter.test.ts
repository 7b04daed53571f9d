import { ModelCallError } from "@pelorus/core";
import { RateLimiter, withRateLimit } from "@pelorus/providers/resilience";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ClassModel, requestOf } from "./fake-model.js";

const never = new AbortController().signal;

describe("a limiter shared by the models of one key", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("lets a minute's worth in at once and the rest evenly, first come first served, by one timer", async () => {
    const limiter = new RateLimiter({ requestsPerMinute: 6 });
    const admitted: [number, number][] = [];
    const start = performance.now();
    for (let caller = 0; caller < 10; caller++) {
      void limiter.enter(1, never).then((leave) => {
        admitted.push([caller, Math.round((performance.now() - start) / 1000)]);
        leave(1);
      });
    }
    await vi.advanceTimersByTimeAsync(0);
    expect(admitted.map(([caller]) => caller)).toEqual([0, 1, 2, 3, 4, 5]);
    expect([limiter.waiting, vi.getTimerCount()]).toEqual([4, 1]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(admitted.slice(6)).toEqual([
      [6, 10],
      [7, 20],
      [8, 30],
      [9, 40],
    ]);
    expect([limiter.waiting, vi.getTimerCount()]).toEqual([0, 0]);
  });

  it("is fair: a small call does not overtake a large one that waits", async () => {
    const limiter = new RateLimiter({ tokensPerMinute: 6000 });
    const order: string[] = [];
    const enter = (name: string, tokens: number) =>
      limiter.enter(tokens, never).then(() => order.push(`${name}@${Math.round(performance.now() - start)}`));
    const start = performance.now();
    void enter("first", 5000);
    void enter("large", 4000);
    void enter("small", 10);
    await vi.advanceTimersByTimeAsync(29_000);
    expect(order).toEqual(["first@0"]);
    await vi.advanceTimersByTimeAsync(2000);
    expect(order).toEqual(["first@0", "large@30000", "small@30100"]);
  });

  it("settles with what was used: unused tokens come back, a call larger than the minute is let in and paid off", async () => {
    const limiter = new RateLimiter({ tokensPerMinute: 1000 });
    const first = await limiter.enter(900, never);
    let second = false;
    void limiter.enter(600, never).then(() => {
      second = true;
    });
    await vi.advanceTimersByTimeAsync(0);
    expect(second).toBe(false);
    first(100);
    await vi.advanceTimersByTimeAsync(0);
    expect(second).toBe(true);
    const huge = new RateLimiter({ tokensPerMinute: 1000 });
    (await huge.enter(5000, never))(3000);
    let next = Number.NaN;
    const start = performance.now();
    void huge.enter(1, never).then(() => {
      next = performance.now() - start;
    });
    await vi.advanceTimersByTimeAsync(300_000);
    expect(next).toBeGreaterThan(119_000);
    expect(next).toBeLessThan(122_000);
  });

  it("lets go of a caller whose signal fires, and of everything it held", async () => {
    const limiter = new RateLimiter({ maxConcurrent: 1 });
    const leave = await limiter.enter(1, never);
    const controller = new AbortController();
    const gone = limiter.enter(1, controller.signal);
    let served = false;
    void limiter.enter(1, never).then(() => {
      served = true;
    });
    controller.abort(new Error("no more"));
    await expect(gone).rejects.toThrow("no more");
    await expect(limiter.enter(1, controller.signal)).rejects.toThrow("no more");
    expect([limiter.waiting, served]).toEqual([1, false]);
    leave(1);
    leave(1);
    await vi.advanceTimersByTimeAsync(0);
    expect([limiter.waiting, served, vi.getTimerCount()]).toEqual([0, true, 0]);
  });

  it("keeps a provider's pause for every caller of the key, and a fired deadline ends the wait", async () => {
    const limiter = new RateLimiter({ requestsPerMinute: 1000 });
    const busy = new ClassModel(() => {
      throw new ModelCallError("Slow down.", { isRetryable: true, statusCode: 429, retryAfterMs: 20_000 });
    });
    const well = new ClassModel(() => ({ text: "well" }));
    await expect(withRateLimit(busy, limiter).doGenerate(requestOf("x"))).rejects.toThrow("Slow down.");
    const shared = withRateLimit(well, limiter);
    const waits = shared.doGenerate(requestOf("x"));
    const hurried = shared.doGenerate(requestOf("x", { signal: AbortSignal.timeout(1) }));
    hurried.catch(() => {});
    await vi.advanceTimersByTimeAsync(19_000);
    expect(well.calls).toBe(0);
    await vi.advanceTimersByTimeAsync(1100);
    expect((await waits).text).toBe("well");
  });

  it("refuses limits that are none", () => {
    for (const wrong of [0, -1, Number.NaN]) {
      expect(() => new RateLimiter({ requestsPerMinute: wrong })).toThrow(RangeError);
      expect(() => new RateLimiter({ tokensPerMinute: wrong })).toThrow("tokensPerMinute");
    }
  });
});

describe("a model behind a limiter", () => {
  it("says of itself what the model says, and streams the same parts", async () => {
    const model = new ClassModel(() => ({ text: "eight apples", usage: { inputTokens: 3, outputTokens: 2 } }));
    const limited = withRateLimit(model, new RateLimiter({ maxConcurrent: 2 }));
    expect([limited.provider, limited.modelId, limited.countTokens?.("four")]).toEqual(["class", "model", 4]);
    expect(await limited.contextWindowSize?.({ signal: never })).toBe(4321);
    const plain = [];
    for await (const part of model.doStream(requestOf("x"))) plain.push(part);
    const gated = [];
    for await (const part of limited.doStream?.(requestOf("x")) ?? []) gated.push(part);
    expect(gated).toEqual(plain);
  });

  it("gives its place back however a call ends: read to its end, left, broken, aborted and not heeded", async () => {
    const limiter = new RateLimiter({ maxConcurrent: 1 });
    const model = withRateLimit(
      new ClassModel((call) => (call === 2 ? Promise.reject(new Error("broken")) : { text: "a long text" })),
      limiter,
    );
    for await (const _ of model.doStream?.(requestOf("x")) ?? []) break;
    await expect(model.doGenerate(requestOf("x"))).rejects.toThrow("broken");
    for await (const _ of model.doStream?.(requestOf("x")) ?? []) void _;
    const controller = new AbortController();
    const deaf = withRateLimit(new ClassModel(() => new Promise<never>(() => {})), limiter);
    void deaf.doGenerate(requestOf("x", { signal: controller.signal })).catch(() => {});
    await Promise.resolve();
    await Promise.resolve();
    controller.abort(new Error("gone"));
    expect((await model.doGenerate(requestOf("x"))).text).toBe("a long text");
  });
});
