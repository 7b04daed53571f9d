import { z } from "zod";
import { conventionMisuse } from "./convention-misuse.js";
import { isSnakeCase } from "./key-case.js";

/** A safe integer, −(2^53−1)…2^53−1 (STRATA-ENC-08), optionally within `min`..`max`. */
export function safeInteger(range: { readonly min?: number; readonly max?: number } = {}): z.ZodInt {
  let schema = z.int();
  if (range.min !== undefined) schema = schema.min(range.min);
  if (range.max !== undefined) schema = schema.max(range.max);
  return schema;
}

/** A tropical weight: a safe integer or `"inf"`, the only hand-encoded type (STRATA-ENC-05). */
export function tropicalWeight(): z.ZodUnion<[z.ZodInt, z.ZodLiteral<"inf">]> {
  return z.union([z.int(), z.literal("inf")]);
}

/**
 * An enum no variant of which carries data: bare snake_case strings (STRATA-ENC-03).
 * @throws TypeError when a word is not snake_case; protocol tokens are `tokens`.
 */
export function words<const Words extends readonly [string, ...string[]]>(
  list: Words,
): z.ZodEnum<{ [W in Words[number]]: W }> {
  for (const word of list) {
    if (!isSnakeCase(word)) throw conventionMisuse(`word ${JSON.stringify(word)} is not snake_case`);
  }
  return z.enum(list);
}

/** Protocol tokens: data strings that keep their own spelling (STRATA-ENC-11). */
export function tokens<const Tokens extends readonly [string, ...string[]]>(
  list: Tokens,
): z.ZodEnum<{ [T in Tokens[number]]: T }> {
  // STRATA-ENC-11: no spelling is asked of what other specifications named.
  return z.enum(list);
}
