import type { PositionedResult } from "@pelorus/core";
import type { Redaction } from "../log/redaction.js";
import { findRemarks } from "./find-remarks.js";
import type { SourcePassage } from "./find-sources.js";
import { printable, type Style } from "./style.js";
import { whatToDo } from "./what-to-do.js";

/** The end of a run as a person reads it: answer, sources, what is open, one status line, and where the record is. */
export function renderResult(
  result: PositionedResult,
  options: {
    readonly style: Style;
    readonly sources: readonly SourcePassage[];
    readonly record: string | null;
    readonly seconds: number;
    readonly redaction: Redaction;
  },
): { readonly answer: string; readonly report: string } {
  const { style, sources, record } = options;
  const lines: string[] = [];
  if (sources.length > 0) {
    lines.push("", style.bold("Sources"));
    for (const source of sources) lines.push(`  ${source.path}:${source.startLine}-${source.endLine}`);
  }
  const remarks = findRemarks(result.events);
  lines.push(...listed("Notes", remarks.notes, options), ...listed("Refused", remarks.refused, options));
  for (const pending of result.pending) lines.push("", ...pendingLines(pending, style, record));
  if (result.uncertainties.length > 0) {
    lines.push("", style.bold("In doubt"));
    for (const doubt of result.uncertainties) lines.push(`  ${printable(doubt)}`);
  }
  if (result.error !== null)
    lines.push(
      "",
      `${style.red("Error")} ${result.error.code}: ${printable(options.redaction.text(result.error.message))}`,
    );
  const remedy = whatToDo(result, record);
  if (remedy !== null) lines.push("", style.bold("What to do"), `  ${remedy}`);
  lines.push("", statusLine(result, style, options.seconds));
  if (record !== null) lines.push(`Record: ${record}`);
  return { answer: printable(result.text), report: `${lines.join("\n")}\n` };
}

/** A heading with its lines; nothing where there are none. */
function listed(
  heading: string,
  texts: readonly string[],
  { style, redaction }: { readonly style: Style; readonly redaction: Redaction },
): string[] {
  if (texts.length === 0) return [];
  return [
    "",
    style.bold(heading),
    ...texts.map((text) => `  ${printable(redaction.text(text)).replaceAll("\n", " ")}`),
  ];
}

function statusLine(result: PositionedResult, style: Style, seconds: number): string {
  const paint = { complete: style.green, partial: style.yellow, halted: style.red, waiting: style.yellow }[
    result.status
  ];
  const reason = result.haltReason === null ? "" : ` (${result.haltReason})`;
  const done = result.steps.filter((step) => step.outcome === "done").length;
  const about = result.usage.estimated ? "about " : "";
  const cost = result.cost === null ? "" : ` · ${result.cost.amount.toFixed(4)} ${result.cost.currency}`;
  return [
    `Status: ${paint(result.status)}${reason}`,
    `${done}/${result.steps.length} operations`,
    `depth ${result.depth}`,
    `${result.observationCount} tool results`,
    `${result.usage.calls} model calls`,
    `${about}${result.usage.inputTokens} tokens in, ${result.usage.outputTokens} out${cost}`,
    `${seconds.toFixed(1)} s`,
  ].join(" · ");
}

function pendingLines(pending: PositionedResult["pending"][number], style: Style, record: string | null): string[] {
  const how = (id: string, value: string) =>
    record === null ? [] : [`  pelorus answer ${record} ${id} ${value}`, `  pelorus resume ${record}`];
  switch (pending.kind) {
    case "approval": {
      const { call, reason, id } = pending.data;
      return [
        `${style.yellow("Waiting for approval")} ${id}: ${call.capabilityId}, ${reason}`,
        `  ${printable(JSON.stringify(call.arguments))}`,
        ...how(id, "yes|no"),
      ];
    }
    case "clarification":
      return [
        `${style.yellow("Waiting for an answer")} ${pending.data.requestId}: ${printable(pending.data.question)}`,
        ...how(pending.data.requestId, '"…"'),
      ];
    case "tool_call":
      return [
        `${style.yellow("Waiting for a tool result")} ${pending.data.id}: ${pending.data.capabilityId}`,
        `  ${printable(JSON.stringify(pending.data.arguments))}`,
      ];
  }
}
