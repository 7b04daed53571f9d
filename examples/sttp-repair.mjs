// A model writes a record node with mistakes; the compact diagnostics go back to it, once, and the second node is strict.
import assert from "node:assert/strict";
import { describeSchema, formatForModel, parse } from "@pelorus/sttp";

const good = `⊕⟨ ⏣0{ trigger: manual, response_format: temporal_node, origin_session: "s1", compression_depth: 0, parent_node: null, prime: { attractor_config: { stability: 0.90, friction: 0.10, logic: 0.90, autonomy: 0.80 }, context_summary: "Count the apples.", relevant_tier: raw, retrieval_budget: 200 } } ⟩
⦿⟨ ⏣0{ timestamp: "2026-11-30T09:00:00Z", tier: raw, session_id: "s1", user_avec: { stability: 0.50, friction: 0.50, logic: 0.50, autonomy: 0.50, psi: 2.00 }, model_avec: { stability: 0.90, friction: 0.10, logic: 0.90, autonomy: 0.80, psi: 2.70 } } ⟩
◈⟨ ⏣0{ finding(.9): "eight apples", source(.8): "the caretaker" } ⟩
⍉⟨ ⏣0{ rho: 1.00, kappa: 1.00, psi: 2.70, compression_avec: { stability: 0.90, friction: 0.10, logic: 0.90, autonomy: 0.80, psi: 2.70 } } ⟩`;

// What a small model might write first: a wrong word, a confidence above 1, a number in quotes.
const first = good
  .replace("trigger: manual", "trigger: by_hand")
  .replace("finding(.9)", "finding(1.4)")
  .replace("rho: 1.00", 'rho: "1.00"');

// Any model function; this one corrects what it is told, and nothing else.
const model = (question) => {
  const prompt = question.slice(question.indexOf("FAULTS:"));
  let text = prompt.slice(prompt.indexOf("NODE:\n") + 6);
  if (prompt.includes("STRICT_INVALID_ENUM")) text = text.replace("by_hand", "manual");
  if (prompt.includes("INVALID_CONFIDENCE")) text = text.replace("(1.4)", "(.9)");
  if (/NUMERIC/.test(prompt)) text = text.replace('rho: "1.00"', "rho: 1.00");
  return text;
};

const judged = parse(first, { profile: "tolerant" });
assert.equal(judged.strictValid, false);
const told = formatForModel(judged.diagnostics, judged.source);
console.log(told);

const second = parse(model(`${describeSchema()}\n\nFAULTS:\n${told}\n\nNODE:\n${first}`));
console.log("strict-valid after one retry:", second.strictValid);
assert.equal(second.strictValid, true);
