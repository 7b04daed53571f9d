import type { DiagnosticCollector } from "../diagnostic/collector.js";
import type { DiagnosticCode } from "../diagnostic/table.js";
import { isClosingBracket } from "../layer/group-nodes.js";
import { isDigit, isHorizontalSpace, isSpace, isStrictSpace } from "../source/character.js";
import { glyph, isOpeningLookAlike, layerKindOf } from "../source/glyph.js";

/** STTP-X-01: judges the text outside layers; `offset` is where it starts in the input. */
export function checkGap(text: string, offset: number, collector: DiagnosticCollector): void {
  let start = 0;
  let end = text.length;
  while (start < end && isSpace(text.charCodeAt(start))) start++;
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--;
  if (start === end) {
    checkBlank(text, offset, collector);
    return;
  }
  collector.add(gapCode(text, start, end), offset + start, offset + end);
  for (let index = start; index < end; index++) {
    if (layerKindOf(text.charCodeAt(index)) === null) continue;
    let next = index + 1;
    while (isHorizontalSpace(text.charCodeAt(next))) next++;
    // STTP-R-33: named, but no layer.
    if (isOpeningLookAlike(text.charCodeAt(next))) {
      collector.add("STTP_MARKER_LOOKALIKE", offset + next, offset + next + 1);
    }
    index = next - 1;
  }
}

function checkBlank(text: string, offset: number, collector: DiagnosticCollector): void {
  for (let index = 0; index < text.length; index++) {
    if (isStrictSpace(text.charCodeAt(index))) continue;
    collector.add("STTP_UNUSUAL_WHITESPACE", offset + index, offset + index + 1);
  }
}

function gapCode(text: string, start: number, end: number): DiagnosticCode {
  let markers = 0;
  let closers = 0;
  for (let index = start; index < end; index++) {
    const code = text.charCodeAt(index);
    if (code === glyph.marker) markers++;
    else if (isClosingBracket(code)) closers++;
    else if (!isSpace(code) && !(isDigit(code) && markers > 0)) return "STTP_TEXT_OUTSIDE_NODE";
  }
  // STTP-R-03: markers and brackets left over are no prose.
  if (closers === 0) return "STTP_STRAY_NODE_MARKER";
  return markers === 0 ? "STTP_STRAY_LAYER_END" : "STTP_TEXT_OUTSIDE_NODE";
}
