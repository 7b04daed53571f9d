import {
  AnswerNotUnderstoodError,
  answerPositioned,
  defineCapability,
  pendingRequests,
  type RunOptions,
  resumePositioned,
  runPositioned,
  STL_OPERATIONS,
  streamPositioned,
  UnknownRequestError,
} from "@pelorus/core";
import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { fixedPlan } from "./fixed-plan.js";
import { ForkedJournal } from "./forked-journal.js";
import { answerOf, callOf, scriptedModel } from "./scripted-model.js";

const PAID = "The invoice of the printer was paid today.";

function payment(executed: unknown[], safetyClass: "destructive" | "human-oversight" | "mutating" = "destructive") {
  return defineCapability({
    capabilityId: "pay_invoice",
    operationTypes: [...STL_OPERATIONS],
    inputSchema: { type: "object", properties: { amount: { type: "number" } }, required: ["amount"] },
    costProfile: { safetyClass },
    metadata: { description: "pay the invoice of the printer" },
    execute: (args) => {
      executed.push(args);
      return { paid: args.amount };
    },
  });
}

const payer = (amount = 150) =>
  scriptedModel((request, call) =>
    request.schema === null ? PAID : call === 1 ? callOf("pay_invoice", { amount }) : answerOf(PAID),
  );

const REQUEST = "Pay the invoice of the printer.";

describe("approvals", () => {
  it(`${verifies("POS-POL-05", "POS-POL-06")}shows the exact arguments to an inline handler and runs what it approved`, async () => {
    for (const yes of [true, "approve", " Approved ", "YES", "y", "allow", "ok", "true"]) {
      const executed: unknown[] = [];
      const asked: unknown[] = [];
      const result = await runPositioned(REQUEST, {
        model: payer(),
        tools: [payment(executed)],
        clarifyHandler: (request) => {
          asked.push(request);
          return yes;
        },
      });
      expect(result.status).toBe("complete");
      expect(executed).toEqual([{ amount: 150 }]);
      expect(asked).toMatchObject([
        {
          kind: "approval",
          data: { call: { capabilityId: "pay_invoice", arguments: { amount: 150 }, safetyClass: "destructive" } },
        },
      ]);
    }
  });

  it(`${verifies("POS-POL-06", "POS-POL-07")}a denial goes back to the model as the call's result and blocks that call`, async () => {
    for (const no of [false, "no", "deny", "reject", "skip", "false"]) {
      const executed: unknown[] = [];
      const model = payer();
      const result = await runPositioned(REQUEST, { model, tools: [payment(executed)], clarifyHandler: () => no });
      expect(executed).toEqual([]);
      expect(result.halted).toBe(false);
      expect(result.events.find((event) => event.kind === "tool_call_refused")?.data).toMatchObject({
        reason: "denied-by-person",
      });
      const after = model.calls[1]?.prompt ?? "";
      expect(after).toContain("refused");
    }
    const halted = await runPositioned(REQUEST, {
      model: payer(),
      tools: [payment([])],
      clarifyHandler: () => false,
      onDenied: "halt",
    });
    expect(halted.status).toBe("halted");
  });

  it(`${verifies("POS-POL-07", "POS-EXE-04")}who writes the answer is told of a denial, and asking again and again for it ends tool use`, async () => {
    const refused = (prompt = "") => prompt.includes("The call to pay_invoice was refused: a person denied it.");
    const silent = scriptedModel(({ schema }, call) =>
      schema === null ? "Nothing was paid." : call === 1 ? callOf("pay_invoice", { amount: 150 }) : "",
    );
    const options = { tools: [payment([])], clarifyHandler: () => false, onFailedChecks: "record" } as const;
    await runPositioned(REQUEST, { ...options, model: silent });
    // The first answer: a later step is not told what an earlier one was refused.
    expect(refused(silent.calls.find(({ schema }) => schema === null)?.prompt)).toBe(true);
    const stubborn = scriptedModel(({ schema }) =>
      schema === null ? "Nothing was paid." : callOf("pay_invoice", { amount: 150 }),
    );
    const { events } = await runPositioned(REQUEST, { ...options, model: stubborn });
    expect(events.filter(({ kind }) => kind === "loop_detected").length).toBeGreaterThan(0);
    expect(stubborn.calls.filter(({ schema }) => schema !== null).length).toBeLessThanOrEqual(
      3 * events.filter((event) => event.kind === "step_integrated").length,
    );
    expect(refused(stubborn.calls.findLast(({ schema }) => schema === null)?.prompt)).toBe(true);
  });

  it(`${verifies("POS-POL-06")}an answer that is none is asked for once more, then denied; abort halts`, async () => {
    let asked = 0;
    const executed: unknown[] = [];
    const result = await runPositioned(REQUEST, {
      model: payer(),
      tools: [payment(executed)],
      clarifyHandler: () => {
        asked++;
        return "perhaps";
      },
    });
    expect([asked, executed.length, result.halted]).toEqual([2, 0, false]);
    const aborted = await runPositioned(REQUEST, {
      model: payer(),
      tools: [payment([])],
      clarifyHandler: () => "abort",
    });
    expect([aborted.status, aborted.haltReason]).toEqual(["halted", "user_aborted"]);
  });

  it(`${verifies("POS-POL-04", "POS-POL-07", "POS-EXE-02")}nobody to ask: the run halts before anything happens, with its halt frame`, async () => {
    const executed: unknown[] = [];
    const result = await runPositioned(REQUEST, { model: payer(), tools: [payment(executed)] });
    expect(executed).toEqual([]);
    expect([result.status, result.haltReason]).toEqual(["halted", "requires_oversight:destructive"]);
    expect(result.halt).toMatchObject({
      crpHaltReason: "PREVENTIVE_SAFETY_VIOLATION",
      haltPoint: "TOOL_SELECTED",
      problematicFrame: { capabilityId: "pay_invoice", violation: "requires_oversight:destructive" },
    });
    expect(result.cso.data.preventiveHaltHistory).toEqual([result.halt]);
    expect(result.headers["CRP-Safety-Preventive-Halt"]).toMatch(/^frame:/);
    expect(result.eventStream.map((event) => event.state)).not.toContain("TOOL_SELECTED");
  });

  it(`${verifies("POS-POL-09", "POS-POL-08")}B042 an answer in the tick of the question goes on in the same leg`, async () => {
    const executed: unknown[] = [];
    const journal = new ForkedJournal();
    const handle = streamPositioned(REQUEST, {
      model: payer(),
      tools: [payment(executed)],
      journal,
      onEvent: (event) => {
        if (event.kind !== "approval_requested") return;
        // The question is durable before it is announced.
        expect(journal.entries.some((entry) => entry.kind === "effect_started" && entry.data.act === "ask")).toBe(true);
        void handle.answer(event.data.id, true);
      },
    });
    const result = await handle.result;
    expect(result.status).toBe("complete");
    expect(executed).toHaveLength(1);
    expect(result.events.map((event) => event.kind)).not.toContain("run_waiting");
  });

  it(`${verifies("POS-POL-06", "POS-POL-08", "POS-EVT-01")}a waiting run ends its leg and goes on after the answer`, async () => {
    const executed: unknown[] = [];
    const handle = streamPositioned(REQUEST, { model: payer(), tools: [payment(executed)] });
    const waiting = await handle.result;
    expect(waiting.status).toBe("waiting");
    const [pending] = waiting.pending;
    if (pending?.kind !== "approval") throw new Error("no approval is pending");
    await expect(handle.answer("appr_000000000000", true)).rejects.toThrow(UnknownRequestError);
    await expect(handle.answer(pending.data.id, "hmm")).rejects.toThrow(AnswerNotUnderstoodError);
    await handle.answer(pending.data.id, true);
    const result = await handle.result;
    expect(result.status).toBe("complete");
    expect(executed).toHaveLength(1);
    await expect(handle.answer(pending.data.id, true)).rejects.toThrow(UnknownRequestError);
    const kinds = result.events.map((event) => event.kind);
    expect(kinds.indexOf("run_waiting")).toBeLessThan(kinds.indexOf("run_resumed"));
    expect(kinds.filter((kind) => kind === "run_finished")).toHaveLength(1);
  });

  it(`${verifies("POS-POL-06", "POS-POL-08", "POS-EFF-04")}B040 B038 two questions are answered in any order, over any number of legs, by id alone`, async () => {
    const executed: unknown[] = [];
    const journal = new ForkedJournal();
    const options = (): RunOptions => ({
      model: scriptedModel((request) => {
        if (request.schema === null) return PAID;
        const amount =
          request.prompt.includes("part 1") && request.prompt.includes("=== ASSIGNMENT ===\nretrieve part 1") ? 1 : 2;
        return request.prompt.includes("paid") && request.prompt.includes("=== OBSERVATIONS ===")
          ? answerOf(PAID)
          : callOf("pay_invoice", { amount });
      }),
      tools: [payment(executed)],
      journal,
      lanes: 2,
      onFailedChecks: "record",
      classifier: fixedPlan([
        ["RETRIEVE", []],
        ["RETRIEVE", []],
        ["SYNTHESISE", [1, 2]],
      ]),
    });
    const first = await runPositioned(REQUEST, { ...options(), runId: "two" });
    expect(first.status).toBe("waiting");
    const open = await pendingRequests("two", { journal });
    expect(open).toHaveLength(2);
    const ids = open.map((request) => (request.kind === "approval" ? request.data.id : ""));
    await answerPositioned("two", ids[1] as string, true, { journal, reviewer: "second first" });
    await expect(answerPositioned("two", ids[1] as string, true, { journal })).rejects.toThrow(UnknownRequestError);
    await expect(answerPositioned("two", ids[0] as string, "what?", { journal })).rejects.toThrow(
      AnswerNotUnderstoodError,
    );
    const second = await (await resumePositioned("two", options())).result;
    expect(second.status).toBe("waiting");
    expect(executed).toHaveLength(1);
    expect((await pendingRequests("two", { journal })).length).toBeGreaterThanOrEqual(1);
    // Resuming without an answer changes nothing.
    const entries = journal.entries.length;
    expect((await (await resumePositioned("two", options())).result).status).toBe("waiting");
    expect(journal.entries.length).toBe(entries);
    for (let legs = 0; legs < 5; legs++) {
      for (const request of await pendingRequests("two", { journal })) {
        if (request.kind === "approval") await answerPositioned("two", request.data.id, "yes", { journal });
      }
      const result = await (await resumePositioned("two", options())).result;
      if (result.status !== "waiting") {
        expect(["complete", "partial"]).toContain(result.status);
        expect(result.events.map((event) => event.seq)).toEqual(result.events.map((_, index) => index + 1));
        return;
      }
    }
    throw new Error("the run never ended");
  });

  it(`${verifies("POS-POL-05")}changed arguments ask again`, async () => {
    const executed: unknown[] = [];
    const asked: unknown[] = [];
    await runPositioned(REQUEST, {
      model: scriptedModel((request, call) =>
        request.schema === null ? PAID : call <= 2 ? callOf("pay_invoice", { amount: call }) : answerOf(PAID),
      ),
      tools: [payment(executed)],
      depth: "D3",
      clarifyHandler: (request) => {
        asked.push(request.data);
        return true;
      },
    });
    expect(asked).toHaveLength(2);
    expect(executed).toEqual([{ amount: 1 }, { amount: 2 }]);
  });

  it("B036 two questions of one operation one after the other are both asked and answered", async () => {
    const executed: unknown[] = [];
    const handle = streamPositioned(REQUEST, {
      model: scriptedModel((request, call) =>
        request.schema === null ? PAID : call <= 2 ? callOf("pay_invoice", { amount: call }) : answerOf(PAID),
      ),
      tools: [payment(executed)],
      depth: "D3",
    });
    for (let pause = 0; pause < 2; pause++) {
      const waiting = await handle.result;
      expect(waiting.status).toBe("waiting");
      const [pending] = waiting.pending;
      if (pending?.kind !== "approval") throw new Error("no approval");
      await handle.answer(pending.data.id, true);
    }
    expect((await handle.result).status).toBe("complete");
    expect(executed).toHaveLength(2);
  });

  it("a deadline that passes while a person is waited for ends the run", async () => {
    const handle = streamPositioned(REQUEST, { model: payer(), tools: [payment([])], timeoutMs: 500 });
    const waiting = await handle.result;
    expect(waiting.status).toBe("waiting");
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      const result = await handle.result;
      if (result.status !== "waiting") {
        expect([result.status, result.haltReason]).toEqual(["halted", "deadline"]);
        expect(result.events.filter((event) => event.kind === "run_finished")).toHaveLength(1);
        return;
      }
    }
  });
});

describe("clarifications", () => {
  const plan = fixedPlan([
    ["CLARIFY", []],
    ["GENERATE", [1]],
  ]);
  const model = () => scriptedModel(() => "The note goes to the office in Oslo.");

  it(`${verifies("POS-POL-10", "POS-LIF-06")}an answer becomes a fact; a missing handler is skipped with the assumption stated`, async () => {
    const answered = await runPositioned("Send it.", {
      model: model(),
      classifier: plan,
      clarifyHandler: () => ({ action: "answer", answer: "the note", reviewer: "Kim" }),
    });
    expect(
      answered.cso.data.establishedFacts.some(
        (fact) => fact.provenance === "USER" && fact.statement.includes("the note"),
      ),
    ).toBe(true);
    expect(answered.events.find((event) => event.kind === "clarification_resolved")?.data).toMatchObject({
      action: "answer",
      reviewer: "Kim",
    });
    expect(answered.eventStream.some((event) => event.detail === "clarified-by-user")).toBe(true);
    const skipped = await runPositioned("Send it.", { model: model(), classifier: plan });
    expect(skipped.events.find((event) => event.kind === "clarification_resolved")?.data).toMatchObject({
      action: "skip",
      reviewer: "auto-fallback",
    });
    expect(skipped.eventStream.some((event) => event.detail === "clarify-skipped")).toBe(true);
    expect(skipped.uncertainties.length).toBeGreaterThan(0);
  });

  it(`${verifies("POS-POL-10")}on an assumption only what changes nothing stays on offer; on an answer, everything`, async () => {
    const note = (capabilityId: string, safetyClass: "read-only" | "mutating" | "network") =>
      defineCapability({
        capabilityId,
        operationTypes: [...STL_OPERATIONS],
        inputSchema: { type: "object", properties: {} },
        safetyClass,
        description: `send the note to the office by ${capabilityId}`,
        execute: () => "done",
      });
    const offered = async (clarifyHandler?: RunOptions["clarifyHandler"]) => {
      const result = await runPositioned("Send the note to the office.", {
        model: model(),
        classifier: plan,
        tools: [note("look_up_office", "read-only"), note("file_note", "mutating"), note("mail_note", "network")],
        ...(clarifyHandler === undefined ? {} : { clarifyHandler }),
      });
      const frame = result.events.find(
        (event) => event.kind === "frame_positioned" && event.data.capabilityIds.length > 0,
      );
      if (frame?.kind !== "frame_positioned") throw new Error("no tools were offered");
      return {
        ids: frame.data.capabilityIds.toSorted(),
        rejected: frame.data.rejected.map(({ capabilityId, reason }) => `${capabilityId} ${reason}`).toSorted(),
      };
    };
    const all = await offered(() => ({ action: "answer", answer: "the note" }));
    expect(all.ids).toEqual(["file_note", "look_up_office", "mail_note"]);
    const handlers: RunOptions["clarifyHandler"][] = [
      undefined,
      () => ({ action: "skip" }),
      () => {
        throw new Error("nobody is in");
      },
    ];
    for (const handler of handlers) {
      expect(await offered(handler)).toEqual({
        ids: ["look_up_office"],
        rejected: ["file_note safety-class-blocked:mutating", "mail_note safety-class-blocked:network"],
      });
    }
  });

  it(`${verifies("POS-POL-08")}B044 presence decides: false, 0, the empty text and null are answers`, async () => {
    for (const answer of [false, 0, "", null]) {
      const result = await runPositioned("Send it.", {
        model: model(),
        classifier: plan,
        clarifyHandler: () => ({ action: "answer", answer }),
      });
      expect(result.events.find((event) => event.kind === "clarification_resolved")?.data).toMatchObject({
        action: "answer",
      });
    }
    const handle = streamPositioned("Send it.", { model: model(), classifier: plan });
    const waiting = await handle.result;
    const [pending] = waiting.pending;
    if (pending?.kind !== "clarification") throw new Error("no clarification");
    await handle.answer(pending.data.requestId, false);
    expect((await handle.result).status).toBe("complete");
  });
});

describe("selection without an executor", () => {
  it(`${verifies("POS-RUN-05")}a valid selection is pending and never text; an answer is the tool's result`, async () => {
    const { descriptor } = payment([], "mutating");
    const { ToolCapabilityFabric } = await import("@pelorus/core");
    const fabric = new ToolCapabilityFabric();
    fabric.register(descriptor);
    const alone = await runPositioned(REQUEST, { model: payer(), fabric });
    expect(alone.pending).toMatchObject([
      { kind: "tool_call", data: { capabilityId: "pay_invoice", arguments: { amount: 150 } } },
    ]);
    expect(alone.text).not.toContain("capability_id");
    const handle = streamPositioned(REQUEST, { model: payer(), fabric });
    const [pending] = (await handle.result).pending;
    if (pending?.kind !== "tool_call") throw new Error("no tool call");
    await handle.answer(pending.data.id, { paid: 150 });
    const result = await handle.result;
    expect([result.status, result.observationCount], JSON.stringify(result.error)).toEqual(["complete", 1]);
  });

  it(`${verifies("POS-RUN-05")}an external capability is run by the application, beside others that are not`, async () => {
    const executed: unknown[] = [];
    const { descriptor, execute } = payment(executed, "mutating");
    const tools = [{ descriptor: { ...descriptor, metadata: { ...descriptor.metadata, external: true } }, execute }];
    const alone = await runPositioned(REQUEST, { model: payer(), tools });
    expect(alone.pending).toMatchObject([{ kind: "tool_call", data: { capabilityId: "pay_invoice" } }]);
    const handle = streamPositioned(REQUEST, { model: payer(), tools });
    const paused = await handle.result;
    expect([paused.status, paused.pending.length]).toEqual(["waiting", 1]);
    const [pending] = paused.pending;
    if (pending?.kind !== "tool_call") throw new Error("no tool call");
    await handle.answer(pending.data.id, { paid: 150 });
    const result = await handle.result;
    expect([result.status, result.observationCount], JSON.stringify(result.error)).toEqual(["complete", 1]);
    expect(executed).toEqual([]);
  });
});
