import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { describeShared } from "../../../../test/support/shared.js";
import { verifies } from "../../../../test/support/verifies.js";
import { canonicalJson } from "../../src/contract/canonical-json.js";
import { StateError } from "../../src/contract/error.js";
import type { CognitiveStateData } from "../../src/contract/state.js";
import { CognitiveStateObject } from "../../src/state/cognitive-state-object.js";
import { fold } from "../../src/state/fold.js";
import { initialState } from "../../src/state/initial-state.js";
import { fanInHmac, idOnlyHmac, idOnlyText, windowHmac, windowText } from "../../src/state/interop-hmac.js";
import { sealCso, verifyCso, verifyCsoChain } from "../../src/state/seal.js";
import { decisionOf, EventWriter, factOf } from "./run-events.js";

const KEY = "a key of 16 bytes or more";
const OTHER_KEY = "another key of 16 bytes";

const fresh = (): CognitiveStateData =>
  initialState({ csoId: "cso_1", createdAt: "2026-12-01T09:00:00.000Z", objective: "Compare.", mode: "AGENTIC" });

function fullState(): CognitiveStateData {
  return new EventWriter()
    .start("Compare the two leases.")
    .plan("RETRIEVE", "COMPARE")
    .fact("f_1", { labels: ["internal"], factTypes: ["lease"] })
    .decision("d_1", { dependsOn: ["f_1"], alternatives: ["one step"] })
    .step("s1", "RETRIEVE", { factIds: ["f_1"] })
    .observation("c_1", "s1")
    .emit("node_recorded", {
      nodeId: "r_1/s1",
      node: "text",
      originSession: "s_1",
      modelAvec: { stability: 1, friction: 0, logic: 0.9, autonomy: 1, psi: 2.9 },
    })
    .events.reduce(fold, { ...fresh(), activeConstraints: ["no mail"], openQuestions: ["Which year?"] });
}

/** Every path to a scalar of a JSON value. */
function leaves(value: unknown, path: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== "object" || value === null) return [path];
  return Object.entries(value).flatMap(([key, member]) => leaves(member, [...path, key]));
}

describe("the seal", () => {
  it(`${verifies("POS-CSO-07")}breaks when any value changes, and only its own two members are outside it`, () => {
    const json = JSON.parse(JSON.stringify(CognitiveStateObject.fromData(sealCso(fullState(), KEY))));
    expect(CognitiveStateObject.fromJson(json).verify(KEY)).toBe(true);
    const paths = leaves(json);
    expect(paths.length).toBeGreaterThan(50);
    for (const path of paths) {
      const changed = JSON.parse(JSON.stringify(json));
      const parent = path.slice(0, -1).reduce((at, key) => at[key as never], changed) as Record<string, unknown>;
      const key = path.at(-1) as string;
      const value = parent[key];
      if (typeof value === "string") parent[key] = alternative(path, value);
      else if (typeof value === "number") parent[key] = value + 1;
      else if (typeof value === "boolean") parent[key] = !value;
      if (parent[key] === value) continue;
      const intact = path[0] === "verified";
      expect(CognitiveStateObject.fromJson(changed).verify(KEY), path.join(".")).toBe(intact);
    }
  });

  it(`${verifies("POS-CSO-07")}breaks when something is added, removed or reordered`, () => {
    const sealed = sealCso({ ...fullState(), establishedFacts: [factOf("f_1"), factOf("f_2")] }, KEY);
    const [first, second] = sealed.establishedFacts;
    for (const establishedFacts of [[first!], [second!, first!], [first!, second!, factOf("f_3")], []]) {
      expect(verifyCso({ ...sealed, establishedFacts }, KEY)).toBe(false);
    }
    const { recordHead: _head, ...headless } = sealed;
    expect(verifyCso(headless, KEY)).toBe(false);
  });

  it(`${verifies("POS-CSO-07")}is that of one key, given as text or as bytes; keys under 16 bytes are refused`, () => {
    const sealed = sealCso(fresh(), KEY);
    expect(sealed.csoHmac).toMatch(/^[0-9a-f]{64}$/);
    expect(verifyCso(sealed, new TextEncoder().encode(KEY))).toBe(true);
    expect(verifyCso(sealed, OTHER_KEY)).toBe(false);
    expect(verifyCso(fresh(), KEY)).toBe(false);
    expect(verifyCso({ ...sealed, csoHmac: sealed.csoHmac?.toUpperCase() ?? "" }, KEY)).toBe(false);
    expect(verifyCso({ ...sealed, csoHmac: `${sealed.csoHmac}00` }, KEY)).toBe(false);
    for (const key of ["", "fifteen bytes!!", new Uint8Array(15)]) {
      for (const act of [
        () => sealCso(fresh(), key),
        () => verifyCso(sealed, key),
        () => verifyCsoChain([sealed], key),
      ]) {
        expect(act).toThrow(expect.objectContaining({ name: "StateError", code: "key_too_short" }));
      }
    }
    // Bytes count, not characters.
    expect(verifyCso(sealCso(fresh(), "éééééééé"), "éééééééé")).toBe(true);
  });

  it(`${verifies("POS-CSO-07")}survives JSON and the order of members`, () => {
    const json = JSON.parse(JSON.stringify(CognitiveStateObject.fromData(sealCso(fullState(), KEY)))) as object;
    const reversed = Object.fromEntries(Object.entries(json).reverse());
    expect(CognitiveStateObject.fromJson(reversed).verify(KEY)).toBe(true);
  });

  it(`${verifies("POS-CSO-07")}a chain holds only unbroken, from its first turn or from a given seal`, () => {
    const turns: CognitiveStateData[] = [sealCso(fullState(), KEY)];
    for (let turn = 2; turn <= 4; turn += 1) {
      const prior = turns.at(-1) as CognitiveStateData;
      const next = initialState({
        csoId: `cso_${turn}`,
        createdAt: "",
        objective: "more",
        mode: "TOOL",
        prior,
        key: KEY,
      });
      turns.push(sealCso(next, KEY));
    }
    const [first, second, third, fourth] = turns as [
      CognitiveStateData,
      CognitiveStateData,
      CognitiveStateData,
      CognitiveStateData,
    ];
    expect(verifyCsoChain(turns, KEY)).toBe(true);
    expect(verifyCsoChain([third, fourth], KEY, { priorHmac: second.csoHmac as string })).toBe(true);
    for (const broken of [
      [first, third, fourth],
      [second, first],
      [first, first],
      [second, third],
      [first, { ...second, csoHmac: "0".repeat(64) }, third],
      [first, sealCso({ ...second, windowNumber: 7 }, KEY)],
      [first, second, sealCso({ ...third, priorCsoHash: first.csoHmac as string }, KEY)],
      [sealCso(fresh(), OTHER_KEY)],
    ]) {
      expect(verifyCsoChain(broken, KEY)).toBe(false);
    }
  });
});

describe("canonical JSON", () => {
  it(`${verifies("POS-CSO-07")}is JSON with one text for equal values`, () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonicalJson(value);
        const plain = JSON.parse(JSON.stringify(value));
        expect(JSON.parse(text)).toEqual(plain);
        expect(canonicalJson(JSON.parse(text))).toBe(text);
        if (typeof plain === "object" && plain !== null && !Array.isArray(plain)) {
          expect(canonicalJson(Object.fromEntries(Object.entries(plain).reverse()))).toBe(text);
        }
      }),
    );
  });

  it(`${verifies("POS-CSO-07")}follows RFC 8785 in numbers, strings and the order of members`, () => {
    expect(
      canonicalJson({
        numbers: [333333333.3333333, 1e30, 4.5, 2e-3, 1e-27, -0],
        string: '\u20ac$\u000f\nA\'B"\\\\"/',
        literals: [null, true, false],
      }),
    ).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27,0],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    );
    const names = ["\u20ac", "\r", "\ufb33", "1", "\ud83d\ude00", "\u0080", "\u00f6"];
    const sorted = canonicalJson(Object.fromEntries(names.map((name) => [name, 0])));
    expect(Object.keys(JSON.parse(`[${sorted}]`)[0] as object).filter((name) => name !== "1")).toEqual([
      "\r",
      "\u0080",
      "\u00f6",
      "\u20ac",
      "\ud83d\ude00",
      "\ufb33",
    ]);
    expect(sorted.startsWith('{"\\r":0,"1":0,')).toBe(true);
    expect(canonicalJson({ b: undefined, a: [1] })).toBe('{"a":[1]}');
  });

  it(`${verifies("POS-CSO-07")}refuses what is no JSON, and depth costs no stack`, () => {
    const cycle: Record<string, unknown> = {};
    cycle.self = [cycle];
    for (const value of [cycle, Number.NaN, Number.POSITIVE_INFINITY, 1n, undefined, () => 1, [Symbol("s")]]) {
      expect(() => canonicalJson(value)).toThrow(StateError);
    }
    const shared = { x: 1 };
    expect(canonicalJson([shared, shared])).toBe('[{"x":1},{"x":1}]');
    let deep: unknown = 0;
    for (let level = 0; level < 100_000; level += 1) deep = [deep];
    expect(canonicalJson(deep)).toHaveLength(200_001);
  });
});

describeShared("signatures of other implementations", (read) => {
  interface Vectors {
    key_utf8: string;
    cso1: { payload: string; hmac: string };
    cso2: { prior: string; hmac: string };
    window: { message: string; hmac: string };
    fan_in: { sorted_parents: string; hmac: string };
  }
  const vectors = JSON.parse(read("vectors/positioning/hmac-vectors.json")) as Vectors;
  const key = vectors.key_utf8;

  it(`${verifies("POS-CSO-08", "POS-VEC-01")}signatures over ids alone equal the recorded ones`, () => {
    const signed = JSON.parse(vectors.cso1.payload);
    const first = {
      csoId: signed.cso_id,
      windowNumber: signed.window_number,
      priorCsoHash: signed.prior_cso_hash,
      decisions: signed.decisions.map((id: string) => decisionOf(id)),
      establishedFacts: signed.facts.map((id: string) => factOf(id)),
    };
    expect(idOnlyText(first)).toBe(vectors.cso1.payload);
    expect(idOnlyHmac(first, key)).toBe(vectors.cso1.hmac);
    const second = {
      csoId: "00000000-0000-4000-8000-000000000002",
      windowNumber: 2,
      priorCsoHash: vectors.cso2.prior,
      decisions: [],
      establishedFacts: [],
    };
    expect(idOnlyHmac(second, key)).toBe(vectors.cso2.hmac);
    expect(idOnlyHmac({ ...second, windowNumber: 3 }, key)).not.toBe(vectors.cso2.hmac);
  });

  it(`${verifies("POS-CSO-08", "POS-VEC-01")}signatures of windows equal the recorded ones, with one prior and with several`, () => {
    const [sessionId, number, timestamp, responseHash, dpeReportHash, prevHmac] = vectors.window.message.split(
      "\u241f",
    ) as [string, string, string, string, string, string];
    const window = { sessionId, windowNumber: Number(number), timestamp, responseHash, dpeReportHash, prevHmac };
    expect(windowText(window)).toBe(vectors.window.message);
    expect(windowHmac(window, key)).toBe(vectors.window.hmac);
    expect(
      fanInHmac(
        {
          sessionId: "s1",
          windowNumber: 4,
          timestamp: "2026-05-25T10:03:00Z",
          responseHash: "sha256:syn",
          dpeReportHash: "sha256:syndpe",
          parents: vectors.fan_in.sorted_parents.split("|").reverse(),
        },
        key,
      ),
    ).toBe(vectors.fan_in.hmac);
  });

  it(`${verifies("POS-CSO-08")}take a key our own seal refuses`, () => {
    expect(new TextEncoder().encode(key).length).toBeLessThan(16);
    expect(() => sealCso(fresh(), key)).toThrow(StateError);
  });
});

/** Another valid value for a member of closed vocabulary, else the text with a letter more. */
function alternative(path: readonly (string | number)[], value: string): string {
  const name = path.at(-1);
  if (name === "operation" || name === "operation_type") return value === "PLAN" ? "VERIFY" : "PLAN";
  if (name === "provenance" && path[0] === "established_facts") return value === "CKF" ? "USER" : "CKF";
  if (name === "provenance") return value === "RUNTIME" ? "USER" : "RUNTIME";
  if (name === "mode") return value === "TOOL" ? "AGENTIC" : "TOOL";
  // Literals: another value is refused before any seal is looked at.
  if (name === "fact_type" || name === "grounding_class" || name === "source_type") return value;
  return `${value}x`;
}
