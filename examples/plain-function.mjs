// The plainest model there is: a function from prompt to text. One operation, one call.
import assert from "node:assert/strict";
import { runPositioned } from "@pelorus/core";

let calls = 0;
const result = await runPositioned("Translate to French: good morning", {
  model: (prompt) => {
    calls += 1;
    assert.match(prompt, /=== ASSIGNMENT ===/);
    return "bonjour";
  },
});

console.log(result.text, "—", result.operations.join(", "));
assert.equal(result.text, "bonjour");
assert.equal(calls, 1);
assert.deepEqual(result.operations, ["TRANSFORM"]);
