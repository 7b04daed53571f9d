import { z } from "zod";
import { type Fields, struct } from "./struct.js";

/** A top-level document of the product: a struct with the required field `version` first (STRATA-ENC-06). */
export function document<F extends Fields, V extends string>(version: V, fields: F) {
  return struct({ version: z.literal(version), ...fields });
}

/** A top-level Strata document: a struct with the required field `ir_version` first (STRATA-ENC-06). */
export function strataDocument<F extends Fields>(fields: F) {
  return struct({ irVersion: z.string(), ...fields });
}
