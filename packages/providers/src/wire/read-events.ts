import { createParser } from "eventsource-parser";

/** What OpenAI and its likes send after the last event. */
const CLOSING_MARK = "[DONE]";

/**
 * The JSON of each event of a `text/event-stream` body, in linear time however the bytes are cut. The closing mark is
 * not passed on; the body is read to its end, so that its connection can be used again. Throws a SyntaxError for an event
 * that is no JSON, and whatever the body fails with. Leaving early gives the connection up.
 */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<unknown, void, undefined> {
  const decoder = new TextDecoder();
  let events: string[] = [];
  const parser = createParser({ onEvent: ({ data }) => events.push(data) });
  let held = "";
  for await (const bytes of body) {
    const text = held + decoder.decode(bytes, { stream: true });
    // One kind of line end, whose first half may stand at the end of a piece.
    held = text.endsWith("\r") ? "\r" : "";
    const piece = held === "" ? text : text.slice(0, -1);
    parser.feed(piece.includes("\r") ? piece.replace(/\r\n?/g, "\n") : piece);
    if (events.length === 0) continue;
    const ready = events;
    events = [];
    for (const data of ready) if (data !== CLOSING_MARK && data !== "") yield JSON.parse(data) as unknown;
  }
}
