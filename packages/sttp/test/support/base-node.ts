/** The strict-valid node that fixtures edit; every edit is minimal, so that a test fails for one reason. */
export const provenanceText =
  '⊕⟨ ⏣0{ trigger: seed, response_format: hybrid, origin_session: "harbour", compression_depth: 2, ' +
  'parent_node: "ref:⏣7", prime: { attractor_config: { stability: 0.70, friction: 0.10, logic: 0.80, autonomy: 0.60 }, ' +
  'context_summary: "chart the route", relevant_tier: daily, retrieval_budget: 12 } } ⟩';
const avec = "{ stability: 0.70, friction: 0.10, logic: 0.80, autonomy: 0.60, psi: 2.20 }";
export const envelopeText =
  `⦿⟨ ⏣0{ timestamp: "2026-05-04T03:02:01Z", tier: raw, session_id: "harbour-2", ` +
  `user_avec: ${avec}, model_avec: { stability: 0.50, friction: 0.30, logic: 0.90, autonomy: 0.70, psi: 2.40 } } ⟩`;
export const contentText = '◈⟨ ⏣0{ heading(.9): "north", depth(.8): { fathoms(.75): 12, sounded(1): true } } ⟩';
export const metricsText = `⍉⟨ ⏣0{ rho: 0.50, kappa: 0.40, psi: 2.20, compression_avec: ${avec} } ⟩`;

export const baseText = [provenanceText, envelopeText, contentText, metricsText].join("\n");

/** The base node with pieces replaced; each piece must be in it exactly once. */
export function edited(...replacements: readonly (readonly [from: string, to: string])[]): string {
  let text = baseText;
  for (const [from, to] of replacements) {
    if (text.split(from).length !== 2) throw new Error(`not exactly once in the base node: ${from}`);
    text = text.replace(from, () => to);
  }
  return text;
}

/** The base node with other members in its content block. */
export function withContent(members: string): string {
  return edited(['heading(.9): "north", depth(.8): { fathoms(.75): 12, sounded(1): true }', members]);
}

/** The base node with another text for a whole layer. */
export function withLayer(kind: "provenance" | "envelope" | "content" | "metrics", text: string): string {
  const layers = { provenance: provenanceText, envelope: envelopeText, content: contentText, metrics: metricsText };
  return edited([layers[kind], text]);
}
