import { createDiagnostic, type Diagnostic } from "../diagnostic/diagnostic.js";
import { character } from "../source/character.js";
import { Utf8Decoder } from "../source/decode-utf8.js";
import type { LayerKind } from "../source/glyph.js";
import { misuse } from "../source/misuse.js";
import type { Span } from "../source/span.js";
import { TextBuffer } from "../source/text-buffer.js";
import type { Field } from "../syntax/value.js";
import type { InputFailure, ParseInput } from "./decode-input.js";
import { type DocumentEvents, DocumentReader } from "./document-reader.js";
import { type ParseOptions, readOptions } from "./options.js";
import { assembleDocument, failedDocument, type SttpDocument } from "./parse-document.js";
import type { ParseResult } from "./result.js";

/** STTP-P-12: something that no later text can change. Spans are offsets into the whole stream. */
export type StreamEvent =
  | { readonly kind: "text"; readonly span: Span; readonly text: string }
  | { readonly kind: "layer-start"; readonly layer: LayerKind; readonly span: Span }
  | { readonly kind: "field"; readonly layer: LayerKind; readonly field: Field }
  | { readonly kind: "layer-end"; readonly layer: LayerKind; readonly span: Span }
  | { readonly kind: "node-end"; readonly span: Span; readonly result: ParseResult }
  | { readonly kind: "diagnostic"; readonly diagnostic: Diagnostic };

/** Where a stream stands: enough to know whether a model is still inside a node. */
export interface StreamState {
  /** The layer that is open, or null between layers. */
  readonly layer: LayerKind | null;
  /** How many objects and arrays are open in it. */
  readonly depth: number;
  readonly inString: boolean;
}

/** STTP-P-11: a parser of one stream, used once. */
export interface StreamParser {
  /** Takes the next piece, cut anywhere, and tells what is certain now. Throws TypeError after `end`. */
  push(chunk: ParseInput): StreamEvent[];
  /** Ends the stream: tells the rest and gives the same document as `parseDocument` of all pieces together. */
  end(): { readonly events: StreamEvent[]; readonly document: SttpDocument };
  /** Where the stream stands now; a new object at each look. */
  readonly state: StreamState;
}

/** STTP-P-11: reads a document that arrives in pieces of text or UTF-8 bytes. Options and their errors as in `parse`. */
export function createStreamParser(options?: ParseOptions): StreamParser {
  const settings = readOptions(options);
  const buffer = new TextBuffer("", false);
  const decoder = new Utf8Decoder();
  let events: StreamEvent[] = [];
  let failure: InputFailure | null = null;
  let ended = false;
  /** Text past the size limit: never read, only given back. */
  let surplus = "";
  let bomTold = false;

  const sink: DocumentEvents = {
    text: (span) => events.push({ kind: "text", span, text: buffer.slice(span.start, span.end) }),
    layerStart: (layer, span) => events.push({ kind: "layer-start", layer, span }),
    field: (layer, field) => events.push({ kind: "field", layer, field }),
    layerEnd: (layer, span) => events.push({ kind: "layer-end", layer, span }),
    nodeEnd: (span, result) => events.push({ kind: "node-end", span, result }),
    diagnostic: (diagnostic) => events.push({ kind: "diagnostic", diagnostic }),
  };
  const reader = new DocumentReader(buffer, settings, sink);

  const fail = (reason: InputFailure): void => {
    failure = reason;
    events.push({
      kind: "diagnostic",
      diagnostic: createDiagnostic(reason.code, { start: 0, end: 0 }, { data: reason.data }),
    });
  };

  const accept = (text: string): void => {
    if (failure !== null) {
      surplus += text;
      return;
    }
    const room = settings.maxInput - buffer.length;
    buffer.append(text.length > room ? text.slice(0, room) : text);
    if (!bomTold && buffer.length > 0) {
      bomTold = true;
      if (buffer.at(0) === character.byteOrderMark) sink.diagnostic(createDiagnostic("STTP_BOM", { start: 0, end: 1 }));
    }
    reader.run();
    if (text.length > room) {
      surplus = text.slice(room);
      fail({ code: "STTP_INPUT_TOO_LARGE", data: { limit: settings.maxInput } });
    }
  };

  const checkBytes = (): void => {
    // Bytes that are no UTF-8 outrank everything: the input then has no text at all.
    if (decoder.invalidAt < 0 || failure?.code === "STTP_INVALID_UTF8") return;
    fail({ code: "STTP_INVALID_UTF8", data: { byteOffset: decoder.invalidAt } });
  };

  const take = (): StreamEvent[] => {
    const taken = events;
    events = [];
    return taken;
  };

  return {
    push(chunk) {
      if (ended) throw misuse("STTP_STREAM_ENDED", "the stream has ended");
      if (typeof chunk === "string") {
        decoder.end();
        checkBytes();
        accept(chunk);
      } else if (chunk instanceof Uint8Array) {
        // STTP-P-11: a sequence cut at the end of a chunk waits for the next.
        accept(decoder.write(chunk));
        checkBytes();
      } else throw misuse("STTP_ARGUMENT_TYPE", "a chunk must be a string or a Uint8Array");
      return take();
    },
    end() {
      if (ended) throw misuse("STTP_STREAM_ENDED", "the stream has ended");
      ended = true;
      decoder.end();
      checkBytes();
      buffer.finish();
      if (failure === null) {
        reader.run();
        return { events: take(), document: assembleDocument(buffer.flat, reader.nodes) };
      }
      const text = failure.code === "STTP_INVALID_UTF8" ? "" : buffer.flat + surplus;
      return { events: take(), document: failedDocument(text, failure) };
    },
    get state() {
      return { layer: reader.reader.openLayerKind, depth: reader.reader.openDepth, inString: reader.reader.inString };
    },
  };
}
