import type { Evidence } from "./evidence.js";
import { CAPITAL, OPENS } from "./reading/scan-text.js";

/**
 * Whether a word is a name that no source has: one that is a name for sure, or the first word of a known name changed
 * ("Quillon Logistics" where the sources speak of Halden Logistics).
 */
export function isForeignName(evidence: Evidence, at: number): boolean {
  const { output, sourceKeys, sourceWords, sourceIds } = evidence;
  const key = output.keyList[at];
  const word = output.scanned.words[at] as string;
  if (key === null || key === undefined || sourceKeys.has(key) || sourceWords.has(word) || sourceIds.has(word))
    return false;
  return output.isName(at) || changesKnownName(evidence, at);
}

function changesKnownName({ output, sourceWords }: Evidence, at: number): boolean {
  const { flags, starts, ends, words } = output.scanned;
  const opens = CAPITAL | OPENS;
  if (((flags[at] as number) & opens) !== opens || output.language.language === "de") return false;
  const next = at + 1;
  if (next >= words.length || (starts[next] as number) - (ends[at] as number) !== 1) return false;
  return ((flags[next] as number) & CAPITAL) !== 0 && output.isName(next) && sourceWords.has(words[next] as string);
}
