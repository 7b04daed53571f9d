import type { Passage } from "../frame/passage.js";
import type { Unit } from "./unit.js";

const OPENS = /^(?:"((?:[^"\\]|\\.)*)"\s*:\s*)?[[{]$/;
const CLOSES = /^[\]}],?$/;
/** A member whose value tells one object from another. */
const IDENTIFIES = /^"(?:name|title|id|key|code|label|[a-z_]*name|[a-z_]*id)"\s*:\s*"/i;
const TEXT_MEMBER = /^"(?:[^"\\]|\\.)*"\s*:\s*"/;

/** Lines of the largest object that one of its lines identifies: a whole document has no such line. */
const LARGEST = 200;

/** An object or list that is open, with its lines that wait for what identifies it. */
interface OpenValue {
  readonly name: string;
  readonly lines: { readonly text: string; readonly at: number }[];
}

/**
 * The lines of a JSON document, each under the names of the members it stands in and the line that identifies its object, as
 * far as the passage shows them. An object on one line is a row.
 */
export function jsonUnits(passage: Passage): Unit[] {
  const units: Unit[] = [];
  const open: OpenValue[] = [{ name: "", lines: [] }];
  let block = 0;
  // What identifies an object holds for what stands in it, too.
  const identify = (from: number, { lines }: OpenValue): void => {
    const line = lines.find(({ text }) => IDENTIFIES.test(text)) ?? lines.find(({ text }) => TEXT_MEMBER.test(text));
    if (line === undefined || lines.length < 2 || units.length - from > LARGEST) return;
    for (let at = from; at < units.length; at++) {
      const unit = units[at] as Unit;
      if (at !== line.at) units[at] = { ...unit, headings: [line.text, ...unit.headings] };
    }
  };
  const starts: number[] = [0];
  for (const raw of passage.text.split("\n")) {
    const line = raw.trim();
    if (line === "") continue;
    const opening = OPENS.exec(line);
    if (opening !== null) {
      open.push({ name: opening[1] ?? "", lines: [] });
      starts.push(units.length);
      block += 1;
    } else if (CLOSES.test(line)) {
      const closed = open.pop();
      const start = starts.pop();
      if (closed !== undefined && start !== undefined && open.length > 1) identify(start, closed);
      if (open.length === 0) open.push({ name: "", lines: [] });
      if (starts.length === 0) starts.push(units.length);
      block += 1;
    } else {
      // The comma divides members and belongs to none.
      const text = line.replace(/,$/, "");
      const row = objectOf(text);
      const labels = open.map(({ name }) => name).filter((name) => name !== "");
      open.at(-1)?.lines.push({ text, at: units.length });
      const shared = { text, passage, headings: [], lead: "", columns: "", block };
      units.push(
        row === null
          ? { ...shared, kind: "pair", labels, cells: [] }
          : { ...shared, kind: "row", lead: labels.join(" "), labels: Object.keys(row), cells: cellsOfObject(row) },
      );
    }
  }
  return units;
}

/** The object that a line is, or that its member has; null when it is none. */
function objectOf(line: string): Record<string, unknown> | null {
  const member = /^"((?:[^"\\]|\\.)*)"\s*:\s*(?=\{.*\}$)/.exec(line);
  if (member === null && !/^\{.*\}$/.test(line)) return null;
  try {
    const value = JSON.parse(member === null ? line : line.slice(member[0].length)) as Record<string, unknown>;
    return member === null ? value : { "": member[1], ...value };
  } catch {
    return null;
  }
}

function cellsOfObject(row: Record<string, unknown>): string[] {
  return Object.values(row).map((value) =>
    value === null ? "" : typeof value === "object" ? JSON.stringify(value) : String(value),
  );
}
