import { createHash } from "node:crypto";
import {
  avecDistance,
  classifyDrift,
  confidenceBand,
  drift,
  interpolate,
  moodPresets,
  neutralBaseline,
  parse,
  parseAvec,
  psiMatches,
  psiOf,
  resonance,
  syncKey,
} from "@pelorus/sttp";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { describeShared } from "../../../test/support/shared.js";
import { verifies } from "../../../test/support/verifies.js";
import { baseText, edited, withContent } from "./support/base-node.js";

const state = (stability: number, friction: number, logic: number, autonomy: number) => ({
  stability,
  friction,
  logic,
  autonomy,
});
const keyOf = (text: string, sessionId?: string) =>
  syncKey(parse(text).node!, { raw: text, ...(sessionId !== undefined && { sessionId }) });

describe("psi and drift", () => {
  it(`${verifies("STTP-M-01")}psi is the plain sum from left to right, not what is written`, () => {
    expect(psiOf(state(0.1, 0.2, 0.3, 0.4))).toBe(0.1 + 0.2 + 0.3 + 0.4);
    expect(psiOf({ ...state(1, 1, 1, 1), psi: 9 } as never)).toBe(4);
  });
  it(`${verifies("STTP-M-02")}a psi is off from a hundredth on, after rounding to nine decimals`, () => {
    const half = state(0.5, 0.5, 0.5, 0.5);
    expect(psiMatches(half, 2.009999999)).toBe(true);
    expect(psiMatches(half, 2.01)).toBe(false);
    expect(psiMatches(half, 1.99)).toBe(false);
    expect(psiMatches(state(0.7, 0.1, 0.8, 0.6), 2.21)).toBe(false);
    expect(psiMatches(half, 2.0099999996)).toBe(false);
    const texts = [
      edited(["autonomy: 0.70, psi: 2.40", "autonomy: 0.70, psi: 2.39"]),
      edited(["kappa: 0.40, psi: 2.20", "kappa: 0.40, psi: 2.3"]),
    ];
    for (const text of texts)
      expect(parse(text).diagnostics).toMatchObject([{ code: "STTP_PSI_MISMATCH", strictImpact: false }]);
    expect(parse(texts[1]!).diagnostics[0]?.data).toEqual({ sum: 0.7 + 0.1 + 0.8 + 0.6, psi: 2.3 });
    expect(parse(edited(["autonomy: 0.70, psi: 2.40", "psi: 9"])).diagnostics.map(({ code }) => code)).not.toContain(
      "STTP_PSI_MISMATCH",
    );
  });
  it(`${verifies("STTP-M-03")}drift is the difference of sums, uncontrolled beyond 0.3`, () => {
    expect(drift(state(0, 0, 0, 0), state(0.25, 0, 0, 0.25))).toBe(0.5);
    const { envelope } = parse(baseText).strict!;
    expect(drift(envelope.model_avec, envelope.user_avec)).toBeCloseTo(-0.2, 12);
    expect([0.3, -0.3, 0].map(classifyDrift)).toEqual(["intentional", "intentional", "intentional"]);
    expect([0.3000001, -0.31].map(classifyDrift)).toEqual(["uncontrolled", "uncontrolled"]);
    expect(() => classifyDrift("1" as never)).toThrow(TypeError);
  });
  it(`${verifies("STTP-M-04")}a blend lies between its ends`, () => {
    expect(interpolate(neutralBaseline, moodPresets.focused, 0)).toEqual(state(0.5, 0.5, 0.5, 0.5));
    expect(interpolate(neutralBaseline, moodPresets.focused, 1)).toEqual(state(0.95, 0.1, 0.95, 0.9));
    expect(interpolate(state(0, 1, 0.5, 0.2), state(1, 0, 0.5, 0.4), 0.25)).toEqual(
      state(0.25, 0.75, 0.5, 0.75 * 0.2 + 0.25 * 0.4),
    );
    expect(moodPresets).toEqual({
      focused: state(0.95, 0.1, 0.95, 0.9),
      creative: state(0.8, 0.15, 0.7, 0.95),
      analytical: state(0.9, 0.2, 0.98, 0.85),
      exploratory: state(0.75, 0.3, 0.65, 0.9),
      collaborative: state(0.85, 0.1, 0.8, 0.7),
      defensive: state(0.9, 0.4, 0.9, 0.6),
      passive: state(0.98, 0.05, 0.6, 0.4),
    });
    for (const mu of [-0.01, 1.01, Number.NaN])
      expect(() => interpolate(neutralBaseline, neutralBaseline, mu)).toThrow(RangeError);
    expect(() => interpolate(neutralBaseline, neutralBaseline, "1" as never)).toThrow(TypeError);
  });
  it(`${verifies("STTP-M-05")}distance, resonance and bands`, () => {
    expect(avecDistance(state(0, 0, 0, 0), state(1, 0, 1, 0))).toBe(0.5);
    expect(resonance(state(0, 0, 0, 0), state(1, 0, 1, 0))).toBe(0.5);
    expect(resonance(state(0, 0, 0, 0), state(9, 9, 9, 9))).toBe(0);
    expect([0, 0.4999, 0.5, 0.8499, 0.85, 1].map(confidenceBand)).toEqual([
      "low",
      "low",
      "medium",
      "medium",
      "high",
      "high",
    ]);
    expect(() => confidenceBand(Number.NaN)).toThrow(RangeError);
  });
  it(`${verifies("STTP-P-09")}an AVEC is read from its own text`, () => {
    expect(parseAvec("{ stability: 0.7, friction: .1, logic: 0.80, autonomy: 0.6, psi: 2.20 }")).toEqual({
      avec: { ...state(0.7, 0.1, 0.8, 0.6), psi: 2.2 },
      diagnostics: [],
    });
    const off = parseAvec("{ stability: 0.7, friction: .1, logic: 0.80, autonomy: 0.6, psi: 3 }");
    expect(off.avec?.psi).toBe(3);
    expect(off.diagnostics.map(({ code }) => code)).toEqual(["STTP_PSI_MISMATCH"]);
    const short = parseAvec("stability: 0.7, friction: high, mood: 1");
    expect(short.avec).toBeNull();
    expect(new Set(short.diagnostics.map(({ code }) => code))).toEqual(
      new Set([
        "STTP_WRAPPER_MISSING",
        "STTP_BARE_VALUE",
        "STTP_STRICT_INVALID_NUMERIC",
        "STTP_STRICT_MISSING_REQUIRED_KEY",
        "STTP_UNKNOWN_KEY",
      ]),
    );
    expect(parseAvec("").avec).toBeNull();
    expect(() => parseAvec(1 as never)).toThrow(TypeError);
  });
});

describe("sync key", () => {
  const preimage = (raw: string): string =>
    `{"session_id":"harbour-2","tier":"raw","timestamp":"2026-05-04T03:02:01+00:00","compression_depth":2,"parent_node_id":"⏣7","raw":${JSON.stringify(raw)},` +
    '"user_avec":{"stability":0.7,"friction":0.1,"logic":0.8,"autonomy":0.6},"model_avec":{"stability":0.5,"friction":0.3,"logic":0.9,"autonomy":0.7},' +
    '"compression_avec":{"stability":0.7,"friction":0.1,"logic":0.8,"autonomy":0.6},"rho":0.5,"kappa":0.4,"psi":2.2}';
  const digest = (text: string): string => createHash("sha256").update(text, "utf8").digest("hex");

  it(`${verifies("STTP-M-06", "STTP-P-08")}is the digest of the facts and the text, member by member`, () => {
    expect(keyOf(baseText)).toEqual({ ok: true, key: digest(preimage(baseText)) });
    const odd = withContent('a(1): "é — 😀 \\u0007", b(1): "\t"');
    expect(keyOf(odd)).toEqual({ ok: true, key: digest(preimage(odd)) });
    expect(keyOf(`${baseText}\n`)).not.toEqual(keyOf(baseText));
    expect(keyOf(baseText, "other")).toEqual({
      ok: true,
      key: digest(preimage(baseText).replace("harbour-2", "other")),
    });
  });
  it(`${verifies("STTP-M-06")}time is UTC with as few fraction digits as are exact`, () => {
    const cases: [string, string][] = [
      ["2026-05-04T03:02:01.5+02:00", "2026-05-04T01:02:01.500+00:00"],
      ["2026-12-31T23:30:00.123400-01:00", "2027-01-01T00:30:00.123400+00:00"],
      ["2024-03-01T00:10:00.000000001+00:20", "2024-02-29T23:50:00.000000001+00:00"],
      ["2026-01-01T00:00:00.000Z", "2026-01-01T00:00:00+00:00"],
      ["2025-12-31T23:59:59-23:59", "2026-01-01T23:58:59+00:00"],
    ];
    for (const [written, utc] of cases) {
      const text = edited(["2026-05-04T03:02:01Z", written]);
      expect(keyOf(text), written).toEqual({
        ok: true,
        key: digest(preimage(text).replace('timestamp":"2026-05-04T03:02:01+00:00', `timestamp":"${utc}`)),
      });
    }
    expect(keyOf(edited(["2026-05-04T03:02:01Z", "0000-01-01T00:00:00+01:00"]))).toEqual({
      ok: false,
      missing: ["timestamp"],
    });
  });
  it(`${verifies("STTP-M-06")}numbers are the shortest of their binary32`, () => {
    const cases: [string, string][] = [
      ["1", "1.0"],
      ["0", "0.0"],
      ["-0.25", "-0.25"],
      ["0.00000012", "1.2e-7"],
      ["123456789", "123456790.0"],
      ["0.000001", "0.000001"],
      ["9999999999999", "1e13"],
      ["0.0000009", "9e-7"],
      ["1234567890123", "1234568000000.0"],
      ["99999999999999", "1e14"],
      ["16777217", "16777216.0"],
      ["0.1", "0.1"],
      ["1000000000000", "1000000000000.0"],
      ["0.30000001192092896", "0.3"],
    ];
    for (const [written, printed] of cases) {
      const text = edited(["rho: 0.50", `rho: ${written}`]);
      expect(keyOf(text), written).toEqual({
        ok: true,
        key: digest(preimage(text).replace('"rho":0.5', `"rho":${printed}`)),
      });
    }
  });
  it(`${verifies("STTP-M-06")}what is missing, mistyped or unencodable is named, only compression_avec may be absent`, () => {
    const absent = edited([baseText.slice(baseText.indexOf(", compression_avec"), baseText.lastIndexOf(" } ⟩")), ""]);
    expect(keyOf(absent)).toEqual({
      ok: true,
      key: digest(preimage(absent).replace(/"compression_avec":\{.*?\}/, '"compression_avec":null')),
    });
    expect(keyOf(edited(["rho: 0.50", "rho: high"], ["tier: raw, ", ""]))).toEqual({
      ok: false,
      missing: ["tier", "rho"],
    });
    expect(keyOf(withContent("a(1): 1").replace(/compression_avec: \{.*?\}/, "compression_avec: 1"))).toEqual({
      ok: false,
      missing: ["compression_avec"],
    });
    expect(syncKey(parse(baseText).node!, { raw: "\ud800" })).toEqual({ ok: false, missing: ["raw"] });
    expect(keyOf(edited(["rho: 0.50", "rho: 1e300"]))).toEqual({ ok: false, missing: ["rho"] });
    expect(() => syncKey(parse(baseText).node!, {} as never)).toThrow(TypeError);
  });
  it(`${verifies("STTP-P-08")}hashes any text as the platform does`, () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), (raw) => {
        const result = syncKey(parse(baseText).node!, { raw });
        expect(result).toEqual({ ok: true, key: digest(preimage("@").replace('"@"', () => compact(raw))) });
      }),
      { numRuns: 60 },
    );
  });
  const compact = (text: string): string => JSON.stringify(text).replaceAll("\u007f", "\u007f");
});

describeShared("the verified sync keys", (read) => {
  const base = read("vectors/sttp/strict.jsonl")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as { id: string; text: string })
    .find(({ id }) => id === "p00_base")!.text;

  it(`${verifies("STTP-M-07")}come out as published`, () => {
    const key = (text: string) => syncKey(parse(text).node!, { raw: text, sessionId: "corpus" });
    const time = '"2026-04-25T00:00:00Z"';
    const cases: [string, string][] = [
      [base, "e2ef8bf48bd411be1d49bb7c830cb919cbb69eb11877bf042e67aff4bec32d88"],
      [`${base}\n`, "8ba2dad21dc01d76b43e1ce38e15d215d53c66281b87e3f126f3561573dbe731"],
      [
        base
          .replace(time, '"2026-04-25T02:00:00.5+02:00"')
          .replace("parent_node: null", 'parent_node: "ref:⏣14"')
          .replace("rho: 0.95", "rho: 1")
          .replace("kappa: 0.94", "kappa: 0"),
        "826701ebe7182798d7ffcfabf6434322f8d4572bfc2b6bab2547c052d26a482e",
      ],
      [
        base.replace("rho: 0.95", "rho: 0.00000012").replace("kappa: 0.94", "kappa: 123456789"),
        "4f9449666849f8e89d1390f6c912988a2b9c912ba7892b4f88b62097e18ba48f",
      ],
    ];
    for (const [text, expected] of cases) expect(key(text)).toEqual({ ok: true, key: expected });
  });
});
