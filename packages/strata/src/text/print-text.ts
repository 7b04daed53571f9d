import { apiMisuse } from "../diagnostic/api-misuse.js";
import type { ArgType, PredDecl, Signature } from "../ir/declaration.js";
import type { Fact } from "../ir/fact.js";
import { trustProgram } from "../ir/json/load-program.js";
import type { Item, Program, Trivia } from "../ir/program.js";
import { printAtom, printLiteral, printName } from "./print-term.js";
import { ANNOTATION_WORDS } from "./words.js";

/**
 * Writes a program in the text syntax, one item a line. `parseText` reads it back as an equal program, comments and
 * blank lines included (STRATA-TXT-01).
 * @throws TypeError when a hand-built program does not have the shape of one.
 */
export function printText(program: Program): string {
  const trusted = trustProgram(program);
  if (!trusted.ok) throw apiMisuse(`not a program: ${trusted.diagnostics[0]?.message}`);
  return trusted.value.items.map((item) => withTrivia(printItem(item), item.trivia)).join("");
}

/** One item, with its full stop. */
export function printItem(item: Item): string {
  switch (item.kind) {
    case "domain":
      return `domain ${printName(item.data.name)}.`;
    case "predicate":
      return `${printDeclaration(item.data)}.`;
    case "rule": {
      // STRATA-TXT-01: a rule without a body is not a fact, and keeps its arrow.
      const body = item.data.body.map(printLiteral).join(", ");
      return `${printAtom(item.data.head)} :- ${body}.`;
    }
    case "fact":
      return `${printFact(item.data)}.`;
    case "input":
      return `input ${printName(item.data.pred)} from ${JSON.stringify(item.data.path)}.`;
    case "query":
      return `?${item.data.kind === "plain" ? "" : item.data.kind} ${printAtom(item.data.atom)}.`;
    case "pragma":
      return `@${item.data}.`;
  }
}

/** A fact without its full stop: `5 :: p(a)`, `0.5 :: p(a)`. */
export function printFact({ atom, weight, prob }: Fact): string {
  const prefix = (weight === undefined ? "" : `${weight} :: `) + (prob === undefined ? "" : `${printProb(prob)} :: `);
  return `${prefix}${printAtom(atom)}`;
}

/** A probability always has a point or an exponent, so that it is no weight. */
function printProb(prob: number): string {
  const printed = String(prob);
  return /[.e]/.test(printed) ? printed : `${printed}.0`;
}

function printDeclaration({ name, sig, neural }: PredDecl): string {
  const head = `${printName(name)}(${sig.args.map(printArgType).join(", ")})`;
  const model = neural === undefined ? "" : ` from model ${JSON.stringify(neural.model)}`;
  const { termination, completeness, determinism } = sig.effects ?? {};
  const plain = sig.annotation.kind === "bool" && determinism === "stochastic" && !termination && !completeness;
  if (neural !== undefined && plain) return `neural ${head}${model}`;
  return `pred ${head}: ${printAnnotation(sig)}${model}`;
}

function printArgType(type: ArgType): string {
  if (type.kind === "int") return "int";
  return type.kind === "term" ? `term ${printName(type.data.name)}` : printName(type.data.name);
}

function printAnnotation({ annotation, effects = {} }: Signature): string {
  const count = annotation.kind === "prov_k" ? `(${annotation.data.k})` : "";
  const { termination, completeness, determinism } = effects;
  const words = [termination, completeness, determinism].filter((word) => word !== undefined);
  return [`${ANNOTATION_WORDS[annotation.kind]}${count}`, ...words].join(" ");
}

function withTrivia(printed: string, trivia: Trivia = {}): string {
  const { leading = [], trailing = "", blankBefore = false } = trivia;
  const before = leading.flatMap(commentLines);
  const [beside, ...after] = trailing === "" ? [] : commentLines(trailing);
  const line = beside === undefined ? printed : `${printed} ${beside}`;
  return `${blankBefore ? "\n" : ""}${[...before, line, ...after].join("\n")}\n`;
}

/** The lines of a comment, each beginning with `%`: a document may hold any string here. */
function commentLines(text: string): string[] {
  return text.split("\n").map((line) => {
    const trimmed = line.trim();
    return trimmed.startsWith("%") ? trimmed : `% ${trimmed}`.trimEnd();
  });
}
