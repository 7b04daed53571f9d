/**
 * The part of the Standard Schema interface we use, stated structurally: any library and any version that has it is
 * accepted, and no type of a schema library enters our own.
 */
export interface StandardSchema<Output = unknown> {
  readonly "~standard": {
    readonly version: number;
    readonly vendor: string;
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>;
    readonly types?: { readonly output: Output } | undefined;
    /** Libraries that can state their schemas as JSON Schema. */
    readonly jsonSchema?: { readonly input: (options: { readonly target: string }) => Record<string, unknown> };
  };
}

export interface StandardIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

/** True for an object or function with a `~standard` validator. */
export function isStandardSchema(value: unknown): value is StandardSchema {
  if ((typeof value !== "object" && typeof value !== "function") || value === null) return false;
  const standard = (value as { "~standard"?: { validate?: unknown } })["~standard"];
  return typeof standard === "object" && standard !== null && typeof standard.validate === "function";
}

/** The JSON Schema a Standard Schema states of its input, or an open object where it states none. */
export function jsonSchemaOf(schema: StandardSchema): Record<string, unknown> {
  const converter = schema["~standard"].jsonSchema;
  if (converter === undefined) return { type: "object" };
  for (const target of ["draft-2020-12", "draft-07"]) {
    try {
      return converter.input({ target });
    } catch {
      // A library may know one target only, or have types no JSON Schema can state.
    }
  }
  return { type: "object" };
}

/** The issues of a validation as one line, each with its path. */
export function issuesText(issues: readonly StandardIssue[]): string {
  return issues
    .map(({ message, path = [] }) => {
      const keys = path.map((part) => String(typeof part === "object" ? part.key : part));
      return `${keys.length === 0 ? "/" : keys.map((key) => `/${key}`).join("")} ${message}`;
    })
    .join("; ");
}
