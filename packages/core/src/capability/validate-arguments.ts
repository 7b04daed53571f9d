import type { ArgumentValidator } from "../contract/capability.js";
import type { JsonSchema } from "../contract/model.js";
import { type SchemaFaults, toolCallSupport } from "./tool-call-support.js";

const compiled = new WeakMap<JsonSchema, (value: unknown) => SchemaFaults>();

/**
 * Checks a value against a full JSON Schema, without coercion or defaults (POS-PRS-05, POS-EXE-01). Null when it
 * satisfies the schema, else every fault with its JSON Pointer. A schema that cannot be compiled, a value nested too
 * deeply to walk, and a platform without the validator are faults too: what cannot be checked is not run.
 */
export const validateArguments: ArgumentValidator = (schema, value) => {
  let validate = compiled.get(schema);
  if (validate === undefined) {
    const support = toolCallSupport();
    if (support === null) {
      return [{ path: "", message: "the validator is not loaded; await loadToolCallSupport() first" }];
    }
    try {
      validate = support.compile(schema);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      validate = () => [{ path: "", message: `the schema cannot be compiled: ${reason}` }];
    }
    compiled.set(schema, validate);
  }
  try {
    return validate(value);
  } catch (error) {
    return [
      { path: "", message: `the value cannot be checked: ${error instanceof Error ? error.message : "unknown"}` },
    ];
  }
};
