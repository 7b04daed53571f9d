import type { Field, SttpNode, Value } from "@pelorus/sttp";

/** A content field read as plain data, with the confidence it states. */
export interface ReadField {
  readonly value: unknown;
  readonly confidence: number | null;
  readonly members: ReadonlyMap<string, ReadField>;
}

/** The content of a node by name. Names are data: a map, never an object. */
export function readContent(node: SttpNode): ReadonlyMap<string, ReadField> {
  return readFields(node.content?.fields ?? []);
}

/** Text of a member, or "" where it has none. */
export function textOf(fields: ReadonlyMap<string, ReadField>, ...path: readonly string[]): string {
  const value = at(fields, path)?.value;
  return typeof value === "string" ? value : "";
}

/** Texts of a list member; what is no text is left out. */
export function textsOf(fields: ReadonlyMap<string, ReadField>, ...path: readonly string[]): string[] {
  const value = at(fields, path)?.value;
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === "string") : [];
}

export function at(fields: ReadonlyMap<string, ReadField>, path: readonly string[]): ReadField | undefined {
  let members: ReadonlyMap<string, ReadField> = fields;
  let found: ReadField | undefined;
  for (const name of path) {
    found = members.get(name);
    if (found === undefined) return undefined;
    members = found.members;
  }
  return found;
}

const NONE: ReadonlyMap<string, ReadField> = new Map();

function readFields(fields: readonly Field[]): Map<string, ReadField> {
  const read = new Map<string, ReadField>();
  for (const { name, confidence, value } of fields) {
    read.set(name, {
      value: plain(value),
      confidence: confidence ?? null,
      members: value.kind === "object" ? readFields(value.fields) : NONE,
    });
  }
  return read;
}

function plain(value: Value): unknown {
  switch (value.kind) {
    case "string":
    case "number":
    case "boolean":
      return value.value;
    case "array":
      return value.items.map(plain);
    case "null":
      return null;
    default:
      return undefined;
  }
}
