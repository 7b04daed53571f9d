import type { Passage } from "../frame/passage.js";
import type { Frame } from "../frame/read-frame.js";
import type { Unit } from "../text/unit.js";

/** Most characters of a result that are stated. */
const LONGEST = 1200;
/** Arguments of tools that look for something or read it: what they return is evidence and no answer. */
const LOOKS = /"(?:q|query|search_?\w*|keywords?|terms?|question|path|file\w*|document\w*|folder)"\s*:/i;

/** What an application's own tools returned: evidence of calls, none of which is a passage of a document. */
export function toolResults({ passages, calls }: Pick<Frame, "passages" | "calls">): Unit[] {
  const answers = calls.some(({ outcome, argumentsText }) => outcome === "ok" && !LOOKS.test(argumentsText));
  if (!answers || passages.some(({ lines }) => lines !== null)) return [];
  return [...passages].reverse().flatMap((passage) => {
    const text = passage.text.replace(/\s+/g, " ").trim();
    // That there is a document says nothing of what stands in it.
    const isListed = text.startsWith(`path: ${passage.path}`);
    return text === "" || isListed || text.length > LONGEST ? [] : [unitOf(text, passage)];
  });
}

function unitOf(text: string, passage: Passage): Unit {
  return { text, kind: "sentence", passage, headings: [], lead: "", labels: [], cells: [], columns: "", block: 0 };
}
