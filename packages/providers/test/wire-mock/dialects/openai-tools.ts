import type { Reaction } from "../mock-types.js";
import { strictSchemaProblem } from "../strict-schema-check.js";
import { refusal } from "./openai-errors.js";

/** A tool of either API of this vendor. */
export interface OpenAITool {
  readonly name: string;
  readonly parameters?: Record<string, unknown> | null;
  readonly strict?: boolean | null;
}

/** The refusal of the first tool this vendor would not take, or null. `pathOf` says where in the request a tool stands. */
export function refusedTool(tools: readonly OpenAITool[], pathOf: (index: number) => string): Reaction | null {
  for (const [index, { name, parameters, strict }] of tools.entries()) {
    const path = pathOf(index);
    if (!/^[A-Za-z0-9_-]{1,64}$/.test(name)) {
      return refusal(
        400,
        `Invalid '${path}.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.`,
        { code: "invalid_value", param: `${path}.name` },
      );
    }
    const plain = parameters?.type === "object" ? null : "schema must be a JSON Schema of 'type: \"object\"'.";
    const problem = strict === true ? strictSchemaProblem(parameters) : plain;
    if (problem !== null) {
      return refusal(400, `Invalid schema for function '${name}': ${problem}`, {
        code: "invalid_function_parameters",
        param: `${path}.parameters`,
      });
    }
  }
  return null;
}
