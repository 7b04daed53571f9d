import { estimateTokens } from "../../contract/estimate-tokens.js";

/** The text whole within `maxTokens` (⌈bytes ÷ 4⌉), else its whole sentences or lines from the start that fit. */
export function openingSentences(text: string, maxTokens: number): string {
  const whole = text.toWellFormed();
  if (estimateTokens(whole) <= maxTokens) return whole;
  const maxBytes = maxTokens * 4;
  let bytes = 0;
  let end = 0;
  let sentenceEnd = 0;
  for (const character of whole) {
    bytes += Buffer.byteLength(character);
    if (bytes > maxBytes) break;
    end += character.length;
    const next = whole[end];
    const closes =
      ".!?。！？".includes(character) && (next === undefined || next === " " || next === "\n" || character > "\u2fff");
    if (closes || next === "\n") sentenceEnd = end;
  }
  return whole.slice(0, sentenceEnd);
}
