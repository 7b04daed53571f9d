import { isSnakeCase } from "./key-case.js";

/** Where the convention does not hold, on purpose. */
export interface ConventionExemptions {
  /** Protocol tokens that keep their spelling as enum words (STRATA-ENC-11). */
  readonly tokens?: ReadonlySet<string>;
  /** Protocol tokens that keep their spelling as field names, such as header names. */
  readonly keys?: ReadonlySet<string>;
  /** Fields that hold foreign payloads: objects of unknown fields, not looked into (STRATA-ENC-01). */
  readonly opaque?: ReadonlySet<string>;
  /** Fields in which `null` stands on purpose. */
  readonly nullable?: ReadonlySet<string>;
  /** Fields beside `kind` and `data` (STRATA-ENC-02). */
  readonly beside?: ReadonlySet<string>;
  /** Fields called `kind` that are bare strings without a union around them (STRATA-ENC-03). */
  readonly bareKind?: boolean;
}

/** One breach: a JSON Pointer into the schema, and what is wrong there. */
export interface ConventionViolation {
  readonly path: string;
  readonly rule: "snake_case" | "open_object" | "tagging" | "word" | "null" | "version";
  readonly message: string;
}

type Node = Readonly<Record<string, unknown>>;

/**
 * Walks a draft 2020-12 JSON Schema of a public document and lists what breaks the convention: names, objects with
 * data for keys, badly tagged unions, words, nulls, and a missing version. Iterative: depth costs no stack.
 */
export function conventionViolations(
  schema: unknown,
  exempt: ConventionExemptions & { readonly topLevel?: boolean } = {},
): ConventionViolation[] {
  const found: ConventionViolation[] = [];
  const stack: { node: unknown; path: string; field: string }[] = [{ node: schema, path: "", field: "" }];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { path, field } = next;
    if (typeof next.node !== "object" || next.node === null) continue;
    const node = next.node as Node;
    inspectNode(node, path, field, exempt, found);
    if (exempt.opaque?.has(field) && path !== "") continue;
    for (const [child, value, name] of children(node))
      stack.push({ node: value, path: `${path}/${child}`, field: name || field });
  }
  if (exempt.topLevel !== false) inspectVersion(schema as Node, found);
  return found.sort((left, right) => (left.path < right.path ? -1 : left.path > right.path ? 1 : 0));
}

function* children(node: Node): Generator<[string, unknown, string]> {
  for (const group of ["properties", "$defs"] as const) {
    for (const [key, value] of Object.entries((node[group] ?? {}) as Node)) {
      yield [`${group}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`, value, group === "properties" ? key : ""];
    }
  }
  for (const group of ["oneOf", "anyOf", "allOf", "prefixItems"] as const) {
    for (const [index, value] of ((node[group] ?? []) as unknown[]).entries()) yield [`${group}/${index}`, value, ""];
  }
  if (node.items !== undefined) yield ["items", node.items, ""];
}

function inspectNode(
  node: Node,
  path: string,
  field: string,
  exempt: ConventionExemptions,
  found: ConventionViolation[],
): void {
  const report = (rule: ConventionViolation["rule"], message: string) => found.push({ path, rule, message });
  const properties = node.properties as Node | undefined;
  for (const key of Object.keys(properties ?? {})) {
    if (!isSnakeCase(key) && !exempt.keys?.has(key))
      report("snake_case", `field ${JSON.stringify(key)} is not snake_case`);
  }
  if (node.type === "object" && node.additionalProperties !== false && !exempt.opaque?.has(field)) {
    report("open_object", "an object with open keys: write a list of objects");
  }
  if (properties !== undefined && "kind" in properties) inspectTag(node, properties, exempt, report);
  const listed = [...((node.enum ?? []) as unknown[]), ...("const" in node ? [node.const] : [])];
  for (const word of listed) {
    if (typeof word === "string" && !isSnakeCase(word) && !exempt.tokens?.has(word) && !isVersionField(field)) {
      report("word", `word ${JSON.stringify(word)} is not snake_case`);
    }
  }
  const nullType = node.type === "null" || (Array.isArray(node.type) && node.type.includes("null"));
  if ((nullType || listed.includes(null)) && !exempt.nullable?.has(field))
    report("null", "null where absence is meant");
}

function inspectTag(
  node: Node,
  properties: Node,
  exempt: ConventionExemptions,
  report: (rule: ConventionViolation["rule"], message: string) => void,
): void {
  const kind = properties.kind as Node;
  if (typeof kind.const !== "string") {
    if (!exempt.bareKind || !Array.isArray(kind.enum)) report("tagging", "kind is not one constant word");
    return;
  }
  const required = (node.required ?? []) as string[];
  if (!required.includes("kind")) report("tagging", "kind is not required");
  if ("data" in properties && !required.includes("data")) report("tagging", "data is not required");
  for (const key of Object.keys(properties)) {
    if (key !== "kind" && key !== "data" && !exempt.beside?.has(key)) {
      report("tagging", `field ${JSON.stringify(key)} stands beside kind and data`);
    }
  }
}

function isVersionField(field: string): boolean {
  return field === "version" || field === "ir_version";
}

function inspectVersion(schema: Node, found: ConventionViolation[]): void {
  let root = schema;
  const reference = root.$ref;
  if (typeof reference === "string" && reference.startsWith("#/$defs/")) {
    root = ((root.$defs ?? {}) as Record<string, Node>)[reference.slice("#/$defs/".length)] ?? root;
  }
  const required = (root.required ?? []) as string[];
  // STRATA-ENC-06: a document says which version it is.
  if (!required.includes("ir_version") && !required.includes("version")) {
    found.push({ path: "", rule: "version", message: "a document without a required ir_version or version" });
  }
}
