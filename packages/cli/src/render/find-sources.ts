import type { Journal, RunEvent } from "@pelorus/core";

/** A passage a run read: where it stands, and its text. */
export interface SourcePassage {
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly text: string;
}

/**
 * The passages the answer rests on: those that hold a sentence of it word for word, else those whose words most of its
 * sentences share. Read from the recorded results of the document tools; nothing is guessed from the answer alone.
 */
export async function findSources(
  answer: string,
  events: readonly RunEvent[],
  journal: Journal,
  runId: string,
): Promise<SourcePassage[]> {
  const passages: SourcePassage[] = [];
  const seen = new Set<string>();
  for (const event of events) {
    if (event.kind !== "observation_recorded") continue;
    const bytes = await journal.getBlob(event.data.digest, runId);
    if (bytes === null) continue;
    for (const passage of passagesIn(JSON.parse(new TextDecoder().decode(bytes)))) {
      const key = `${passage.path}:${passage.startLine}-${passage.endLine}`;
      if (!seen.has(key)) passages.push(passage);
      seen.add(key);
    }
  }
  const sentences = sentencesOf(answer);
  const cited = passages.filter(
    (passage) => isNamed(passage, answer) || sentences.some((sentence) => contains(passage.text, sentence)),
  );
  if (cited.length > 0) return cited;
  return passages.filter((passage) => sentences.some((sentence) => sharedWords(passage.text, sentence) >= 0.6));
}

function passagesIn(payload: unknown): SourcePassage[] {
  if (typeof payload !== "object" || payload === null) return [];
  const record = payload as Record<string, unknown>;
  if (Array.isArray(record.passages)) return record.passages.flatMap(passagesIn);
  const { path, start_line: startLine, end_line: endLine, text } = record;
  if (
    typeof path !== "string" ||
    typeof startLine !== "number" ||
    typeof endLine !== "number" ||
    typeof text !== "string"
  )
    return [];
  return [{ path, startLine, endLine, text }];
}

const folded = (text: string) =>
  text
    .toLowerCase()
    .replace(/[\s*_`|#>-]+/gu, " ")
    .trim();
const contains = (text: string, sentence: string) => folded(text).includes(folded(sentence));
const isNamed = (passage: SourcePassage, answer: string) => answer.includes(`${passage.path}:${passage.startLine}`);

function sentencesOf(answer: string): string[] {
  return answer
    .replace(/\[[^\]\n]{1,200}\]/gu, "")
    .split(/(?<=[.!?])\s+|\n+/u)
    .map((sentence) => sentence.replace(/^\s*(?:[-*•]|\d+[.)])\s+/u, "").trim())
    .filter((sentence) => sentence.length >= 12);
}

function sharedWords(text: string, sentence: string): number {
  const words = new Set(sentence.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? []);
  if (words.size < 3) return 0;
  const known = new Set(text.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? []);
  let shared = 0;
  for (const word of words) if (known.has(word)) shared++;
  return shared / words.size;
}
