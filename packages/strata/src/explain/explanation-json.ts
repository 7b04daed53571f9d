import type { Outcome } from "../diagnostic/outcome.js";
import { EXPLANATION_SHAPE } from "../ir/document-shapes.js";
import { encode } from "../ir/json/encode.js";
import { IR_VERSION } from "../ir/version.js";
import type { Proof, WhyNot } from "./proof.js";

/** What {@link explanationToJson} takes: what `why` or `whyNot` gave. */
export type Explanation = Outcome<Proof> | Outcome<WhyNot>;

/** The explanation document as strict JSON: `{"ir_version", "outcome"}` with a proof, a why-not or the refusal. */
export function explanationToJson(explanation: Explanation): unknown {
  return encode(EXPLANATION_SHAPE, { irVersion: IR_VERSION, outcome: outcomeOf(explanation) });
}

function outcomeOf(explanation: Explanation) {
  if (!explanation.ok) return { kind: "refused", data: { diagnostics: explanation.diagnostics } };
  return { kind: isProof(explanation.value) ? "proof" : "why_not", data: explanation.value };
}

const PROOF_KINDS: ReadonlySet<string> = new Set(["given", "derived", "aggregated", "repeated", "elided"]);

/** Tells the two kinds of explanation apart. */
export function isProof(value: Proof | WhyNot): value is Proof {
  return PROOF_KINDS.has(value.kind);
}
