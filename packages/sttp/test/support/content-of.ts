import { type Field, parse, type Value } from "@pelorus/sttp";

/** The content fields of a text as `[name, confidence, value]`, for short comparisons. */
export function contentOf(text: string): unknown[] {
  const { node } = parse(text);
  if (node === null) throw new Error(`no node in: ${text}`);
  return plainFields(node.content?.fields ?? []);
}

export function plainFields(fields: readonly Field[]): unknown[] {
  return fields.map(({ name, confidence, value }) => [name, confidence, plain(value)]);
}

function plain(value: Value): unknown {
  switch (value.kind) {
    case "raw":
      return { raw: value.text };
    case "array":
      return value.items.map(plain);
    case "object":
      return plainFields(value.fields);
    case "null":
      return null;
    default:
      return value.value;
  }
}
