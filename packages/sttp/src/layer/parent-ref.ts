import { isDigit } from "../source/character.js";
import { misuse } from "../source/misuse.js";
import type { ParentRef } from "./node.js";

/**
 * STTP-A-03: what a parent reference names. `ref:X` and a bare `⏣` with digits are references, any other text is plain;
 * the text itself is kept. For null the answer is `{ kind: "none" }`; the text "null" is text.
 */
export function parseParentRef(text: string | null): ParentRef {
  if (text === null) return { kind: "none" };
  if (typeof text !== "string") throw misuse("STTP_ARGUMENT_TYPE", "the parent reference must be a string or null");
  // STTP-A-03: the text decides, whatever the id may be.
  if (text.startsWith("ref:")) return reference(text.slice(4), text);
  if (markerDigits(text) > 0) return reference(text, text);
  return { kind: "plain", id: text, text };
}

function reference(id: string, text: string): ParentRef {
  const digits = markerDigits(id);
  if (digits < 1 || digits > 9) return { kind: "ref", id, text };
  return { kind: "ref", id, ordinal: Number(id.slice(1)), text };
}

/** How many digits follow `⏣`, or 0 if the text is anything else. */
function markerDigits(text: string): number {
  if (text.charCodeAt(0) !== 0x23e3) return 0;
  for (let index = 1; index < text.length; index++) if (!isDigit(text.charCodeAt(index))) return 0;
  return text.length - 1;
}
