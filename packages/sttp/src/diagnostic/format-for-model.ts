import type { SourceMap } from "../layer/source-map.js";
import { misuse } from "../source/misuse.js";
import type { Path } from "../source/span.js";
import { adviceOf, type Diagnostic } from "./diagnostic.js";

const EXCERPT = 60;

/**
 * The findings with strict impact as one short line each, for a model that shall repair its own text: place, code,
 * the text in question, what to do. Equal findings side by side are joined. The answer is empty for a strict-valid text.
 * Throws RangeError if `max` (default 20) is no positive integer.
 */
export function formatForModel(
  diagnostics: readonly Diagnostic[],
  source: SourceMap,
  options: { readonly max?: number } = {},
): string {
  const { max = 20 } = options;
  if (!Number.isInteger(max) || max < 1) throw misuse("STTP_OPTION_RANGE", "max must be a positive integer");
  const lines: { text: string; advice: string; times: number }[] = [];
  let left = 0;
  for (const diagnostic of diagnostics) {
    if (!diagnostic.strictImpact) continue;
    const advice = adviceOf(diagnostic.code, diagnostic.data);
    const last = lines[lines.length - 1];
    if (last?.advice === advice) last.times++;
    else if (lines.length < max) lines.push({ text: describe(diagnostic, source), advice, times: 1 });
    else left++;
  }
  const rendered = lines.map(({ text, advice, times }) => {
    const more = times > 1 ? ` (and ${times - 1} more like it)` : "";
    return `${text} ${advice}${more}`;
  });
  if (left > 0) rendered.push(`${left} further findings are not listed; repair these first.`);
  return rendered.join("\n");
}

function describe({ code, span, path }: Diagnostic, source: SourceMap): string {
  const { line, column } = source.positionAt(span.start);
  const text = source.raw.slice(span.start - source.base, Math.min(span.end, span.start + EXCERPT) - source.base);
  const quote = text === "" ? "" : ` ${JSON.stringify(span.end - span.start > EXCERPT ? `${text}…` : text)}`;
  return `${line}:${column} ${code.slice("STTP_".length)}${path ? ` ${pathText(path)}` : ""}${quote}:`;
}

function pathText(path: Path): string {
  let text = "";
  for (const step of path) text += typeof step === "number" ? `[${step}]` : `${text === "" ? "" : "."}${step}`;
  return text;
}
