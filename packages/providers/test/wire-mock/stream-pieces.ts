import type { MockAnswer } from "./mock-types.js";

/** Cuts a text as a provider's tokens do: without regard for anything but length, and mostly for pairs of surrogates. */
export function piecesOf(text: string, how: Pick<MockAnswer, "pieceLength" | "halvesPairs"> = {}): string[] {
  const { pieceLength = 9, halvesPairs = false } = how;
  const pieces: string[] = [];
  for (let at = 0; at < text.length; ) {
    let end = Math.min(text.length, at + pieceLength);
    const last = text.charCodeAt(end - 1);
    if (!halvesPairs && last >= 0xd800 && last <= 0xdbff) end++;
    pieces.push(text.slice(at, end));
    at = end;
  }
  return pieces;
}

export function sse(data: unknown, event?: string): string {
  return `${event === undefined ? "" : `event: ${event}\n`}data: ${typeof data === "string" ? data : JSON.stringify(data)}\n\n`;
}
