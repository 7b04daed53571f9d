import type { Passage } from "../frame/passage.js";
import { splitSentences } from "./split-sentences.js";
import type { Unit, UnitKind } from "./unit.js";

const ENTRY = /^(\s*)(- )?(?:["']?([\p{L}\p{N}_][^:#"']{0,80}?)["']?\s*:(?:\s+(.*))?|(.*))$/u;

interface OpenKey {
  readonly indent: number;
  readonly name: string;
}

/** The lines of a YAML document, each under the keys it stands in and the comment above it. Linear. */
export function yamlUnits(passage: Passage): Unit[] {
  const units: Unit[] = [];
  const open: OpenKey[] = [];
  let comment = "";
  let block = 0;
  // An item of a list is identified by its first line.
  let item: { readonly indent: number; readonly text: string } | null = null;
  const add = (text: string, kind: UnitKind): void => {
    const labels = open.map(({ name }) => name);
    const headings = item === null || kind === "sentence" || item.text === text ? [] : [item.text];
    units.push({ text, kind, passage, headings, lead: comment, labels, cells: [], columns: "", block });
  };
  for (const raw of passage.text.split("\n")) {
    const line = raw.trim();
    if (line === "" || line === "---") {
      comment = "";
      block += 1;
      continue;
    }
    if (line.startsWith("#")) {
      const said = line.replace(/^#+\s?/, "");
      for (const sentence of splitSentences(said)) add(sentence, "sentence");
      comment = comment === "" ? said : `${comment} ${said}`;
      continue;
    }
    const [, indent = "", dash, key, value = ""] = ENTRY.exec(raw) ?? [];
    const depth = indent.length + (dash === undefined ? 0 : 2);
    while (open.length > 0 && (open.at(-1) as OpenKey).indent >= depth) open.pop();
    if (item !== null && (dash !== undefined ? indent.length <= item.indent : depth <= item.indent)) item = null;
    const isSection = key !== undefined && value.replace(/\s*#.*$/, "").trim() === "";
    if (dash !== undefined && key !== undefined && item === null) {
      item = { indent: indent.length, text: line.slice(2) };
      block += 1;
    }
    add(dash === undefined ? line : line.slice(2), isSection ? "heading" : "pair");
    if (isSection) open.push({ indent: depth, name: key });
    comment = "";
  }
  return units;
}
