/** One level of nesting that is open. */
interface Level {
  readonly indent: number;
  readonly kind: "map" | "sequence";
  readonly keys: Set<string>;
}

/**
 * What keeps a text from being a YAML document of the common subset, or null: block mappings and sequences, flow
 * collections on one line, block scalars, comments, one document. Anchors, tags and multi-line plain scalars pass
 * unread. Linear; a level is opened and closed once.
 */
export function yamlFault(text: string): string | null {
  const levels: Level[] = [];
  let scalarIndent = -1;
  // The last line opened a value that may stand on deeper lines.
  let opened = true;
  let entries = 0;
  for (const raw of text.split("\n")) {
    const line = raw.trimEnd();
    const content = line.trimStart();
    if (content === "" || content === "---" || content === "..." || content.startsWith("%")) continue;
    const indent = line.length - content.length;
    if (scalarIndent >= 0) {
      if (indent > scalarIndent) continue;
      scalarIndent = -1;
    }
    if (content.startsWith("#")) continue;
    if (line.slice(0, indent).includes("\t")) return "a line is indented with a tab";
    const read = readLine(content);
    if (read.fault !== null) return read.fault;
    if (read.kind === null) {
      if (!opened && entries > 0) continue;
      return entries === 0 ? "a line is neither a key nor an item" : null;
    }
    entries += 1;
    let at = indent;
    for (const part of read.parts) {
      const fault = enter(levels, at, part, opened);
      if (fault !== null) return fault;
      at += part.width;
      opened = true;
    }
    opened = read.opens;
    if (read.block) scalarIndent = indent;
  }
  return entries > 0 ? null : "there is no key and no item";
}

interface Part {
  readonly kind: "map" | "sequence";
  readonly key: string;
  /** Columns to what follows on the same line. */
  readonly width: number;
}

interface LineReading {
  readonly kind: "entry" | null;
  readonly parts: readonly Part[];
  /** A value may follow on deeper lines. */
  readonly opens: boolean;
  /** A block scalar follows. */
  readonly block: boolean;
  readonly fault: string | null;
}

const KEY = /^(?:"(?:[^"\\]|\\.)*"|'[^']*'|[^\s#:,[\]{}"'&*!|>%@`-][^:#]*|-[^\s:][^:#]*)(?=:(?:\s|$))/;
const NOTHING: LineReading = { kind: null, parts: [], opens: false, block: false, fault: null };

/** "- - key: value" has one part for every marker on the line. */
function readLine(content: string): LineReading {
  const parts: Part[] = [];
  let rest = content;
  while (rest === "-" || rest.startsWith("- ")) {
    const after = rest.slice(1).trimStart();
    parts.push({ kind: "sequence", key: "", width: rest.length - after.length });
    rest = after;
  }
  const key = KEY.exec(rest)?.[0];
  if (key !== undefined) {
    parts.push({ kind: "map", key: key.trim(), width: 0 });
    rest = rest.slice(key.length + 1).trim();
  } else if (parts.length === 0) {
    return /^[[{]/.test(rest)
      ? { kind: "entry", parts: [], opens: false, block: false, fault: flowFault(rest) }
      : NOTHING;
  }
  const block = /^[|>][+-]?\d?[+-]?(?:\s+#.*)?$/.test(rest);
  const bare = rest === "" || rest.startsWith("#");
  return {
    kind: "entry",
    parts,
    opens: bare || block,
    block,
    fault: block || bare ? null : valueFault(rest, key !== undefined),
  };
}

function valueFault(value: string, ofKey: boolean): string | null {
  if (/^[[{]/.test(value)) return flowFault(value);
  if (value.startsWith('"'))
    return /^"(?:[^"\\]|\\.)*"(?:\s+#.*)?$/.test(value) ? null : "a quoted value is not closed";
  if (value.startsWith("'")) return /^'(?:[^']|'')*'(?:\s+#.*)?$/.test(value) ? null : "a quoted value is not closed";
  if (ofKey && /:\s/.test(value.replace(/\s#.*$/, ""))) return "a plain value contains a colon and must be quoted";
  return null;
}

function flowFault(value: string): string | null {
  const open: string[] = [];
  let quote = "";
  for (const mark of value) {
    if (quote !== "") {
      if (mark === quote) quote = "";
    } else if (mark === '"' || mark === "'") quote = mark;
    else if (mark === "[" || mark === "{") open.push(mark);
    else if (mark === "]" || mark === "}") {
      if (open.pop() !== (mark === "]" ? "[" : "{")) return "a flow collection is not balanced";
    } else if (mark === "#" && open.length === 0) break;
  }
  return open.length === 0 ? null : "a flow collection is not closed on its line";
}

/** Puts an entry at its column: into the level that stands there, or a new one below what was opened. */
function enter(levels: Level[], indent: number, part: Part, opened: boolean): string | null {
  let top = levels[levels.length - 1];
  while (top !== undefined && indent < top.indent) {
    levels.pop();
    top = levels[levels.length - 1];
  }
  // A sequence may stand at the column of the key it belongs to.
  if (top !== undefined && top.indent === indent && top.kind === "sequence" && part.kind === "map") {
    levels.pop();
    top = levels[levels.length - 1];
  }
  if (top === undefined || indent > top.indent || (part.kind === "sequence" && top.kind === "map" && opened)) {
    if (top !== undefined && indent > top.indent && !opened) return "a line is indented under a value that is complete";
    top = { indent, kind: part.kind, keys: new Set() };
    levels.push(top);
  }
  if (top.indent !== indent || top.kind !== part.kind) return "a line stands at a column nothing else stands at";
  if (part.kind === "map") {
    if (top.keys.has(part.key)) return `the key ${part.key} stands twice`;
    top.keys.add(part.key);
  }
  return null;
}
