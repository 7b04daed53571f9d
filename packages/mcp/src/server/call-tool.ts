import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { McpError } from "../mcp-error.js";
import { followRun, type RequestExtra } from "./follow-run.js";
import type { KnownRun } from "./known-run.js";
import type { RunRegistry, StartRequest } from "./run-registry.js";
import { type RunView, viewText } from "./run-view.js";
import type { ServerToolName } from "./tool-table.js";

export interface ToolCallContext {
  readonly registry: RunRegistry;
  readonly server: Server;
  readonly extra: RequestExtra;
  readonly answerTimeoutMs: number;
}

export interface ToolResult {
  readonly [member: string]: unknown;
  readonly content: { readonly type: "text"; readonly text: string }[];
  readonly structuredContent?: Record<string, unknown>;
  readonly isError?: boolean;
}

type Args = Readonly<Record<string, unknown>>;

/** Carries out one call whose arguments satisfy the tool's schema. What fails is a result that says so. */
export async function callServerTool(name: ServerToolName, args: Args, context: ToolCallContext): Promise<ToolResult> {
  try {
    return await TOOLS[name](args, context);
  } catch (error) {
    return failure(error);
  }
}

const TOOLS: Readonly<Record<ServerToolName, (args: Args, context: ToolCallContext) => Promise<ToolResult>>> = {
  async run_positioned(args, context) {
    const run = await context.registry.start(startRequest(args));
    return followed(run, args, context);
  },
  async get_run_status(args, { registry }) {
    return viewResult(await registry.view(String(args.run_id)));
  },
  async answer_run(args, context) {
    const { registry, server } = context;
    const reviewer = args.reviewer ?? server.getClientVersion()?.name ?? "client";
    const run = await registry.answer(String(args.run_id), String(args.request_id), args.value, String(reviewer));
    return followed(run, args, context);
  },
  async resume_run(args, context) {
    return followed(await context.registry.resume(String(args.run_id)), args, context);
  },
  async cancel_run(args, { registry }) {
    return viewResult(await registry.cancel(String(args.run_id), String(args.reason ?? "cancelled by the client")));
  },
  async get_run_record(args, { registry }) {
    const runId = String(args.run_id);
    const result = await registry.result(runId);
    if (result === null) {
      const { status } = await registry.view(runId);
      throw new McpError(
        "mcp_run_unknown",
        `Run ${runId} is ${status}: its record is complete when the run has ended.`,
      );
    }
    const record = result.nodes.map((node) => node.text).join("\n\n");
    return {
      content: [{ type: "text", text: record }],
      structuredContent: { run_id: runId, nodes: result.nodes.length, record },
    };
  },
};

async function followed(run: KnownRun, args: Args, context: ToolCallContext): Promise<ToolResult> {
  if (args.wait !== false) await followRun(run, context.server, context.extra, context.answerTimeoutMs);
  return viewResult(run.view());
}

function startRequest(args: Args): StartRequest {
  const {
    context_facts: facts,
    previous_run_id: previous,
    depth,
    max_operations: most,
    timeout_seconds: seconds,
  } = args;
  return {
    request: String(args.request),
    ...(facts === undefined ? {} : { contextFacts: facts as string[] }),
    ...(previous === undefined ? {} : { previousRunId: String(previous) }),
    ...(depth === undefined ? {} : { depth: depth as NonNullable<StartRequest["depth"]> }),
    ...(most === undefined ? {} : { maxOperations: Number(most) }),
    ...(seconds === undefined ? {} : { timeoutMs: Number(seconds) * 1_000 }),
  };
}

function viewResult(view: RunView): ToolResult {
  return {
    content: [{ type: "text", text: viewText(view) }],
    structuredContent: view,
    ...(view.status === "halted" && view.error !== undefined ? { isError: true } : {}),
  };
}

/** An error as a tool's own result: the model at the client can read it and do better. */
export function failure(error: unknown): ToolResult {
  const code = (error as { code?: unknown } | null)?.code;
  const message = error instanceof Error ? error.message : String(error);
  return {
    content: [{ type: "text", text: typeof code === "string" ? `${code}: ${message}` : message }],
    isError: true,
  };
}
