import type { Passage } from "../frame/passage.js";
import type { Frame } from "../frame/read-frame.js";
import type { Unit } from "../text/unit.js";

/** Most characters of a result that are stated. */
const LONGEST = 1200;
/** What a call returned is known by the call; a piece of a document by its path. */
const CALL = /^call:/;

/** What the tools returned, where they are an application's own: where none of the evidence is of a document. */
export function toolResults({ passages }: Pick<Frame, "passages">): Unit[] {
  if (passages.length === 0 || !passages.every(({ ref }) => CALL.test(ref))) return [];
  return [...passages].reverse().flatMap((passage) => {
    const text = passage.text.replace(/\s+/g, " ").trim();
    return text === "" || text.length > LONGEST ? [] : [unitOf(text, passage)];
  });
}

function unitOf(text: string, passage: Passage): Unit {
  return { text, kind: "sentence", passage, headings: [], lead: "", labels: [], cells: [], columns: "", block: 0 };
}
