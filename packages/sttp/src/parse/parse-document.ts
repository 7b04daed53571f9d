import { createDiagnostic, type Diagnostic } from "../diagnostic/diagnostic.js";
import type { SttpNode } from "../layer/node.js";
import { SourceMap } from "../layer/source-map.js";
import { character } from "../source/character.js";
import type { Span } from "../source/span.js";
import { TextBuffer } from "../source/text-buffer.js";
import { decodeInput, type InputFailure, type ParseInput } from "./decode-input.js";
import { type DocumentNode, DocumentReader } from "./document-reader.js";
import { type ParseOptions, readOptions } from "./options.js";
import type { ParseResult } from "./result.js";

/** A stretch of a document that belongs to no node. Spans count UTF-16 code units of the document. */
export interface TextSegment {
  readonly kind: "text";
  readonly span: Span;
}

/** A stretch of a document that was read as a node. */
export interface NodeSegment {
  readonly kind: "node";
  readonly span: Span;
  /** As `parse` of the slice, with spans of the document. */
  readonly result: ParseResult;
}

/** A text of any number of nodes. */
export interface SttpDocument {
  /** In order and without gaps or overlaps: together they are the whole input. */
  readonly segments: readonly (TextSegment | NodeSegment)[];
  /** The nodes handed out, in order. */
  readonly nodes: readonly SttpNode[];
  /** What concerns the document as such: too large, not UTF-8, a byte order mark. */
  readonly diagnostics: readonly Diagnostic[];
  readonly source: SourceMap;
}

/** STTP-P-02: reads every node of a text and keeps what lies around them. Throws like `parse`, never on text. */
export function parseDocument(input: ParseInput, options?: ParseOptions): SttpDocument {
  const settings = readOptions(options);
  const { text, failure } = decodeInput(input, settings.maxInput);
  if (failure !== null) return failedDocument(text, failure);
  const reader = new DocumentReader(new TextBuffer(text, true), settings, null);
  reader.run();
  return assembleDocument(text, reader.nodes);
}

/** The document of an input that could not be read. */
export function failedDocument(text: string, { code, data }: InputFailure): SttpDocument {
  const segments = text === "" ? [] : [{ kind: "text" as const, span: { start: 0, end: text.length } }];
  const diagnostics = [createDiagnostic(code, { start: 0, end: 0 }, { data })];
  return { segments, nodes: [], diagnostics, source: new SourceMap(text, []) };
}

export function assembleDocument(text: string, found: readonly DocumentNode[]): SttpDocument {
  const segments: (TextSegment | NodeSegment)[] = [];
  const nodes: SttpNode[] = [];
  let end = 0;
  for (const { span, result } of found) {
    // STTP-P-02: what lies between nodes is text, so that the segments tile the input.
    if (span.start > end) segments.push({ kind: "text", span: { start: end, end: span.start } });
    segments.push({ kind: "node", span, result });
    if (result.node !== null) nodes.push(result.node);
    end = span.end;
  }
  if (end < text.length) segments.push({ kind: "text", span: { start: end, end: text.length } });
  const bom = text.charCodeAt(0) === character.byteOrderMark;
  const diagnostics = bom ? [createDiagnostic("STTP_BOM", { start: 0, end: 1 })] : [];
  return { segments, nodes, diagnostics, source: new SourceMap(text, nodes) };
}
