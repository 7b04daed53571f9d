import { defineCapability, runPositioned, strataPolicy } from "@pelorus/core";
import { offlineModel } from "@pelorus/providers/offline";
import { describe, expect, it } from "vitest";
import { modelRequest } from "../contract/adapter-contract.js";

/** A tool that pays, and how often it did. */
function payment(safetyClass: "destructive" | "mutating") {
  const paid: unknown[] = [];
  const tool = defineCapability({
    capabilityId: "pay_invoice",
    operationTypes: ["RETRIEVE", "GENERATE", "ANALYSE", "PLAN"],
    description: "Pay an invoice",
    safetyClass,
    inputSchema: {
      type: "object",
      properties: { amount: { type: "integer", description: "amount in euros" } },
      required: ["amount"],
    },
    execute: ({ amount }) => {
      paid.push(amount);
      return { paid: amount };
    },
  });
  return { tool, paid };
}

const calls = (events: readonly { readonly kind: string }[]) =>
  events.filter(({ kind }) => kind === "tool_call_refused").length;

describe("a call that was refused", () => {
  it.each([
    [
      "Pay the invoice of 4000 euros.",
      "This was not done, because a call was refused: pay_invoice (a person denied it)",
    ],
    ["Zahle die Rechnung über 4000 Euro, pay invoice.", "Dies wurde nicht getan"],
  ])("is the answer to %j, and is asked for once", async (request, answer) => {
    const { tool, paid } = payment("destructive");
    const result = await runPositioned(request, {
      model: offlineModel(),
      tools: [tool],
      clarifyHandler: () => false,
    });
    expect(result.text).toContain(answer);
    expect(paid).toEqual([]);
    // Once for each step: none asks again for what it was told is refused.
    expect(calls(result.events)).toBeLessThanOrEqual(result.operations.length);
  });

  it("by a policy is told with the reason the policy gives", async () => {
    const { tool, paid } = payment("mutating");
    const policy = strataPolicy('@builtins.\ndeny(C, "more than is allowed") :- proposed(C, _, pay_invoice).', {
      id: "p",
    });
    const { text } = await runPositioned("Pay the invoice of 4000 euros.", {
      model: offlineModel(),
      tools: [tool],
      policy: { programs: [policy] },
    });
    expect(text).toContain("pay_invoice (more than is allowed)");
    expect(paid).toEqual([]);
  });

  it("takes nothing from an answer there is", async () => {
    const { tool } = payment("destructive");
    const order = "Pay the invoice of 4000 euros.";
    const told: string[] = [];
    await runPositioned(order, {
      model: (prompt) => {
        if (prompt.includes("pay_invoice was refused")) told.push(prompt);
        return '{"capability_id":"pay_invoice","arguments":{"amount":4000}}';
      },
      tools: [tool],
      contextFacts: ["The invoice of the printer is 150 euros."],
      clarifyHandler: () => false,
    });
    const prompt = told[0]?.replaceAll(order, "How many euros is the invoice of the printer?") ?? "";
    expect(prompt).toContain("pay_invoice was refused");
    const { text } = await offlineModel().doGenerate(modelRequest({ prompt }));
    expect(text).toContain("150 euros");
    expect(text).not.toContain("refused");
  });
});
