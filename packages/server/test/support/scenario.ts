import {
  type CapabilityDefinition,
  defineCapability,
  type LanguageModel,
  type RequestClassifier,
  type RunOptions,
  STL_OPERATIONS,
  type StlOperation,
} from "@pelorus/core";
import { fixedPlan } from "../../../core/test/run/fixed-plan.js";

/** What the scripted model says to requests that begin with a word; prose is streamed in small pieces. */
export interface Scenario {
  /** Milliseconds between two pieces of text. */
  readonly pauseMs?: number;
  /** Awaited before each reply and each piece of text: holds a run where a test wants it. */
  readonly gate?: () => Promise<void>;
  readonly extra?: Partial<RunOptions>;
}

export const ESSAY = [
  "Tea is brewed from leaves and coffee from roasted beans. 🌍",
  "Tea has less caffeine than coffee, so it is the milder drink.",
  "Both are drunk hot or cold, with milk or without. Ö 中",
].join("\n\n");
export const FRUIT = '[{"fruit":"apple","count":8}]';
export const DELETED = "The file notes.txt was deleted.";
export const STOCK = "There are eight apples in the store.";

const call = (id: string, args: Record<string, unknown> = {}) => JSON.stringify({ capability_id: id, arguments: args });

function replyTo(prompt: string, purpose: string, structured: boolean): string {
  const observed = prompt.includes("=== OBSERVATIONS ===");
  const wants = (word: string) => prompt.includes(word);
  const [, part] = /=== ASSIGNMENT ===\s+delete part (\d)/.exec(prompt) ?? [];
  if (wants("Delete both files") && part !== undefined) {
    if (structured && !observed && !wants("was refused")) return call("delete_file", { path: `notes-${part}.txt` });
    const text = `The file notes-${part}.txt was seen to.`;
    return structured ? JSON.stringify({ capability_id: null, answer: text }) : text;
  }
  if (wants("Delete both files")) {
    const text = "Both files were seen to.";
    return structured ? JSON.stringify({ capability_id: null, answer: text }) : text;
  }
  if (wants("Delete the file")) {
    if (structured && !observed && !wants("was refused")) return call("delete_file", { path: "notes.txt" });
    const text = wants("was refused") ? "The file notes.txt was not deleted: the deletion was denied." : DELETED;
    return structured ? JSON.stringify({ capability_id: null, answer: text }) : text;
  }
  if (wants("Count the stock")) {
    if (structured && !observed) return call("count_stock", { fruit: "apple" });
    return structured ? JSON.stringify({ capability_id: null, answer: STOCK }) : STOCK;
  }
  if (wants("List the fruit")) return purpose === "revise" ? FRUIT : "There are eight apples, I would say.";
  if (wants("Ask the page")) {
    if (structured && !observed) return call("page_title", {});
    const text = "The title of the page is Orders.";
    return structured ? JSON.stringify({ capability_id: null, answer: text }) : text;
  }
  if (structured) return JSON.stringify({ capability_id: null, answer: ESSAY });
  return ESSAY;
}

/** A model for all of it, with reasoning before prose. */
export function scenarioModel({ pauseMs = 0, gate }: Scenario = {}): LanguageModel {
  return {
    provider: "test",
    modelId: "scenario",
    contextWindowSize: () => 100_000,
    pricing: { inputPerMillion: 1, outputPerMillion: 2, currency: "EUR" },
    async doGenerate(request) {
      await gate?.();
      return { text: replyTo(request.prompt, request.purpose, request.schema !== null), finishReason: "stop" };
    },
    async *doStream(request) {
      if (request.prompt.includes("Fail at once")) throw new Error("the provider is down");
      const text = replyTo(request.prompt, request.purpose, request.schema !== null);
      if (request.schema === null) {
        for (const delta of ["Let me ", "think of it."]) {
          await gate?.();
          yield { type: "reasoning", delta };
        }
      }
      const points = [...text];
      for (let start = 0; start < points.length; start += 6) {
        await gate?.();
        if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
        if (request.signal.aborted) throw request.signal.reason;
        yield { type: "text", delta: points.slice(start, start + 6).join("") };
      }
      yield { type: "finish", response: { text, finishReason: "stop" } };
    },
  };
}

/** Tools of the server: one that asks a person, one that only reads. */
export function scenarioTools(deleted: unknown[] = []): CapabilityDefinition[] {
  return [
    defineCapability({
      capabilityId: "delete_file",
      operationTypes: [...STL_OPERATIONS],
      inputSchema: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
      safetyClass: "destructive",
      description: "delete a file",
      execute: (args) => {
        deleted.push(args);
        return { deleted: args.path };
      },
    }),
    defineCapability({
      capabilityId: "count_stock",
      operationTypes: [...STL_OPERATIONS],
      inputSchema: { type: "object", properties: { fruit: { type: "string" } } },
      safetyClass: "read-only",
      description: "count the stock of apples in the store",
      execute: () => ({ apples: 8 }),
    }),
  ];
}

/** One writing operation after the request's own tool use. */
export const ONE_STEP = fixedPlan([["GENERATE", []]]);
export const TWO_STEPS = fixedPlan([
  ["RETRIEVE", []],
  ["GENERATE", [1]],
]);

/** Options of the server's runs for a scenario. */
export function scenarioRun(scenario: Scenario = {}, deleted: unknown[] = []): RunOptions {
  return {
    model: scenarioModel(scenario),
    tools: scenarioTools(deleted),
    classifier: ONE_STEP,
    depth: "D2",
    retries: 0,
    ...scenario.extra,
  };
}

/** A deletion that waits in one lane while two operations, one after the other, are done in another; then a report. */
export const ASKED_BESIDE: RequestClassifier = {
  name: "asked beside",
  classify: () => {
    const step = (id: string, operation: StlOperation, assignment: string, dependsOn: string[]) => ({
      id,
      operation,
      assignment,
      dependsOn,
      deliverable: id === "s4",
      implied: false,
      evidence: [],
    });
    return {
      steps: [
        step("s1", "TRANSFORM", "delete part 1", []),
        step("s2", "COMPARE", "look at the files", []),
        step("s3", "COMPARE", "look at what was found", ["s2"]),
        step("s4", "GENERATE", "report on all", ["s1", "s3"]),
      ],
      operations: ["TRANSFORM", "COMPARE", "GENERATE"],
      evidence: [],
      language: "en",
      confidence: 1,
      divergence: 0,
    };
  },
};

/** Two deletions side by side, and a report on both. */
export const SIDE_BY_SIDE: RequestClassifier = {
  name: "side by side",
  classify: () => {
    const step = (id: string, operation: StlOperation, assignment: string, dependsOn: string[]) => ({
      id,
      operation,
      assignment,
      dependsOn,
      deliverable: dependsOn.length > 0,
      implied: false,
      evidence: [],
    });
    return {
      steps: [
        step("s1", "TRANSFORM", "delete part 1", []),
        step("s2", "TRANSFORM", "delete part 2", []),
        step("s3", "GENERATE", "report on both", ["s1", "s2"]),
      ],
      operations: ["TRANSFORM", "GENERATE"],
      evidence: [],
      language: "en",
      confidence: 1,
      divergence: 0,
    };
  },
};
