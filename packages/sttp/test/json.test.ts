import { equalNodes, fromJson, parse, print, toJson } from "@pelorus/sttp";
import { describe, expect, it } from "vitest";
import { verifies } from "../../../test/support/verifies.js";
import { baseText, edited, withContent } from "./support/base-node.js";

const jsonOf = (text: string) => toJson(parse(text).node!);
const errorsOf = (value: unknown): string[] =>
  fromJson(value).errors.map(({ path, code }) => `${path.join(".")} ${code}`);
/** A document that fits, with one place changed. */
// biome-ignore lint/suspicious/noExplicitAny: documents are broken on purpose.
type Draft = any;

const broken = (change: (document: Draft) => void): Draft => {
  const document = JSON.parse(JSON.stringify(jsonOf(baseText))) as Draft;
  change(document);
  return document;
};

describe("the JSON form", () => {
  it(`${verifies("STTP-P-20", "STTP-P-07")}is snake_case with tagged payloads, absent for what is not there`, () => {
    expect(jsonOf('◈⟨ ⏣0{ focus(.99): "x" } ⟩')).toEqual({
      ir_version: "1.0.0",
      content: { ordinal: 0, fields: [{ name: "focus", confidence: 0.99, value: { kind: "string", data: "x" } }] },
    });
    const members = 'a(1): [1, true, null], b(1): { c(.5): "" }, d(x): f{y}';
    expect(jsonOf(`◈⟨ { ${members} } ⟩`).content).toEqual({
      fields: [
        {
          name: "a",
          confidence: 1,
          value: {
            kind: "array",
            data: [{ kind: "number", data: 1 }, { kind: "boolean", data: true }, { kind: "null" }],
          },
        },
        {
          name: "b",
          confidence: 1,
          value: {
            kind: "object",
            data: { fields: [{ name: "c", confidence: 0.5, value: { kind: "string", data: "" } }] },
          },
        },
        { name: "d", confidence_text: "x", value: { kind: "raw", data: "f{y}" } },
      ],
    });
  });
  it(`${verifies("STTP-P-20")}holds the typed members, words as read, and unknown keys as extensions`, () => {
    const text = edited(
      ["trigger: seed", "trigger: cron"],
      ["rho: 0.50", 'rho: "0.5", drift: -0.1'],
      ["retrieval_budget: 12", 'retrieval_budget: 12, semantic_tags: ["a"]'],
    );
    const json = jsonOf(text);
    expect(json.provenance).toMatchObject({
      ordinal: 0,
      trigger: "cron",
      compression_depth: 2,
      parent_node: { kind: "ref", data: { id: "⏣7", ordinal: 7, text: "ref:⏣7" } },
      prime: { semantic_tags: ["a"], attractor_config: { stability: 0.7 } },
    });
    expect(json.metrics).toEqual({
      ordinal: 0,
      rho: 0.5,
      kappa: 0.4,
      psi: 2.2,
      compression_avec: { stability: 0.7, friction: 0.1, logic: 0.8, autonomy: 0.6, psi: 2.2 },
      extensions: [{ name: "drift", value: { kind: "number", data: -0.1 } }],
    });
    expect(jsonOf(edited(['"ref:⏣7"', "null"])).provenance?.parent_node).toEqual({ kind: "none" });
    expect(jsonOf(edited(['"ref:⏣7"', '"x"'])).provenance?.parent_node).toEqual({
      kind: "plain",
      data: { id: "x", text: "x" },
    });
  });
  it(`${verifies("STTP-P-20")}writes a number as its decimal where a double would lose digits`, () => {
    const json = jsonOf(edited(["rho: 0.50", "rho: 0.10000000000000000001"], ["kappa: 0.40", "kappa: 1e-7"]));
    expect(json.metrics).toMatchObject({ rho: "0.10000000000000000001", kappa: 1e-7 });
    expect(print(fromJson(JSON.parse(JSON.stringify(json))).node!).text).toContain(
      "rho: 0.10000000000000000001, kappa: 0.0000001",
    );
  });
  it(`${verifies("STTP-P-20")}keeps what was recovered beside the node`, () => {
    const text = `⊕⟨ ⏣0{ "read me" trigger: {x}, a: { b: 1, b: 2, ... }, rho(.5): 1, origin_session(.5): "s" } ⏣1{ x: 1 } words ⟩ ◈⟨ ⏣0{ c(1): 1 ⏣2{ e: 1 } } ⟩ ◬⟨ { o: 1 } ⟩ ◈⟨ {} ⟩ ⍉⟨ ⟩`;
    const { node } = parse(text);
    const json = toJson(node!);
    expect(Object.keys(json.recovered!).sort()).toEqual([
      "blocks",
      "confidences",
      "delta",
      "duplicates",
      "fragments",
      "layer_fragments",
      "mistyped",
      "preambles",
      "unplaced_blocks",
      "unplaced_layers",
    ]);
    expect(json.recovered?.duplicates).toEqual([
      { path: ["provenance", "a"], data: { name: "b", value: { kind: "number", data: 2 } } },
    ]);
    const { node: back, errors } = fromJson(JSON.parse(JSON.stringify(json)));
    expect(errors).toEqual([]);
    expect(toJson(back!)).toEqual(json);
    expect(print(back!).omitted).toEqual(print(node!).omitted);
  });
  it(`${verifies("STTP-P-07")}names by path and code what does not fit, and gives no node then`, () => {
    expect(errorsOf(null)).toEqual([" type"]);
    expect(errorsOf({})).toEqual(["ir_version missing"]);
    expect(errorsOf({ ir_version: "2.0.0" })).toEqual(["ir_version version"]);
    expect(errorsOf({ ir_version: "1.7.0", extra: 1 })).toEqual(["extra unknown_member"]);
    expect(
      errorsOf(
        broken((d) => {
          d.content.fields = {};
        }),
      ),
    ).toEqual(["content.fields type"]);
    expect(
      errorsOf(
        broken((d) => {
          delete d.content.fields;
        }),
      ),
    ).toEqual(["content.fields missing"]);
    expect(
      errorsOf(
        broken((d) => {
          d.content.fields[0].value = { kind: "string" };
        }),
      ),
    ).toEqual(["content.fields.0.value.data missing"]);
    expect(
      errorsOf(
        broken((d) => {
          d.content.fields[0].value = { kind: "text", data: "" };
        }),
      ),
    ).toEqual(["content.fields.0.value.kind value"]);
    expect(
      errorsOf(
        broken((d) => {
          d.content.fields[0].value = { kind: "null", data: 1 };
        }),
      ),
    ).toEqual(["content.fields.0.value.data unknown_member"]);
    expect(
      errorsOf(
        broken((d) => {
          d.content.fields[0].confidence = Number.NaN;
        }),
      ),
    ).toEqual(["content.fields.0.confidence value"]);
    expect(
      errorsOf(
        broken((d) => {
          d.metrics.rho = "1e3";
        }),
      ),
    ).toEqual(["metrics.rho value"]);
    expect(
      errorsOf(
        broken((d) => {
          d.metrics.rho = "0.50";
        }),
      ),
    ).toEqual(["metrics.rho value"]);
    expect(
      errorsOf(
        broken((d) => {
          d.metrics.rho = Number.POSITIVE_INFINITY;
        }),
      ),
    ).toEqual(["metrics.rho value"]);
    expect(
      errorsOf(
        broken((d) => {
          d.metrics.mood = 1;
        }),
      ),
    ).toEqual(["metrics.mood unknown_member"]);
    expect(
      errorsOf(
        broken((d) => {
          d.provenance.compression_depth = 1.5;
        }),
      ),
    ).toEqual(["provenance.compression_depth value"]);
    expect(
      errorsOf(
        broken((d) => {
          d.provenance.ordinal = -1;
        }),
      ),
    ).toEqual(["provenance.ordinal value"]);
    expect(
      errorsOf(
        broken((d) => {
          d.provenance.parent_node.data.id = "other";
        }),
      ),
    ).toEqual(["provenance.parent_node.data value"]);
    expect(
      errorsOf(
        broken((d) => {
          d.envelope.timestamp = "yesterday";
        }),
      ),
    ).toEqual(["envelope.timestamp value"]);
    expect(
      errorsOf(
        broken((d) => {
          d.recovered = {
            duplicates: [{ path: ["content", "nowhere"], data: { name: "a", value: { kind: "null" } } }],
          };
        }),
      ),
    ).toEqual(["recovered.duplicates.0.path value"]);
    expect(fromJson({}).node).toBeNull();
  });
  it(`${verifies("STTP-P-07")}survives documents that nest without end`, () => {
    let value: unknown = { kind: "null" };
    for (let depth = 0; depth < 20_000; depth++) value = { kind: "array", data: [value] };
    const { node, errors } = fromJson({ ir_version: "1.0.0", content: { fields: [{ name: "a", value }] } });
    expect(node).toBeNull();
    expect(errors.map(({ code }) => code)).toEqual(["value"]);
  });
  it("is the same for equal nodes only", () => {
    const { node } = fromJson(jsonOf(withContent("a(1): 1")));
    expect(equalNodes(node!, parse(withContent("a(1): 1.0")).node!)).toBe(true);
    expect(equalNodes(node!, parse(withContent("a(1): 2")).node!)).toBe(false);
  });
});
