import {
  descriptorFrom,
  operationFromToken,
  STL_OPERATIONS,
  type StlOperation,
  ToolCapabilityFabric,
} from "@pelorus/core";
import { runBatch, textMember } from "../batch.js";
import { EXIT } from "../exit-codes.js";
import { readInput } from "../read-input.js";
import type { Terminal } from "../terminal.js";
import { UsageError } from "../usage-error.js";

export interface ToolsSelectOptions {
  readonly catalogue: string;
  readonly k: number;
  readonly operation?: string;
  readonly explain?: boolean;
  readonly jsonl?: boolean;
}

/** Rejections an explanation names at most. */
const MAX_REJECTED = 20;

/** `pelorus tools select`: which tools of a catalogue serve a query, best first (POS-FAB-13). */
export async function toolsSelectCommand(
  query: string | undefined,
  options: ToolsSelectOptions,
  terminal: Terminal,
): Promise<number> {
  const operation = operationOf(options.operation);
  const fabric = await loadCatalogue(options.catalogue, terminal);
  const select = (text: string) => {
    const selection = fabric.select(operation, text, { k: options.k, withDependencies: false });
    return {
      selected: selection.selected.map((entry) => entry.capabilityId),
      ...(options.explain === true
        ? {
            rejected: selection.rejected
              .slice(0, MAX_REJECTED)
              .map(({ capabilityId, reason }) => ({ capability_id: capabilityId, reason })),
          }
        : {}),
    };
  };
  if (options.jsonl === true) return runBatch(terminal, (line) => select(textMember(line, "query")));
  if (query === undefined)
    throw new UsageError("query_missing", "Give a query, or --jsonl and lines on standard input.");
  terminal.out(`${JSON.stringify(select(query))}\n`);
  return EXIT.complete;
}

function operationOf(token: string | undefined): StlOperation | null {
  if (token === undefined) return null;
  const operation = operationFromToken(token);
  if (operation === null) {
    throw new UsageError(
      "operation_unknown",
      `--operation: ${token} is no operation; there are ${STL_OPERATIONS.join(", ")}.`,
    );
  }
  return operation;
}

async function loadCatalogue(path: string, terminal: Terminal): Promise<ToolCapabilityFabric> {
  const text = await readInput(path, terminal);
  let catalogue: unknown;
  try {
    catalogue = JSON.parse(text);
  } catch (error) {
    throw new UsageError(
      "catalogue_invalid",
      `${path} is no JSON: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  const tools = Array.isArray(catalogue) ? catalogue : (catalogue as { tools?: unknown } | null)?.tools;
  if (!Array.isArray(tools)) {
    throw new UsageError(
      "catalogue_invalid",
      `${path} must be a list of tools, or an object with a list named "tools".`,
    );
  }
  const fabric = new ToolCapabilityFabric();
  for (const [index, tool] of tools.entries()) {
    try {
      fabric.register(descriptorFrom(tool, { operationTypes: [...STL_OPERATIONS] }));
    } catch (error) {
      throw new UsageError(
        "catalogue_invalid",
        `${path}: tool ${index}: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }
  return fabric;
}
