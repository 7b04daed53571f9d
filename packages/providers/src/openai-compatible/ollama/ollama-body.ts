import type { ModelRequest } from "@pelorus/core";
import type { CallPlan } from "../call-plan.js";

/**
 * A request in this server's own form. Its Chat Completions know no `num_ctx`, cut a prompt that is too long, and say
 * nothing; here the window is set with the call, and cutting is turned off where the server can.
 */
export function ollamaBody(request: ModelRequest, plan: CallPlan): Record<string, unknown> {
  return {
    model: plan.modelId,
    messages: [{ role: "user", content: request.prompt }],
    stream: plan.stream,
    truncate: false,
    shift: false,
    options: {
      temperature: request.temperature,
      num_predict: request.maxOutputTokens + plan.reserve,
      ...(plan.window === undefined ? {} : { num_ctx: plan.window }),
    },
    ...(plan.output === null || plan.mode === "off" ? {} : { format: plan.output.schema }),
    ...(plan.thinking === undefined ? {} : { think: plan.thinking }),
    ...(plan.nativeTools && request.tools.length > 0
      ? {
          tools: request.tools.map(({ name, description, inputSchema }) => ({
            type: "function",
            function: { name, description, parameters: { type: "object", ...inputSchema } },
          })),
        }
      : {}),
  };
}
