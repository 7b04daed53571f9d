import { fileURLToPath } from "node:url";
import type { CapabilityDefinition } from "../../src/contract/capability.js";
import { type DocumentToolOptions, documentTools } from "../../src/documents/index.js";

/** The folder of fixtures, absolute. */
export const fixtureFolder = fileURLToPath(new URL("../fixtures/documents", import.meta.url));

export interface Passage {
  readonly path: string;
  readonly start_line: number;
  readonly end_line: number;
  readonly context?: string;
  readonly text: string;
  readonly score: number;
}

export interface ReadAnswer {
  readonly path: string;
  readonly total_lines: number;
  readonly start_line: number;
  readonly end_line: number;
  readonly text: string;
  readonly truncated: boolean;
  readonly next_line?: number;
  readonly next_column?: number;
}

export interface SearchAnswer {
  readonly searched: number;
  readonly passages: readonly Passage[];
  readonly not_searched?: number;
  readonly not_searched_paths?: readonly string[];
  readonly truncated?: boolean;
}

export interface ListAnswer {
  readonly total: number;
  readonly documents: readonly {
    readonly path: string;
    readonly bytes: number;
    readonly title?: string;
    readonly lines?: number;
    readonly not_searched?: string;
  }[];
  readonly next_after?: string;
  readonly truncated?: boolean;
}

type Arguments = Readonly<Record<string, unknown>>;

/** The three tools over a folder as plain functions of their arguments. */
export function toolsOver(folder: string, options: DocumentToolOptions = {}) {
  const definitions = documentTools(folder, options);
  const remarks: string[] = [];
  const call = async (id: string, args: Arguments, signal?: AbortSignal): Promise<unknown> =>
    callTool(definitions, id, args, signal, (text) => remarks.push(text));
  return {
    /** Everything the calls so far remarked. */
    remarks,
    list: async (args: Arguments = {}, signal?: AbortSignal) =>
      (await call("list_documents", args, signal)) as ListAnswer,
    search: async (args: Arguments, signal?: AbortSignal) =>
      (await call("search_documents", args, signal)) as SearchAnswer,
    read: async (args: Arguments, signal?: AbortSignal) => (await call("read_document", args, signal)) as ReadAnswer,
  };
}

/** Calls one capability as the executor does. */
export async function callTool(
  definitions: readonly CapabilityDefinition[],
  id: string,
  args: Arguments,
  signal: AbortSignal = new AbortController().signal,
  remark: (text: string) => void = () => undefined,
): Promise<unknown> {
  const definition = definitions.find(({ descriptor }) => descriptor.capabilityId === id);
  if (definition === undefined) throw new Error(`no capability ${id}`);
  return definition.execute(args, {
    signal,
    idempotencyKey: "key",
    runId: "run",
    stepId: "step",
    callId: "call",
    reportProgress: () => undefined,
    remark,
  });
}
