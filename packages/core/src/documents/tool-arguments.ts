import { DocumentError } from "./document-error.js";

type Arguments = Readonly<Record<string, unknown>>;

/** A text argument, or `fallback` when it is absent. The executor has checked the schema; this guards direct callers. */
export function textArgument(args: Arguments, name: string, fallback?: string): string {
  const value = args[name] ?? fallback;
  if (typeof value !== "string") throw new DocumentError("document_argument_invalid", `"${name}" must be a text.`);
  return value;
}

/** A whole number between `minimum` and `maximum`, or `fallback` when it is absent. */
export function numberArgument(
  args: Arguments,
  name: string,
  bounds: { fallback: number; minimum: number; maximum: number },
): number {
  const value = args[name] ?? bounds.fallback;
  if (typeof value !== "number" || !Number.isInteger(value) || value < bounds.minimum || value > bounds.maximum) {
    const range = `from ${bounds.minimum} to ${bounds.maximum}`;
    throw new DocumentError("document_argument_invalid", `"${name}" must be a whole number ${range}.`);
  }
  return value;
}
