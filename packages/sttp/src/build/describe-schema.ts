import { type KeySchema, layerSchemas, type ObjectSchema } from "../layer/schema.js";

/**
 * The layer schema as a short text for a model that shall write a node: the four lines with what stands in each place,
 * then the rules. Made from `layerSchemas`, so it cannot say anything else than what is checked.
 */
export function describeSchema(): string {
  return [
    "Write one STTP node: these four layers in this order, nothing else before, between or after them.",
    "",
    `⊕⟨ ⏣0${shape(layerSchemas.provenance)} ⟩`,
    `⦿⟨ ⏣0${shape(layerSchemas.envelope)} ⟩`,
    '◈⟨ ⏣0{ field_name(.9): "text", other_name(.8): { inner_name(.75): true, numbers(1): [1, 2.5] } } ⟩',
    `⍉⟨ ⏣0${shape(layerSchemas.metrics)} ⟩`,
    "",
    "Rules",
    "- Members are separated by exactly one comma; there are no comments.",
    '- Text stands in double quotes; escape " as \\" and line ends as \\n. Only the words listed above stand unquoted.',
    "- Numbers are plain decimals: no +, no exponent, no quotes.",
    "- psi is stability + friction + logic + autonomy of its own AVEC; ⍉ psi is that of compression_avec.",
    "- In ◈ every field at every depth is written name(confidence): value, without spaces inside; the confidence is a",
    "  number from 0 to 1. Names are letters, digits and _. Objects nest at most 5 deep, ◈'s own braces included.",
    "- Outside ◈ nothing has a confidence. Never leave out a required key and never invent a value.",
    "- Keys marked ? are optional.",
  ].join("\n");
}

function shape(schema: ObjectSchema): string {
  const keys = new Map(schema.keys.map((key) => [key.name, key]));
  const members = schema.printOrder.map((name) => {
    const key = keys.get(name)!;
    return `${name}${key.required ? "" : "?"}: ${placeOf(key)}`;
  });
  return `{ ${members.join(", ")} }`;
}

function placeOf(key: KeySchema): string {
  switch (key.type) {
    case "enum":
      return `<${key.words!.join(" | ")}>`;
    case "string":
      return '"<text>"';
    case "timestamp":
      return '"<YYYY-MM-DDThh:mm:ssZ>"';
    case "integer":
      return "<integer ≥ 0>";
    case "number":
      return key.maximum === undefined ? "<number>" : `<${key.minimum}…${key.maximum}>`;
    case "parent":
      return 'null or "ref:<id>"';
    case "object":
      return shape(key.object!);
    case "string-array":
      return '["<text>"]';
    case "links":
      return '[{ rel: "<text>", target: "<text>", confidence: <0…1> }]';
  }
}
