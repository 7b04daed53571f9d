import {
  type Atom,
  AUTHORING_GUIDE,
  checkProgram,
  compactSchema,
  comparisonForm,
  type Diagnostic,
  type DocumentName,
  diagnosticsToJson,
  type Evaluation,
  evaluate,
  explainText,
  explanationToJson,
  isJsonText,
  jsonSchema,
  locateInText,
  type Outcome,
  type Program,
  parseText,
  policyReserved,
  policyVocabulary,
  printFact,
  printProgram,
  printText,
  renderDiagnostics,
  resultToJson,
  why,
  whyNot,
} from "@pelorus/strata";
import { BatchLineError, runBatch } from "../batch.js";
import { EXIT } from "../exit-codes.js";
import { rawMember } from "../raw-member.js";
import { readInput } from "../read-input.js";
import { programFrom, readFacts } from "../read-program.js";
import type { Terminal } from "../terminal.js";
import { UsageError } from "../usage-error.js";

/** `strata check`: what is wrong with a program; 0 when nothing is, warnings aside, else 1. */
export async function strataCheckCommand(
  file: string,
  options: { readonly json?: boolean; readonly policy?: boolean },
  terminal: Terminal,
): Promise<number> {
  const text = await readInput(file, terminal);
  const read = programFrom(text);
  const prelude = options.policy === true ? { prelude: policyVocabulary(), reserved: policyReserved() } : {};
  const checked = read.ok ? locateInText(text, checkProgram(read.value, prelude)) : read;
  if (options.json === true) terminal.out(`${JSON.stringify(diagnosticsToJson(checked.diagnostics))}\n`);
  else tellDiagnostics(checked.diagnostics, text, terminal);
  const errors = checked.diagnostics.filter(({ severity }) => severity === "error").length;
  terminal.err(`${file}: ${checked.ok ? "checks" : "does not check"}, ${errors} errors\n`);
  return checked.ok ? EXIT.complete : EXIT.failure;
}

/** `strata run`: the rows a program derives, as facts in surface text or as the result document. */
export async function strataRunCommand(
  file: string | undefined,
  options: { readonly json?: boolean; readonly jsonl?: boolean; readonly facts?: string },
  terminal: Terminal,
): Promise<number> {
  if (options.jsonl === true) return runBatch(terminal, (_line, text) => ({ ...comparisonForm(programOfLine(text)) }));
  const { text, outcome } = await evaluateFile(file, options.facts, terminal);
  if (options.json === true) {
    terminal.out(`${JSON.stringify(resultToJson(outcome))}\n`);
    return outcome.ok ? EXIT.complete : EXIT.failure;
  }
  tellDiagnostics(outcome.diagnostics, text, terminal);
  if (!outcome.ok) return EXIT.failure;
  for (const line of factLines(outcome.value)) terminal.out(`${line}\n`);
  return EXIT.complete;
}

/** The program of a batch line: an object is read from the line's own text, so that number tokens are seen. */
function programOfLine(line: string): Outcome<Program> {
  const raw = rawMember(line, "program");
  if (raw?.startsWith("{") === true) return programFrom(raw);
  if (raw?.startsWith('"') === true) return programFrom(JSON.parse(raw) as string);
  throw new BatchLineError("line_member_missing", 'The member "program" must be an object or a string.');
}

/** `strata explain`: why rows hold, or why there is no such row. */
export async function strataExplainCommand(
  file: string,
  atomText: string,
  options: { readonly json?: boolean; readonly facts?: string },
  terminal: Terminal,
): Promise<number> {
  const atom = readAtom(atomText);
  const { text, outcome } = await evaluateFile(file, options.facts, terminal, [atom.pred]);
  if (!outcome.ok) {
    if (options.json === true) terminal.out(`${JSON.stringify(explanationToJson(outcome))}\n`);
    else tellDiagnostics(outcome.diagnostics, text, terminal);
    return EXIT.failure;
  }
  const rows = outcome.value.query(atom).rows;
  const explanations =
    rows.length === 0
      ? [whyNot(outcome.value, atom)]
      : rows.map(({ args }) => why(outcome.value, { pred: atom.pred, args }));
  for (const explanation of explanations) {
    if (options.json === true) terminal.out(`${JSON.stringify(explanationToJson(explanation))}\n`);
    else if (explanation.ok) terminal.out(`${explainText(explanation.value)}\n`);
    else tellDiagnostics(explanation.diagnostics, text, terminal);
  }
  return explanations.every(({ ok }) => ok) ? EXIT.complete : EXIT.failure;
}

/** `strata convert`: the same program in the other form, or in the strict one of its own. */
export async function strataConvertCommand(
  file: string,
  options: { readonly to?: "json" | "text" },
  terminal: Terminal,
): Promise<number> {
  const text = await readInput(file, terminal);
  const read = programFrom(text);
  if (!read.ok) {
    tellDiagnostics(read.diagnostics, text, terminal);
    return EXIT.failure;
  }
  const to = options.to ?? (isJsonText(text) ? "text" : "json");
  const printed = to === "json" ? printProgram(read.value, { indent: 2 }) : printText(read.value);
  terminal.out(printed.endsWith("\n") ? printed : `${printed}\n`);
  return EXIT.complete;
}

/** `strata schema`: the JSON Schema of a document, or what a model has to know to write a program. */
export function strataSchemaCommand(
  document: DocumentName,
  options: { readonly guide?: boolean },
  terminal: Terminal,
): number {
  const text =
    options.guide === true ? `${AUTHORING_GUIDE}\n${compactSchema()}` : JSON.stringify(jsonSchema(document), null, 2);
  terminal.out(`${text}\n`);
  return EXIT.complete;
}

async function evaluateFile(
  file: string | undefined,
  factsFile: string | undefined,
  terminal: Terminal,
  select?: readonly string[],
): Promise<{ text: string; outcome: Outcome<Evaluation> }> {
  if (file === undefined) throw new UsageError("input_missing", "Name a program, or - for standard input, or --jsonl.");
  const text = await readInput(file, terminal);
  const facts = await readFacts(factsFile, terminal);
  const read = programFrom(text);
  if (!read.ok) return { text, outcome: read };
  const checked = checkProgram(read.value);
  if (!checked.ok) return { text, outcome: locateInText(text, checked) as Outcome<never> };
  const everything = declared(checked.value);
  const missing = select?.find((name) => !everything.includes(name));
  if (missing !== undefined) throw new UsageError("atom_invalid", `The program declares no predicate ${missing}.`);
  return { text, outcome: evaluate(read.value, { facts, ...(select === undefined ? {} : { select }) }) };
}

function declared({ items }: Program): string[] {
  return items.flatMap((item) => (item.kind === "predicate" ? [item.data.name] : []));
}

function readAtom(text: string): Atom {
  const read = parseText(`? ${text.trim().replace(/\.$/, "")}.`);
  const item = read.ok && read.value.items.length === 1 ? read.value.items[0] : undefined;
  if (item?.kind === "query") return item.data.atom;
  throw new UsageError("atom_invalid", `${JSON.stringify(text)} is no atom such as path(a, X).`);
}

/** Every row that was computed, predicates in the order of their declaration. */
function factLines(evaluation: Evaluation): string[] {
  const { outcome } = evaluation.result();
  if (outcome.kind !== "evaluated") return [];
  return outcome.data.relations.flatMap(({ pred, rows }) =>
    rows.map(({ args, weight, prob }) => {
      const weighed = { ...(weight === undefined ? {} : { weight }), ...(prob === undefined ? {} : { prob }) };
      return `${printFact({ atom: { pred, args }, ...weighed })}.`;
    }),
  );
}

function tellDiagnostics(diagnostics: readonly Diagnostic[], text: string, terminal: Terminal): void {
  if (diagnostics.length > 0) terminal.err(`${renderDiagnostics(diagnostics, { text })}\n`);
}
