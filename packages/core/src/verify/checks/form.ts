import type { RequestedForm } from "../../contract/frame.js";
import type { Evidence } from "../evidence.js";
import { readCsv } from "../form/read-csv.js";
import { readTable } from "../form/read-table.js";
import { unwrapFence } from "../form/unwrap-fence.js";
import { xmlFault } from "../form/xml-fault.js";
import { yamlFault } from "../form/yaml-fault.js";
import { DECISIVE, type Finding, failed, type OutputCheck, passed, undecided } from "../output-check.js";

const FORM_NAMES: Readonly<Record<Exclude<RequestedForm["kind"], "prose">, string>> = {
  json: "one JSON value",
  csv: "CSV alone",
  table: "a Markdown table",
  list: "a list",
  xml: "well-formed XML",
  yaml: "YAML alone",
  code: "code",
};

/** The answer parses in the form that was asked for; JSON also satisfies its schema. */
export const formCheck: OutputCheck = {
  id: "form",
  weight: DECISIVE,
  states({ form, deliverable }) {
    if (!deliverable || form.kind === "prose") return null;
    return form.schema === undefined ? FORM_NAMES[form.kind] : "one JSON value that satisfies the schema";
  },
  examine(evidence) {
    const { form, deliverable } = evidence.asked;
    if (!deliverable || form.kind === "prose") return null;
    return READERS[form.kind](evidence);
  },
};

const READERS: Readonly<Record<Exclude<RequestedForm["kind"], "prose">, (evidence: Evidence) => Finding>> = {
  json: examineJson,
  csv: examineCsv,
  table: examineTable,
  list: examineList,
  xml: ({ output }) => parsed("XML", xmlFault(unwrapFence(output.text))),
  yaml: ({ output }) => parsed("YAML", yamlFault(unwrapFence(output.text))),
  code: examineCode,
};

function parsed(form: string, fault: string | null): Finding {
  return fault === null ? passed(`The output is ${form}.`) : failed(`Return ${form} alone: ${fault}.`);
}

function examineJson({ output, asked, validateSchema }: Evidence): Finding {
  let value: unknown;
  try {
    value = JSON.parse(unwrapFence(output.text));
  } catch (error) {
    return failed(`Return one JSON value and nothing else: ${(error as Error).message}.`);
  }
  const { schema } = asked.form;
  if (schema === undefined) return passed("The output is one JSON value.");
  if (validateSchema === undefined) return undecided("The output is JSON; its schema could not be checked.");
  const faults = validateSchema(schema, value);
  const first = faults?.[0];
  if (first === undefined) return passed("The output is JSON that satisfies the schema.");
  return failed(`The JSON breaks its schema: ${first.path === "" ? "the value" : first.path} ${first.message}.`);
}

function examineCsv({ output }: Evidence): Finding {
  const { rows, fault } = readCsv(unwrapFence(output.text));
  if (fault !== null) return failed(`Return CSV alone: ${fault}.`);
  const width = rows[0]?.length ?? 0;
  const odd = rows.findIndex((row) => row.length !== width);
  if (odd >= 0) return failed(`Every CSV row needs ${width} fields: row ${odd + 1} has ${rows[odd]?.length}.`);
  // One column of sentences is prose.
  if (width === 1 && rows.some(([field]) => /\s\S+\s/.test(field as string) && /[.:!?]$/.test(field as string))) {
    return failed("Return CSV alone, with one record per line.");
  }
  return passed(`The output is CSV with ${rows.length} rows.`);
}

function examineTable({ output }: Evidence): Finding {
  const table = readTable(output.text);
  if (table === null) return failed("Return a Markdown table with a header row.");
  const width = table.header.length;
  if (table.rows.length === 0) return failed("The table has no rows.");
  const odd = table.rows.findIndex((row) => row.length !== width);
  if (odd >= 0)
    return failed(`Every row of the table needs ${width} cells: row ${odd + 1} has ${table.rows[odd]?.length}.`);
  return passed(`The output is a table with ${table.rows.length} rows.`);
}

function examineList({ output }: Evidence): Finding {
  if (output.items.length >= 2) return passed("The output is a list.");
  if (output.items.length === 1 || output.lines.length >= 2) return passed("The output is laid out line by line.");
  return output.sentences.length >= 2
    ? failed("Return a list with one item per line.")
    : undecided("One line may be a list of one item.");
}

const CODE_MARKS =
  /[{};=<>]|\(\)|\)\s*:|->|=>|^[ \t]{0,40}(?:def|import|from|select|function|const|let|class|#include|echo|for|if|return|print)\b/im;

function examineCode({ output }: Evidence): Finding {
  if (output.lines.some(({ kind }) => kind === "fence") || CODE_MARKS.test(output.text))
    return passed("The output has code.");
  return output.sentences.length >= 2
    ? failed("Return the code in a fenced block.")
    : undecided("The output may be a short command.");
}
