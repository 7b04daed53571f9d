import { getEventListeners } from "node:events";
import {
  defineCapability,
  InvalidOptionsError,
  type LanguageModel,
  memoryJournal,
  type PositionedResult,
  type RunOptions,
  runPositioned,
  STL_OPERATIONS,
  streamPositioned,
} from "@pelorus/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { fixedPlan } from "./fixed-plan.js";
import { answerOf, callOf, scriptedModel, streamingModel } from "./scripted-model.js";

const unhandled: unknown[] = [];
const onUnhandled = (error: unknown) => unhandled.push(error);
beforeAll(() => {
  process.on("unhandledRejection", onUnhandled);
});
afterAll(async () => {
  await new Promise((resolve) => setTimeout(resolve, 20));
  process.off("unhandledRejection", onUnhandled);
  expect(unhandled).toEqual([]);
});

const GOOD = "There are eight apples in the store.";

/** Every outcome is typed, told once, and leaves nothing on the caller's signal. */
async function outcomeOf(request: string, options: RunOptions): Promise<PositionedResult> {
  const controller = new AbortController();
  const result = await runPositioned(request, { ...options, signal: controller.signal });
  expect(getEventListeners(controller.signal, "abort")).toHaveLength(0);
  expect(result.events.filter((event) => event.kind === "run_finished")).toHaveLength(1);
  expect(result.events.at(-1)?.kind).toBe("run_finished");
  expect(result.events[0]?.kind).toBe("run_started");
  if (result.status === "halted") expect(result.haltReason).not.toBeNull();
  return result;
}

const stock = (execute: Parameters<typeof defineCapability>[0]["execute"], id = "count_stock") =>
  defineCapability({
    capabilityId: id,
    operationTypes: [...STL_OPERATIONS],
    inputSchema: { type: "object", properties: { item: { type: "string" } } },
    costProfile: { safetyClass: "read-only" },
    metadata: { description: "count stock of apples in the store" },
    execute,
  });

const usesTool = () =>
  scriptedModel((request, call) =>
    request.schema === null ? GOOD : call === 1 ? callOf("count_stock", { item: "apples" }) : answerOf(GOOD),
  );

describe("requests", () => {
  it.each([
    ["", "request: is empty; say what is to be done, in plain words"],
    [" \n\u3000", "request: is empty; say what is to be done, in plain words"],
    [undefined, "request: expected a string, got undefined"],
    [42, "request: expected a string, got 42"],
    [null, "request: expected a string, got null"],
    [{}, "request: expected a string, got an object"],
    [["x"], "request: expected a string, got a list"],
  ])(`${verifies("POS-RUN-08", "POS-API-04")}%j is refused before anything is done`, async (request, message) => {
    let asked = 0;
    const journal = memoryJournal();
    const options = { model: () => String(asked++), journal, runId: "refused" };
    const error = await runPositioned(request as string, options).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(InvalidOptionsError);
    expect(error).toMatchObject({ code: "invalid_options", message, isRetryable: false });
    expect(() => streamPositioned(request as string, options)).toThrow(message);
    expect([asked, await journal.read("refused")]).toEqual([0, []]);
  });

  it(`${verifies("POS-RUN-08", "POS-API-02")}a wrong request and wrong options are one error, with the names that may be meant`, async () => {
    const wrong = { model: () => GOOD, maxOutputToken: 5, zebra: 1 } as unknown as RunOptions;
    const error = await runPositioned("", wrong).catch((caught: unknown) => caught);
    expect((error as InvalidOptionsError).problems).toEqual([
      { option: "request", message: expect.stringContaining("is empty") },
      { option: "maxOutputToken", message: "is no option of a run; did you mean maxOutputTokens?" },
      { option: "zebra", message: "is no option of a run" },
    ]);
    await expect(runPositioned("x", undefined as never)).rejects.toMatchObject({ code: "invalid_options" });
  });

  it("a request of 10 MB fits the window or halts before any call", async () => {
    const model = scriptedModel(() => GOOD);
    const result = await outcomeOf(`Summarise this text:\n\n${"All work and no play. ".repeat(500_000)}`, { model });
    expect(["complete", "partial", "halted"]).toContain(result.status);
    for (const call of model.calls) expect(Buffer.byteLength(call.prompt)).toBeLessThan(100_000 * 4);
  }, 60_000);

  it(`${verifies("POS-RUN-03")}a plan longer than allowed keeps the deliverable and says what was left out`, async () => {
    const result = await outcomeOf("x", {
      model: () => GOOD,
      maxOperations: 2,
      classifier: fixedPlan([
        ["RETRIEVE", []],
        ["RETRIEVE", []],
        ["RETRIEVE", []],
        ["GENERATE", [1, 2, 3]],
      ]),
    });
    expect(result.status).toBe("partial");
    expect(result.operations).toEqual(["RETRIEVE", "GENERATE"]);
    expect(result.dropped).toHaveLength(2);
    expect(result.steps.filter((step) => step.outcome === "dropped")).toHaveLength(2);
    expect(result.text).toContain("left out");
  });

  it(`${verifies("POS-RUN-03")}maxOperations is an integer from 1, else a RangeError before any effect`, async () => {
    for (const maxOperations of [0, -1, 1.5, Number.NaN]) {
      let called = false;
      const model = () => {
        called = true;
        return GOOD;
      };
      await expect(runPositioned("x", { model, maxOperations })).rejects.toThrow(RangeError);
      expect(called).toBe(false);
    }
  });

  it(`${verifies("POS-API-02", "POS-API-06")}unknown and ill-typed options are one error that names all of them`, async () => {
    const wrong = { model: "gpt-4", colour: "red", temperature: "hot", lanes: 0 } as unknown as RunOptions;
    const error = (await runPositioned("x", wrong).catch((caught: unknown) => caught)) as InvalidOptionsError;
    expect(error.code).toBe("invalid_options");
    expect(error.problems.map((problem) => problem.option).sort()).toEqual(["colour", "lanes", "model", "temperature"]);
    expect(error.message).toContain("resolveModel");
    const said = scriptedModel(() => GOOD);
    for (const [model, what] of [
      [{ ...said, capabilities: { streaming: true } }, /capabilities: expected a list/],
      [{ ...said, capabilities: ["telepathy"] }, /capabilities: item 0 is not one of tool-call/],
      [{ ...said, modelId: 7 }, /provider and modelId/],
      [{ ...said, fallbacks: [{}] }, /fallbacks: item 0/],
    ] as const) {
      await expect(runPositioned("x", { model: model as never })).rejects.toThrow(what);
    }
    await expect(runPositioned(7 as unknown as string, wrong)).rejects.toThrow(/^request: .*; model: .*colour: /);
  });
});

describe("models that misbehave", () => {
  const bad: Record<string, { model: RunOptions["model"]; status: string; haltReason?: string }> = {
    throws: {
      model: () => {
        throw new Error("boom");
      },
      status: "halted",
      haltReason: "provider_call_failed",
    },
    "throws undefined": {
      model: () => {
        throw undefined;
      },
      status: "halted",
      haltReason: "provider_call_failed",
    },
    "returns null": {
      model: (() => null) as unknown as RunOptions["model"],
      status: "halted",
      haltReason: "provider_call_failed",
    },
    "returns a number": {
      model: (() => 7) as unknown as RunOptions["model"],
      status: "halted",
      haltReason: "provider_call_failed",
    },
    "returns nothing": { model: () => "", status: "partial" },
    "returns 5 MB": { model: () => `${GOOD} `.repeat(140_000), status: "complete" },
  };
  for (const [name, { model, status, haltReason }] of Object.entries(bad)) {
    it(`${verifies("POS-RUN-04")}a model that ${name}`, async () => {
      const result = await outcomeOf("How many apples are in the store?", { model, retries: 0 });
      expect(["partial", "complete"].includes(status) ? ["partial", "complete"] : [status]).toContain(result.status);
      expect(result.haltReason).toBe(haltReason ?? null);
      if (haltReason !== undefined) expect(result.error?.code).toBe("model_call_failed");
    });
  }

  it("half a surrogate pair never leaves the run", async () => {
    const result = await outcomeOf("How many apples?", { model: () => "Eight apples \ud83c are here." });
    expect(result.text.isWellFormed()).toBe(true);
    for (const event of result.events) expect(JSON.stringify(event)).not.toMatch(/\\ud[89ab][0-9a-f]{2}/);
  });

  it("a model that never returns ends at the deadline, and its late result is dropped", async () => {
    let late: (text: string) => void = () => {};
    const result = await outcomeOf("How many apples?", {
      model: () =>
        new Promise<string>((resolve) => {
          late = resolve;
        }),
      timeoutMs: 60,
    });
    expect([result.status, result.haltReason]).toEqual(["halted", "deadline"]);
    late("too late");
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(result.events.at(-1)?.kind).toBe("run_finished");
  });

  it("a single call that takes too long is retried, then reported", async () => {
    const result = await outcomeOf("How many apples?", {
      model: () => new Promise<string>(() => {}),
      modelTimeoutMs: 20,
      retries: 0,
    });
    expect([result.haltReason, result.error?.isRetryable]).toEqual(["provider_call_failed", true]);
  });

  it("a stream that ends without an end is a failure, with its text kept", async () => {
    const cut: LanguageModel = {
      provider: "test",
      modelId: "cut",
      doGenerate: () => Promise.reject(new Error("not streamed")),
      async *doStream() {
        yield { type: "text" as const, delta: "Eight app" };
      },
    };
    const result = await outcomeOf("How many apples?", { model: cut, retries: 2 });
    expect([result.status, result.haltReason]).toEqual(["halted", "provider_call_failed"]);
    const ended = result.events.find((event) => event.kind === "text_ended");
    expect(ended?.data).toMatchObject({ complete: false });
    // After text a person has seen there is no silent restart.
    expect(result.events.filter((event) => event.kind === "model_call_started")).toHaveLength(1);
  });
});

describe("tools that misbehave", () => {
  const cyclic: Record<string, unknown> = {};
  cyclic.self = cyclic;
  const bad: Record<string, { execute: Parameters<typeof defineCapability>[0]["execute"]; outcome: string }> = {
    throws: {
      execute: () => {
        throw new Error("no shelf");
      },
      outcome: "error",
    },
    hangs: { execute: () => new Promise(() => {}), outcome: "timeout" },
    "returns 100 MB": { execute: () => "x".repeat(100 * 1024 * 1024), outcome: "too_large" },
    "returns a cyclic object": { execute: () => cyclic, outcome: "error" },
    "returns NaN": { execute: () => ({ count: Number.NaN }), outcome: "error" },
    "returns a BigInt": { execute: () => ({ count: 1n }), outcome: "error" },
  };
  for (const [name, { execute, outcome }] of Object.entries(bad)) {
    it(`${verifies("POS-EXE-06", "POS-RUN-02")}a tool that ${name} is told to the model, and the run goes on`, async () => {
      const result = await outcomeOf("Count the stock of apples.", {
        model: usesTool(),
        tools: [stock(execute)],
        toolTimeoutMs: 30,
        retries: 0,
      });
      const finished = result.events.find((event) => event.kind === "tool_call_finished");
      expect(finished?.data).toMatchObject({ outcome });
      expect(["complete", "partial"], JSON.stringify(result.error)).toContain(result.status);
      expect(result.observationCount).toBe(0);
    }, 20_000);
  }
});

describe("people and observers that misbehave", () => {
  it(`${verifies("POS-LIF-08")}an observer that throws becomes a note and changes nothing else`, async () => {
    const quiet = await outcomeOf("How many apples?", { model: () => GOOD, runId: "same", sessionId: "s" });
    const loud = await outcomeOf("How many apples?", {
      model: () => GOOD,
      runId: "same",
      sessionId: "s",
      onEvent: () => {
        throw new Error("observer fell over");
      },
    });
    expect(loud.text).toBe(quiet.text);
    expect(loud.events.filter((event) => event.kind !== "note_recorded").map((event) => event.kind)).toEqual(
      quiet.events.map((event) => event.kind),
    );
    expect(loud.events.find((event) => event.kind === "note_recorded")?.data).toMatchObject({
      detail: "observer failed: observer fell over",
    });
  });

  it("a handler that throws denies", async () => {
    let executed = 0;
    const tool = defineCapability({
      ...stock(() => 1).descriptor,
      costProfile: { safetyClass: "destructive" },
      execute: () => {
        executed++;
        return 1;
      },
    });
    const result = await outcomeOf("Count the stock of apples.", {
      model: usesTool(),
      tools: [tool],
      clarifyHandler: () => {
        throw new Error("nobody home");
      },
    });
    expect(executed).toBe(0);
    expect(result.events.find((event) => event.kind === "approval_resolved")?.data).toMatchObject({
      decision: "denied",
      reviewer: "auto-fallback",
    });
  });

  it("a journal that fails halts the run and keeps what was done", async () => {
    const journal = memoryJournal();
    let appends = 0;
    const failing = {
      ...journal,
      append: async (...args: Parameters<typeof journal.append>) => {
        if (++appends > 3) throw new Error("disk full");
        return journal.append(...args);
      },
    };
    const result = await outcomeOf("How many apples?", {
      model: () => GOOD,
      journal: failing,
      classifier: fixedPlan([
        ["RETRIEVE", []],
        ["GENERATE", [1]],
      ]),
    });
    expect([result.status, result.haltReason, result.error?.code]).toEqual([
      "halted",
      "journal_failed",
      "journal_failed",
    ]);
    const dead = { ...journal, append: () => Promise.reject(new Error("no disk")) };
    expect((await outcomeOf("How many apples?", { model: () => GOOD, journal: dead })).haltReason).toBe(
      "journal_failed",
    );
  });
});

describe("aborts", () => {
  it(`${verifies("POS-RUN-07")}an abort at any event ends the run once, with what was done kept`, async () => {
    const options = (): RunOptions => ({
      model: streamingModel((request) =>
        request.schema === null
          ? GOOD
          : request.prompt.includes("returned")
            ? answerOf(GOOD)
            : callOf("count_stock", { item: "apples" }),
      ),
      tools: [stock(() => ({ apples: 8 }))],
      classifier: fixedPlan([
        ["RETRIEVE", []],
        ["GENERATE", [1]],
      ]),
    });
    const whole = await runPositioned("Count the stock of apples.", options());
    expect(whole.status).toBe("complete");
    for (let at = 1; at <= whole.events.length; at++) {
      const controller = new AbortController();
      const handle = streamPositioned("Count the stock of apples.", {
        ...options(),
        signal: controller.signal,
        onEvent: (event) => {
          if (event.seq === at) controller.abort();
        },
      });
      const result = await handle.result;
      expect(
        result.events.filter((event) => event.kind === "run_finished"),
        `abort at ${at}`,
      ).toHaveLength(1);
      expect(["halted", "complete"], `abort at ${at}`).toContain(result.status);
      if (result.status === "halted") expect(result.haltReason).toBe("aborted");
      expect(getEventListeners(controller.signal, "abort")).toHaveLength(0);
      let open = 0;
      for (const event of result.events) {
        if (event.kind === "text_started") open++;
        if (event.kind === "text_ended") open--;
      }
      expect(open, `open text after an abort at ${at}`).toBe(0);
    }
  }, 30_000);

  it("B018 an abort in the middle of a tool fires the tool's signal and ends the run once", async () => {
    let fired = 0;
    const tool = stock(
      (_args, { signal }) =>
        new Promise((resolve) => {
          signal.addEventListener("abort", () => {
            fired++;
          });
          setTimeout(() => resolve(1), 1000);
        }),
    );
    const controller = new AbortController();
    const handle = streamPositioned("Count the stock of apples.", {
      model: usesTool(),
      tools: [tool],
      signal: controller.signal,
    });
    let abortedAt = 0;
    for await (const event of handle.events) {
      if (event.kind === "tool_call_started") {
        setTimeout(() => {
          abortedAt = performance.now();
          controller.abort();
        }, 10);
      }
    }
    const result = await handle.result;
    expect(performance.now() - abortedAt).toBeLessThan(500);
    expect(fired).toBe(1);
    expect(result.haltReason).toBe("aborted");
    expect(result.events.filter((event) => event.kind === "run_finished")).toHaveLength(1);
    expect(result.events.find((event) => event.kind === "tool_call_finished")?.data).toMatchObject({ outcome: "lost" });
  });

  it("B028 a provider that ignores the abort is left behind, and its late events are dropped", async () => {
    const stubborn = scriptedModel(() => new Promise<string>((resolve) => setTimeout(() => resolve("late"), 300)));
    const controller = new AbortController();
    const handle = streamPositioned("How many apples?", { model: stubborn, signal: controller.signal });
    setTimeout(() => controller.abort(), 10);
    const result = await handle.result;
    const count = result.events.length;
    expect(result.haltReason).toBe("aborted");
    await new Promise((resolve) => setTimeout(resolve, 350));
    expect(result.events.length).toBe(count);
  });

  it(`${verifies("POS-RUN-07")}B024 B026 the streamed prefix of an aborted answer is kept exactly, and nothing is made up`, async () => {
    const text = "The store has eight apples and three pears. ".repeat(20);
    let deltas = 0;
    const told: string[] = [];
    const handle = streamPositioned("How many apples?", {
      model: streamingModel(() => text, { size: 4, pause: () => new Promise((resolve) => setImmediate(resolve)) }),
    });
    for await (const event of handle.events) {
      if (event.kind === "text_delta") {
        told.push(event.data.delta);
        if (++deltas === 20) handle.abort();
      }
    }
    const result = await handle.result;
    expect(result.status).toBe("halted");
    expect(text.startsWith(told.join(""))).toBe(true);
    expect(result.text).toBe(told.join(""));
    expect(result.events.filter((event) => event.kind === "text_ended").map((event) => event.data)).toMatchObject([
      { complete: false },
    ]);
  });
});
