// Runs of a fixed plan with a model that costs nothing: what is left is our own time. Outputs differ from step to step, as
// those of a real model do, so that nothing is measured that only equal texts could save.
import { defineCapability, runPositioned } from "@pelorus/core";

const OPERATIONS = ["RETRIEVE", "ANALYSE", "GENERATE"];

const fixedPlan = (count) => ({
  name: "fixed",
  classify: (request) => ({
    steps: Array.from({ length: count }, (_, index) => ({
      id: `s${index + 1}`,
      operation: OPERATIONS[index % OPERATIONS.length],
      assignment: `part ${index + 1} of the work on ${request}`,
      dependsOn: index === 0 ? [] : [`s${index}`],
      deliverable: index === count - 1,
      implied: false,
      evidence: [],
    })),
    operations: OPERATIONS,
    evidence: [],
    language: "en",
    confidence: 1,
    divergence: 0,
  }),
});

function outputs() {
  let made = 0;
  return () => {
    made += 1;
    return `Part ${made} is done, and ${(made % 7) + 2} items were found in the list.`;
  };
}

const withoutTools = (count) => ({
  model: outputs(),
  classifier: fixedPlan(count),
  maxOperations: count,
  onFailedChecks: "record",
  contextWindow: 100_000,
});

const tools = Array.from({ length: 20 }, (_, index) =>
  defineCapability({
    capabilityId: `tool_${index}`,
    operationTypes: OPERATIONS,
    inputSchema: { type: "object", properties: { part: { type: "integer" } } },
    costProfile: { safetyClass: "read-only" },
    metadata: { description: `work on part ${index} of the list of items`, repeatable: true },
    execute: ({ part }) => ({ part, found: 3 }),
  }),
);

function toolUser() {
  const write = outputs();
  let calls = 0;
  return (prompt, schema) => {
    if (schema === null) return write();
    const id = /^1\. (\S+):/m.exec(prompt.slice(prompt.indexOf("Capabilities offered")))?.[1] ?? "tool_0";
    calls += 1;
    return JSON.stringify({ capability_id: id, arguments: { part: calls } });
  };
}

/** One tool call an operation, as a plan of tool operations has it. */
const withTools = (count) => ({
  ...withoutTools(count),
  tools,
  policy: { maxToolCallsPerOperation: 1 },
  model: toolUser(),
});

/** Runs a plan of `count` operations to its end. */
export async function fixedRun(count, { useTools = false, ...options } = {}) {
  const result = await runPositioned("the list", {
    ...(useTools ? withTools(count) : withoutTools(count)),
    ...options,
  });
  if (result.status !== "complete" && result.status !== "partial") {
    throw new Error(`the run ended as ${result.status} (${result.haltReason}): ${result.error?.message ?? ""}`);
  }
  return result;
}

/** Wall and processor time of one run in milliseconds. */
export async function timeRun(count, options) {
  const before = process.cpuUsage();
  const started = performance.now();
  await fixedRun(count, options);
  const wall = performance.now() - started;
  const { user, system } = process.cpuUsage(before);
  return { wall, cpu: (user + system) / 1000 };
}
