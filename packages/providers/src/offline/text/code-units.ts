import type { Passage } from "../frame/passage.js";
import { splitSentences } from "./split-sentences.js";
import type { Unit, UnitKind } from "./unit.js";

const COMMENT = /^(?:#(?!!)|\/\/|--|;|\*(?!\/)|\/\*+|<!--)\s?(.*?)(?:\*\/|-->)?$/;
const DOCUMENTATION = /"""|'''/;
/** A definition names what the lines below it belong to. */
const DEFINITION =
  /^(?:export |public |private |static |async |pub |default )*(?:def|class|function|fn|func|interface|struct|type|module)\s+([\w$]+)/;

/** A name that a line gives a value. */
const NAMED =
  /^(?:export |public |private |static |final |readonly |const |let |var )*([A-Za-z_$][\w$]*)\s*(?::[^=]{1,60})?=(?!=)/;

/** The units of a source or configuration file: its lines, and the sentences of its comments. Linear. */
export function codeUnits(passage: Passage): Unit[] {
  const units: Unit[] = [];
  let comment: string[] = [];
  let documenting = false;
  let lead = "";
  let definition = "";
  let block = 0;
  const add = (text: string, kind: UnitKind): void => {
    const headings = definition === "" ? passage.headings : [...passage.headings, definition];
    units.push({
      text,
      kind,
      passage,
      headings,
      lead: kind === "pair" ? lead : "",
      labels: [],
      cells: [],
      columns: "",
      block,
    });
  };
  const closeComment = (described = definition): void => {
    const around = definition;
    definition = described;
    // The marks at the start of its lines stand between the words of a comment, so each line is stated by itself.
    for (const line of comment) for (const sentence of splitSentences(line)) add(sentence, "sentence");
    definition = around;
    lead = comment.join(" ");
    comment = [];
  };
  for (const raw of passage.text.split("\n")) {
    const line = raw.trim();
    if (line === "") {
      closeComment();
      lead = "";
      block += 1;
      continue;
    }
    const marks = line.split(DOCUMENTATION).length - 1;
    if (documenting || marks > 0) {
      const text = line.replace(DOCUMENTATION, "").replace(DOCUMENTATION, "").trim();
      if (text !== "") comment.push(text);
      if (marks % 2 === 1) documenting = !documenting;
      if (!documenting) closeComment();
      continue;
    }
    const said = COMMENT.exec(line);
    if (said !== null) {
      if ((said[1] as string).trim() !== "") comment.push((said[1] as string).trim());
      continue;
    }
    const defined = DEFINITION.exec(line)?.[1];
    if (comment.length > 0) closeComment(defined ?? NAMED.exec(line)?.[1]);
    definition = defined ?? definition;
    add(line, "pair");
    lead = "";
  }
  closeComment();
  return units;
}
