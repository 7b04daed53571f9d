import type { ArgumentValidator } from "../contract/capability.js";
import type { JsonSchema } from "../contract/model.js";
import { type SchemaFaults, type ToolCallSupport, toolCallSupport } from "./tool-call-support.js";

type Validate = (value: unknown) => SchemaFaults;

const compiled = new WeakMap<JsonSchema, Validate>();
/** The same by the schema's JSON text: each run has copies of its own of the same descriptors. */
const compiledByText = new Map<string, Validate>();
/** Schemas that are kept by their text, and the length (UTF-16 units) up to which one is. */
const MOST_KEPT = 256;
const LONGEST_KEPT = 65_536;

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
    validate = compileOnce(support, schema);
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

function compileOnce(support: ToolCallSupport, schema: JsonSchema): Validate {
  const text = textOf(schema);
  const known = text === null ? undefined : compiledByText.get(text);
  if (known !== undefined) return known;
  const validate = compile(support, schema);
  if (text === null) return validate;
  if (compiledByText.size >= MOST_KEPT) compiledByText.delete(compiledByText.keys().next().value as string);
  compiledByText.set(text, validate);
  return validate;
}

function compile(support: ToolCallSupport, schema: JsonSchema): Validate {
  try {
    return support.compile(schema);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return () => [{ path: "", message: `the schema cannot be compiled: ${reason}` }];
  }
}

function textOf(schema: JsonSchema): string | null {
  try {
    const text = JSON.stringify(schema);
    return text.length <= LONGEST_KEPT ? text : null;
  } catch {
    return null;
  }
}
