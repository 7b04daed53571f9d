import { z } from "zod";

/** The JSON Schema of what a caller sends, without the member that names its dialect. */
export function bodySchema(schema: z.ZodType): Record<string, unknown> {
  const { $schema: _schema, ...rest } = z.toJSONSchema(schema, { io: "input" }) as Record<string, unknown>;
  return rest;
}
