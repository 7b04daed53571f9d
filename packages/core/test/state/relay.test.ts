import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import type { CognitiveStateData } from "../../src/contract/state.js";
import { CognitiveStateObject } from "../../src/state/cognitive-state-object.js";
import { dependencyDepth } from "../../src/state/dependency-depth.js";
import { fold } from "../../src/state/fold.js";
import { initialState } from "../../src/state/initial-state.js";
import { preservationScore, repairFrom } from "../../src/state/preservation.js";
import { relay } from "../../src/state/relay.js";
import { revisionCount, revisionNeedsPerson } from "../../src/state/revise-decision.js";
import { sealCso, verifyCso } from "../../src/state/seal.js";
import { decisionOf, EventWriter, factOf } from "./run-events.js";

const KEY = "a key of 16 bytes or more";
const NEXT = {
  csoId: "cso_2",
  createdAt: "2026-12-01T10:00:00.000Z",
  objective: "And now?",
  mode: "CONVERSATION",
} as const;

const fresh = (change: Partial<CognitiveStateData> = {}): CognitiveStateData => ({
  ...initialState({ csoId: "cso_1", createdAt: "2026-12-01T09:00:00.000Z", objective: "Compare.", mode: "AGENTIC" }),
  ...change,
});

function turn(): CognitiveStateData {
  const state = new EventWriter()
    .start("Compare the two leases.")
    .plan("RETRIEVE", "COMPARE", "GENERATE")
    .fact("f_1")
    .decision("d_1", { dependsOn: ["f_1"] })
    .step("s1", "RETRIEVE", { factIds: ["f_1"] })
    .observation("c_1", "s1")
    .step("s2", "COMPARE", { outcome: "failed" })
    .emit("node_recorded", {
      nodeId: "r_1/s1",
      node: "text",
      originSession: "s_1",
      modelAvec: { stability: 1, friction: 0, logic: 0.9, autonomy: 1, psi: 2.9 },
    })
    .events.reduce(fold, fresh({ activeConstraints: ["no mail"], openQuestions: ["Which year?"] }));
  return sealCso(state, KEY);
}

describe("the relay to the next turn", () => {
  it(`${verifies("POS-CSO-05")}chains to the prior seal and carries what is known and what is open`, () => {
    const prior = turn();
    const next = relay(prior, { ...NEXT, key: KEY });
    expect(next).toMatchObject({
      csoId: "cso_2",
      windowNumber: 2,
      priorCsoHash: prior.csoHmac,
      createdAt: NEXT.createdAt,
      completedOperations: [],
      goalState: { mode: "CONVERSATION", objective: "And now?", remaining: [], completion: 0 },
      verified: false,
    });
    expect(next.csoHmac).toBeUndefined();
    for (const carried of [
      "establishedFacts",
      "decisions",
      "openQuestions",
      "activeConstraints",
      "dependencyGraph",
      "preventiveHaltHistory",
      "recordHead",
    ] as const) {
      expect(next[carried]).toEqual(prior[carried]);
    }
    // References only: the fact says what the tool said.
    expect(next.toolObservations).toEqual([{ ...prior.toolObservations[0], payloadSummary: "" }]);
    expect(next.pendingOperations.map((step) => step.stepId)).toEqual(["w1/s2", "w1/s3"]);
    expect(relay(next, NEXT).pendingOperations.map((step) => step.stepId)).toEqual(["w1/s2", "w1/s3"]);
  });

  it(`${verifies("POS-CSO-05")}steps of the new turn are told from carried ones of the same number`, () => {
    const writer = new EventWriter("r_2").start("And now?", 2, "x").plan("RETRIEVE", "COMPARE").step("s2", "COMPARE");
    const state = writer.events.reduce(fold, relay(turn(), NEXT));
    expect(state.pendingOperations.map((step) => step.stepId)).toEqual(["w1/s2", "w1/s3", "s1"]);
    expect(state.completedOperations.map((step) => step.stepId)).toEqual(["s2"]);
    expect(state.goalState.completion).toBe(0.5);
  });

  it(`${verifies("POS-CSO-05")}refuses a prior state that does not match its seal, or has none where a key is given`, () => {
    const prior = turn();
    const forged = { ...prior, establishedFacts: [factOf("f_1", { statement: "forged" })] };
    const { csoHmac: _none, ...unsealed } = prior;
    for (const [state, key] of [
      [forged, KEY],
      [prior, "another key of 16 bytes"],
      [unsealed, KEY],
    ] as const) {
      expect(() => relay(state, { ...NEXT, key })).toThrow(expect.objectContaining({ code: "state_invalid" }));
      expect(() => initialState({ ...NEXT, prior: state, key })).toThrow(
        expect.objectContaining({ code: "state_invalid" }),
      );
    }
    expect(relay(unsealed, NEXT).priorCsoHash).toBe("");
  });

  it(`${verifies("POS-CSO-05")}preservation is the share of prior valid facts, and a repair makes it whole`, () => {
    const prior = fresh({
      establishedFacts: [
        factOf("f_1"),
        factOf("f_2"),
        factOf("f_3"),
        factOf("f_4"),
        factOf("f_5", { invalidated: true }),
      ],
    });
    const current = sealCso(
      fresh({ establishedFacts: [factOf("f_2"), factOf("f_4", { invalidated: true }), factOf("f_9")] }),
      KEY,
    );
    expect(preservationScore(prior, current)).toBe(0.5);
    const { data, report } = repairFrom(current, prior);
    expect(report).toEqual({ score: 0.5, repaired: 2, missing: ["f_1", "f_3"], priorFacts: 4, currentFacts: 5 });
    expect(data.establishedFacts.map((fact) => fact.factId)).toEqual(["f_1", "f_3", "f_2", "f_4", "f_9"]);
    expect(preservationScore(prior, data)).toBe(1);
    // A repair is a change: the old seal is gone. Where nothing was missing it stays.
    expect([data.verified, data.csoHmac]).toEqual([true, undefined]);
    const whole = repairFrom(current, fresh({ establishedFacts: [factOf("f_2")] }));
    expect(whole.report).toEqual({ score: 1, repaired: 0, missing: [], priorFacts: 1, currentFacts: 3 });
    expect(whole.data.verified).toBe(true);
    expect(verifyCso(whole.data, KEY)).toBe(true);
    expect(preservationScore(fresh(), current)).toBe(1);
    expect(current.verified).toBe(false);
  });
});

describe("what no longer holds", () => {
  const chained = fresh({
    establishedFacts: [factOf("f_1"), factOf("f_2"), factOf("f_3"), factOf("f_other")],
    decisions: [
      decisionOf("d_1", { dependsOn: ["f_2"] }),
      decisionOf("d_2", { dependsOn: ["d_1"], revisable: false }),
      decisionOf("d_3", { dependsOn: ["d_2"] }),
      decisionOf("d_other", { dependsOn: ["f_other"] }),
    ],
    dependencyGraph: [
      { dependent: "r/s1", dependsOn: "f_1" },
      { dependent: "f_2", dependsOn: "r/s1" },
      { dependent: "f_3", dependsOn: "d_3" },
      // A cycle ends.
      { dependent: "f_1", dependsOn: "f_3" },
    ],
  });

  it(`${verifies("POS-CSO-06")}an invalidated fact takes with it all that rests on it, through graph and decisions`, () => {
    const cso = CognitiveStateObject.fromData(sealCso(chained, KEY));
    const before = cso.data;
    expect(cso.invalidateFact("f_1")).toEqual(["f_1", "r/s1", "f_2", "d_1", "d_2", "d_3", "f_3"]);
    expect(cso.establishedFacts.filter((fact) => fact.invalidated).map((fact) => fact.factId)).toEqual([
      "f_1",
      "f_2",
      "f_3",
    ]);
    expect(cso.decisions.filter((decision) => decision.needsRevision).map((decision) => decision.decisionId)).toEqual([
      "d_1",
      "d_3",
    ]);
    expect(cso.csoHmac).toBeUndefined();
    expect(before.establishedFacts.every((fact) => !fact.invalidated)).toBe(true);
  });

  it(`${verifies("POS-CSO-06")}an unknown fact affects nothing; deciding anew clears the mark`, () => {
    const cso = CognitiveStateObject.fromData(sealCso(chained, KEY));
    expect(cso.invalidateFact("f_none")).toEqual([]);
    expect(cso.verify(KEY)).toBe(true);
    cso.invalidateFact("f_other");
    expect(cso.reviseDecision("d_other", decisionOf("d_new"))).toBe(true);
    expect(cso.decisions.find((decision) => decision.decisionId === "d_other")).toMatchObject({ revisedBy: "d_new" });
    expect(cso.decisions.find((decision) => decision.decisionId === "d_other")?.needsRevision).toBeUndefined();
    expect(cso.decisions.at(-1)?.decisionId).toBe("d_new");
  });

  it(`${verifies("POS-CSO-06")}the event marks what the object marks`, () => {
    const cso = CognitiveStateObject.fromData(chained);
    const affected = cso.invalidateFact("f_1");
    const folded = new EventWriter().emit("fact_invalidated", { factId: "f_1", affected }).events.reduce(fold, chained);
    expect(folded).toEqual(cso.data);
  });

  it(`${verifies("POS-CSO-06")}the fourth revision of one decision is a person's; settled ones are nobody's`, () => {
    const cso = CognitiveStateObject.fromData(
      fresh({ decisions: [decisionOf("d_1"), decisionOf("d_x", { revisable: false })] }),
    );
    for (let revision = 1; revision <= 3; revision += 1) {
      expect(revisionNeedsPerson(cso.decisions, `d_${revision}`)).toBe(false);
      expect(cso.reviseDecision(`d_${revision}`, decisionOf(`d_${revision + 1}`))).toBe(true);
      expect(revisionCount(cso.decisions, `d_${revision + 1}`)).toBe(revision);
    }
    const before = cso.data;
    expect(revisionNeedsPerson(cso.decisions, "d_4")).toBe(true);
    for (const id of ["d_4", "d_1", "d_x", "d_none"]) expect(cso.reviseDecision(id, decisionOf("d_5"))).toBe(false);
    expect(cso.data).toBe(before);
    expect(cso.decisions.filter(({ revisedBy }) => revisedBy !== undefined)).toHaveLength(3);
    expect(cso.toPromptContext()).toContain("choice of d_4");
    expect(cso.toPromptContext()).not.toContain("choice of d_1");
  });

  it(`${verifies("POS-CSO-06")}a revision told by events is the same`, () => {
    const writer = new EventWriter().decision("d_1").decision("d_1", { revisedBy: "d_2" }).decision("d_2");
    expect(
      writer.events.reduce(fold, fresh()).decisions.map(({ decisionId, revisedBy }) => [decisionId, revisedBy]),
    ).toEqual([
      ["d_1", "d_2"],
      ["d_2", undefined],
    ]);
  });

  it("the depth of the graph is its longest chain, cycles aside", () => {
    const edge = (dependent: string, dependsOn: string) => ({ dependent, dependsOn });
    expect(dependencyDepth({ dependencyGraph: [] })).toBe(0);
    expect(dependencyDepth({ dependencyGraph: [edge("b", "a"), edge("c", "b"), edge("c", "a"), edge("x", "y")] })).toBe(
      2,
    );
    expect(dependencyDepth({ dependencyGraph: [edge("b", "a"), edge("c", "b"), edge("b", "c")] })).toBe(1);
  });
});

describe("the object", () => {
  it(`${verifies("POS-CSO-01")}shows every member of its data and survives its JSON`, () => {
    const recordHead = {
      nodeId: "ref:run_1/s1",
      digest: `sha256:${"0".repeat(64)}`,
      originSession: "session_1",
      modelAvec: { stability: 1, friction: 0, logic: 1, autonomy: 1, psi: 3 },
    };
    const cso = CognitiveStateObject.fromData({ ...turn(), recordHead }).seal(KEY);
    expect(Object.keys(cso.data)).toEqual(expect.arrayContaining(["recordHead", "csoHmac", "verified"]));
    for (const [name, value] of Object.entries(cso.data)) expect(cso[name as keyof CognitiveStateData]).toEqual(value);
    expect(CognitiveStateObject.fromJson(JSON.parse(JSON.stringify(cso))).data).toEqual(cso.data);
    expect(() => CognitiveStateObject.fromJson({ cso_id: "c" })).toThrow(/window_number/);
  });

  it(`${verifies("POS-CSO-01")}does as the functions on its data do`, () => {
    const options = {
      csoId: "cso_1",
      createdAt: "2026-12-01T09:00:00.000Z",
      objective: "Compare.",
      mode: "AGENTIC",
    } as const;
    expect(CognitiveStateObject.empty(options).data).toEqual(initialState(options));
    const { csoHmac: _, ...data } = turn();
    const cso = CognitiveStateObject.fromData(data);
    expect(cso.seal(KEY).data).toEqual(sealCso(data, KEY));
    expect([cso.verify(KEY), cso.seal(KEY).verify(KEY), cso.seal(KEY).verify(`${KEY}!`)]).toEqual([false, true, false]);
    expect(cso.relay(NEXT).data).toEqual(relay(data, NEXT));
    for (const fact of data.establishedFacts) expect(cso.toPromptContext()).toContain(fact.statement);
  });

  it(`${verifies("POS-CSO-02")}facts and decisions have the fields of the design in JSON`, () => {
    const data = fresh({
      establishedFacts: [factOf("f_1", { factTypes: ["lease"] })],
      decisions: [decisionOf("d_1", { revisedBy: "d_2" })],
    });
    const json = CognitiveStateObject.fromData(data).toJSON() as Record<string, Record<string, unknown>[]>;
    expect(Object.keys(json.established_facts?.[0] ?? {}).sort()).toEqual([
      "confidence",
      "fact_id",
      "fact_types",
      "invalidated",
      "provenance",
      "provenance_ref",
      "statement",
      "window_origin",
    ]);
    expect(Object.keys(json.decisions?.[0] ?? {}).sort()).toEqual([
      "alternatives",
      "choice",
      "decision_id",
      "depends_on",
      "provenance",
      "provenance_ref",
      "rationale",
      "revisable",
      "revised_by",
      "window_origin",
    ]);
    for (const provenance of ["CKF", "TOOL", "CONVERSATION", "DERIVED", "USER"]) {
      const [fact] = json.established_facts as [Record<string, unknown>];
      expect(() =>
        CognitiveStateObject.fromJson({ ...json, established_facts: [{ ...fact, provenance }] }),
      ).not.toThrow();
    }
    const [fact] = json.established_facts as [Record<string, unknown>];
    expect(() =>
      CognitiveStateObject.fromJson({ ...json, established_facts: [{ ...fact, provenance: "GUESS" }] }),
    ).toThrow();
  });

  it(`${verifies("POS-CSO-07")}seals, verifies and relays as the functions do`, () => {
    const cso = CognitiveStateObject.empty({ ...NEXT }).seal(KEY);
    expect([cso.verify(KEY), cso.verify("another key of 16 bytes")]).toEqual([true, false]);
    const next = cso.relay({ ...NEXT, csoId: "cso_3", key: KEY });
    expect([next.windowNumber, next.priorCsoHash]).toEqual([2, cso.csoHmac]);
    expect(next.preservationScore(cso)).toBe(1);
    expect(next.repairFrom(cso)).toMatchObject({ score: 1, repaired: 0 });
    expect(next.verified).toBe(true);
  });
});
