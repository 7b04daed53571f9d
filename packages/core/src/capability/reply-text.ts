import type { ScannedText, Span } from "./scan-json.js";

const WRAPPERS = ["<tool_call>", "</tool_call>", "<tool_calls>", "</tool_calls>", "[TOOL_CALLS]", "<|python_tag|>"];
const FENCE_LINE = /^[ \t]*```[\w-]*[ \t]*$/gm;
const FUNCTOOLS_END = /functools[ \t]*$/;

/** The reply without its reasoning blocks, trimmed. */
export function visibleText(text: string, scanned: ScannedText): string {
  return scanned.reasoning.length === 0 ? text.trim() : without(text, scanned.reasoning).trim();
}

/** What a reply says beside its envelopes: no reasoning, no wrapper tokens, no fence lines that held an envelope. */
export function proseAround(text: string, scanned: ScannedText, envelopes: readonly Span[]): string {
  const cut = [...scanned.reasoning, ...envelopes].sort((left, right) => left[0] - right[0]);
  let prose = "";
  let from = 0;
  for (const [start, end] of cut) {
    prose += text.slice(from, start).replace(FUNCTOOLS_END, "");
    from = Math.max(from, end);
  }
  prose += text.slice(from);
  for (const wrapper of WRAPPERS) prose = prose.replaceAll(wrapper, "");
  return prose.replace(FENCE_LINE, "").trim();
}

function without(text: string, spans: readonly Span[]): string {
  let kept = "";
  let from = 0;
  for (const [start, end] of spans) {
    kept += text.slice(from, start);
    from = end;
  }
  return kept + text.slice(from);
}
