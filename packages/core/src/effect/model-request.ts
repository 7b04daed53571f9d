import type { GuardedPrompt } from "../budget/guard-prompt-budget.js";
import { type VendorNames, vendorSafeNames } from "../capability/vendor-safe-names.js";
import type { ModelRequest } from "../contract/model.js";
import { stablePrefixLength } from "../position/stable-prefix.js";
import type { CallableModel } from "./callable-model.js";
import type { ModelCallSpec } from "./model-call.js";

/** The names a provider knows the call's tools by. */
export function vendorNamesOf({ tools }: ModelCallSpec): VendorNames {
  return vendorSafeNames(tools === undefined ? [] : tools.map((tool) => tool.id));
}

/** The request of a call as it is sent, tools under vendor-safe names. */
export function modelRequest(
  spec: ModelCallSpec,
  callable: CallableModel,
  budget: GuardedPrompt,
  { temperature, names }: { readonly temperature: number; readonly names: VendorNames },
): Omit<ModelRequest, "signal"> {
  return {
    prompt: budget.prompt,
    schema: spec.schema,
    tools: (spec.tools ?? []).map((tool) => ({
      name: names.toSafe(tool.id) ?? tool.id,
      description: tool.description,
      inputSchema: tool.inputSchema,
    })),
    maxOutputTokens: budget.maxOutputTokens,
    temperature,
    purpose: spec.purpose,
    contextWindow: callable.window.tokens,
    stablePrefixLength: stablePrefixLength(spec.sections, budget.prompt),
  };
}
