import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { applyInboundHeaders } from "../../src/lifecycle/headers/apply-inbound-headers.js";
import { isProtocolHeader } from "../../src/lifecycle/headers/is-protocol-header.js";
import { parseHeaders } from "../../src/lifecycle/headers/parse-headers.js";
import { PolicyContext } from "../../src/policy/policy-context.js";

describe("headers a caller sends", () => {
  it(`${verifies("POS-POL-01")}narrow the policy: lists are intersected, blocks added, limits the smaller`, () => {
    const { policy } = applyInboundHeaders(
      parseHeaders({
        "CRP-Tool-Allowlist": "lookup, pay",
        "CRP-Agent-Tool-Subset": "lookup,mail",
        "CRP-Tool-Blocklist": "shell",
        "CRP-Agent-Loop-Guard": "9/60000",
      }),
    );
    expect(policy).toEqual({ allowlist: ["lookup"], blocklist: ["shell"], maxToolCallsPerOperation: 9 });
    const narrowed = new PolicyContext({
      allowlist: ["lookup", "read"],
      blocklist: ["rm"],
      maxToolCallsPerOperation: 3,
    }).narrowWith(policy);
    expect(narrowed.data).toMatchObject({
      allowlist: ["lookup"],
      blocklist: ["rm", "shell"],
      maxToolCallsPerOperation: 3,
    });
  });

  it(`${verifies("POS-POL-01")}never widen: whatever they say, what was refused stays refused`, () => {
    const base = new PolicyContext({ allowlist: ["lookup"], blocklist: ["pay"] });
    for (const headers of [
      { "CRP-Tool-Allowlist": "pay,lookup,anything" },
      { "CRP-Tool-Blocklist": "" },
      { "CRP-Agent-Tool-Subset": "pay" },
      {},
    ]) {
      const narrowed = base.narrowWith(applyInboundHeaders(parseHeaders(headers)).policy);
      for (const capabilityId of ["pay", "anything"]) {
        expect(narrowed.rejectReason(descriptor(capabilityId))).not.toBeNull();
      }
    }
  });

  it(`${verifies("POS-POL-01")}an allowlist without a readable id allows nothing`, () => {
    const { policy } = applyInboundHeaders(parseHeaders({ "CRP-Tool-Allowlist": "not an id" }));
    expect(new PolicyContext().narrowWith(policy).rejectReason(descriptor("lookup"))).toBe("not-in-allowlist");
  });

  it(`${verifies("POS-HDR-01")}set deadline, repeats, output mode and a profile that is no larger than the run's`, () => {
    const parsed = parseHeaders({
      "CRP-Agent-Loop-Guard": "4/2500/1",
      "CRP-Agent-Capability-Profile": "frontier",
      "CRP-LLM-Structured-Output-Mode": "grammar",
      "CRP-LLM-Structured-Output-Schema": '{"type":"object"}',
      "CRP-LLM-Prompt-Cache-Hint": "pin:300",
      // Only runs say this.
      "CRP-STL-Depth-Final": "D5",
    });
    expect(applyInboundHeaders(parsed, { profile: "small-local" })).toEqual({
      policy: { maxToolCallsPerOperation: 4 },
      timeoutMs: 2500,
      maxDuplicates: 1,
      profile: "small-local",
      structuredOutputMode: "grammar",
      structuredOutputSchema: { kind: "inline", data: { type: "object" } },
      pinnedPromptTokens: 300,
    });
    expect(applyInboundHeaders(parsed).profile).toBe("frontier");
    const smaller = parseHeaders({ "CRP-Agent-Capability-Profile": "small-local" });
    expect(applyInboundHeaders(smaller, { profile: "frontier" }).profile).toBe("small-local");
  });

  it(`${verifies("POS-HDR-02")}the protocol's headers are told from all others, in any case`, () => {
    const own = ["CRP-Agent-Loop-Guard", "crp-tool-allowlist", "X-CRP-Clarification", "x-crp-anything", " Crp-Padded"];
    const others = ["Authorization", "X-Crping", "scrp-x"];
    expect([...own, ...others].filter(isProtocolHeader)).toEqual(own);
  });
});

function descriptor(capabilityId: string) {
  return {
    capabilityId,
    kind: "tool" as const,
    version: "1.0.0",
    operationTypes: ["RETRIEVE" as const],
    inputSchema: {},
    outputSchema: {},
    producesFacts: true,
    costProfile: { tokens: 0, latencyMs: 0, safetyClass: "read-only" as const },
  };
}
