import { memoryJournal, type RequestClassifier, replayRun, resumePositioned, runPositioned } from "@pelorus/core";
import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { fixedPlan } from "./fixed-plan.js";
import { scriptedModel } from "./scripted-model.js";

const REQUEST = "Say when the harbour is open.";
const CONTEXT = { facts: [], hasPriorState: false };

async function goodPlan() {
  return fixedPlan([
    ["RETRIEVE", []],
    ["GENERATE", [1]],
  ]).classify(REQUEST, CONTEXT);
}

const answering = (answer: () => unknown): RequestClassifier =>
  ({ name: "mine", classify: answer }) as unknown as RequestClassifier;

type Plan = Awaited<ReturnType<typeof goodPlan>>;

/** Each answer that is no plan, with what its error has to name. */
const NO_PLANS: readonly (readonly [string, (plan: Plan) => unknown, readonly string[]])[] = [
  ["nothing", () => undefined, ["its answer", "undefined"]],
  ["a string", () => "GENERATE", ["its answer", '"GENERATE"']],
  ["no steps", (plan) => ({ ...plan, steps: [] }), ["steps", "empty"]],
  ["steps that are no list", (plan) => ({ ...plan, steps: 3 }), ["steps", "got 3"]],
  [
    "an unknown operation",
    (plan) => ({ ...plan, steps: plan.steps.map((step, at) => (at === 1 ? { ...step, operation: "DANCE" } : step)) }),
    ["steps[1].operation", '"DANCE"', "GENERATE"],
  ],
  [
    "an unknown operation in the list alone",
    (plan) => ({ ...plan, operations: ["DANCE"] }),
    ["operations[0]", '"DANCE"'],
  ],
  ["operations that are not those of the steps", (plan) => ({ ...plan, operations: ["PLAN"] }), ["operations", "PLAN"]],
  [
    "one id twice",
    (plan) => ({ ...plan, steps: plan.steps.map((step) => ({ ...step, id: "s1", dependsOn: [] })) }),
    ["steps[1].id", '"s1"'],
  ],
  [
    "an id that stands for the run",
    (plan) => ({ ...plan, steps: [{ ...plan.steps[1], id: "run", dependsOn: [] }], operations: ["GENERATE"] }),
    ["steps[0].id", '"run"'],
  ],
  [
    "a dependency on a later step",
    (plan) => ({ ...plan, steps: plan.steps.map((step) => ({ ...step, dependsOn: ["s2"] })) }),
    ["steps[0].dependsOn", '"s2"'],
  ],
  [
    "a dependency that is no list",
    (plan) => ({ ...plan, steps: plan.steps.map((step) => ({ ...step, dependsOn: "s1" })) }),
    ["steps[0].dependsOn", '"s1"'],
  ],
  [
    "an assignment without words",
    (plan) => ({ ...plan, steps: plan.steps.map((step) => ({ ...step, assignment: " " })) }),
    ["steps[0].assignment", '" "'],
  ],
  [
    "two deliverables",
    (plan) => ({ ...plan, steps: plan.steps.map((step) => ({ ...step, deliverable: true })) }),
    ["steps", "2 are the deliverable"],
  ],
  ["a confidence above 1", (plan) => ({ ...plan, confidence: 7 }), ["confidence", "got 7"]],
];

describe("what a caller's classifier answers", () => {
  it.each(NO_PLANS)(
    `${verifies("POS-CLS-18")}%s is an error that names value and place`,
    async (_name, answer, named) => {
      const model = scriptedModel(() => "The harbour is open.");
      const plan = await goodPlan();
      const journal = memoryJournal();
      const result = await runPositioned(REQUEST, { model, journal, classifier: answering(() => answer(plan)) });
      expect(result).toMatchObject({ status: "halted", haltReason: "classifier_failed" });
      expect(result.error?.code).toBe("classifier_failed");
      for (const part of ['"mine"', ...named]) expect(result.error?.message).toContain(part);
      expect(model.calls).toHaveLength(0);
      const replayed = await replayRun({ journal, runId: result.runId });
      expect(replayed.events).toEqual(result.events);
      expect(replayed.error).toEqual(result.error);
    },
  );

  it(`${verifies("POS-CLS-18")}a classifier that throws is named, without what looks like a credential; a resume asks again`, async () => {
    const journal = memoryJournal();
    const model = scriptedModel(() => "The harbour is open.");
    const result = await runPositioned(REQUEST, {
      model,
      journal,
      classifier: answering(() => {
        throw new Error("no answer from https://kim:planted-word@classes.example");
      }),
    });
    expect(result.error).toEqual({
      code: "classifier_failed",
      message: 'The classifier "mine" threw: no answer from https://[hidden]@classes.example',
      isRetryable: false,
    });
    const resumed = await resumePositioned(result.runId, { model, journal, classifier: answering(goodPlan) });
    expect(await resumed.result).toMatchObject({ status: "complete", operations: ["RETRIEVE", "GENERATE"] });
  });

  it(`${verifies("POS-CLS-18", "POS-RUN-07")}a classifier that never answers ends with the run`, async () => {
    const result = await runPositioned(REQUEST, {
      model: () => "The harbour is open.",
      classifier: answering(() => new Promise(() => {})),
      timeoutMs: 30,
    });
    expect(result).toMatchObject({ status: "halted", haltReason: "deadline" });
  });

  it(`${verifies("POS-CLS-18")}a failure of the model that a classifier asks stays one of the provider`, async () => {
    const result = await runPositioned(REQUEST, {
      model: () => {
        throw new Error("no model today");
      },
      retries: 0,
      classifier: {
        name: "asking",
        async classify(_request, _context, call) {
          await call?.("Which operations?", {});
          return goodPlan();
        },
      },
    });
    expect(result.haltReason).toBe("provider_call_failed");
  });

  it(`${verifies("POS-CLS-18")}members that no plan has are left out of events and journal`, async () => {
    const plan = await goodPlan();
    const classifier = answering(() => ({
      ...plan,
      note: "private",
      steps: plan.steps.map((step) => ({ ...step, note: "private" })),
    }));
    const result = await runPositioned(REQUEST, { model: () => "The harbour is open.", classifier });
    expect(result.status).toBe("complete");
    expect(JSON.stringify(result.events)).not.toContain("private");
  });
});
