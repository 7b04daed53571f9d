import {
  type CapabilityDescriptor,
  type CapabilityProfile,
  classifyRequest,
  narrowSelection,
  type StlOperation,
  ToolCapabilityFabric,
} from "@pelorus/core";
import { EXIT } from "../exit-codes.js";
import { type ConnectedServers, connectServers, toolIds, withTools } from "../mcp-servers.js";
import { type McpFlags, mcpSetup } from "../mcp-setup.js";
import { type RunSetup, setUpRun } from "../run-setup.js";
import type { Terminal } from "../terminal.js";
import { UsageError } from "../usage-error.js";

export interface McpToolsOptions extends McpFlags, Pick<RunSetup, "docs" | "tools" | "oversight"> {
  readonly profile?: CapabilityProfile;
  readonly json?: boolean;
}

/** What one step of a request would be offered, and why nothing else. */
interface StepOffer {
  readonly id: string;
  readonly operation: StlOperation;
  readonly assignment: string;
  /** Shown to the model, best first. */
  readonly presented: readonly ScoredTool[];
  readonly rejected: readonly { readonly capability_id: string; readonly reason: string; readonly score?: number }[];
  /** Tools of other operations. */
  readonly not_of_this_operation: readonly string[];
}

interface ScoredTool {
  readonly capability_id: string;
  readonly score: number;
  readonly reason: string;
  readonly parts: Readonly<Record<string, number>>;
  readonly safety_class: string;
  readonly needs_approval: boolean;
}

/** `pelorus mcp tools`: what would be offered for each step of a request, and why. Nothing is called. */
export async function mcpToolsCommand(request: string, options: McpToolsOptions, terminal: Terminal): Promise<number> {
  const setup = mcpSetup(options);
  if (setup === undefined) throw new UsageError("server_missing", "Name at least one server with --mcp.");
  const base = await setUpRun({ ...options, model: "offline" }, terminal);
  const servers = await connectServers(setup, toolIds(base), terminal);
  try {
    const { tools = [] } = withTools(base, servers);
    const oversight = new Set<string>(base.oversightRequired ?? ["human-oversight", "destructive"]);
    const fabric = new ToolCapabilityFabric();
    for (const tool of tools) fabric.register(tool);
    const steps = classifyRequest(request).steps.map(({ id, operation, assignment }) => ({
      id,
      operation,
      assignment,
      ...offersFor(fabric, operation, assignment, options.profile ?? "frontier", oversight),
    }));
    if (options.json === true) terminal.out(`${JSON.stringify({ request, servers: serversView(servers), steps })}\n`);
    else terminal.out(printOffers(servers, steps));
    return EXIT.complete;
  } finally {
    await servers.close();
  }
}

function offersFor(
  fabric: ToolCapabilityFabric,
  operation: StlOperation,
  assignment: string,
  profile: CapabilityProfile,
  oversight: ReadonlySet<string>,
): Pick<StepOffer, "presented" | "rejected" | "not_of_this_operation"> {
  const selection = fabric.select(operation, assignment, { profile });
  const shown = narrowSelection(selection, profile);
  const scores = new Map(selection.selected.map(({ capabilityId, score }) => [capabilityId, score]));
  return {
    presented: shown.selected.map(({ capabilityId, score, reason, parts }) => {
      const { safetyClass } = (fabric.get(capabilityId) as CapabilityDescriptor).costProfile;
      return {
        capability_id: capabilityId,
        score,
        reason,
        parts: { ...parts },
        safety_class: safetyClass,
        needs_approval: oversight.has(safetyClass),
      };
    }),
    rejected: shown.rejected.map(({ capabilityId, reason }) => ({
      capability_id: capabilityId,
      reason,
      ...(scores.has(capabilityId) ? { score: scores.get(capabilityId) as number } : {}),
    })),
    not_of_this_operation: fabric
      .descriptors()
      .filter(({ operationTypes }) => !operationTypes.includes(operation))
      .map(({ capabilityId }) => capabilityId),
  };
}

function serversView({ connections }: ConnectedServers) {
  return connections.map((connection) => ({
    name: connection.name,
    version: connection.server.version,
    transport: connection.transport,
    tools: connection.tools().length,
    skipped: connection.skipped,
  }));
}

function printOffers(servers: ConnectedServers, steps: readonly StepOffer[]): string {
  const lines = serversView(servers).flatMap(({ name, version, transport, tools, skipped }) => [
    `${name} ${version} (${transport}): ${tools} tools`,
    ...skipped.map((tool) => `  left out ${tool.name}: ${tool.reason}`),
  ]);
  for (const step of steps) {
    lines.push("", `${step.id} ${step.operation}: ${step.assignment}`);
    if (step.presented.length === 0) lines.push("  nothing is offered");
    for (const tool of step.presented) {
      const parts = Object.entries(tool.parts).map(([part, value]) => `${part} ${value.toFixed(2)}`);
      const approval = tool.needs_approval ? ", needs approval" : "";
      lines.push(`  offered   ${tool.capability_id}  ${tool.score.toFixed(3)} = ${parts.join(", ")}`);
      lines.push(`            ${tool.safety_class}${approval}${tool.reason === "dependency" ? ", a dependency" : ""}`);
    }
    for (const tool of step.rejected) {
      const score = tool.score === undefined ? "" : `  ${tool.score.toFixed(3)}`;
      lines.push(`  not       ${tool.capability_id}${score}  ${tool.reason}`);
    }
    const others = step.not_of_this_operation;
    if (others.length > 0) lines.push(`  serve other operations: ${others.join(", ")}`);
  }
  return `${lines.join("\n")}\n`;
}
