import { z } from "zod";
import { apiMisuse } from "../diagnostic/api-misuse.js";
import { DIAGNOSTICS_SHAPE, EXPLANATION_SHAPE, RESULT_SHAPE } from "./document-shapes.js";
import { FACTS_SHAPE, PROGRAM_SHAPE } from "./program-shapes.js";
import type { StructShape } from "./shape.js";
import { type SchemaOptions, zodSchema } from "./zod-schemas.js";

/** The top-level documents of Strata. */
const DOCUMENTS = {
  program: PROGRAM_SHAPE,
  facts: FACTS_SHAPE,
  result: RESULT_SHAPE,
  explanation: EXPLANATION_SHAPE,
  diagnostics: DIAGNOSTICS_SHAPE,
} as const satisfies Readonly<Record<string, StructShape>>;

/** The name of a top-level document of Strata. */
export type DocumentName = keyof typeof DOCUMENTS;

function shapeOf(name: DocumentName): StructShape {
  if (!Object.hasOwn(DOCUMENTS, name)) throw apiMisuse(`there is no document called ${JSON.stringify(name)}`);
  return DOCUMENTS[name];
}

/**
 * The JSON Schema (draft 2020-12, closed objects) of a document. Everything the package writes validates against it.
 * @throws TypeError for an unknown name.
 */
export function jsonSchema(name: DocumentName, options: SchemaOptions = {}): object {
  return z.toJSONSchema(zodSchema(shapeOf(name), options), { io: "input", target: "draft-2020-12" });
}

/**
 * The zod codec of a document: JSON on the one side, the TypeScript objects on the other.
 * @throws TypeError for an unknown name.
 */
export function documentCodec(name: DocumentName, options: SchemaOptions = {}): z.ZodType {
  return zodSchema(shapeOf(name), options);
}
