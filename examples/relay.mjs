// Two turns of one conversation: the sealed state of the first is what the second begins with.
import assert from "node:assert/strict";
import { runPositioned, verifyCsoChain } from "@pelorus/core";

const hmacKey = "a key of at least sixteen bytes";
const model = (prompt) =>
  prompt.includes("colour") && prompt.includes("green")
    ? "The colour of the door is green."
    : "Noted: the door is green.";

const first = await runPositioned("Remember that the colour of the door is green.", {
  model,
  hmacKey,
  contextFacts: [{ statement: "The colour of the door is green.", source: "caretaker" }],
});
const second = await runPositioned("What is the colour of the door?", { model, hmacKey, priorCso: first.cso });

console.log(second.text);
console.log("window", second.cso.windowNumber, "preserved", second.headers["CRP-Relay-Preservation"]);

assert.match(second.text, /green/);
assert.equal(second.cso.windowNumber, 2);
assert.equal(second.cso.priorCsoHash, first.cso.data.csoHmac);
assert.ok(verifyCsoChain([first.cso.data, second.cso.data], hmacKey));
