import type { ModelRequest } from "@pelorus/core";
import type { CallPlan } from "./call-plan.js";
import { constrainedMembers } from "./constrained-mode.js";

/** Servers whose chat template takes a switch for thinking. */
const TEMPLATE_SWITCH = new Set(["vllm", "sglang", "llama-cpp"]);

/** A request to Chat Completions of a server that is not the vendor's: plain members every one of them knows. */
export function chatBody(request: ModelRequest, plan: CallPlan): Record<string, unknown> {
  return {
    model: plan.modelId,
    messages: [{ role: "user", content: request.prompt }],
    max_tokens: request.maxOutputTokens + plan.reserve,
    temperature: request.temperature,
    ...(plan.stream ? { stream: true, stream_options: { include_usage: true } } : {}),
    ...constrainedMembers(plan.output, plan.mode),
    ...(plan.thinking !== undefined && TEMPLATE_SWITCH.has(plan.kind)
      ? { chat_template_kwargs: { enable_thinking: plan.thinking } }
      : {}),
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
