import type { ModelRequest } from "@pelorus/core";
import { type StrictOutput, strictOutput } from "../wire/strict-output.js";
import type { CallSettings } from "./call-settings.js";
import { outputSchema } from "./output-schema.js";

/** Name of the tool a model is made to use where its reply cannot be held to a schema otherwise. */
export const REPLY_TOOL = "give_reply";

/** How one call gets its form. */
export interface CallPlan {
  /** Form of the reply; null for free text. */
  readonly output: StrictOutput | null;
  /** For the vendor's decoder, null where it is not used. */
  readonly schema: Record<string, unknown> | null;
  /** The reply is the input of `REPLY_TOOL`. */
  readonly isByTool: boolean;
}

/**
 * Decides how a reply is held to its schema: by the vendor's decoder where model and schema allow, else by a forced tool
 * where neither tools nor thinking stand against it, else by the prompt alone, which states the form, too.
 */
export function callPlan(request: ModelRequest, settings: CallSettings): CallPlan {
  if (request.schema === null) return { output: null, schema: null, isByTool: false };
  const output = strictOutput(request.schema);
  const schema = settings.structuredOutput === "schema" ? outputSchema(output) : null;
  const hasTools = settings.toolCalls === "native" && request.tools.length > 0;
  const isByTool =
    schema === null && settings.structuredOutput !== "prompt" && !hasTools && settings.thinking === undefined;
  return { output: schema !== null || isByTool ? output : null, schema, isByTool };
}
