import {
  type Avec,
  canonicalize,
  contentField,
  contentObject,
  createNode,
  describeSchema,
  extensionField,
  extensionObject,
  type Field,
  fromJson,
  isStrictValid,
  type NodeFacts,
  parse,
  print,
  psiOf,
  sttpErrors,
  validate,
} from "@pelorus/sttp";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { verifies } from "../../../test/support/verifies.js";
import { baseText, edited } from "./support/base-node.js";

const avec: Avec = { stability: 0.7, friction: 0.1, logic: 0.8, autonomy: 0.6, psi: 2.2 };
const facts: NodeFacts = {
  ordinal: 0,
  provenance: {
    trigger: "seed",
    response_format: "hybrid",
    origin_session: "harbour",
    compression_depth: 2,
    parent_node: "ref:⏣7",
    prime: { attractor_config: avec, context_summary: "chart the route", relevant_tier: "daily", retrieval_budget: 12 },
  },
  envelope: {
    timestamp: "2026-05-04T03:02:01Z",
    tier: "raw",
    session_id: "harbour-2",
    user_avec: avec,
    model_avec: { stability: 0.5, friction: 0.3, logic: 0.9, autonomy: 0.7, psi: 2.4 },
  },
  content: [
    contentField("heading", 0.9, "north"),
    contentField("depth", 0.8, contentObject([contentField("fathoms", 0.75, 12), contentField("sounded", 1, true)])),
  ],
  metrics: { rho: 0.5, kappa: 0.4, psi: 2.2, compression_avec: avec },
};
// biome-ignore lint/suspicious/noExplicitAny: drafts are broken on purpose.
type Draft = any;

const changed = (change: (draft: Draft) => void): NodeFacts => {
  const draft = structuredClone(facts);
  change(draft);
  return draft;
};

describe("builders", () => {
  it(`${verifies("STTP-P-05", "STTP-A-02")}make the node that its canonical text reads as`, () => {
    const node = createNode(facts);
    expect(print(node)).toEqual({ text: baseText, strictValid: true, omitted: [] });
    expect(node.envelope.user_avec.psi).toBe(2.2);
    expect(validate(node)).toEqual([]);
  });
  it("take everything the schema knows", () => {
    const node = createNode(
      changed((draft) => {
        draft.provenance.parent_node = null;
        draft.provenance.semantic_links = [{ rel: "a", target: "b", confidence: 0.5 }];
        draft.provenance.prime.semantic_tags = ["x"];
        draft.envelope.schema_version = "sttp-1.0";
        draft.metrics.extensions = [
          extensionField("drift", -0.2),
          extensionField("notes", extensionObject([extensionField("list", [1, null, ["x"]])])),
        ];
        delete draft.ordinal;
      }),
    );
    expect(node.provenance.semantic_links).toEqual([{ rel: "a", target: "b", confidence: 0.5 }]);
    expect(print(node).text).toContain('drift: -0.2, notes: { list: [1, null, ["x"]] }');
    expect(isStrictValid(print(node).text)).toBe(true);
  });
  it("refuse facts of a wrong type or out of range", () => {
    expect(() => contentField("a b", 1, 1)).toThrow(RangeError);
    expect(() => contentField("a", 1.1, 1)).toThrow(
      expect.objectContaining({ name: "RangeError", code: "STTP_OPTION_RANGE" }),
    );
    expect(() => contentField("a", Number.NaN, 1)).toThrow(RangeError);
    expect(() => contentField("a", "1" as never, 1)).toThrow(TypeError);
    expect(() => contentField("a", 1, Number.POSITIVE_INFINITY)).toThrow(RangeError);
    expect(() => contentField("a", 1, "\ud800")).toThrow(RangeError);
    expect(() => contentField("a", 1, undefined as never)).toThrow(TypeError);
    expect(() => contentField("a", 1, { b: 1 } as never)).toThrow(TypeError);
    expect(() =>
      createNode(
        changed((draft) => {
          draft.metrics.rho = "0.5";
        }),
      ),
    ).toThrow(TypeError);
    expect(() =>
      createNode(
        changed((draft) => {
          delete draft.envelope.user_avec;
        }),
      ),
    ).toThrow(TypeError);
    expect(() =>
      createNode(
        changed((draft) => {
          draft.ordinal = 1.5;
        }),
      ),
    ).toThrow(RangeError);
  });
  it("cannot make a node that is not strict-valid", () => {
    const wrong: ((draft: Draft) => void)[] = [
      (draft) => {
        draft.provenance.trigger = "cron";
      },
      (draft) => {
        draft.envelope.timestamp = "2026-02-30T00:00:00Z";
      },
      (draft) => {
        draft.provenance.compression_depth = 0.5;
      },
      (draft) => {
        draft.content = [];
      },
      (draft) => {
        draft.content = [extensionField("a", 1)];
      },
      (draft) => {
        draft.metrics.extensions = [contentField("a", 1, 1)];
      },
      (draft) => {
        draft.content = [contentField("a", 1, extensionObject([extensionField("b", 1)]))];
      },
      (draft) => {
        draft.metrics.extensions = [extensionField("Rho", 1)];
      },
    ];
    for (const change of wrong) {
      expect(() => createNode(changed(change))).toThrow(
        expect.objectContaining({
          code: "STTP_NODE_INVALID",
          message: expect.stringMatching(/: \S+: \S/),
        }),
      );
    }
    const six = (depth: number): Field => contentField("a", 1, depth === 0 ? 1 : contentObject([six(depth - 1)]));
    expect(
      createNode(
        changed((draft) => {
          draft.content = [six(4)];
        }),
      ).content.fields,
    ).toHaveLength(1);
    expect(() =>
      createNode(
        changed((draft) => {
          draft.content = [six(5)];
        }),
      ),
    ).toThrow(expect.objectContaining({ code: "STTP_NODE_INVALID" }));
  });
  it(`${verifies("STTP-C-10")}give strict-valid text for any text and number`, () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme" }),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (text, number, confidence) => {
          const node = createNode(
            changed((draft) => {
              draft.provenance.origin_session = text;
              draft.metrics.rho = number;
              draft.content = [contentField("a", confidence, [text, number])];
            }),
          );
          const back = parse(print(node, { escapeGlyphs: true }).text).strict!;
          expect(back.provenance.origin_session).toBe(text);
          expect(back.metrics.rho).toBe(number === 0 ? 0 : number);
          expect(back.content.fields[0]?.confidence).toBe(confidence === 0 ? 0 : confidence);
        },
      ),
      { numRuns: 150 },
    );
  });
});

describe("the schema for models", () => {
  it("shows every key and word of the schema, and an example that is strict-valid", () => {
    const text = describeSchema();
    for (const word of [
      "trigger",
      "temporal_node",
      "attractor_config",
      "compression_avec",
      "quarterly",
      "schema_version?",
      "retrieval_budget",
    ])
      expect(text).toContain(word);
    expect(text.length).toBeLessThan(3000);
    const filled = text
      .split("\n")
      .filter((line) => /^[⊕⦿◈⍉]/.test(line))
      .join("\n")
      .replace(/<([a-z_]+) \|[^>]*>/g, "$1")
      .replaceAll("<YYYY-MM-DDThh:mm:ssZ>", "2026-05-04T03:02:01Z")
      .replaceAll('null or "ref:<id>"', "null")
      .replaceAll(/<integer ≥ 0>|<0…1>|<number>/g, "1")
      .replaceAll("?:", ":");
    expect(isStrictValid(filled), filled).toBe(true);
  });
});

describe("printing", () => {
  it(`${verifies("STTP-P-04", "STTP-P-05")}checks its arguments`, () => {
    const { node } = parse(baseText);
    expect(() => print(node!, { ordinal: 1_000_000_000 })).toThrow(RangeError);
    expect(() => print(node!, { escapeGlyphs: 1 as never })).toThrow(TypeError);
    expect(() => print(null as never)).toThrow(TypeError);
    expect(() => canonicalize(baseText, { ordinal: 1_000_000_000 })).toThrow(RangeError);
    // Wrong options are told even where there is no node to print.
    expect(() => canonicalize("no node", { escapeGlyphs: 1 as never })).toThrow(TypeError);
    for (const none of [null, "text", {}, { provenance: 1 }]) {
      for (const take of [validate, print]) {
        expect(() => take(none as never)).toThrow(expect.objectContaining({ code: "STTP_ARGUMENT_TYPE" }));
      }
    }
    expect(() => psiOf(null as never)).toThrow(TypeError);
    expect(print(parse(edited(["tier: raw", "tier: {x}"])).node!).strictValid).toBe(false);
    expect(fromJson("x").node).toBeNull();
  });
  it("errors are catalogued", () => {
    for (const [code, row] of Object.entries(sttpErrors)) {
      expect(row.code).toBe(code);
      expect(["TypeError", "RangeError"]).toContain(row.class);
      expect(row.action).not.toBe("");
    }
  });
});
