import { verifyRecord } from "@pelorus/core";
import {
  canonicalize,
  describeSchema,
  formatDiagnostics,
  fromJson,
  type ParseResult,
  parse,
  parseDocument,
  print,
  toJson,
} from "@pelorus/sttp";
import { runBatch, textMember } from "../batch.js";
import { EXIT } from "../exit-codes.js";
import { openRecord } from "../open-record.js";
import { readInput } from "../read-input.js";
import { type KeyFlags, keySource, readKey } from "../record-key.js";
import type { Terminal } from "../terminal.js";
import { UsageError } from "../usage-error.js";

type Profile = "strict" | "tolerant";

/** `sttp check`: judges texts; a good compiler's report for people, JSON for programs. */
export async function sttpCheckCommand(
  files: readonly string[],
  options: { readonly profile: Profile; readonly json?: boolean; readonly jsonl?: boolean },
  terminal: Terminal,
): Promise<number> {
  if (options.jsonl === true) {
    return runBatch(terminal, (line) => judgement(parse(textMember(line, "text"), { profile: "tolerant" })));
  }
  if (files.length === 0) throw new UsageError("input_missing", "Name files to check, or - for standard input.");
  let code: number = EXIT.complete;
  for (const file of files) {
    const result = parse(await readInput(file, terminal), { profile: "tolerant" });
    const passes = options.profile === "strict" ? result.strictValid : result.recovery !== "none";
    if (!passes) code = EXIT.failure;
    if (options.json === true) {
      terminal.out(`${JSON.stringify({ file, ...judgement(result) })}\n`);
      continue;
    }
    const report = formatDiagnostics(result.diagnostics, result.source);
    if (report !== "") terminal.err(`${report}\n`);
    const { error, fatal, warning } = result.counts;
    const faults = `${fatal + error} errors, ${warning} warnings`;
    terminal.err(
      `${file}: ${result.strictValid ? "strict-valid" : "not strict-valid"}, recovery ${result.recovery}, ${faults}\n`,
    );
  }
  return code;
}

/** One answer of `sttp check`: the verdict, what was found, and the node as JSON where there is one. */
function judgement(result: ParseResult): Readonly<Record<string, unknown>> {
  return {
    strict_valid: result.strictValid,
    recovery: result.recovery,
    diagnostics: result.diagnostics.map(({ code, severity, strictImpact, span, recovery, path }) => ({
      code,
      severity,
      strict_impact: strictImpact,
      span: { start: span.start, end: span.end },
      recovery,
      ...(path === undefined ? {} : { path }),
    })),
    ...(result.node === null ? {} : { node: toJson(result.node) }),
  };
}

/** `sttp format`: the canonical text. Nothing that is read is dropped silently: what has no place in it is told. */
export async function sttpFormatCommand(
  file: string,
  options: { readonly escapeGlyphs?: boolean },
  terminal: Terminal,
): Promise<number> {
  const text = await readInput(file, terminal);
  const { text: canonical, omitted } = canonicalize(text, { escapeGlyphs: options.escapeGlyphs ?? false });
  if (canonical === "") throw new UsageError("node_missing", `${file} holds no node.`);
  terminal.out(`${canonical}\n`);
  for (const omission of omitted) terminal.err(`left out: ${omission.reason}\n`);
  return EXIT.complete;
}

/** `sttp convert`: a node as JSON, or JSON as a node. */
export async function sttpConvertCommand(
  file: string,
  options: { readonly to: "json" | "sttp" },
  terminal: Terminal,
): Promise<number> {
  const text = await readInput(file, terminal);
  if (options.to === "json") {
    const { node } = parse(text, { profile: "tolerant" });
    if (node === null) throw new UsageError("node_missing", `${file} holds no node.`);
    terminal.out(`${JSON.stringify(toJson(node), null, 2)}\n`);
    return EXIT.complete;
  }
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new UsageError(
      "input_invalid",
      `${file} is no JSON: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  const read = fromJson(json);
  if (read.node === null) {
    const faults = read.errors.map(({ code, path }) => `${code} at /${path.join("/")}`).join("; ");
    throw new UsageError("input_invalid", `${file}: ${faults}`);
  }
  terminal.out(`${print(read.node).text}\n`);
  return EXIT.complete;
}

/** `sttp split`: the nodes of a document as JSON lines, each with its place and its exact text. */
export async function sttpSplitCommand(file: string, terminal: Terminal): Promise<number> {
  const text = await readInput(file, terminal);
  for (const segment of parseDocument(text).segments) {
    if (segment.kind !== "node") continue;
    const { start, end } = segment.span;
    terminal.out(
      `${JSON.stringify({ span: { start, end }, strict_valid: segment.result.strictValid, text: text.slice(start, end) })}\n`,
    );
  }
  return EXIT.complete;
}

/** `sttp schema`: what a model has to know to write a node. */
export function sttpSchemaCommand(terminal: Terminal): number {
  terminal.out(`${describeSchema()}\n`);
  return EXIT.complete;
}

/** `sttp verify`: whether a run's record is the one that was written. */
export async function sttpVerifyCommand(
  path: string,
  options: KeyFlags & { readonly key?: string },
  terminal: Terminal,
): Promise<number> {
  const { path: record } = await openRecord(path);
  const source = options.key === undefined ? keySource(options, terminal) : undefined;
  const found = await verifyRecord(record, source === undefined ? options.key : await readKey(source, terminal));
  terminal.out(`${found.message}\n`);
  return found.intact ? EXIT.complete : EXIT.failure;
}
