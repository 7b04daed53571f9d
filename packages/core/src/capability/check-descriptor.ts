import {
  type CapabilityDescriptor,
  capabilityDescriptorSchema,
  capabilityMetadataSchema,
  costProfileSchema,
} from "../contract/capability.js";
import { DescriptorError } from "../contract/error.js";
import { pointerStep } from "../contract/json-pointer.js";
import { nearestName } from "../contract/nearest-name.js";
import { STL_OPERATION_ALIASES, STL_OPERATIONS, type StlOperation } from "../contract/operation.js";
import { type DescriptorProblem, inputProblems, schemaProblems } from "./schema-problems.js";

/** Options of a run that are looked for on the tools they hold for. */
const RUN_OPTIONS = ["toolTimeoutMs", "resultLimitBytes"];

/** A remark that does not stop a registration, with the JSON Pointer it is about. */
export interface DescriptorWarning {
  readonly path: string;
  readonly message: string;
}

/**
 * Checks a descriptor as registration does (POS-FAB-01): fills the defaults, and throws a `DescriptorError` that names
 * every problem with its path: unknown members and schemas nothing could be held against are some (POS-FAB-14). Unknown
 * operation tokens are skipped with a warning unless none is left. `further` are names that may be meant beside the
 * descriptor's own.
 */
export function checkDescriptor(
  input: unknown,
  further: readonly string[] = [],
): {
  readonly descriptor: CapabilityDescriptor;
  readonly warnings: readonly DescriptorWarning[];
} {
  const warnings: DescriptorWarning[] = [];
  const parsed = capabilityDescriptorSchema().safeParse(withKnownOperations(input, warnings));
  const unknown = unknownMembers(input, further);
  if (parsed.success) {
    const { data } = parsed;
    // POS-FAB-14
    const broken = [
      ...inputProblems(data.inputSchema, "/inputSchema"),
      ...schemaProblems(data.outputSchema, "/outputSchema"),
    ];
    if (unknown.length + broken.length === 0) return { descriptor: data, warnings };
    throw new DescriptorError("descriptor_invalid", [...unknown, ...broken], data.capabilityId);
  }
  const problems = [
    ...parsed.error.issues.map((issue) => ({
      path: issue.path.map((part) => pointerStep(String(part))).join(""),
      message: issue.message,
    })),
    ...unknown,
  ];
  // POS-FAB-01: the warnings are part of why no operation is left, so they are told with the problems.
  throw new DescriptorError("descriptor_invalid", [...problems, ...warnings]);
}

/** Members that are none of a descriptor, with the name that was most likely meant. */
function unknownMembers(input: unknown, further: readonly string[]): DescriptorProblem[] {
  if (!isRecord(input)) return [];
  const { costProfile, metadata } = input;
  return [
    ...unknownIn(input, "", Object.keys(capabilityDescriptorSchema().shape), further),
    ...(isRecord(costProfile)
      ? unknownIn(costProfile, "/costProfile", Object.keys(costProfileSchema().shape), [])
      : []),
    ...(isRecord(metadata) ? unknownIn(metadata, "/metadata", Object.keys(capabilityMetadataSchema().shape), []) : []),
  ];
}

function unknownIn(
  members: Readonly<Record<string, unknown>>,
  at: string,
  known: readonly string[],
  further: readonly string[],
): DescriptorProblem[] {
  return Object.keys(members)
    .filter((name) => members[name] !== undefined && !known.includes(name))
    .map((name) => {
      const nearest = nearestName(name, [...known, ...further, ...(at === "" ? RUN_OPTIONS : [])]);
      return {
        path: at + pointerStep(name),
        message: `is no member of a capability${hint(nearest, [...known, ...further])}`,
      };
    });
}

function hint(nearest: string | null, known: readonly string[]): string {
  if (nearest === null) return `; known are ${known.join(", ")}`;
  if (RUN_OPTIONS.includes(nearest)) return `; the option ${nearest} of a run holds for all of its tools`;
  return `; did you mean ${nearest}?`;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

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
