export { CONVENTION_MISUSE } from "./convention-misuse.js";
export { document, strataDocument } from "./document.js";
export { type OptionalField, optional, optionalList, withDefault } from "./field.js";
export { isSnakeCase, type SnakeCase, snakeCase } from "./key-case.js";
export { safeInteger, tokens, tropicalWeight, words } from "./scalars.js";
export { type Fields, type StructJson, type StructValue, struct } from "./struct.js";
export { type TaggedUnion, taggedUnion, type Variants } from "./tagged-union.js";
export { type ConventionExemptions, type ConventionViolation, conventionViolations } from "./violations.js";
