import { ModelCallError } from "@pelorus/core";
import type { AnswerStream } from "./answer-stream.js";

/** The error for a stream that ended without saying how: what came may have been cut anywhere. */
export function endWithoutWord(vendor: string, answer: AnswerStream): ModelCallError {
  // POS-ADP-02
  const what = answer.isEmpty ? "sent an empty stream" : "ended the stream without saying that it was finished";
  return new ModelCallError(`${vendor} ${what}.`, { isRetryable: true });
}
