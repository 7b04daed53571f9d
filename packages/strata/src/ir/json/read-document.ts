import { type Budget, DEFAULT_BUDGET } from "../../diagnostic/budget.js";
import { DiagnosticList } from "../../diagnostic/diagnostic-list.js";
import type { Outcome } from "../../diagnostic/outcome.js";
import type { StructShape } from "../shape.js";
import { IR_VERSION, parseVersion, readsVersion } from "../version.js";
import { decode } from "./decode.js";
import { locateDiagnostics } from "./locate-diagnostics.js";
import { readJson } from "./read-json.js";

/** Options of every loader. */
export interface LoadOptions {
  /** Of these `documentBytes`, `nesting`, `items`, `facts` and `diagnostics` apply. */
  readonly budget?: Partial<Budget>;
}

/** A kind of top-level Strata document: its shape, and the list in it that a budget limits. */
export interface DocumentKind {
  readonly shape: StructShape;
  readonly list: "items" | "facts";
}

type Names = "json" | "typescript";

/** Reads a document from text: size, then JSON, then version, then shape. Never throws. */
export function readDocumentText<T>(kind: DocumentKind, text: string, options: LoadOptions = {}): Outcome<T> {
  const budget = { ...DEFAULT_BUDGET, ...options.budget };
  const report = new DiagnosticList(budget.diagnostics);
  if (tooLarge(text, budget.documentBytes, report)) return { ok: false, diagnostics: report.finish() };
  const value = readJson(text, { nesting: budget.nesting, list: listLimit(kind, budget) }, report);
  // Nothing structural is said about a text that is not JSON; duplicate keys wait for the version gate.
  const malformed = report.finish().some(({ code }) => code === 2010 || code === 2006);
  if (malformed) return { ok: false, diagnostics: report.finish() };
  // The text has been measured: its tree is not measured again.
  const measured = { ...budget, documentBytes: Number.POSITIVE_INFINITY };
  return locateDiagnostics(text, gateAndDecode<T>(kind, value, "json", measured, report));
}

/** Reads a document from a value: plain objects, arrays, strings, numbers, booleans. Copies; never throws. */
export function readDocumentValue<T>(
  kind: DocumentKind,
  value: unknown,
  names: Names,
  options: LoadOptions = {},
): Outcome<T> {
  const budget = { ...DEFAULT_BUDGET, ...options.budget };
  const report = new DiagnosticList(budget.diagnostics);
  try {
    return gateAndDecode<T>(kind, value, names, budget, report);
  } catch {
    // STRATA-LOAD-07: getters and proxies run foreign code, and what they throw is no reason to throw.
    report.add(2012, "", "the value could not be read: a getter or proxy in it throws");
    return { ok: false, diagnostics: report.finish() };
  }
}

function listLimit(kind: DocumentKind, budget: Budget) {
  return { key: kind.list, limit: budget[kind.list], budget: kind.list };
}

function gateAndDecode<T>(
  kind: DocumentKind,
  value: unknown,
  names: Names,
  budget: Budget,
  report: DiagnosticList,
): Outcome<T> {
  const refusal = gate(value, names, budget);
  // STRATA-LOAD-02: a document of another version is not judged by the rules of this one.
  if (refusal !== null) return { ok: false, diagnostics: refusal.finish() };
  const limits = { nesting: budget.nesting, bytes: budget.documentBytes, list: listLimit(kind, budget) };
  const decoded = decode(kind.shape, value, { names, limits }, report) as (T & { irVersion: string }) | undefined;
  if (report.errors > 0 || decoded === undefined) return { ok: false, diagnostics: report.finish() };
  // STRATA-LOAD-02: leading zeros are tolerated and dropped.
  decoded.irVersion = parseVersion(decoded.irVersion)!.join(".");
  return { ok: true, value: decoded, diagnostics: report.finish() };
}

/** Checks the version before anything else; the refusal, or null to go on. */
function gate(value: unknown, names: Names, budget: Budget): DiagnosticList | null {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  const key = names === "json" ? "ir_version" : "irVersion";
  const given = Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined;
  const version = typeof given === "string" ? parseVersion(given) : null;
  if (version !== null && readsVersion(parseVersion(IR_VERSION)!, version)) return null;
  const refusal = new DiagnosticList(budget.diagnostics);
  if (given === undefined) {
    refusal.add(2013, "", `the document lacks "${key}": write "${key}": "${IR_VERSION}"`, {
      fixes: [{ kind: "json_patch", data: { ops: [{ kind: "add", data: { path: `/${key}`, value: IR_VERSION } }] } }],
    });
  } else {
    const shown = JSON.stringify(typeof given === "string" ? given.slice(0, 40) : typeof given);
    refusal.add(2013, `/${key}`, `"${key}" is ${shown}, and this reader takes "0.1.x", such as "${IR_VERSION}"`);
  }
  return refusal;
}

/** Reports a text beyond the size limit (E2006), without looking at more of it than that takes. */
export function tooLarge(text: string, limit: number, report: DiagnosticList): boolean {
  const used = text.length > limit || text.length * 3 <= limit ? text.length : utf8Length(text);
  if (used <= limit) return false;
  report.add(2006, "", `the text is larger than ${limit} bytes`, {
    detail: { budget: "document_bytes", limit, used },
  });
  return true;
}

function utf8Length(text: string): number {
  let bytes = text.length;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code >= 0x80) bytes += code >= 0x800 && (code < 0xd800 || code > 0xdfff) ? 2 : 1;
  }
  return bytes;
}
