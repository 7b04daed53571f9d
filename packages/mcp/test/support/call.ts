import type { CapabilityCallContext, CapabilityDefinition } from "@pelorus/core";
import type { McpConnection } from "@pelorus/mcp";

type Progress = Parameters<CapabilityCallContext["reportProgress"]>[0];

export interface CallExtras {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
}

/** Calls a tool of a connection as an executor would. */
export function callTool(
  connection: McpConnection,
  name: string,
  args: Record<string, unknown> = {},
  extras: CallExtras = {},
): Promise<unknown> {
  return execute(toolOf(connection, name), args, extras);
}

export function toolOf(connection: McpConnection, name: string): CapabilityDefinition {
  const tool = connection.tools().find(({ descriptor }) => descriptor.capabilityId === name);
  if (tool === undefined) throw new Error(`no tool ${name}`);
  return tool;
}

export async function execute(
  tool: CapabilityDefinition,
  args: Record<string, unknown> = {},
  extras: CallExtras = {},
): Promise<unknown> {
  return tool.execute(args, {
    signal: extras.signal ?? new AbortController().signal,
    idempotencyKey: "run/s1/1/tool",
    runId: "run",
    stepId: "s1",
    callId: "call_1",
    reportProgress: extras.onProgress ?? (() => {}),
    remark: () => {},
  });
}
