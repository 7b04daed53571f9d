import type { Passage } from "../frame/passage.js";
import type { Unit } from "./unit.js";

const OPENS = /^(?:"((?:[^"\\]|\\.)*)"\s*:\s*)?[[{]$/;
const CLOSES = /^[\]}],?$/;

/** The lines of a JSON document, each under the names of the members it stands in, as far as the passage shows them. */
export function jsonUnits(passage: Passage): Unit[] {
  const units: Unit[] = [];
  const open: string[] = [];
  let block = 0;
  for (const raw of passage.text.split("\n")) {
    const line = raw.trim();
    if (line === "") continue;
    const opening = OPENS.exec(line);
    if (opening !== null) {
      open.push(opening[1] ?? "");
      block += 1;
    } else if (CLOSES.test(line)) {
      open.pop();
      block += 1;
    } else {
      units.push({
        // The comma divides members and belongs to none.
        text: line.replace(/,$/, ""),
        kind: "pair",
        passage,
        headings: [],
        lead: "",
        labels: open.filter((name) => name !== ""),
        columns: "",
        block,
      });
    }
  }
  return units;
}
