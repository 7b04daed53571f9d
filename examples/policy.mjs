// Policies are programs: they deny a call or ask a person, and every decision can be questioned down to the facts.
import assert from "node:assert/strict";
import { defineCapability, runPositioned } from "@pelorus/core";
import { explainPolicy, safeDefaults, strataPolicy } from "@pelorus/core/policies";

const house = strataPolicy(
  `@builtins.
deny(C, "more than 1000 is never paid") :- argument(C, amount, V), is_int(V), V > 1000.
require_approval(C, "more than 100") :- argument(C, amount, V), is_int(V), V > 100.
% A guard has a second half: what is no integer was not compared.
deny(C, "the amount is no whole number") :- argument(C, amount, V), not is_int(V).`,
  { id: "house" },
);

const paid = [];
const pay = defineCapability({
  capabilityId: "pay_invoice",
  operationTypes: ["GENERATE", "TRANSFORM", "REVISE", "RETRIEVE", "PLAN", "ANALYSE"],
  inputSchema: { type: "object", properties: { amount: { type: "number" } }, required: ["amount"] },
  costProfile: { safetyClass: "mutating" },
  metadata: { description: "Pay an invoice" },
  execute: ({ amount }) => {
    paid.push(amount);
    return { paid: amount };
  },
});

/** Pays once and then says what happened; any model will do. */
const model = (amount) => (prompt, schema) => {
  if (schema === null) return `The invoice over ${amount} was handled.`;
  return prompt.includes("=== OBSERVATIONS ===") || prompt.includes("refused")
    ? JSON.stringify({ capability_id: null, answer: `The invoice over ${amount} was handled.` })
    : JSON.stringify({ capability_id: "pay_invoice", arguments: { amount } });
};

async function payInvoice(amount) {
  const result = await runPositioned("Pay the invoice", {
    model: model(amount),
    tools: [pay],
    policy: { programs: [safeDefaults(), house] },
    clarifyHandler: (request) => {
      console.log(`asked: ${request.data.reason}`, request.data.call.arguments);
      return true;
    },
  });
  return result.events.filter(({ kind }) => kind === "policy_decided").map(({ data }) => data);
}

// 5000: denied, whoever would have approved it.
const denial = (await payInvoice(5000)).find(({ verdict }) => verdict === "deny");
console.log(`${denial.verdict}: ${denial.reasons.join("; ")} [${denial.rule}]`);
assert.deepEqual([denial.verdict, denial.rule, paid], ["deny", "policy-rule:house#1", []]);

// 150: a person is asked about exactly this call, and says yes.
const [approval] = await payInvoice(150);
console.log(`${approval.verdict}: ${approval.reasons.join("; ")} [${approval.rule}]`);
assert.deepEqual([approval.verdict, approval.rule, paid], ["require_approval", "policy-rule:house#2", [150]]);

// The same policy, asked without a run: why, and why not.
const asked = await explainPolicy(house, [
  { pred: "inspection", rows: [["arguments"]] },
  { pred: "proposed", rows: [["c1", "s1", "pay_invoice"]] },
  { pred: "argument", rows: [["c1", "amount", 150]] },
]);
for (const { text } of asked.decisions) console.log(text);
const notDenied = asked.notDecided.find(({ kind }) => kind === "deny");
console.log(`why not denied:\n${notDenied.text}`);
assert.match(notDenied.text, /150 > 1000/);
