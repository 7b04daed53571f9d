import { DEPTH_LEVELS } from "@pelorus/core";

/** A tool of the server as the protocol lists it, its annotations apart where they depend on the server's own tools. */
export interface ServerTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: { readonly type: "object"; readonly [keyword: string]: unknown };
  /** What is known of the tool whatever the server runs with. */
  readonly annotations: Readonly<Record<string, boolean>>;
  /** True where the tool lets a run go on: it does whatever the server's own tools do. */
  readonly runs: boolean;
}

const runId = { type: "string", minLength: 1, maxLength: 128, description: "Id of the run." } as const;
const wait = {
  type: "boolean",
  default: true,
  description: "Whether to wait for the end; false returns at once, and get_run_status tells how far the run is.",
} as const;
const object = (properties: Record<string, unknown>, required: string[]) =>
  ({ type: "object", properties, required, additionalProperties: false }) as const;

const READS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false } as const;

export const SERVER_TOOLS = [
  {
    name: "run_positioned",
    title: "Run a request",
    description:
      "Carries out a request in plain words: plans it as cognitive operations, runs them one by one with the tools of " +
      "this server, verifies and records them, and returns the answer. Questions are asked through elicitation where the " +
      "client has it; otherwise the run waits for answer_run.",
    inputSchema: object(
      {
        request: { type: "string", minLength: 1, maxLength: 1_000_000, description: "What is to be done." },
        context_facts: {
          type: "array",
          maxItems: 1_000,
          items: { type: "string", minLength: 1 },
          description: "Statements the run may rely on.",
        },
        previous_run_id: { ...runId, description: "A run that has ended; its state is carried on." },
        depth: { enum: [...DEPTH_LEVELS], description: "Fixes the depth instead of negotiating it." },
        max_operations: { type: "integer", minimum: 1, maximum: 1_000, description: "Most operations of the plan." },
        timeout_seconds: { type: "number", exclusiveMinimum: 0, maximum: 86_400, description: "Ends the run." },
        wait,
      },
      ["request"],
    ),
    annotations: { idempotentHint: false },
    runs: true,
  },
  {
    name: "get_run_status",
    title: "Status of a run",
    description:
      "Tells whether a run is running, waiting, complete, partial, halted or interrupted, and what it waits for.",
    inputSchema: object({ run_id: runId }, ["run_id"]),
    annotations: READS,
    runs: false,
  },
  {
    name: "answer_run",
    title: "Answer a run",
    description:
      "Answers an approval (true or false), a clarification (the answer) or an external tool call (its result) that a run " +
      "waits for, and lets it go on.",
    inputSchema: object(
      {
        run_id: runId,
        request_id: { type: "string", minLength: 1, maxLength: 128, description: "Id of what the run waits for." },
        value: { description: "The answer: any JSON value." },
        reviewer: { type: "string", minLength: 1, maxLength: 256, description: "Who answers." },
        wait,
      },
      ["run_id", "request_id", "value"],
    ),
    annotations: { idempotentHint: false },
    runs: true,
  },
  {
    name: "resume_run",
    title: "Go on with a run",
    description: "Goes on with a run that was interrupted or that its model failed; finished steps are not repeated.",
    inputSchema: object({ run_id: runId, wait }, ["run_id"]),
    annotations: { idempotentHint: true },
    runs: true,
  },
  {
    name: "cancel_run",
    title: "Cancel a run",
    description: "Ends a run that is running or waiting; what was done is kept.",
    inputSchema: object({ run_id: runId, reason: { type: "string", maxLength: 1_000 } }, ["run_id"]),
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
    runs: false,
  },
  {
    name: "get_run_record",
    title: "Record of a run",
    description:
      "The typed record (STTP) of a run whose last leg has ended: one node per operation, each with its evidence.",
    inputSchema: object({ run_id: runId }, ["run_id"]),
    annotations: READS,
    runs: false,
  },
] as const satisfies readonly ServerTool[];

export type ServerToolName = (typeof SERVER_TOOLS)[number]["name"];

/** Schema of what all tools but `get_run_record` return. */
export const RUN_VIEW_SCHEMA = {
  type: "object",
  properties: {
    run_id: { type: "string" },
    status: { enum: ["running", "waiting", "complete", "partial", "halted", "interrupted"] },
    request: { type: "string" },
    text: { type: "string", description: "The answer, or the best output so far." },
    progress: { type: "string" },
    operations: { type: "array", items: { type: "string" } },
    steps: { type: "array", items: { type: "object" } },
    pending: { type: "array", items: { type: "object" }, description: "What the run waits for." },
    uncertainties: { type: "array", items: { type: "string" } },
    usage: { type: "object" },
    cost: { type: "object" },
    halt_reason: { type: "string" },
    error: { type: "object" },
  },
  required: ["run_id", "status", "pending"],
} as const;

export const RECORD_SCHEMA = {
  type: "object",
  properties: {
    run_id: { type: "string" },
    nodes: { type: "integer" },
    record: { type: "string", description: "Canonical STTP text." },
  },
  required: ["run_id", "nodes", "record"],
} as const;
