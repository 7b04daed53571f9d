import { FENCE_DIGEST_DIGITS, FENCE_MARKS, HEADING_MARK, SECTION_NAMES } from "../../contract/prompt-section.js";
import { failed, type OutputCheck, passed, SERIOUS, undecided } from "../output-check.js";

const CLEAN = passed("No tool syntax and no mark of the prompt is in the output.");

/** Text that stands in tool calls and in nothing people read. */
const TOOL_MARKS = [
  '"capability_id"',
  "<tool_call",
  "</tool_call",
  "[TOOL_CALLS]",
  '"tool_calls"',
  "<|python_tag|>",
  "<function_call",
  "functools[",
];
const TITLES: ReadonlySet<string> = new Set(SECTION_NAMES.map((name) => name.toUpperCase().replaceAll("_", " ")));
/** Longest heading of ours, with its marks. */
const HEADING_LOOK = 40;

/** No tool syntax, section heading or fence line of ours is left in the output. */
export const noPromptSyntaxCheck: OutputCheck = {
  id: "no-prompt-syntax",
  weight: SERIOUS,
  states: () => "no tool syntax",
  examine({ output, request }) {
    const { text } = output;
    // POS-VER-01: what the request itself is about may stand in its answer.
    const found = toolMark(text) ?? headingLine(text) ?? fenceLine(text);
    if (found === null) return CLEAN;
    const shown = text.slice(...found);
    if (request.includes(shown)) return undecided(`"${shown}" stands in the request too.`);
    return failed(`Leave out "${shown}": it belongs to the prompt or to a tool call.`, found);
  },
};

function toolMark(text: string): [number, number] | null {
  for (const mark of TOOL_MARKS) {
    const at = text.indexOf(mark);
    if (at >= 0) return [at, at + mark.length];
  }
  return null;
}

/** A line `=== FACTS ===` or the beginning of one. */
function headingLine(text: string): [number, number] | null {
  for (let at = text.indexOf(HEADING_MARK); at >= 0; at = text.indexOf(HEADING_MARK, at + HEADING_MARK.length)) {
    if (!startsLine(text, at)) continue;
    const head = text.slice(at + HEADING_MARK.length, at + HEADING_LOOK).split("\n", 1)[0] as string;
    const close = head.indexOf(HEADING_MARK);
    const title = (close < 0 ? head : head.slice(0, close)).trim().toUpperCase();
    if (TITLES.has(title))
      return [at, at + HEADING_MARK.length + (close < 0 ? head.length : close + HEADING_MARK.length)];
  }
  return null;
}

/** A line `<<< ` or `>>> ` with the digest of a text. */
function fenceLine(text: string): [number, number] | null {
  for (const mark of FENCE_MARKS) {
    for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + mark.length)) {
      const end = at + mark.length + 1 + FENCE_DIGEST_DIGITS;
      if (startsLine(text, at) && /^ [0-9a-f]+$/.test(text.slice(at + mark.length, end)))
        return [at, Math.min(end, text.length)];
    }
  }
  return null;
}

function startsLine(text: string, at: number): boolean {
  let before = at - 1;
  while (before >= 0 && " \t\\".includes(text.charAt(before))) before -= 1;
  return before < 0 || text.charAt(before) === "\n";
}
