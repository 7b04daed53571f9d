import { DECISIVE, failed, type OutputCheck, passed } from "../output-check.js";
import { fenceMark } from "../reading/read-lines.js";

const ENDED = passed("The output ended by itself.");
const CUT = failed("The output was cut at the output limit.");

/** The output ended by itself: not at the output limit, and with every code fence closed. */
export const endedCheck: OutputCheck = {
  id: "complete",
  weight: DECISIVE,
  states: () => "complete",
  examine({ output, finishReason }) {
    // POS-VER-01: an absent finish reason counts as ended.
    if (finishReason === "length") return CUT;
    const open = openFence(output.text);
    return open < 0 ? ENDED : failed("A code fence is opened and not closed.", [open, open + 3]);
  },
};

/** Offset of the fence line that nothing closes, or -1. */
function openFence(text: string): number {
  let open = -1;
  let mark = "";
  for (let at = nextFence(text, 0); at >= 0; at = nextFence(text, at + 3)) {
    if (!startsLine(text, at)) continue;
    const found = fenceMark(text, at);
    if (mark === "") {
      mark = found;
      open = at;
    } else if (found === mark) {
      mark = "";
      open = -1;
    }
  }
  return open;
}

function nextFence(text: string, from: number): number {
  const backticks = text.indexOf("```", from);
  const tildes = text.indexOf("~~~", from);
  return backticks < 0 ? tildes : tildes < 0 ? backticks : Math.min(backticks, tildes);
}

function startsLine(text: string, at: number): boolean {
  let before = at - 1;
  while (before >= 0 && (text.charAt(before) === " " || text.charAt(before) === "\t")) before -= 1;
  return before < 0 || text.charAt(before) === "\n";
}
