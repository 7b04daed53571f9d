import { type Content, parse, parseDocument, type SttpNode } from "@pelorus/sttp";
import { describe, expect, it } from "vitest";
import { verifies } from "../../../test/support/verifies.js";
import type { Fixture } from "./fixtures/fixture.js";
import { hopeless, tolerant as t } from "./fixtures/tolerant.js";
import { baseText, contentText, envelopeText, metricsText, provenanceText, withContent } from "./support/base-node.js";
import { plainFields } from "./support/content-of.js";
import { findings } from "./support/findings.js";

/** Checks the findings of each fixture and hands out the node of the first. */
function recover(...fixtures: [Fixture, ...Fixture[]]): SttpNode {
  for (const fixture of fixtures) {
    expect(findings(fixture.text), fixture.text).toEqual(fixture.findings);
    expect(parse(fixture.text).strictValid, fixture.text).toBe(fixture.strictValid);
  }
  return nodeOf(fixtures[0]);
}

function nodeOf(fixture: Fixture): SttpNode {
  const { node } = parse(fixture.text);
  if (node === null) throw new Error(`no node in: ${fixture.text}`);
  return node;
}

/** The fields of the content as plain triples. */
function fieldsOf(content: Content | null): unknown[] {
  return plainFields(content?.fields ?? []);
}

describe("nodes in a text", () => {
  const layerA = (ordinal: number) => `◈⟨ ⏣${ordinal}{ a(1): 1 } ⟩`;
  const count = (text: string): number => parseDocument(text).nodes.length;

  it(`${verifies("STTP-R-00")}a layer after ⍉ that follows ◈ begins another node`, () => {
    expect(count(`${contentText}${metricsText}${envelopeText}`)).toBe(2);
    expect(count(`${metricsText}${contentText}${envelopeText}`)).toBe(1);
  });
  it(`${verifies("STTP-R-00")}a repeated kind begins another node only with ⊕, with ⍉ held, or behind prose`, () => {
    expect(count(`${envelopeText}${envelopeText}`)).toBe(1);
    expect(count(`${provenanceText}${provenanceText}`)).toBe(2);
    expect(count(`${metricsText}${metricsText}`)).toBe(2);
    expect(count(`${envelopeText} and ${envelopeText}`)).toBe(2);
    expect(count(`${envelopeText} ⏣ 12 ⟩ ${envelopeText}`)).toBe(1);
  });
  it(`${verifies("STTP-R-00")}a lower rank behind prose begins another node`, () => {
    expect(count(`${contentText} then ${envelopeText}`)).toBe(2);
    expect(count(`${contentText}\n${envelopeText}`)).toBe(1);
    expect(count(`${envelopeText} then ${contentText}`)).toBe(1);
  });
  it(`${verifies("STTP-R-00")}a hollow layer belongs to no node and counts as prose`, () => {
    const { node } = parse(`⊕⟨ ⟩${layerA(1)}⍉⟨ text ⟩`);
    expect(node?.provenance).toBeNull();
    expect(node?.metrics).toBeNull();
    expect(node?.unplacedLayers.map(({ reason, layer }) => [reason, layer.kind])).toEqual([
      ["hollow", "provenance"],
      ["hollow", "metrics"],
    ]);
    expect(count(`${layerA(1)}⍉⟨ ⟩${layerA(2)}`)).toBe(2);
    // Between the layers of a node it is that node's, with what is found in it; behind the last it is nobody's.
    const text = `${envelopeText}\n⊕⟨ ⟩\n${contentText}\n⍉⟨ ⟩`;
    const { nodes, segments } = parseDocument(text);
    expect(nodes).toHaveLength(1);
    expect(nodes[0]?.unplacedLayers.map(({ reason, layer }) => [reason, layer.kind])).toEqual([
      ["hollow", "provenance"],
    ]);
    const [first] = segments;
    expect(first?.kind === "node" ? first.result.raw : "").toBe(`${envelopeText}\n⊕⟨ ⟩\n${contentText}`);
  });
  it(`${verifies("STTP-R-00")}parse hands out the first node and names each later one`, () => {
    const text = `${baseText}\n${baseText}\n${baseText}`;
    expect(findings(text).filter((entry) => entry.startsWith("ADDITIONAL_NODE"))).toHaveLength(2);
    expect(parse(text).node?.content?.span?.end).toBeLessThan(baseText.length);
    expect(count(text)).toBe(3);
  });
});

describe("recovered forms", () => {
  it(`${verifies("STTP-R-01")}an un-keyed first string is a preamble`, () => {
    const node = recover(t.preamble, t.preambleComma);
    expect(node.provenance?.blocks[0]?.preamble?.value).toBe("Read this: it has, commas\nand a second line");
    expect(node.provenance?.trigger).toBe("seed");
    expect(parse(t.preamble.text).recovery).toBe("recovered");
  });
  it(`${verifies("STTP-R-02")}a block may stand without marker`, () => {
    expect(recover(t.noMarker).content?.blocks[0]).toMatchObject({ marker: false, ordinal: null });
  });
  it(`${verifies("STTP-R-03")}a marker before and an end behind the node are skipped`, () => {
    expect(recover(t.loneMarker, t.surplusEnd).metrics?.rho).toBe(0.5);
  });
  it(`${verifies("STTP-R-04")}members without braces are a block`, () => {
    const node = recover(t.wrapperless, t.wrapperlessCloser);
    expect(node.metrics?.blocks[0]?.wrapped).toBe(false);
    expect(node.metrics?.compression_avec?.psi).toBe(2.2);
  });
  it(`${verifies("STTP-R-05")}pipes separate the members of a layer's own block, and nothing else`, () => {
    const node = recover(t.pipes, t.pipesInContent, t.pipeAtStart, t.pipeInNested);
    expect(node.envelope).toMatchObject({ tier: "raw", session_id: "s", timestamp: "2026-05-04T03:02:01Z" });
    expect(fieldsOf(nodeOf(t.pipesInContent).content)).toEqual([
      ["a", 0.9, "x"],
      ["b", 0.8, "y"],
    ]);
  });
  it(`${verifies("STTP-R-06")}a pipe that may be text is never split at`, () => {
    expect(recover(t.pipeAlternatives, t.pipeBetweenStrings).provenance?.trigger).toBe("seed|manual");
    expect(fieldsOf(nodeOf(t.pipeBetweenStrings).content)).toEqual([["a", 0.9, { raw: '"x" | "y"' }]]);
  });
  it(`${verifies("STTP-R-07")}unquoted text is one string, colons and all`, () => {
    expect(recover(t.bareSession, t.bareTimestamp).provenance?.origin_session).toBe("my-session");
    expect(nodeOf(t.bareTimestamp).envelope?.timestamp).toBe("2026-04-10T00:00:00Z");
  });
  it(`${verifies("STTP-R-08")}a parent is read in any form and never guessed at`, () => {
    expect(recover(t.parentRef).provenance?.parent_node).toEqual({
      kind: "ref",
      id: "⏣14",
      ordinal: 14,
      text: "ref:⏣14",
    });
    expect(recover(t.parentName).provenance?.parent_node).toEqual({ kind: "plain", id: "node-14", text: "node-14" });
    expect(recover(t.parentNull).provenance?.parent_node).toEqual({ kind: "none" });
    expect(recover(t.parentNumber).provenance?.parent_node).toEqual({ kind: "plain", id: "007", text: "007" });
    expect(recover(t.parentText).provenance?.parent_node).toEqual({ kind: "plain", id: "null", text: "null" });
  });
  it(`${verifies("STTP-R-09")}enum words are taken in any case, unknown ones as read`, () => {
    expect(recover(t.enumCase).envelope?.tier).toBe("raw");
    expect(recover(t.enumUnknown).envelope?.tier).toBe("analysis");
  });
  it(`${verifies("STTP-R-10")}further blocks are kept and judged; the first one is the layer`, () => {
    const node = recover(t.blocks);
    expect(node.content?.blocks.map((block) => block.ordinal)).toEqual([2, 3]);
    expect(fieldsOf(node.content)).toEqual([["a", 1, 1]]);
  });
  it(`${verifies("STTP-R-11")}a block among members is set aside, its confidences not asked for`, () => {
    const node = recover(t.nestedBlock);
    expect(fieldsOf(node.content)).toEqual([
      ["a", 1, 1],
      ["e", 1, 1],
    ]);
    expect(node.content?.unplacedBlocks).toMatchObject([
      { ordinal: 1, wrapped: true, object: { fields: [{ name: "b" }, { name: "c" }] } },
    ]);
  });
  it(`${verifies("STTP-R-12")}members behind the block are set aside and judged`, () => {
    const node = recover(t.membersAfter);
    expect(fieldsOf(node.content)).toEqual([["a", 1, 1]]);
    expect(node.content?.unplacedBlocks).toMatchObject([{ wrapped: false, object: { fields: [{ name: "c" }] } }]);
  });
  it(`${verifies("STTP-R-13")}no confidence is made up`, () => {
    expect(fieldsOf(recover(t.unmarkedFields).content)).toEqual([
      ["topic", undefined, "x"],
      ["quoted", undefined, "y"],
      ["both", 0.6, 1],
    ]);
  });
  it(`${verifies("STTP-R-14")}a name that is no identifier is kept verbatim`, () => {
    expect(fieldsOf(recover(t.names).content)).toEqual([
      ["gift.budget", 0.98, 100],
      ["a-b", 1, 1],
    ]);
  });
  it(`${verifies("STTP-R-15")}a confidence that is none is kept as it stands`, () => {
    expect(fieldsOf(recover(t.confidences).content)).toEqual([
      ["a", 1.2, 1],
      ["b", undefined, 1],
      ["c", undefined, 1],
      ["d", undefined, 1],
    ]);
    expect(nodeOf(t.confidences).content?.fields.map((field) => field.confidenceText)).toEqual([
      undefined,
      "NaN",
      "(.9",
      ".confidence",
    ]);
  });
  it(`${verifies("STTP-R-16")}space in a signature does not change it`, () => {
    expect(fieldsOf(recover(t.signatures).content)).toEqual([
      ["focus", 0.8, 1],
      ["other", 0.7, 2],
    ]);
  });
  it(`${verifies("STTP-R-17")}missing layers are null, others stand in canonical order with spans of the source`, () => {
    const node = recover(t.missingLayers, t.otherOrder);
    expect([node.provenance, node.envelope]).toEqual([null, null]);
    const other = nodeOf(t.otherOrder);
    expect(other.envelope!.span!.start).toBeGreaterThan(other.content!.span!.start);
  });
  it(`${verifies("STTP-R-18")}of two layers of a kind the first stays, under its own marker`, () => {
    const node = recover(t.layerTwice);
    expect(node.envelope?.span?.start).toBe(0);
    expect(node.unplacedLayers).toMatchObject([{ reason: "duplicate", layer: { kind: "envelope" } }]);
    const swapped = nodeOf({
      text: `${provenanceText.replace("⊕", "⦿")}\n${envelopeText}`,
      findings: [],
      strictValid: false,
    });
    expect(swapped.provenance).toBeNull();
    expect(swapped.envelope?.tier).toBeUndefined();
  });
  it(`${verifies("STTP-R-19")}the ◬ layer is an extension`, () => {
    expect(recover(t.delta).extensions.delta?.blocks[0]?.object.fields[0]?.name).toBe("observation");
  });
  it(`${verifies("STTP-R-20")}what is not closed ends at the next layer or the end`, () => {
    const node = recover(t.noLayerEnd, t.noBrace);
    expect(node.envelope?.tier).toBe("raw");
    expect(fieldsOf(nodeOf(t.noBrace).content)).toEqual([["a", 1, [1, [["b", 1, 2]]]]]);
    expect(nodeOf(t.noBrace).metrics?.rho).toBe(0.5);
  });
  it(`${verifies("STTP-R-21")}text around a node is left in segments`, () => {
    expect(recover(t.prose).content?.fields).toHaveLength(2);
    const document = parseDocument(t.prose.text);
    expect(document.segments.map((segment) => segment.kind)).toEqual(["text", "node", "text"]);
    expect(document.diagnostics).toEqual([]);
    expect(document.segments[1]).toMatchObject({ result: { strictValid: true, diagnostics: [] } });
  });
  it(`${verifies("STTP-R-22")}a string over several lines is a string`, () => {
    expect(fieldsOf(recover(t.rawNewline).content)).toEqual([["a", 1, "one\ntwo"]]);
    expect(fieldsOf(recover(t.markerInString).content)).toEqual([["a", 1, "one\n⦿⟨ two"]]);
  });
  it(`${verifies("STTP-R-23")}what is no value is kept raw, as a whole`, () => {
    expect(fieldsOf(recover(t.code, t.placeholder).content)).toEqual([
      ["a", 0.9, { raw: "service X { rpc A(B); } message Y {c}" }],
      ["b", 0.9, 1],
    ]);
    expect(fieldsOf(recover(t.innerQuotes).content)).toEqual([
      ["a", 0.9, { raw: '"run "core.x" now"' }],
      ["b", 0.9, 1],
    ]);
    expect(nodeOf(t.placeholder).envelope?.tier).toBeUndefined();
  });
  it(`${verifies("STTP-R-24")}text that is no member is kept as a fragment`, () => {
    expect(recover(t.ellipsis).content?.blocks[0]?.object.unparsed.map(({ text }) => text)).toEqual(["..."]);
    const avec = recover(t.keysOnly).metrics?.blocks[0]?.object.fields[3]?.value;
    expect(avec).toMatchObject({ unparsed: [{ text: "stability" }, { text: "friction" }] });
  });
  it(`${verifies("STTP-R-25")}numbers in other spellings are numbers, other words are not`, () => {
    expect(recover(t.numbers, t.infinity).metrics).toMatchObject({ rho: 0.95, kappa: 0.4 });
    expect(fieldsOf(recover(t.numberForms).content)).toEqual([
      ["a", 1, 0.7],
      ["b", 1, 3],
      ["c", 1, -200],
    ]);
    expect(nodeOf(t.infinity).metrics?.kappa).toBeUndefined();
  });
  it(`${verifies("STTP-R-26")}a psi that is not written is absent, not summed`, () => {
    expect(recover(t.noPsi).envelope?.model_avec).not.toHaveProperty("psi");
  });
  it(`${verifies("STTP-R-27")}a missing comma costs no member`, () => {
    expect(fieldsOf(recover(t.missingCommas).content)).toEqual([
      ["topic", 0.8, "x"],
      ["next", 0.7, 2],
    ]);
    const node = recover(t.missingCommaLines);
    expect([node.metrics?.rho, node.metrics?.kappa, node.envelope?.tier, node.envelope?.session_id]).toEqual([
      0.9,
      0.4,
      "raw",
      "harbour-2",
    ]);
  });
  it(`${verifies("STTP-R-28")}surplus commas are skipped`, () => {
    expect(fieldsOf(recover(t.strayCommas).content)).toEqual([
      ["a", 0.9, 1],
      ["b", 0.9, 2],
    ]);
  });
  it(`${verifies("STTP-R-29")}a missing value is empty text, and the next member is read`, () => {
    expect(fieldsOf(recover(t.missingValues, t.missingValueOutside).content)).toEqual([
      ["a", 0.9, { raw: "" }],
      ["b", 0.8, 1],
      ["c", 0.7, { raw: "" }],
      ["d", 0.6, { raw: "" }],
    ]);
  });
  it(`${verifies("STTP-R-30")}comments are skipped and single quotes are quotes`, () => {
    expect(fieldsOf(recover(t.comments).content)).toEqual([["a", 0.9, 1]]);
    expect(fieldsOf(recover(t.singleQuotes, t.apostrophe).content)).toEqual([["a", 0.9, "b, c: d"]]);
  });
  it(`${verifies("STTP-R-31")}of two fields of a name the first stays`, () => {
    const object = recover(t.duplicates).content!.blocks[0]!.object;
    expect(object.fields.map((field) => field.confidence)).toEqual([0.9]);
    expect(object.duplicates.map((field) => field.confidence)).toEqual([0.2]);
  });
  it(`${verifies("STTP-R-32")}other ordinals are null, spaced markers are read as if together`, () => {
    expect(recover(t.ordinals).content?.blocks[0]).toMatchObject({ ordinal: null, marker: true });
    expect(recover(t.spacedMarkers).content?.blocks[0]).toMatchObject({ ordinal: 0, marker: true });
  });
  it(`${verifies("STTP-R-33")}look-alikes open and close nothing`, () => {
    expect(recover(t.lookAlikes, t.asciiMarkers).content).toBeNull();
    expect(fieldsOf(recover(t.closingLookAlike).content)).toEqual([["a", 1, 1]]);
  });
  it(`${verifies("STTP-R-34")}where there is no block there is no node`, () => {
    for (const fixture of Object.values(hopeless)) {
      expect(findings(fixture.text)).toEqual(fixture.findings);
      expect(parse(fixture.text)).toMatchObject({ node: null, strict: null, recovery: "none", counts: { fatal: 1 } });
    }
  });
  it(`${verifies("STTP-R-35")}what nests too deeply is kept as text up to its closer, strings respected`, () => {
    const text = withContent('a(1): [[{ b(1): "]" }, 2]], c(1): 3');
    const { node } = parse(text, { maxNesting: 3 });
    expect(findings(text, { maxNesting: 3 })).toEqual(["NESTING_LIMIT@{"]);
    expect(fieldsOf(node!.content)).toEqual([
      ["a", 1, [[{ raw: '{ b(1): "]" }' }, 2]]],
      ["c", 1, 3],
    ]);
    expect(findings(withContent("a(1): [[[[ ⟩ x"), { maxNesting: 3 })).toContain("NESTING_LIMIT@[");
  });
  it(`${verifies("STTP-R-36")}unusual space is space`, () => {
    expect(fieldsOf(recover(t.spaces, t.spaceBetween).content)).toEqual([
      ["a", 1, 1],
      ["b", 1, 2],
    ]);
    expect(parse(`\ufeff${baseText}`).diagnostics.map(({ code, strictImpact }) => [code, strictImpact])).toEqual([
      ["STTP_BOM", false],
    ]);
  });
  it(`${verifies("STTP-R-99")}nothing is invented, clamped, re-labelled, split or moved`, () => {
    const { node } = parse(
      '⦿⟨ ⏣0{ tier: cron, prime: { context_summary: "x" }, user_avec: { stability: 1.4, friction: -2 } } ⟩ ◈⟨ ⏣0{ a: 1, session_id(1.7): "s" } ⟩',
    );
    expect(node?.provenance).toBeNull();
    expect(node?.metrics).toBeNull();
    expect(node?.envelope).not.toHaveProperty("timestamp");
    expect(node?.envelope).not.toHaveProperty("session_id");
    expect(node?.envelope?.tier).toBe("cron");
    expect(node?.envelope?.user_avec).toEqual({ extensions: [], stability: 1.4, friction: -2 });
    expect(fieldsOf(node!.content)).toEqual([
      ["a", undefined, 1],
      ["session_id", 1.7, "s"],
    ]);
  });
});
