import { type CapabilityDescriptor, capabilityDescriptorSchema } from "../contract/capability.js";
import { DescriptorError } from "../contract/error.js";
import { STL_OPERATION_ALIASES, STL_OPERATIONS, type StlOperation } from "../contract/operation.js";

/** A remark that does not stop a registration, with the JSON Pointer it is about. */
export interface DescriptorWarning {
  readonly path: string;
  readonly message: string;
}

/**
 * Checks a descriptor as registration does (POS-FAB-01): fills the defaults, and throws a `DescriptorError` that names
 * every problem with its path. Unknown operation tokens are skipped with a warning unless none is left.
 */
export function checkDescriptor(input: unknown): {
  readonly descriptor: CapabilityDescriptor;
  readonly warnings: readonly DescriptorWarning[];
} {
  const warnings: DescriptorWarning[] = [];
  const parsed = capabilityDescriptorSchema().safeParse(withKnownOperations(input, warnings));
  if (parsed.success) return { descriptor: parsed.data, warnings };
  const problems = parsed.error.issues.map((issue) => ({
    path: issue.path.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join(""),
    message: issue.message,
  }));
  // POS-FAB-01: the warnings are part of why no operation is left, so they are told with the problems.
  throw new DescriptorError("descriptor_invalid", [...problems, ...warnings]);
}

/** The operation a token of a descriptor names: trimmed, in any case, other spellings included; null for none. */
function operationOf(token: unknown): StlOperation | null {
  if (typeof token !== "string") return null;
  const upper = token.trim().toUpperCase();
  if ((STL_OPERATIONS as readonly string[]).includes(upper)) return upper as StlOperation;
  return Object.hasOwn(STL_OPERATION_ALIASES, upper) ? (STL_OPERATION_ALIASES[upper] as StlOperation) : null;
}

function withKnownOperations(input: unknown, warnings: DescriptorWarning[]): unknown {
  const tokens = (input as { operationTypes?: unknown } | null)?.operationTypes;
  if (!Array.isArray(tokens)) return input;
  const operations = new Set<StlOperation>();
  tokens.forEach((token, index) => {
    const operation = operationOf(token);
    if (operation !== null) operations.add(operation);
    else warnings.push({ path: `/operationTypes/${index}`, message: `unknown operation ${String(token)} was skipped` });
  });
  return { ...(input as object), operationTypes: [...operations] };
}
