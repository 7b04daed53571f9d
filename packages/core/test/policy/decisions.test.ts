import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { SAFETY_CLASSES } from "../../src/contract/capability.js";
import { documentCodec } from "../../src/contract/json-codec.js";
import { haltFrameSchema, POLICY_VERDICTS, type PolicyDecision } from "../../src/contract/policy.js";
import { parseHeaders } from "../../src/lifecycle/headers/parse-headers.js";
import { combineDecisions } from "../../src/policy/combine-decisions.js";
import { haltFrame } from "../../src/policy/halt-frame.js";
import { interpretApproval } from "../../src/policy/interpret-approval.js";
import { interpretClarification } from "../../src/policy/interpret-clarification.js";
import { needsApproval } from "../../src/policy/needs-approval.js";

const decision = (verdict: PolicyDecision["verdict"], ...reasons: string[]): PolicyDecision => ({
  point: "arguments",
  verdict,
  reasons,
});

describe("several decisions", () => {
  it(`${verifies("POS-POL-03")}the strongest counts: halt, deny, require_approval, allow, default`, () => {
    const order = ["halt", "deny", "withhold", "require_approval", "allow"] as const;
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...POLICY_VERDICTS), { minLength: 1 }), (verdicts) => {
        const combined = combineDecisions(
          "arguments",
          verdicts.map((verdict, at) => decision(verdict, `${verdict} ${at}`)),
        );
        expect(combined.verdict).toBe(order.find((verdict) => verdicts.includes(verdict)));
        expect(combined.reasons.every((reason) => reason.startsWith(combined.verdict))).toBe(true);
        expect(combined.reasons).toHaveLength(verdicts.filter((verdict) => verdict === combined.verdict).length);
      }),
    );
  });

  it(`${verifies("POS-POL-03")}a denial is never lifted; reasons are sorted and told once; the first rule and proof speak`, () => {
    const combined = combineDecisions("selection", [
      decision("allow", "trusted"),
      { ...decision("deny", "policy-rule:b#1", "out-of-scope:x"), rule: "policy-rule:b#1", proof: { kind: "given" } },
      { ...decision("deny", "out-of-scope:x"), rule: "policy-rule:a#2" },
      decision("require_approval", "irreversible-action"),
    ]);
    expect(combined).toEqual({
      point: "selection",
      verdict: "deny",
      reasons: ["out-of-scope:x", "policy-rule:b#1"],
      rule: "policy-rule:b#1",
      proof: { kind: "given" },
    });
    expect(combineDecisions("frame", [])).toEqual({ point: "frame", verdict: "allow", reasons: [] });
    expect(combineDecisions("arguments", [], "deny")).toEqual({
      point: "arguments",
      verdict: "deny",
      reasons: ["no_allow_rule"],
    });
    expect(combineDecisions("arguments", [decision("allow", "trusted")], "deny").verdict).toBe("allow");
  });
});

describe("a person's answer", () => {
  it(`${verifies("POS-POL-06")}approves, denies or aborts by these words only`, () => {
    for (const value of [true, "approve", "approved", "yes", "y", "allow", "ok", "true", " Yes\n", "APPROVE"]) {
      expect(interpretApproval(value), String(value)).toBe("approved");
    }
    for (const value of [false, "false", "no", "deny", "reject", "skip", " NO "]) {
      expect(interpretApproval(value), String(value)).toBe("denied");
    }
    for (const value of ["abort", " Abort "]) expect(interpretApproval(value)).toBe("abort");
    for (const value of [
      "",
      "maybe",
      "yes please",
      "okay, but",
      "not approved",
      "1",
      1,
      0,
      null,
      undefined,
      [],
      ["yes"],
      {},
      { approved: true },
      { action: "approve" },
      { action: "answer", answer: "yes" },
      "constructor",
      "__proto__",
      "toString",
    ]) {
      expect(interpretApproval(value), JSON.stringify(value)).toBeNull();
    }
    expect(interpretApproval({ action: "abort" })).toBe("abort");
    expect(interpretApproval({ action: "skip" })).toBe("denied");
  });

  it(`${verifies("POS-POL-06")}no text that says more than the word approves`, () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.constantFrom("yes", "ok", "true"), (text, word) => {
        fc.pre(/[^\s]/.test(text));
        expect(interpretApproval(`${word}${text}`) === "approved").toBe(
          ["y", "yes", "ok"].includes(`${word}${text}`.trim().toLowerCase()),
        );
      }),
    );
  });

  it(`${verifies("POS-POL-08")}B044: presence decides, so false, 0, "" and null are answers`, () => {
    for (const value of [false, 0, "", null, [], { city: "Paris" }, "no"]) {
      expect(interpretClarification(value)).toEqual({ action: "answer", answer: value });
    }
    for (const answer of [false, 0, "", null]) {
      expect(interpretClarification({ action: "answer", answer, reviewer: "ada" })).toEqual({
        action: "answer",
        answer,
        reviewer: "ada",
      });
    }
    for (const value of [
      undefined,
      () => "x",
      Symbol("x"),
      { action: "answer" },
      { action: "reply", answer: 1 },
      { action: 7 },
    ]) {
      expect(interpretClarification(value)).toBeNull();
    }
  });

  it(`${verifies("POS-POL-10")}skips or aborts by object or bare word, unless the word is one of the options`, () => {
    expect(interpretClarification({ action: "skip", reviewer: "" })).toEqual({ action: "skip" });
    expect(interpretClarification({ action: "abort", reviewer: "ada" })).toEqual({ action: "abort", reviewer: "ada" });
    expect(interpretClarification(" Skip ")).toEqual({ action: "skip" });
    expect(interpretClarification("abort")).toEqual({ action: "abort" });
    expect(interpretClarification("skip", { options: ["retry", "Skip"] })).toEqual({
      action: "answer",
      answer: "skip",
    });
    expect(interpretClarification("skip it")).toEqual({ action: "answer", answer: "skip it" });
  });
});

describe("oversight", () => {
  it(`${verifies("POS-POL-07", "POS-EXE-02")}destructive and human-oversight need a person; options and policy add classes`, () => {
    const of = (safetyClass: (typeof SAFETY_CLASSES)[number]) => ({
      costProfile: { tokens: 0, latencyMs: 0, safetyClass },
    });
    const needing = (...given: [Parameters<typeof needsApproval>[1], Parameters<typeof needsApproval>[2]?]) =>
      SAFETY_CLASSES.filter((safetyClass) => needsApproval(of(safetyClass), ...given) !== null);
    expect(needing({})).toEqual(["destructive", "human-oversight"]);
    expect(needing({ requireOversightFor: ["network"] })).toEqual(["network", "destructive", "human-oversight"]);
    expect(needing({ requireOversightFor: ["network"] }, new Set(["mutating"]))).toEqual(["mutating", "network"]);
    expect(needing({}, [])).toEqual([]);
    expect(needsApproval(of("destructive"), {})).toBe("requires_oversight:destructive");
  });

  it(`${verifies("POS-POL-04")}a halt frame says what was prevented, in JSON and as a header`, () => {
    const frame = haltFrame({
      frameId: "h_0011223344556677",
      haltPoint: "TOOL_SELECTED",
      violation: "blocked-parameter:iban",
      operationType: "GENERATE",
      capabilityId: "pay",
      blockedParameter: "iban",
      policyRule: "policy-rule:pay#3",
      sessionId: "s_1",
      auditTrailUri: "https://audit.example/1",
    });
    const codec = documentCodec(haltFrameSchema());
    expect(codec.encode(frame)).toEqual({
      crp_halt_reason: "PREVENTIVE_SAFETY_VIOLATION",
      halt_point: "TOOL_SELECTED",
      problematic_frame: {
        operation_type: "GENERATE",
        capability_id: "pay",
        violation: "blocked-parameter:iban",
        blocked_parameter: "iban",
        policy_rule: "policy-rule:pay#3",
      },
      session_id: "s_1",
      audit_trail_uri: "https://audit.example/1",
      headers: { "CRP-Safety-Preventive-Halt": "frame:h_0011223344556677" },
    });
    expect(codec.decode(codec.encode(frame))).toEqual(frame);
    expect(parseHeaders(frame.headers).values).toEqual({
      preventiveHalt: { kind: "frame", data: "h_0011223344556677" },
    });
    const bare = haltFrame({
      frameId: "h",
      haltPoint: "TOOL_SELECTED",
      violation: "unknown_capability",
      sessionId: "s",
    });
    expect(codec.encode(bare)).toEqual({
      crp_halt_reason: "PREVENTIVE_SAFETY_VIOLATION",
      halt_point: "TOOL_SELECTED",
      problematic_frame: { violation: "unknown_capability" },
      session_id: "s",
      headers: { "CRP-Safety-Preventive-Halt": "frame:h" },
    });
  });
});
