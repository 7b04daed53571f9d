import type { Answer } from "../answer/answer.js";
import { writeProse } from "../answer/write-statements.js";
import { contractForm } from "./target-form.js";
import { csvField, table } from "./write-records.js";

const SENTENCES = /^Length: (?:exactly|at most|between \d+ and) (\d{1,4}) (?:sentences?|items?|lines?|paragraphs?)\.$/m;

/** Writes an answer in the form its contract asks for; in JSON and CSV every statement goes with its source. */
export function shapeAnswer(answer: Answer, contract: string): string {
  const most = Number(SENTENCES.exec(contract)?.[1] ?? Number.POSITIVE_INFINITY);
  const limited: Answer = { ...answer, statements: answer.statements.slice(0, most) };
  const { statements, text, lead } = limited;
  // A converted text has its form already.
  if (statements.length === 0 && text !== "" && lead === "") return text;
  const rows = statements.map(({ unit }) => [unit.text, unit.passage.ref]);
  switch (contractForm(contract)) {
    case "json":
      return JSON.stringify(
        {
          ...(lead === "" ? {} : { answer: lead }),
          ...(rows.length === 0 ? {} : { statements: rows.map(([statement, source]) => ({ statement, source })) }),
          ...(text === "" ? {} : { text }),
        },
        null,
        2,
      );
    case "csv":
      return [["statement", "source"], ...(rows.length === 0 ? [[lead, ""]] : rows)]
        .map((row) => row.map(csvField).join(","))
        .join("\n");
    case "table":
      return rows.length === 0 ? writeProse(limited) : table(["Statement", "Source"], rows);
    case "list":
      return rows.length === 0 || answer.layout === "steps"
        ? writeProse(limited)
        : [lead, ...rows.map(([statement, source]) => `- ${statement} [${source}]`)]
            .filter((line) => line !== "")
            .join("\n");
    default:
      return writeProse(limited);
  }
}
