import { apiMisuse } from "../../diagnostic/api-misuse.js";
import type { Outcome } from "../../diagnostic/outcome.js";
import type { Fact } from "../fact.js";
import type { Program } from "../program.js";
import { FACTS_SHAPE, PROGRAM_SHAPE } from "../program-shapes.js";
import { type DocumentKind, type LoadOptions, readDocumentText, readDocumentValue } from "./read-document.js";

const PROGRAM: DocumentKind = { shape: PROGRAM_SHAPE, list: "items" };
// STRATA-LOAD-08: facts are read by the same rules as programs, and budgeted as facts.
const FACTS: DocumentKind = { shape: FACTS_SHAPE, list: "facts" };

/** A facts document (STRATA-LOAD-08). */
export interface FactsDocument {
  readonly irVersion: string;
  readonly facts: readonly Fact[];
}

/** Programs this module made: their shape needs no second look. */
const wellFormed = new WeakSet<object>();

/** Notes that `program` has the shape of a Program, because the package itself built it. */
export function markWellFormed(program: Program): Program {
  wellFormed.add(program);
  return program;
}

function marked(outcome: Outcome<Program>): Outcome<Program> {
  if (outcome.ok) wellFormed.add(outcome.value);
  return outcome;
}

function requireText(text: unknown, name: string): asserts text is string {
  if (typeof text !== "string") throw apiMisuse(`${name} takes a string`);
}

/**
 * Loads a program from JSON text. Integer tokens are seen as written, and diagnostics carry UTF-16 spans.
 * @throws TypeError when `text` is not a string; never because of what is in it.
 */
export function parseProgram(text: string, options?: LoadOptions): Outcome<Program> {
  requireText(text, "parseProgram");
  return marked(readDocumentText<Program>(PROGRAM, text, options));
}

/** Loads a program from a JSON value (snake_case). The value is copied, never kept. Never throws. */
export function loadProgram(value: unknown, options?: LoadOptions): Outcome<Program> {
  return marked(readDocumentValue<Program>(PROGRAM, value, "json", options));
}

/**
 * A program object as the package can trust it: itself when the package built it, else a checked copy of a hand-built
 * one (camelCase). Never throws.
 */
export function trustProgram(program: Program, options?: LoadOptions): Outcome<Program> {
  if (typeof program === "object" && program !== null && wellFormed.has(program)) {
    return { ok: true, value: program, diagnostics: [] };
  }
  return marked(readDocumentValue<Program>(PROGRAM, program, "typescript", options));
}

/**
 * Loads a facts document from JSON text (STRATA-LOAD-08).
 * @throws TypeError when `text` is not a string.
 */
export function parseFacts(text: string, options?: LoadOptions): Outcome<FactsDocument> {
  requireText(text, "parseFacts");
  return readDocumentText<FactsDocument>(FACTS, text, options);
}

/** Loads a facts document from a JSON value (STRATA-LOAD-08). Never throws. */
export function loadFacts(value: unknown, options?: LoadOptions): Outcome<FactsDocument> {
  return readDocumentValue<FactsDocument>(FACTS, value, "json", options);
}
