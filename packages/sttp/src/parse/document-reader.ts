import { DiagnosticCollector } from "../diagnostic/collector.js";
import type { Diagnostic } from "../diagnostic/diagnostic.js";
import { isProse, NodeGrouping } from "../layer/group-nodes.js";
import { SourceMap } from "../layer/source-map.js";
import type { LayerKind } from "../source/glyph.js";
import type { Span } from "../source/span.js";
import type { TextBuffer } from "../source/text-buffer.js";
import { type LayerListener, LayerReader, type LayerRecord } from "../syntax/layer-reader.js";
import type { Field } from "../syntax/value.js";
import { assembleNode } from "./assemble-node.js";
import { checkGap } from "./check-gap.js";
import type { ParseSettings } from "./options.js";
import { type ParseResult, settle } from "./result.js";

/** What a reader of a stream is told, in the order of the text. */
export interface DocumentEvents {
  text(span: Span): void;
  layerStart(layer: LayerKind, span: Span): void;
  field(layer: LayerKind, field: Field): void;
  layerEnd(layer: LayerKind, span: Span): void;
  nodeEnd(span: Span, result: ParseResult): void;
  diagnostic(diagnostic: Diagnostic): void;
}

/** One node of a document and where it stands. */
export interface DocumentNode {
  readonly span: Span;
  readonly result: ParseResult;
}

interface OpenNode {
  readonly collector: DiagnosticCollector;
  /** The layers so far, hollow ones between them included. */
  readonly records: LayerRecord[];
  /** Hollow layers behind the last layer: part of the node only if another layer follows. */
  pending: { record: LayerRecord; collector: DiagnosticCollector }[];
}

/** Reads a text of any number of nodes, each as if its slice stood alone, as far as the text has arrived. */
export class DocumentReader implements LayerListener {
  readonly nodes: DocumentNode[] = [];
  readonly reader: LayerReader;
  readonly #buffer: TextBuffer;
  readonly #settings: ParseSettings;
  readonly #events: DocumentEvents | null;
  readonly #grouping = new NodeGrouping();
  #layerCollector: DiagnosticCollector;
  #open: OpenNode | null = null;
  #textStart = 0;

  constructor(buffer: TextBuffer, settings: ParseSettings, events: DocumentEvents | null) {
    this.#buffer = buffer;
    this.#settings = settings;
    this.#events = events;
    this.#layerCollector = new DiagnosticCollector(settings.maxDiagnostics);
    this.reader = new LayerReader(buffer, this.#layerCollector, settings.maxNesting, this);
    if (events !== null) this.reader.onField = (kind, field) => events.field(kind, field);
  }

  /** Reads on; at the end of a complete text the open node ends too. */
  run(): void {
    this.reader.run();
    if (this.reader.openLayerKind === null) this.#tellText(this.reader.offset);
    if (this.#buffer.final) this.#closeNode();
  }

  layerStarted(kind: LayerKind, start: number, tokenEnd: number): void {
    this.#tellText(start);
    this.#layerCollector = new DiagnosticCollector(this.#settings.maxDiagnostics);
    this.reader.collector = this.#layerCollector;
    this.#events?.layerStart(kind, { start, end: tokenEnd });
  }

  /** With its first block a layer belongs to a node, and what was found in it so far is the node's. */
  blockStarted(kind: LayerKind, start: number): void {
    const open = this.#open;
    const lastEnd = open === null ? start : lastLayer(open).end;
    if (open === null || this.#grouping.beginsNode(kind, () => isProse(this.#buffer.slice(lastEnd, start)))) {
      this.#closeNode();
      this.#beginNode();
    } else this.#adoptPending(open);
    this.#grouping.join(kind);
    const { collector } = this.#open!;
    collector.absorb(this.#layerCollector);
    this.reader.collector = collector;
  }

  layerEnded(record: LayerRecord): void {
    this.#textStart = record.end;
    this.#events?.layerEnd(record.kind, { start: record.start, end: record.end });
    if (record.hollow) this.#open?.pending.push({ record, collector: this.#layerCollector });
    else {
      this.#open!.records.push(record);
      // STTP-P-12: nothing that follows can join this node any more.
      if (this.#grouping.complete) this.#closeNode();
    }
  }

  #beginNode(): void {
    const collector = new DiagnosticCollector(this.#settings.maxDiagnostics);
    const events = this.#events;
    if (events !== null) collector.listener = (diagnostic) => events.diagnostic(diagnostic);
    this.#open = { collector, records: [], pending: [] };
    this.#grouping.begin();
  }

  #adoptPending(open: OpenNode): void {
    // STTP-R-00: a hollow layer is part of a node only between its layers.
    for (const { record, collector } of open.pending) {
      open.records.push(record);
      open.collector.absorb(collector);
    }
    open.pending = [];
  }

  #closeNode(): void {
    const open = this.#open;
    if (open === null) return;
    this.#open = null;
    const { collector, records } = open;
    const start = records[0]!.start;
    const end = records[records.length - 1]!.end;
    let gapStart = start;
    for (const record of records) {
      if (record.start > gapStart) checkGap(this.#buffer.slice(gapStart, record.start), gapStart, collector);
      gapStart = record.end;
    }
    const node = assembleNode(records, this.#buffer, collector);
    const raw = this.#buffer.slice(start, end);
    const result = settle(node, collector, raw, new SourceMap(raw, [node], start), end, this.#settings);
    const span = { start, end };
    this.nodes.push({ span, result });
    this.#events?.nodeEnd(span, result);
  }

  #tellText(end: number): void {
    if (end > this.#textStart) this.#events?.text({ start: this.#textStart, end });
    this.#textStart = Math.max(end, this.#textStart);
  }
}

function lastLayer(open: OpenNode): LayerRecord {
  return open.records[open.records.length - 1]!;
}
