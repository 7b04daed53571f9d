import type { RequestedForm } from "../contract/frame.js";
import type { StlOperation } from "../contract/operation.js";
import { OPERATION_TEXTS } from "./operation-texts.js";

const FORM_TEXTS: Readonly<Record<Exclude<RequestedForm["kind"], "prose">, string>> = {
  json: "Exactly one JSON value, with nothing before or after it.",
  csv: "CSV alone: one header row, then one record per line, quoted where a field holds a comma, quote or line break.",
  table: "One Markdown table with a header row.",
  list: "A list, one item per line.",
  xml: "One well-formed XML document, with nothing before or after it.",
  yaml: "One YAML document, with nothing before or after it.",
  code: "The code in one fenced block; prose only where the request asks for it.",
};

/** Forms that leave no room for the wording an operation has by itself. */
const BARE_FORMS: ReadonlySet<RequestedForm["kind"]> = new Set(["json", "csv", "xml", "yaml"]);

/**
 * What the output has to look like: the form the user asked for first, then the operation's own (POS-FRM-07). A step
 * that only feeds later ones keeps its own form; the user's is for the answer.
 */
export function outputContract(operation: StlOperation, form: RequestedForm, deliverable: boolean): string {
  const own = OPERATION_TEXTS[operation].output;
  const language = languageText(form.language);
  if (!deliverable) return language === "" ? own : `${own}\n${language}`;
  const lines: string[] = [];
  // POS-FRM-07: the requested form leads.
  if (form.kind !== "prose") lines.push(FORM_TEXTS[form.kind]);
  if (form.schema !== undefined) lines.push(`It satisfies this JSON Schema: ${JSON.stringify(form.schema)}`);
  if (form.length !== undefined) lines.push(lengthText(form.length));
  if (language !== "") lines.push(language);
  if (!BARE_FORMS.has(form.kind)) lines.push(own);
  return lines.join("\n");
}

function languageText(language: string | undefined): string {
  if (language === undefined) return "";
  // The table of names is built into the engine; a tag it does not know stands for itself.
  languageNames ??= new Intl.DisplayNames(["en"], { type: "language" });
  return `Language: ${languageNames.of(language) ?? language}.`;
}
let languageNames: Intl.DisplayNames | undefined;

function lengthText({ unit, min, max }: NonNullable<RequestedForm["length"]>): string {
  if (min !== undefined && min === max) return `Length: exactly ${min} ${min === 1 ? unit.slice(0, -1) : unit}.`;
  if (min !== undefined && max !== undefined) return `Length: between ${min} and ${max} ${unit}.`;
  if (max !== undefined) return `Length: at most ${max} ${unit}.`;
  return `Length: at least ${min ?? 1} ${unit}.`;
}
