import { DiagnosticCollector } from "../diagnostic/collector.js";
import type { Diagnostic } from "../diagnostic/diagnostic.js";
import type { AvecView } from "../layer/node.js";
import { avecSchema } from "../layer/schema.js";
import { avecView } from "../layer/typed-view.js";
import { defaultSettings } from "../parse/options.js";
import { misuse } from "../source/misuse.js";
import { TextBuffer } from "../source/text-buffer.js";
import { LayerReader, type LayerRecord } from "../syntax/layer-reader.js";
import type { Report } from "../validate/check-content.js";
import { checkObject } from "../validate/check-schema.js";
import type { Avec } from "./psi.js";

/** STTP-P-09: what `parseAvec` read, and what it found on the way. */
export interface ParseAvecResult {
  /** Null unless all five members are numbers. */
  readonly avec: Avec | null;
  readonly diagnostics: readonly Diagnostic[];
}

/** STTP-P-09: reads the text of one AVEC object, `{ stability: …, friction: …, logic: …, autonomy: …, psi: … }`. Never throws on text. */
export function parseAvec(text: string): ParseAvecResult {
  if (typeof text !== "string") throw misuse("STTP_ARGUMENT_TYPE", "text must be a string");
  const collector = new DiagnosticCollector(defaultSettings.maxDiagnostics);
  if (text.length > defaultSettings.maxInput) {
    collector.add("STTP_INPUT_TOO_LARGE", 0, 0, { data: { limit: defaultSettings.maxInput } });
    return { avec: null, diagnostics: collector.finish({ start: text.length, end: text.length }) };
  }
  const records: LayerRecord[] = [];
  const reader = new LayerReader(new TextBuffer(text, true), collector, defaultSettings.maxNesting, {
    layerEnded: (record) => records.push(record),
  });
  reader.openBareLayer("metrics");
  reader.run();
  const block = records[0]?.layer.blocks[0];
  let avec: Avec | null = null;
  if (block !== undefined) {
    const report: Report = (code, span, path, data) =>
      collector.add(code, span.start, span.end, { path: [...path], ...(data && { data }) });
    const start = block.object.span!.start;
    const owner = { start, end: block.wrapped ? start + 1 : start };
    checkObject(block.object, avecSchema, owner, [], report);
    avec = complete(avecView(block.object));
  }
  const end = { start: text.length, end: text.length };
  return { avec, diagnostics: collector.finish(end).filter(({ code }) => !layerCodes.has(code)) };
}

/** What is said about the layer that the object only pretends to stand in. */
const layerCodes: ReadonlySet<string> = /* @__PURE__ */ new Set(["STTP_MISSING_LAYER_END", "STTP_NODE_MARKER_ABSENT"]);

function complete({ stability, friction, logic, autonomy, psi }: AvecView): Avec | null {
  if (stability === undefined || friction === undefined || logic === undefined) return null;
  if (autonomy === undefined || psi === undefined) return null;
  return { stability, friction, logic, autonomy, psi };
}
