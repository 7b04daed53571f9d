import { isDefault } from "../is-default.js";
import type { Field, Shape } from "../shape.js";

/**
 * The strict JSON value of a TypeScript value of `shape`: snake_case, fields in the order of the table, no default, no
 * empty optional list, no null (STRATA-ENC-04, -10). Total on values of the shape.
 */
export function encode(shape: Shape, value: unknown): unknown {
  switch (shape.type) {
    case "list": {
      const element = shape.of();
      return (value as readonly unknown[]).map((each) => encode(element, each));
    }
    case "struct": {
      const json: Record<string, unknown> = {};
      encodeFields(shape.fields, value as Readonly<Record<string, unknown>>, json);
      return json;
    }
    case "tagged": {
      const { kind, data, ...beside } = value as { kind: string; data?: unknown };
      const payload = shape.variants.get(kind)?.payload ?? null;
      // STRATA-ENC-02: kind, then the payload itself; nothing where there is no payload.
      const json: Record<string, unknown> = payload === null ? { kind } : { kind, data: encode(payload(), data) };
      if (shape.beside.size > 0) encodeFields(shape.beside, beside, json);
      return json;
    }
    default:
      return value;
  }
}

function encodeFields(
  fields: ReadonlyMap<string, Field>,
  value: Readonly<Record<string, unknown>>,
  json: Record<string, unknown>,
): void {
  for (const field of fields.values()) {
    const given = value[field.name];
    if (given === undefined) continue;
    const written = encode(field.shape(), given);
    // STRATA-ENC-04: a default is absence.
    if (!isDefault(field, written)) json[field.key] = written;
  }
}
