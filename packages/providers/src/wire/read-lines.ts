/**
 * The JSON of each line of a body, in linear time however the bytes are cut; empty lines are passed over. Throws a
 * SyntaxError for a line that is no JSON, and whatever the body fails with. Leaving early gives the connection up.
 */
export async function* readLines(body: ReadableStream<Uint8Array>): AsyncGenerator<unknown, void, undefined> {
  const decoder = new TextDecoder();
  // Pieces of a line that has not ended: joined once, when it does.
  let begun: string[] = [];
  for await (const bytes of body) {
    const lines = decoder.decode(bytes, { stream: true }).split("\n");
    for (const [index, piece] of lines.entries()) {
      begun.push(piece);
      if (index === lines.length - 1) break;
      const line = begun.join("").trim();
      begun = [];
      if (line !== "") yield JSON.parse(line) as unknown;
    }
  }
  const rest = begun.join("").trim();
  if (rest !== "") yield JSON.parse(rest) as unknown;
}
