import { PROGRAM_SHAPE } from "./program-shapes.js";
import type { Field, Shape } from "./shape.js";

/**
 * The JSON form of programs in a notation short enough for a prompt, made from the same table as the reader:
 * `kind(T)` stands for `{"kind": "kind", "data": T}`, `?` marks an optional field.
 */
export function compactSchema(): string {
  const lines: string[] = [
    'Notation: k(T) is {"kind":"k","data":T}; bare k is {"kind":"k"}; "w" is that string; ? optional; [T] list.',
  ];
  const named = new Set<string>();
  const pending: Shape[] = [PROGRAM_SHAPE];
  for (let next = pending.shift(); next !== undefined; next = pending.shift()) {
    if ((next.type !== "struct" && next.type !== "tagged") || named.has(next.name)) continue;
    named.add(next.name);
    lines.push(`${next.name} = ${definition(next, pending)}`);
  }
  return lines.join("\n");
}

function definition(shape: Shape, pending: Shape[]): string {
  if (shape.type === "struct") return fieldList(shape.fields, pending);
  if (shape.type !== "tagged") return reference(shape, pending);
  const variants = [...shape.variants].map(([kind, { payload }]) =>
    payload === null ? kind : `${kind}(${reference(payload(), pending)})`,
  );
  // Trivia and spans are for printers: nobody writes them by hand.
  return variants.join(" | ");
}

function fieldList(fields: ReadonlyMap<string, Field>, pending: Shape[]): string {
  const shown = [...fields.values()].map(
    ({ key, optional, shape }) => `${key}${optional ? "?" : ""}: ${reference(shape(), pending)}`,
  );
  return `{${shown.join(", ")}}`;
}

function reference(shape: Shape, pending: Shape[]): string {
  switch (shape.type) {
    case "struct":
    case "tagged": {
      const small = shape.type === "struct" && shape.fields.size <= 2 && isFlat(shape.fields);
      if (small) return fieldList(shape.fields, pending);
      pending.push(shape);
      return shape.name;
    }
    case "list":
      return `[${reference(shape.of(), pending)}]`;
    case "words":
      return shape.words.map((word) => `"${word}"`).join("|");
    case "weight":
      return 'integer|"inf"';
    default:
      return shape.type;
  }
}

function isFlat(fields: ReadonlyMap<string, Field>): boolean {
  return [...fields.values()].every(({ shape }) => ["string", "integer", "words", "boolean"].includes(shape().type));
}
