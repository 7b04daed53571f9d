import { apiMisuse } from "../../diagnostic/api-misuse.js";
import type { Diagnostic } from "../../diagnostic/diagnostic.js";
import { DIAGNOSTIC_SHAPE, DIAGNOSTICS_SHAPE } from "../document-shapes.js";
import type { Fact } from "../fact.js";
import type { Literal } from "../literal.js";
import type { Program } from "../program.js";
import { ATOM_SHAPE, FACT_SHAPE, FACTS_SHAPE, LITERAL_SHAPE, PROGRAM_SHAPE, TERM_SHAPE } from "../program-shapes.js";
import type { Atom, Term } from "../term.js";
import { IR_VERSION } from "../version.js";
import { encode } from "./encode.js";
import { trustProgram } from "./load-program.js";

/** How JSON is laid out. */
export interface PrintOptions {
  /** Spaces per level; absent or 0 puts everything on one line. */
  readonly indent?: number;
}

/**
 * The strict JSON value of a program.
 * @throws TypeError when a hand-built program does not have the shape of one.
 */
export function programToJson(program: Program): unknown {
  const trusted = trustProgram(program);
  if (!trusted.ok) throw apiMisuse(`not a program: ${trusted.diagnostics[0]?.message}`);
  return encode(PROGRAM_SHAPE, trusted.value);
}

/**
 * Writes a program as strict JSON text, deterministically: equal programs give equal bytes (STRATA-ENC-10).
 * @throws TypeError when a hand-built program does not have the shape of one.
 */
export function printProgram(program: Program, options: PrintOptions = {}): string {
  // STRATA-ENC-10: JSON.stringify keeps the order of the tables, and a string has no byte order mark.
  return JSON.stringify(programToJson(program), null, options.indent ?? 0);
}

/** The strict JSON value of a facts document. */
export function factsToJson(facts: readonly Fact[], irVersion: string = IR_VERSION): unknown {
  return encode(FACTS_SHAPE, { irVersion, facts });
}

/** The strict JSON value of a term (STRATA-ENC-02, -07). */
export function termToJson(term: Term): unknown {
  return encode(TERM_SHAPE, term);
}

/** The strict JSON value of an atom. */
export function atomToJson(atom: Atom): unknown {
  return encode(ATOM_SHAPE, atom);
}

/** The strict JSON value of a body literal. */
export function literalToJson(literal: Literal): unknown {
  return encode(LITERAL_SHAPE, literal);
}

/** The strict JSON value of a fact; a weight is an integer or `"inf"` (STRATA-ENC-05). */
export function factToJson(fact: Fact): unknown {
  return encode(FACT_SHAPE, fact);
}

/** The strict JSON value of one diagnostic, as it stands inside a diagnostics document. */
export function diagnosticToJson(diagnostic: Diagnostic): unknown {
  return encode(DIAGNOSTIC_SHAPE, diagnostic);
}

/** The strict JSON value of a diagnostics document. */
export function diagnosticsToJson(diagnostics: readonly Diagnostic[], irVersion: string = IR_VERSION): unknown {
  return encode(DIAGNOSTICS_SHAPE, { irVersion, diagnostics });
}
