import type { Field } from "./shape.js";

/** Whether a value, in its JSON or TypeScript form, is what the absence of the field means (STRATA-ENC-04). */
export function isDefault({ fallback }: Field, value: unknown): boolean {
  if (fallback !== "empty") return fallback !== undefined && value === fallback;
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}
