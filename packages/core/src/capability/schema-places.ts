/** Members of a JSON Schema that hold schemas by name. */
export const SCHEMA_MAPS = ["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"] as const;
/** Members that hold lists of schemas. */
export const SCHEMA_LISTS = ["prefixItems", "anyOf", "oneOf", "allOf"] as const;
/** Members that are schemas themselves; `items` of an old one may be a list. */
export const SCHEMA_PLACES = [
  "items",
  "additionalProperties",
  "additionalItems",
  "not",
  "if",
  "then",
  "else",
  "contains",
  "propertyNames",
  "unevaluatedProperties",
  "unevaluatedItems",
] as const;
