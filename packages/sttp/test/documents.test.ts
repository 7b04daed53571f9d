import { isDeepStrictEqual } from "node:util";
import {
  createStreamParser,
  isStrictValid,
  parse,
  parseDocument,
  type StreamEvent,
  type SttpDocument,
  validate,
} from "@pelorus/sttp";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { verifies } from "../../../test/support/verifies.js";
import { negative } from "./fixtures/negative.js";
import { strict } from "./fixtures/strict.js";
import { tolerant } from "./fixtures/tolerant.js";
import {
  baseText,
  contentText,
  edited,
  envelopeText,
  metricsText,
  provenanceText,
  withContent,
} from "./support/base-node.js";
import { hostileText } from "./support/hostile-text.js";
import { shifted } from "./support/shift-spans.js";

const everything = [strict, negative, tolerant].flatMap((group) => Object.values(group).map(({ text }) => text));

/** A document as plain data. */
const plain = ({ segments, nodes, diagnostics, source }: SttpDocument): unknown =>
  shifted({ segments, nodes, diagnostics, raw: source.raw }, 0);

/** Runs a text through the stream in pieces; adjacent text events are one. */
function streamed(text: string, sizes: readonly number[]): { events: unknown[]; document: unknown } {
  const stream = createStreamParser();
  const events: StreamEvent[] = [];
  for (let at = 0, turn = 0; at < text.length; turn++) {
    const size = sizes[turn % sizes.length]!;
    events.push(...stream.push(text.slice(at, at + size)));
    at += size;
  }
  const { events: last, document } = stream.end();
  return { events: merged([...events, ...last]), document: plain(document) };
}

function merged(events: readonly StreamEvent[]): unknown[] {
  const out: StreamEvent[] = [];
  for (const event of events) {
    const before = out[out.length - 1];
    if (event.kind === "text" && before?.kind === "text" && before.span.end === event.span.start) {
      out[out.length - 1] = {
        kind: "text",
        span: { start: before.span.start, end: event.span.end },
        text: before.text + event.text,
      };
    } else out.push(event);
  }
  return out.map((event) => shifted(event, 0));
}

describe("one node", () => {
  it(`${verifies("STTP-P-01")}the strict profile only withholds the node`, () => {
    const open = parse(tolerant.bareSession.text);
    const closed = parse(tolerant.bareSession.text, { profile: "strict" });
    expect(open.node).not.toBeNull();
    expect(closed.node).toBeNull();
    expect(shifted({ ...closed, node: 0 }, 0)).toEqual(shifted({ ...open, node: 0 }, 0));
    expect(parse(baseText, { profile: "strict" }).node).not.toBeNull();
  });
  it(`${verifies("STTP-P-01")}the grade says how much of the text the node stands for`, () => {
    expect(parse(baseText).recovery).toBe("clean");
    expect(parse(tolerant.pipes.text).recovery).toBe("recovered");
    expect(parse(tolerant.preamble.text).recovery).toBe("recovered");
    expect(parse(tolerant.duplicates.text).recovery).toBe("partial");
    expect(parse(tolerant.missingLayers.text).recovery).toBe("partial");
    expect(parse(tolerant.unmarkedFields.text).recovery).toBe("partial");
    expect(parse("prose").recovery).toBe("none");
  });
  it(`${verifies("STTP-P-01")}bytes are text in UTF-8`, () => {
    const bytes = new TextEncoder().encode(`\ufeff${baseText}`);
    expect(shifted(parse(bytes), 0)).toEqual(shifted(parse(`\ufeff${baseText}`), 0));
    for (const [at, broken] of [
      [3, [0xc0, 0xaf]],
      [3, [0xed, 0xa0, 0x80]],
      [3, [0xf4, 0x90, 0x80, 0x80]],
      [3, [0xe2, 0x8a]],
      [3, [0x80]],
      [3, [0xf0, 0x80, 0x80, 0x80]],
    ] as const) {
      const input = new Uint8Array([0x61, 0x62, 0x63, ...broken]);
      expect(parse(input).diagnostics).toMatchObject([
        { code: "STTP_INVALID_UTF8", span: { start: 0, end: 0 }, data: { byteOffset: at } },
      ]);
    }
  });
  it(`${verifies("STTP-P-03")}the verdict alone is the verdict of parse`, () => {
    for (const text of everything) expect(isStrictValid(text), text).toBe(parse(text).strictValid);
    fc.assert(
      fc.property(hostileText, (text) => isStrictValid(text) === parse(text).strictValid),
      { numRuns: 300 },
    );
    expect(isStrictValid(new TextEncoder().encode(baseText))).toBe(true);
  });
  it(`${verifies("STTP-P-04")}validate finds in a node what parse found about it`, () => {
    const about =
      /MISSING_LAYER_(PROVENANCE|ENVELOPE|CONTENT|METRICS)$|_(MISSING|INVALID)_CONFIDENCE$|EMPTY_OBJECT$|DEPTH_EXCEEDED$|_STRICT_|ENUM_CASE$|INVALID_TYPE$|INVALID_TIMESTAMP$|PARENT_NODE_AMBIGUOUS$|OPTIONAL_MALFORMED$|UNKNOWN_KEY$|VALUE_RANGE$|PSI_MISMATCH$/;
    const check = (text: string): void => {
      const { node, diagnostics } = parse(text);
      if (node === null || node.unplacedLayers.length > 0 || parseDocument(text).nodes.length !== 1) return;
      expect(validate(node), text).toEqual(diagnostics.filter(({ code }) => about.test(code)));
    };
    for (const text of everything) check(text);
    fc.assert(fc.property(hostileText, check), { numRuns: 300 });
  });
});

describe("documents", () => {
  it(`${verifies("STTP-P-02", "STTP-Q-04")}segments tile the input and each result is that of its slice`, () => {
    const check = (text: string): void => {
      const { segments, nodes, source } = parseDocument(text);
      expect(source.raw).toBe(text);
      expect(segments.map(({ span }) => text.slice(span.start, span.end)).join("")).toBe(text);
      const results = segments.flatMap((segment) => (segment.kind === "node" ? [segment] : []));
      expect(nodes).toEqual(results.flatMap(({ result }) => (result.node ? [result.node] : [])));
      for (const { span, result } of results) {
        expect(shifted(result, 0), text).toEqual(
          shifted(parse(text.slice(span.start, span.end)), span.start) as object,
        );
        expect(result.source.positionAt(span.start)).toEqual({ line: 1, column: 1 });
      }
    };
    for (const text of everything) check(text);
    check(everything.slice(0, 40).join("\n\nprose\n"));
    fc.assert(fc.property(hostileText, check), { numRuns: 250 });
  });
  it(`${verifies("STTP-P-02")}a document says of itself only what concerns the whole`, () => {
    expect(parseDocument(`\ufeffprose ${baseText} prose`).diagnostics.map(({ code }) => code)).toEqual(["STTP_BOM"]);
    expect(parseDocument(new Uint8Array([0xff])).diagnostics.map(({ code }) => code)).toEqual(["STTP_INVALID_UTF8"]);
    expect(parseDocument("abc", { maxInput: 2 })).toMatchObject({
      segments: [{ kind: "text", span: { start: 0, end: 3 } }],
      nodes: [],
      diagnostics: [{ code: "STTP_INPUT_TOO_LARGE" }],
    });
    expect(parseDocument("").segments).toEqual([]);
    expect(parseDocument(`${tolerant.bareSession.text}\n${baseText}`, { profile: "strict" }).nodes).toHaveLength(1);
  });
});

describe("streams", () => {
  it(`${verifies("STTP-P-11", "STTP-P-12", "STTP-Q-04")}any chunking gives the same events and the document of the whole`, () => {
    const check = (text: string, sizes: readonly number[]): void => {
      const whole = streamed(text, [Math.max(1, text.length)]);
      const inPieces = streamed(text, sizes);
      // The deep comparison of the platform first: it is many times faster than the one that explains itself.
      if (!isDeepStrictEqual(inPieces, whole)) expect(inPieces, text).toEqual(whole);
      const batch = plain(parseDocument(text));
      if (!isDeepStrictEqual(whole.document, batch)) expect(whole.document, text).toEqual(batch);
    };
    for (const [index, text] of everything.entries()) check(text, index % 3 === 0 ? [1] : [5, 1, 17]);
    check(everything.join("\nprose\n"), [7, 1, 100]);
    fc.assert(
      fc.property(hostileText, fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 5 }), check),
      { numRuns: 120 },
    );
  });
  it(`${verifies("STTP-P-11")}bytes may be cut inside a sequence, text inside a surrogate pair`, () => {
    const text = withContent('a(1): "é — 😀 ⏣"');
    const bytes = new TextEncoder().encode(`\ufeff${text}`);
    const stream = createStreamParser();
    const events: StreamEvent[] = [];
    for (const byte of bytes) events.push(...stream.push(new Uint8Array([byte])));
    const end = stream.end();
    expect(plain(end.document)).toEqual(plain(parseDocument(`\ufeff${text}`)));
    expect(merged([...events, ...end.events])).toEqual(streamed(`\ufeff${text}`, [1]).events);
    const cut = createStreamParser();
    for (let at = 0; at < bytes.length; at += 1) cut.push(bytes.subarray(at, at + 1).slice());
    cut.push(new Uint8Array([0xf0, 0x9f]));
    const failed = cut.end();
    expect(failed.document.diagnostics).toMatchObject([
      { code: "STTP_INVALID_UTF8", data: { byteOffset: bytes.length } },
    ]);
    expect(plain(failed.document)).toEqual(plain(parseDocument(new Uint8Array([...bytes, 0xf0, 0x9f]))));
    const mixed = createStreamParser();
    mixed.push(new Uint8Array([0xc3]));
    mixed.push("x");
    expect(mixed.end().document.diagnostics[0]?.code).toBe("STTP_INVALID_UTF8");
  });
  it(`${verifies("STTP-P-12")}each event comes as soon as nothing later can change it`, () => {
    const stream = createStreamParser();
    const told = (text: string): string[] =>
      stream
        .push(text)
        .map((event) =>
          "layer" in event
            ? `${event.kind} ${event.layer}${event.kind === "field" ? `.${event.field.name}` : ""}`
            : event.kind,
        );
    expect(told("prose ")).toEqual(["text"]);
    expect(told("⊕")).toEqual([]);
    expect(told("⟨")).toEqual(["layer-start provenance"]);
    expect(told(" ⏣0{ trigger: seed")).toEqual([]);
    expect(told(",")).toEqual(["field provenance.trigger"]);
    expect(told(' origin_session: "a')).toEqual([]);
    expect(stream.state).toEqual({ layer: "provenance", depth: 1, inString: true });
    expect(told('" }')).toEqual(["field provenance.origin_session"]);
    expect(stream.state).toEqual({ layer: "provenance", depth: 0, inString: false });
    expect(told(" ⟩")).toEqual(["layer-end provenance"]);
    expect(told("◈⟨ ⏣0{ a(1): { b: 1 }")).toEqual(["text", "layer-start content"].slice(1));
    expect(stream.state.depth).toBe(1);
    expect(told(",")).toEqual(["diagnostic", "field content.a"]);
    expect(told(" c(1): 2 } ⟩ ⍉⟨ {}")).toEqual([
      "field content.c",
      "layer-end content",
      "text",
      "layer-start metrics",
      "diagnostic",
    ]);
    const last = stream.push("⟩");
    expect(last[0]?.kind).toBe("layer-end");
    expect(last[last.length - 1]).toMatchObject({ kind: "node-end", result: { recovery: "partial" } });
    expect(last.slice(1, -1).every((event) => event.kind === "diagnostic")).toBe(true);
    expect(stream.end().events).toEqual([]);
  });
  it(`${verifies("STTP-P-12")}the diagnostics told are those of the results`, () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const stream = createStreamParser({ maxDiagnostics: 3 });
        const events = stream.push(text);
        const { events: last, document } = stream.end();
        const told = [...events, ...last].flatMap((event) =>
          event.kind === "diagnostic" ? [JSON.stringify(event.diagnostic)] : [],
        );
        const found = [
          ...document.diagnostics,
          ...document.segments.flatMap((segment) => (segment.kind === "node" ? segment.result.diagnostics : [])),
        ];
        expect(told.sort()).toEqual(found.map((diagnostic) => JSON.stringify(diagnostic)).sort());
      }),
      { numRuns: 200 },
    );
  });
  it(`${verifies("STTP-P-12")}a later layer or the end closes the node`, () => {
    const stream = createStreamParser();
    const kinds = (text: string) =>
      stream
        .push(text)
        .map((event) => event.kind)
        .filter((kind) => kind === "node-end");
    expect(kinds(`${provenanceText}${envelopeText}`)).toEqual([]);
    expect(kinds("⊕⟨ ")).toEqual([]);
    expect(kinds("⏣0{")).toEqual(["node-end"]);
    expect(
      stream
        .end()
        .events.map((event) => event.kind)
        .filter((kind) => kind === "node-end"),
    ).toEqual(["node-end"]);
  });
  it(`${verifies("STTP-P-12")}limits hold and the end is the end`, () => {
    const stream = createStreamParser({ maxInput: baseText.length });
    const events = stream.push(`${baseText}\nmore`);
    expect(events[events.length - 1]).toMatchObject({
      kind: "diagnostic",
      diagnostic: { code: "STTP_INPUT_TOO_LARGE" },
    });
    expect(stream.push("still more")).toEqual([]);
    const { document } = stream.end();
    expect(plain(document)).toEqual(plain(parseDocument(`${baseText}\nmorestill more`, { maxInput: baseText.length })));
    expect(() => stream.push("x")).toThrow(expect.objectContaining({ code: "STTP_STREAM_ENDED" }));
    expect(() => stream.end()).toThrow(TypeError);
    expect(() => createStreamParser().push(1 as unknown as string)).toThrow(TypeError);
  });
  it(`${verifies("STTP-R-00")}the stream keeps layers together as the document does`, () => {
    const text = [contentText, metricsText, edited(["rho: 0.50", "rho: 1"]), contentText].join(" x ");
    expect(parseDocument(text).nodes).toHaveLength(3);
    expect(streamed(text, [3]).document).toEqual(plain(parseDocument(text)));
  });
});
