/** A tool as a server lists it, checked member by member: one that is wrong spoils no other. */
export interface ListedTool {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly outputSchema?: Readonly<Record<string, unknown>>;
  readonly annotations: ToolHints;
}

/** Absent where the server says nothing. */
export interface ToolHints {
  readonly readOnlyHint?: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  readonly openWorldHint?: boolean;
}

/** UTF-16 code units of a description that are kept. */
const MAX_DESCRIPTION = 4_096;
/** Characters of one schema's JSON text. */
const MAX_SCHEMA = 65_536;
const HINTS = ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"] as const;

/** Reads one entry of a list of tools, or says why it cannot be offered. */
export function readListedTool(entry: unknown): ListedTool | { readonly name: string; readonly reason: string } {
  const tool = record(entry);
  const name = typeof tool.name === "string" ? tool.name : "";
  const refuse = (reason: string) => ({ name: name === "" ? "(unnamed)" : name.slice(0, 128), reason });
  if (name === "" || name.length > 128) return refuse("a tool's name has 1 to 128 characters");
  if (record(tool.execution).taskSupport === "required")
    return refuse("it runs only as a task, which is not supported");
  if (!isRecord(tool.inputSchema)) return refuse("it has no schema of its arguments");
  for (const schema of [tool.inputSchema, tool.outputSchema]) {
    if (schema !== undefined && JSON.stringify(schema).length > MAX_SCHEMA) {
      return refuse(`a schema is longer than ${MAX_SCHEMA} characters`);
    }
  }
  const annotations = record(tool.annotations);
  const title = text(tool.title) ?? text(annotations.title);
  return {
    name,
    ...(title === undefined ? {} : { title }),
    description: cutAtSpace(text(tool.description) ?? title ?? "", MAX_DESCRIPTION),
    inputSchema: tool.inputSchema,
    ...(isRecord(tool.outputSchema) ? { outputSchema: tool.outputSchema } : {}),
    annotations: Object.fromEntries(HINTS.flatMap((hint) => hintOf(annotations, hint))),
  };
}

function hintOf(annotations: Readonly<Record<string, unknown>>, hint: (typeof HINTS)[number]): [string, boolean][] {
  const value = annotations[hint];
  return typeof value === "boolean" ? [[hint, value]] : [];
}

/** The beginning of a text up to its last space before the limit; a text without one is dropped rather than cut. */
function cutAtSpace(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const end = text.lastIndexOf(" ", limit);
  return end <= 0 ? "" : `${text.slice(0, end)} …`;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const record = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {});
const text = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);
