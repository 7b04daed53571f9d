import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { defineCapability } from "../../src/capability/define-capability.js";
import { loadToolCallSupport } from "../../src/capability/tool-call-support.js";
import type { CapabilityCallContext, CapabilityDescriptor, SafetyClass } from "../../src/contract/capability.js";
import { sha256Digest } from "../../src/contract/digest.js";
import { toolObservationSchema } from "../../src/contract/observation.js";
import { CapabilityExecutor, type ExecutionContext } from "../../src/effect/executor.js";

type Execute = (args: Readonly<Record<string, unknown>>, context: CapabilityCallContext) => unknown;
interface Fields {
  readonly inputSchema?: object;
  readonly outputSchema?: object;
  readonly dependencies?: string[];
  readonly metadata?: CapabilityDescriptor["metadata"];
}

function executorOf(execute: Execute, safetyClass: SafetyClass = "read-only", fields: Fields = {}): CapabilityExecutor {
  const executor = new CapabilityExecutor();
  executor.register(
    defineCapability({
      capabilityId: "tool",
      operationTypes: ["RETRIEVE"],
      safetyClass,
      inputSchema: { type: "object" },
      ...fields,
      execute,
    } as Parameters<typeof defineCapability>[0]),
  );
  return executor;
}

const base = {
  idempotencyKey: "r_1/s2/1/tool",
  runId: "r_1",
  stepId: "s2",
  callId: "call_1",
  operation: "RETRIEVE",
  clock: () => Date.UTC(2026, 0, 2),
} as const;
const run = (
  executor: CapabilityExecutor,
  args: Record<string, unknown> = {},
  context: Partial<ExecutionContext> = {},
) =>
  executor.execute(
    { capabilityId: "tool", arguments: args },
    { ...base, signal: new AbortController().signal, ...context },
  );

/** A signal that counts its listeners. */
function countedSignal(): {
  readonly signal: AbortSignal;
  readonly abort: () => void;
  readonly listeners: () => number;
} {
  const controller = new AbortController();
  let count = 0;
  const add = controller.signal.addEventListener.bind(controller.signal);
  const remove = controller.signal.removeEventListener.bind(controller.signal);
  controller.signal.addEventListener = ((...args: Parameters<typeof add>) => {
    count++;
    add(...args);
  }) as typeof add;
  controller.signal.removeEventListener = ((...args: Parameters<typeof remove>) => {
    count--;
    remove(...args);
  }) as typeof remove;
  return { signal: controller.signal, abort: () => controller.abort(), listeners: () => count };
}

describe("what is run at all", () => {
  it(`${verifies("POS-EXE-01")}arguments pass the full schema, and what fails is not run`, async () => {
    const execute = vi.fn(() => 1);
    const inputSchema = {
      type: "object",
      properties: {
        n: { type: ["integer", "null"] },
        mode: { enum: ["a", "b"] },
        inner: { type: "object", required: ["x"] },
      },
      required: ["n"],
      additionalProperties: false,
    };
    const executor = executorOf(execute, "read-only", { inputSchema });
    const failed = await run(executor, { mode: "c", inner: {}, other: 1 });
    expect(failed.status).toBe("validation_failed");
    for (const path of ["/n", "/mode", "/inner/x", "/other"]) expect(failed.errors.join(" ")).toContain(path);
    expect(execute).not.toHaveBeenCalled();
    expect(await run(executor, { n: null, mode: "a", inner: { x: 1 } })).toMatchObject({
      status: "ok",
      capabilityId: "tool",
      errors: [],
    });
  });

  it(`${verifies("POS-EXE-01")}it must be registered, in the frame, and its dependencies observed`, async () => {
    const execute = vi.fn(() => 1);
    const executor = executorOf(execute, "read-only", { dependencies: ["before"] });
    const ghost = await executor.execute(
      { capabilityId: "ghost", arguments: {} },
      { ...base, signal: new AbortController().signal },
    );
    expect(ghost.status).toBe("not_registered");
    expect((await run(executor, {}, { offered: ["other"] })).status).toBe("validation_failed");
    expect((await run(executor, {}, { offered: ["tool"], observed: new Set() })).errors.join()).toContain("before");
    expect(execute).not.toHaveBeenCalled();
    expect((await run(executor, {}, { offered: ["tool"], observed: new Set(["before"]) })).status).toBe("ok");
  });

  it(`${verifies("POS-EXE-01")}arguments the implementation's own schema refuses are a failed validation`, async () => {
    const standard = { version: 1, vendor: "ours", validate: () => ({ issues: [{ message: "never" }] }) };
    const result = await run(executorOf(() => 1, "read-only", { inputSchema: { "~standard": standard } }));
    expect(result).toMatchObject({ status: "validation_failed", errors: ["/ never"] });
  });

  it(`${verifies("POS-EXE-02")}an unknown class, kind or body is refused at registration, and an id is taken once`, () => {
    const executor = executorOf(() => 1);
    const [definition] = executor.definitions();
    if (definition === undefined) throw new Error("nothing is registered");
    const with_ = (change: object) => ({
      ...definition,
      descriptor: { ...definition.descriptor, capabilityId: "b", ...change },
    });
    const costProfile = { tokens: 0, latencyMs: 0, safetyClass: "Destructive" as SafetyClass };
    expect(() => executor.register(with_({ costProfile }))).toThrowError(
      expect.objectContaining({ code: "descriptor_invalid" }),
    );
    expect(() => executor.register(with_({ kind: "gadget" }))).toThrowError(
      expect.objectContaining({ code: "descriptor_invalid" }),
    );
    expect(() => executor.register({ ...with_({}), execute: "no" as never })).toThrow("/execute");
    expect(() => executor.register(definition)).toThrowError(expect.objectContaining({ code: "capability_duplicate" }));
    expect(executor.unregister("tool")).toBe(true);
    expect(executor.has("tool")).toBe(false);
    executor.register(definition);
    expect(executor.has("tool")).toBe(true);
  });
});

describe("one attempt", () => {
  beforeEach(async () => {
    // What loads on first use takes real time, which stands still from here on.
    await loadToolCallSupport();
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it(`${verifies("POS-EXE-03")}hands over arguments of its own, the ids, the key and a way to report`, async () => {
    const progress: unknown[] = [];
    const args = { list: [1] };
    const executor = executorOf((given, context) => {
      (given.list as number[]).push(2);
      context.reportProgress({ fraction: 0.5 });
      const { signal, reportProgress: _report, remark: _remark, ...ids } = context;
      return { ids, aborted: signal.aborted };
    });
    const result = await run(executor, args, { onProgress: (one) => progress.push(one) });
    expect(JSON.parse(result.payload ?? "")).toEqual({
      ids: { idempotencyKey: "r_1/s2/1/tool", runId: "r_1", stepId: "s2", callId: "call_1" },
      aborted: false,
    });
    expect(args).toEqual({ list: [1] });
    expect(progress).toEqual([{ fraction: 0.5 }]);
    const throwing = () => {
      throw new Error("observer");
    };
    expect((await run(executor, args, { onProgress: throwing })).status).toBe("ok");
  });

  it(`${verifies("POS-EXE-09")}keeps what the attempt that counts remarks, eight short ones at most, without credentials`, async () => {
    let attempt = 0;
    let late: CapabilityCallContext["remark"] = () => undefined;
    const executor = executorOf((_args, { remark }) => {
      late = remark;
      remark(`attempt ${++attempt}`);
      if (attempt === 1) throw Object.assign(new Error("busy"), { isRetryable: true });
      remark("used the key sk-abcdefghijklmnopqrstuvwxyz012345");
      for (let more = 0; more < 9; more++) remark("x".repeat(5000));
      return 1;
    });
    const running = run(executor, {});
    await vi.runAllTimersAsync();
    const { remarks = [] } = await running;
    expect(remarks).toHaveLength(8);
    expect(remarks[0]).toBe("attempt 2");
    expect(remarks[1]).not.toContain("abcdefghijklmnopqrstuvwxyz");
    expect(remarks[7]).toHaveLength(1024 - 2);
    late("too late");
    expect(remarks).toHaveLength(8);
    const silent = executorOf(() => 1);
    expect(await run(silent, {})).not.toHaveProperty("remarks");
  });

  it(`${verifies("POS-EXE-03")}ends at the time limit, 30 seconds by default, whether the signal is heeded or not`, async () => {
    const reasons: unknown[] = [];
    const executor = executorOf(
      (_args, { signal }) =>
        new Promise(() => {
          signal.addEventListener("abort", () => reasons.push((signal.reason as Error).name));
        }),
      "mutating",
    );
    const settled = vi.fn();
    const pending = run(executor).then((result) => {
      settled();
      return result;
    });
    await vi.advanceTimersByTimeAsync(29_999);
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(await pending).toMatchObject({ status: "timeout", errors: ["No result within 30000 ms."] });
    expect(reasons).toEqual(["TimeoutError"]);
    const short = run(executor, {}, { timeoutMs: 50 });
    await vi.advanceTimersByTimeAsync(50);
    expect((await short).status).toBe("timeout");
    expect(vi.getTimerCount()).toBe(0);
  });

  it(`${verifies("POS-EXE-03")}an abort of the run ends it at once, fires the tool's signal, and the outcome is lost`, async () => {
    const { signal, abort, listeners } = countedSignal();
    let fired = false;
    const executor = executorOf(
      (_args, context) =>
        new Promise(() =>
          context.signal.addEventListener("abort", () => {
            fired = true;
          }),
        ),
    );
    const pending = run(executor, {}, { signal });
    await vi.advanceTimersByTimeAsync(10);
    expect(listeners()).toBe(1);
    abort();
    expect((await pending).status).toBe("lost");
    expect(fired).toBe(true);
    expect(listeners()).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
    const execute = vi.fn();
    expect((await run(executorOf(execute), {}, { signal })).status).toBe("lost");
    expect(execute).not.toHaveBeenCalled();
  });

  it(`${verifies("POS-EXE-08")}lives through 70 seconds with a report every five, and ends after ten times its limit`, async () => {
    const reporting = (everyMs: number, reports: number) =>
      executorOf(async (_args, { reportProgress }) => {
        for (let report = 1; report <= reports; report++) {
          await new Promise((resolve) => setTimeout(resolve, everyMs));
          reportProgress({ fraction: report / reports });
        }
        return "done";
      }, "mutating");
    const long = run(reporting(5_000, 14));
    await vi.advanceTimersByTimeAsync(70_000);
    expect((await long).status).toBe("ok");

    const endless = run(reporting(20, 1_000), {}, { timeoutMs: 50 });
    await vi.advanceTimersByTimeAsync(499);
    const settled = vi.fn();
    void endless.then(settled);
    await vi.advanceTimersByTimeAsync(0);
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(await endless).toMatchObject({ status: "timeout", errors: ["No result within 500 ms."] });

    const falling = run(
      executorOf(async (_args, { reportProgress }) => {
        reportProgress({ fraction: 0.1 });
        await new Promise(() => {});
      }, "mutating"),
      {},
      { timeoutMs: 50 },
    );
    await vi.advanceTimersByTimeAsync(50);
    expect(await falling).toMatchObject({ status: "timeout", errors: ["No result within 50 ms."] });

    const silent = run(reporting(60, 1), {}, { timeoutMs: 50 });
    await vi.advanceTimersByTimeAsync(60);
    expect(await silent).toMatchObject({ status: "timeout", errors: ["No result within 50 ms."] });
    await vi.runAllTimersAsync();
    expect(vi.getTimerCount()).toBe(0);
  });

  it(`${verifies("POS-EXE-03")}no timer and no listener outlives a call; late reports are dropped`, async () => {
    const { signal, listeners } = countedSignal();
    const reports: unknown[] = [];
    let late: CapabilityCallContext["reportProgress"] = () => undefined;
    const executor = executorOf((_args, context) => {
      late = context.reportProgress;
      return 1;
    });
    for (let index = 0; index < 50; index++)
      await run(executor, {}, { signal, onProgress: (one) => reports.push(one) });
    late({ fraction: 1 });
    expect(reports).toEqual([]);
    expect(listeners()).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("further attempts", () => {
  beforeEach(async () => {
    // What loads on first use takes real time, which stands still from here on.
    await loadToolCallSupport();
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const retryable = (fields: object = {}) => Object.assign(new Error("busy"), { isRetryable: true, ...fields });
  async function attemptsOf(
    failure: () => unknown,
    safetyClass: SafetyClass,
    fields: Fields = {},
    context: Partial<ExecutionContext> = {},
  ) {
    const execute = vi.fn(() => {
      throw failure();
    });
    const pending = run(executorOf(execute, safetyClass, fields), {}, context);
    await vi.runAllTimersAsync();
    return { attempts: execute.mock.calls.length, result: await pending };
  }

  it(`${verifies("POS-EXE-05")}only for what reads or is idempotent`, async () => {
    for (const safetyClass of ["mutating", "network", "destructive", "human-oversight"] as const) {
      expect((await attemptsOf(retryable, safetyClass)).attempts).toBe(1);
      expect((await attemptsOf(retryable, safetyClass, { metadata: { idempotent: true } })).attempts).toBe(3);
    }
    const { attempts, result } = await attemptsOf(retryable, "read-only");
    expect(attempts).toBe(3);
    expect(result).toMatchObject({ status: "error", errors: ["busy"] });
  });

  it(`${verifies("POS-EXE-05")}only for time-outs and errors marked retryable, and at most two`, async () => {
    expect((await attemptsOf(() => new Error("no"), "read-only")).attempts).toBe(1);
    expect((await attemptsOf(() => "text", "read-only")).result.errors).toEqual(["text"]);
    expect((await attemptsOf(() => undefined, "read-only")).result.status).toBe("error");
    expect((await attemptsOf(retryable, "read-only", {}, { retries: 9 })).attempts).toBe(3);
    expect((await attemptsOf(retryable, "read-only", {}, { retries: 0 })).attempts).toBe(1);
    const hanging = vi.fn(() => new Promise(() => undefined));
    const pending = run(executorOf(hanging), {}, { timeoutMs: 5 });
    await vi.runAllTimersAsync();
    expect((await pending).status).toBe("timeout");
    expect(hanging).toHaveBeenCalledTimes(3);
  });

  it(`${verifies("POS-EXE-05")}each is told with its wait, and an abort ends the waiting`, async () => {
    const told: unknown[] = [];
    await attemptsOf(() => retryable({ retryAfterMs: 700 }), "read-only", {}, { onRetry: (one) => told.push(one) });
    expect(told).toEqual([
      { attempt: 2, delayMs: 700, reason: "busy" },
      { attempt: 3, delayMs: 700, reason: "busy" },
    ]);
    const { signal, abort, listeners } = countedSignal();
    const execute = vi.fn(() => {
      throw retryable();
    });
    const pending = run(executorOf(execute), {}, { signal });
    await vi.advanceTimersByTimeAsync(1);
    abort();
    expect((await pending).status).toBe("lost");
    expect(execute).toHaveBeenCalledTimes(1);
    expect(listeners()).toBe(0);
  });

  it("an attempt after a failed one may succeed", async () => {
    let count = 0;
    const pending = run(
      executorOf(() => {
        if (count++ === 0) throw retryable();
        return "done";
      }),
    );
    await vi.runAllTimersAsync();
    expect(await pending).toMatchObject({ status: "ok", payload: '"done"' });
  });
});

describe("results", () => {
  it(`${verifies("POS-EXE-06")}what is too large or no JSON is said to be, and nothing of it is kept`, async () => {
    const large = await run(executorOf(() => "x".repeat(1024 * 1024)));
    expect(large).toMatchObject({ status: "too_large" });
    expect(large.payload).toBeUndefined();
    expect(large.errors[0]).toContain("1048576");
    expect((await run(executorOf(() => "x".repeat(1024 * 1024 - 2)))).status).toBe("ok");
    expect(
      (
        await run(
          executorOf(() => "x".repeat(50)),
          {},
          { resultLimitBytes: 51 },
        )
      ).status,
    ).toBe("too_large");
    const nested = (depth: number) => {
      let value: unknown = "pieces";
      for (let level = 0; level < depth; level += 1) value = { value };
      return value;
    };
    expect((await run(executorOf(() => nested(100)))).status).toBe("ok");
    const deep = await run(executorOf(() => nested(100_000)));
    expect(deep).toMatchObject({ status: "error" });
    expect(deep.errors[0]).toContain("nested more than 256 deep");
    const cyclic: { self?: unknown } = {};
    cyclic.self = cyclic;
    const getter = {
      get broken() {
        throw new Error("inside");
      },
    };
    for (const value of [Number.NaN, 1n, cyclic, { n: [Number.POSITIVE_INFINITY] }, getter]) {
      const result = await run(executorOf(() => value));
      expect(result).toMatchObject({ status: "error" });
      expect(result.errors[0]).toContain("not JSON");
      expect(result.observation).toBeUndefined();
    }
  });

  it(`${verifies("POS-EXE-06", "POS-EXE-07")}the observation refers to the raw result and holds only its summary`, async () => {
    const rows = Array.from({ length: 500 }, (_, id) => ({ id }));
    const result = await run(executorOf(() => rows));
    const payload = JSON.stringify(rows);
    const digest = sha256Digest(payload);
    expect(result.payload).toBe(payload);
    expect(result.observation).toEqual({
      factId: expect.stringMatching(/^f_obs_[0-9a-f]{12}$/),
      factType: "TOOL_OBSERVATION",
      capabilityId: "tool",
      operationType: "RETRIEVE",
      windowId: "r_1/s2",
      payloadSummary: expect.stringContaining("table of 500 rows"),
      payloadRef: digest.replace("sha256:", "blob:"),
      payloadDigest: digest,
      groundingClass: "CONTEXT_GROUNDED",
      provenance: {
        sourceType: "TOOL",
        sourceId: "tool",
        invocationId: "call_1",
        timestamp: "2026-01-02T00:00:00.000Z",
      },
    });
    expect(toolObservationSchema().safeParse(result.observation).success).toBe(true);
    expect((await run(executorOf(() => rows))).observation).toEqual(result.observation);
    expect(
      (
        await run(
          executorOf(() => rows),
          {},
          { idempotencyKey: "other" },
        )
      ).observation?.factId,
    ).not.toBe(result.observation?.factId);
  });

  it(`${verifies("POS-EXE-06")}nothing is a result: it is null`, async () => {
    expect(await run(executorOf(() => undefined))).toMatchObject({ status: "ok", payload: "null" });
  });

  it("a result that breaks its output schema is kept, as it may have had its effect, and is said to", async () => {
    const outputSchema = { type: "object", required: ["n"] };
    expect(await run(executorOf(() => ({ n: 1 }), "read-only", { outputSchema }))).toMatchObject({
      status: "ok",
      outputValid: true,
    });
    const broken = await run(executorOf(() => ({}), "read-only", { outputSchema }));
    expect(broken).toMatchObject({ status: "ok", outputValid: false, note: expect.stringContaining("/n is required") });
    expect((await run(executorOf(() => ({})))).outputValid).toBeUndefined();
  });

  it("the duration is that of the given clock", async () => {
    let now = 0;
    const result = await run(
      executorOf(() => 1),
      {},
      { clock: () => (now += 7) },
    );
    expect(result.durationMs).toBeGreaterThan(0);
    expect(result.durationMs % 7).toBe(0);
  });
});
