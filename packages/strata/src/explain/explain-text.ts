import type { Source } from "../evaluate/source.js";
import type { Atom } from "../ir/term.js";
import { printAtom, printLiteral, printTerm } from "../text/print-term.js";
import { isProof } from "./explanation-json.js";
import type { Failure, Premise, Proof, WhyNot } from "./proof.js";

/** An explanation as short plain sentences, one a line, premises indented below what they support. */
export function explainText(explanation: Proof | WhyNot): string {
  return (isProof(explanation) ? proofLines(explanation) : whyNotLines(explanation)).join("\n");
}

function proofLines(proof: Proof): string[] {
  const lines: string[] = [];
  // On a stack of our own: proofs can be as deep as the data is long.
  const pending: { premise: Premise; depth: number }[] = [{ premise: { kind: "proof", data: proof }, depth: 0 }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { premise, depth } = next;
    lines.push(`${"  ".repeat(depth)}${premiseText(premise)}`);
    if (premise.kind !== "proof" || premise.data.kind !== "derived") continue;
    const { premises } = premise.data.data;
    for (let at = premises.length - 1; at >= 0; at -= 1) pending.push({ premise: premises[at]!, depth: depth + 1 });
  }
  return lines;
}

function premiseText(premise: Premise): string {
  switch (premise.kind) {
    case "absent":
      return `There is no row ${printAtom(premise.data)}.`;
    case "builtin":
      return `${printLiteral(premise.data)} holds.`;
    case "proof":
      return proofText(premise.data);
  }
}

function proofText({ kind, data }: Proof): string {
  const fact = printAtom(data.fact);
  switch (kind) {
    case "given":
      return `${fact} is given by ${data.sources.map(sourceText).join(" and ")}.`;
    case "derived": {
      const weight = data.weight === undefined ? "" : ` with weight ${data.weight}`;
      return data.premises.length === 0
        ? `${fact} follows${weight} by rule ${data.rule}, without a condition.`
        : `${fact} follows${weight} by rule ${data.rule}, because:`;
    }
    case "aggregated":
      return `${fact} is the ${data.op} over ${counted(data.inputs, "row")}, by rule ${data.rule}.`;
    case "repeated":
      return `${fact} was explained above.`;
    case "elided":
      return `${fact} holds; its explanation is left out for length.`;
  }
}

function sourceText({ kind, data }: Source): string {
  switch (kind) {
    case "item":
      return `item ${data.index} of the program`;
    case "host":
      return `host fact ${data.index}`;
    case "input":
      return `row ${data.row} of the input of item ${data.item}`;
  }
}

function whyNotLines(whyNot: WhyNot): string[] {
  switch (whyNot.kind) {
    case "holds":
      return [`${printAtom(whyNot.data.fact)} does hold.`];
    case "no_rule":
      return [`No fact and no rule gives such a row of ${whyNot.data.pred}.`, ...closestLine(whyNot.data.closest)];
    case "failed": {
      const { nearest, others } = whyNot.data;
      return [...failureLines(nearest), ...others.flatMap(failureLines)];
    }
  }
}

function failureLines(failure: Failure): string[] {
  const { rule, satisfied, total, bindings } = failure;
  const values = bindings.map(({ var: name, value }) => `${name} = ${printTerm(value)}`).join(", ");
  const where = values === "" ? "" : ` with ${values}`;
  return [
    `Rule ${rule} holds in ${satisfied} of ${counted(total, "condition")}${where}, then fails: ${reasonText(failure)}`,
    ...closestLine(failure.reason === "present" ? [] : failure.closest),
  ];
}

function reasonText({ reason, literal }: Failure): string {
  const shown = literal.kind === "neg" ? printAtom(literal.data) : printLiteral(literal);
  switch (reason) {
    case "no_match":
      return `no row matches ${shown}.`;
    case "present":
      return `${shown} is present.`;
    case "comparison_false":
      return `${shown} is false.`;
    case "different_value":
      return `the value is another, ${shown}.`;
  }
}

function closestLine(closest: readonly Atom[]): string[] {
  return closest.length === 0 ? [] : [`  Closest: ${closest.map(printAtom).join("; ")}.`];
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
