import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import type { CapabilityDescriptor } from "../../src/contract/capability.js";
import { PolicyError } from "../../src/contract/error.js";
import { PolicyContext } from "../../src/policy/policy-context.js";
import { isWithinTargets, normaliseTarget } from "../../src/policy/target-match.js";

function descriptor(change: Partial<CapabilityDescriptor> = {}): CapabilityDescriptor {
  return {
    capabilityId: "lookup",
    kind: "tool",
    version: "1.0.0",
    operationTypes: ["RETRIEVE"],
    inputSchema: {},
    outputSchema: {},
    producesFacts: true,
    costProfile: { tokens: 0, latencyMs: 0, safetyClass: "network" },
    ...change,
  };
}

describe("what may be offered", () => {
  it(`${verifies("POS-POL-01")}each rule alone, by its reason`, () => {
    const reason = (policy: ConstructorParameters<typeof PolicyContext>[0], change?: Partial<CapabilityDescriptor>) =>
      new PolicyContext(policy).rejectReason(descriptor(change));
    expect(reason({})).toBeNull();
    expect(reason({ allowlist: null })).toBeNull();
    expect(reason({ blocklist: ["lookup"] })).toBe("blocklist");
    expect(reason({ blocklist: ["look"] })).toBeNull();
    expect(reason({ allowlist: [] })).toBe("not-in-allowlist");
    expect(reason({ allowlist: ["lookup"] })).toBeNull();
    expect(reason({ blockedSafetyClasses: ["network", "mutating"] })).toBe("safety-class-blocked:network");
    expect(reason({ blockedSafetyClasses: ["mutating"] })).toBeNull();
    expect(reason({ dataResidency: "eu" }, { dataResidency: "us" })).toBe("data-residency-conflict:us!=eu");
    expect(reason({ dataResidency: "eu" }, { dataResidency: "eu" })).toBeNull();
    expect(reason({ dataResidency: "eu" })).toBeNull();
    expect(reason({ policyDomains: ["hr"] }, { allowedPolicyDomains: ["finance", "law"] })).toBe(
      "policy-domain-mismatch",
    );
    expect(reason({ policyDomains: ["law"] }, { allowedPolicyDomains: ["finance", "law"] })).toBeNull();
    expect(reason({ policyDomains: [] }, { allowedPolicyDomains: ["law"] })).toBe("policy-domain-mismatch");
    expect(reason({ policyDomains: ["law"] })).toBeNull();
    expect(reason({}, { allowedPolicyDomains: ["law"] })).toBeNull();
  });

  it(`${verifies("POS-POL-01")}the order is blocklist, allowlist, class, residency, domain`, () => {
    const change = { dataResidency: "us", allowedPolicyDomains: ["law"] };
    const rules = [
      [{ blocklist: ["lookup"] }, "blocklist"],
      [{ allowlist: ["other"] }, "not-in-allowlist"],
      [{ blockedSafetyClasses: ["network" as const] }, "safety-class-blocked:network"],
      [{ dataResidency: "eu" }, "data-residency-conflict:us!=eu"],
      [{ policyDomains: ["hr"] }, "policy-domain-mismatch"],
    ] as const;
    for (let first = 0; first < rules.length; first += 1) {
      const policy = Object.assign({}, ...rules.slice(first).map(([rule]) => rule));
      expect(new PolicyContext(policy).rejectReason(descriptor(change))).toBe(rules[first]?.[1]);
    }
  });

  it(`${verifies("POS-POL-01")}narrowing never permits what was refused, and refuses all it says`, () => {
    const ids = ["a", "b", "c", "d"];
    const list = fc.subarray(ids);
    const optionalList = fc.option(list, { nil: undefined });
    fc.assert(
      fc.property(
        optionalList,
        list,
        optionalList,
        list,
        fc.option(fc.nat(5), { nil: undefined }),
        fc.option(fc.nat(5), { nil: undefined }),
        (allowlist, blocklist, narrowAllow, narrowBlock, limit, narrowLimit) => {
          const base = new PolicyContext({
            ...(allowlist === undefined ? {} : { allowlist }),
            blocklist,
            ...(limit === undefined ? {} : { maxToolCallsPerOperation: limit }),
            programs: [{ id: "p" }],
          });
          const narrowed = base.narrowWith({
            ...(narrowAllow === undefined ? {} : { allowlist: narrowAllow }),
            blocklist: narrowBlock,
            ...(narrowLimit === undefined ? {} : { maxToolCallsPerOperation: narrowLimit }),
          });
          for (const capabilityId of ids) {
            const refused = narrowed.rejectReason(descriptor({ capabilityId })) !== null;
            const refusedBefore = base.rejectReason(descriptor({ capabilityId })) !== null;
            const refusedNow = narrowBlock.includes(capabilityId) || narrowAllow?.includes(capabilityId) === false;
            expect(refused).toBe(refusedBefore || refusedNow);
          }
          const most = Math.min(limit ?? Number.POSITIVE_INFINITY, narrowLimit ?? Number.POSITIVE_INFINITY);
          expect(narrowed.maxToolCallsPerOperation ?? Number.POSITIVE_INFINITY).toBe(most);
          expect(narrowed.programs).toBe(base.programs);
        },
      ),
    );
  });

  it(`${verifies("POS-POL-01")}is a document, and a misspelt or ill-typed rule is an error and not no rule`, () => {
    const policy = new PolicyContext({
      blockedSafetyClasses: ["destructive"],
      allowlist: null,
      requireOversightFor: ["network"],
      blockParameters: ["iban"],
      maxToolCallsPerOperation: 2,
      programs: [{ id: "spend" }],
    });
    expect(JSON.parse(JSON.stringify(policy))).toEqual({
      blocked_safety_classes: ["destructive"],
      allowlist: null,
      require_oversight_for: ["network"],
      block_parameters: ["iban"],
      max_tool_calls_per_operation: 2,
    });
    expect(PolicyContext.fromJson(policy.toJSON()).data).toEqual(policy.data);
    expect(PolicyContext.from(policy)).toBe(policy);
    expect(PolicyContext.from(undefined).rejectReason(descriptor())).toBeNull();
    for (const wrong of [
      { blocklists: ["a"] },
      { blockedSafetyClasses: ["Destructive"] },
      { allowlist: "lookup" },
      { maxToolCallsPerOperation: -1 },
      { maxToolCallsPerOperation: 1.5 },
    ]) {
      expect(() => new PolicyContext(wrong as never)).toThrow(PolicyError);
    }
    for (const wrong of [
      { block_list: [] },
      { blocklist: "a" },
      { blockParameters: ["a"] },
      { blocked_safety_classes: ["x"] },
    ]) {
      expect(() => PolicyContext.fromJson(wrong)).toThrow(expect.objectContaining({ code: "policy_error" }));
    }
  });
});

describe("where a call may go with what it carries", () => {
  const call = { capabilityId: "send", target: "evil.example", dataLabels: ["pii"], irreversible: false };

  it(`${verifies("POS-POL-02")}scope, then egress, then irreversibility`, () => {
    const evaluate = (policy: ConstructorParameters<typeof PolicyContext>[0], change = {}) =>
      new PolicyContext(policy).evaluateInvocation({ ...call, ...change });
    expect(evaluate({})).toEqual({ verdict: "allow", reasons: [] });
    expect(evaluate({ authorisedScope: ["corp.example"] })).toEqual({
      verdict: "deny",
      reasons: ["out-of-scope:evil.example"],
    });
    expect(evaluate({ approvedSinks: ["corp.example"] })).toEqual({
      verdict: "deny",
      reasons: ["egress-taint:evil.example"],
    });
    expect(evaluate({ approvedSinks: ["corp.example"] }, { dataLabels: [] }).verdict).toBe("allow");
    expect(evaluate({ approvedSinks: ["evil.example"], authorisedScope: ["evil.example"] }).verdict).toBe("allow");
    expect(evaluate({}, { irreversible: true })).toEqual({
      verdict: "require_approval",
      reasons: ["irreversible-action"],
    });
    expect(evaluate({ authorisedScope: ["corp.example"], approvedSinks: [] }, { irreversible: true })).toEqual({
      verdict: "deny",
      reasons: ["out-of-scope:evil.example", "egress-taint:evil.example", "irreversible-action"],
    });
  });

  it(`${verifies("POS-POL-02")}a rule with no derivable target denies a call that is not read-only`, () => {
    for (const target of [null, []] as const) {
      const unknown = { ...call, target };
      const scoped = new PolicyContext({ authorisedScope: ["corp.example"] });
      const sunk = new PolicyContext({ approvedSinks: ["corp.example"] });
      expect(scoped.evaluateInvocation(unknown)).toEqual({ verdict: "deny", reasons: ["out-of-scope:unknown"] });
      expect(sunk.evaluateInvocation({ ...unknown, dataLabels: [] }).verdict).toBe("deny");
      for (const safetyClass of ["mutating", "network", "destructive", "human-oversight"] as const) {
        expect(scoped.evaluateInvocation({ ...unknown, safetyClass }).verdict).toBe("deny");
      }
      for (const policy of [scoped, sunk]) {
        expect(policy.evaluateInvocation({ ...unknown, safetyClass: "read-only" }).verdict).toBe("allow");
      }
      expect(new PolicyContext().evaluateInvocation(unknown).verdict).toBe("allow");
    }
  });

  it(`${verifies("POS-POL-02")}one target outside is enough`, () => {
    const policy = new PolicyContext({ authorisedScope: ["corp.example"] });
    expect(policy.evaluateInvocation({ ...call, target: ["a@corp.example", "b@evil.example"] })).toEqual({
      verdict: "deny",
      reasons: ["out-of-scope:b@evil.example"],
    });
  });
});

describe("targets", () => {
  it.each([
    ["https://corp.example/a", true],
    ["https://api.corp.example", true],
    ["corp.example", true],
    ["CORP.example.", true],
    ["corp.example:8443/x", true],
    ["ada@corp.example", true],
    ["Ada <ada@mail.corp.example>", true],
    ["mailto:ada@corp.example", true],
    ["http://corp.example@evil.example/", false],
    ["https://corp.example.evil.example", false],
    ["https://evilcorp.example", false],
    ["https://evil.example/corp.example", false],
    ["https://evil.example?x=corp.example", false],
    ["https://evil.example#@corp.example", false],
    ["https://evil.example\\@corp.example", false],
    ["evil.example#@corp.example", false],
    ["evil.example/@corp.example", false],
    ["https:evil.example/.corp.example", false],
    ["ada@corp.example.evil.example", false],
    ["ada@evil.example <ada@corp.example", false],
    ["corp.example <ada@evil.example>", false],
    ["javascript:alert('corp.example')", false],
    ["//corp.example", false],
    ["", false],
  ])(`${verifies("POS-POL-02")}%j is within corp.example: %s`, (target, within) => {
    expect(isWithinTargets(target, ["corp.example"])).toBe(within);
  });

  it(`${verifies("POS-POL-02")}entries may be exact addresses, URLs with a path, or subdomains alone`, () => {
    expect(isWithinTargets("ada@corp.example", ["ada@corp.example"])).toBe(true);
    expect(isWithinTargets("bob@corp.example", ["ada@corp.example"])).toBe(false);
    const entry = ["https://corp.example/v1"];
    for (const target of ["https://corp.example/v1", "https://CORP.example/v1/orders?x=1"]) {
      expect(isWithinTargets(target, entry)).toBe(true);
    }
    for (const target of [
      "https://corp.example/v10",
      "https://corp.example/v1/../admin",
      "https://corp.example/v1/%2e%2e/admin",
      "http://corp.example/v1",
      "https://corp.example:444/v1",
      "https://api.corp.example/v1",
      "ada@corp.example",
    ]) {
      expect(isWithinTargets(target, entry)).toBe(false);
    }
    expect(isWithinTargets("a.corp.example", ["*.corp.example"])).toBe(true);
    expect(isWithinTargets("corp.example", ["*.corp.example"])).toBe(false);
    expect(isWithinTargets("#general", ["#general"])).toBe(true);
    expect(isWithinTargets("anything", ["", " "])).toBe(false);
    expect(isWithinTargets("localhost:3000", ["localhost"])).toBe(true);
  });

  it(`${verifies("POS-POL-02")}have one name for policies`, () => {
    expect(
      ["https://Evil.Example:8080/x?y", "Ada <ada@Corp.example>", "evil.example.", "#General", "[::1]"].map(
        normaliseTarget,
      ),
    ).toEqual(["evil.example", "corp.example", "evil.example", "#general", "[::1]"]);
  });
});
