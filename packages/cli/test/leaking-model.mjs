// A model that fails once with a password of the environment in its message, then says the password itself.
import { ModelCallError } from "@pelorus/core";

export function createModel() {
  const password = process.env.STORE_PASSWORD;
  let calls = 0;
  return {
    provider: "test",
    modelId: "leaking",
    contextWindowSize: () => 100_000,
    async doGenerate() {
      if (++calls === 1)
        throw new ModelCallError(`no connection with ${password}`, { isRetryable: true, retryAfterMs: 1 });
      return { text: `The store opens with ${password}.`, finishReason: "stop" };
    },
  };
}
