import { toolCallSupport } from "./tool-call-support.js";

/** Longer candidates are not repaired (POS-PRS-06). UTF-8 bytes. */
const MAX_REPAIR_BYTES = 64 * 1024;
/** The repairer recurses; no call of ours nests deeper. */
const MAX_REPAIR_DEPTH = 64;

/**
 * One repair attempt on text that should have been JSON. Returns the parsed value, or null when the text is too long,
 * nests too deeply, or cannot be read as JSON even then.
 */
export function repairEnvelope(candidate: string): unknown {
  const support = toolCallSupport();
  if (support === null || utf8LengthExceeds(candidate, MAX_REPAIR_BYTES)) return null;
  if (bracketDepth(candidate) > MAX_REPAIR_DEPTH) return null;
  try {
    return JSON.parse(support.repair(candidate)) as unknown;
  } catch {
    return null;
  }
}

function utf8LengthExceeds(text: string, limit: number): boolean {
  if (text.length > limit) return true;
  if (text.length * 3 <= limit) return false;
  return new TextEncoder().encode(text).length > limit;
}

/** The deepest nesting the brackets of a text could mean, strings included. */
function bracketDepth(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (let position = 0; position < text.length; position++) {
    const code = text.charCodeAt(position);
    if (code === 123 || code === 91) deepest = Math.max(deepest, ++depth);
    else if ((code === 125 || code === 93) && depth > 0) depth--;
  }
  return deepest;
}
