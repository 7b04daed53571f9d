/** Cuts a text as a provider's tokens do: without regard for anything but length, pairs of surrogates excepted. */
export function piecesOf(text: string, length = 9): string[] {
  const pieces: string[] = [];
  for (let at = 0; at < text.length; ) {
    let end = Math.min(text.length, at + length);
    const last = text.charCodeAt(end - 1);
    // A provider sends UTF-8: half a pair cannot leave it unescaped.
    if (last >= 0xd800 && last <= 0xdbff) end++;
    pieces.push(text.slice(at, end));
    at = end;
  }
  return pieces;
}

export function sse(data: unknown, event?: string): string {
  return `${event === undefined ? "" : `event: ${event}\n`}data: ${typeof data === "string" ? data : JSON.stringify(data)}\n\n`;
}
