import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { checkSchemas, DescriptorError } from "@pelorus/core";
import { McpError } from "../mcp-error.js";
import { importTool } from "./import-tool.js";
import { type ListedTool, readListedTool } from "./listed-tool.js";
import type { Sdk } from "./load-sdk.js";
import type { SkippedTool } from "./mcp-event.js";

/** Pages and tools of one server: more is a server that has lost count. */
const MAX_PAGES = 1_000;
const MAX_TOOLS = 10_000;
/** UTF-16 code units of what is said of a tool that is left out. */
const MAX_REASON = 1_024;

export interface ToolList {
  readonly tools: ReadonlyMap<string, ListedTool>;
  readonly skipped: readonly SkippedTool[];
}

/**
 * Lists the tools of a server, page by page, each entry judged by itself. `include` are the wanted names; absent: all.
 * Throws McpError `mcp_result_invalid` for a list that is none or does not end, and what a request throws.
 */
export async function listTools(
  client: Client,
  sdk: Sdk,
  options: {
    readonly include?: readonly string[] | undefined;
    readonly signal: AbortSignal;
    readonly timeoutMs: number;
  },
): Promise<ToolList> {
  const tools = new Map<string, ListedTool>();
  const skipped: SkippedTool[] = [];
  if (client.getServerCapabilities()?.tools === undefined) return { tools, skipped };
  const wanted = options.include === undefined ? null : new Set(options.include);
  const cursors = new Set<string>();
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const result = await client.request(
      { method: "tools/list", params: cursor === undefined ? {} : { cursor } },
      sdk.ResultSchema,
      { signal: options.signal, timeout: options.timeoutMs, maxTotalTimeout: options.timeoutMs },
    );
    if (!Array.isArray(result.tools)) throw new McpError("mcp_result_invalid", "The list of tools is no list.");
    for (const entry of result.tools) {
      const tool = readListedTool(entry);
      if (wanted !== null && !wanted.has(tool.name)) continue;
      if ("reason" in tool) skipped.push(tool);
      else if (tools.has(tool.name)) skipped.push({ name: tool.name, reason: "the server lists this name twice" });
      else {
        const reason = await whyUnusable(tool);
        if (reason === null) tools.set(tool.name, tool);
        else skipped.push({ name: tool.name, reason });
      }
    }
    const next = result.nextCursor;
    if (typeof next !== "string" || next === "") return { tools, skipped };
    if (cursors.has(next) || tools.size > MAX_TOOLS) break;
    cursors.add(next);
    cursor = next;
  }
  throw new McpError("mcp_result_invalid", "The list of tools does not end.");
}

/** Why no capability can be made of a tool, or null: one whose schema is broken spoils no run (POS-FAB-14). */
async function whyUnusable(tool: ListedTool): Promise<string | null> {
  try {
    await checkSchemas(importTool(tool, { execute: () => null }).descriptor);
    return null;
  } catch (error) {
    if (error instanceof DescriptorError) return error.message.slice(0, MAX_REASON);
    throw error;
  }
}
