import type { ModelStreamPart } from "@pelorus/core";
import type { StrictOutput } from "./strict-output.js";

/** Takes the envelope off a streamed reply. Where there is one, the text is passed on whole, at the end. */
export async function* unwrapStream(
  parts: AsyncIterable<ModelStreamPart>,
  output: StrictOutput | null,
): AsyncGenerator<ModelStreamPart, void, undefined> {
  if (output?.isWrapped !== true) {
    yield* parts;
    return;
  }
  for await (const part of parts) {
    if (part.type === "text") continue;
    if (part.type !== "finish") {
      yield part;
      continue;
    }
    const text = output.unwrap(part.response.text);
    if (text !== "") yield { type: "text", delta: text };
    yield { type: "finish", response: { ...part.response, text } };
  }
}
