import fc from "fast-check";

const space = fc.constantFrom("", " ", "\n", "\t ", "\r\n");
const identifier = fc
  .tuple(fc.constantFrom(..."abcxyzABC_"), fc.string({ unit: fc.constantFrom(..."abc019_Z"), maxLength: 6 }))
  .map(([first, rest]) => first + rest);
const string = fc
  .string({ unit: "grapheme", maxLength: 12 })
  .map((text) => JSON.stringify(text).replaceAll("\u007f", "\\u007f"));
const number = fc.oneof(
  fc.integer().map(String),
  fc.tuple(fc.nat(999), fc.nat(99999)).map(([whole, fraction]) => `${whole}.${fraction}`),
  fc.nat(99999).map((fraction) => `-.${fraction}`),
);
const confidence = fc.oneof(
  fc.constantFrom("0", "1", "1.0", "00.5"),
  fc.nat(999).map((digits) => `.${digits}`),
);
const scalar = fc.oneof(string, number, fc.constantFrom("true", "false", "null"));

const { fields } = fc.letrec<{ fields: string; value: string; deep: string }>((tie) => ({
  deep: fc.oneof({ maxDepth: 3, depthIdentifier: "content" }, scalar, arrayOf(scalar), tie("fields")),
  value: fc.oneof(scalar, arrayOf(scalar)),
  fields: fc
    .uniqueArray(identifier, { minLength: 1, maxLength: 4, depthIdentifier: "content" })
    .chain((names) =>
      fc
        .tuple(
          space,
          ...names.map((name) =>
            fc
              .tuple(confidence, space, tie("deep"))
              .map(([sure, gap, value]) => `${name}(${sure})${gap}:${gap}${value}`),
          ),
        )
        .map(([gap, ...members]) => `{${gap}${members.join(`${gap},${gap}`)}${gap}}`),
    ),
}));

function arrayOf(item: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc
    .tuple(space, fc.array(item, { maxLength: 3 }))
    .map(([gap, items]) => `[${gap}${items.join(`,${gap}`)}${gap}]`);
}

const ratio = fc.nat(100).map((hundredths) => (hundredths / 100).toFixed(2));
const avec = fc
  .tuple(ratio, ratio, ratio, ratio, number)
  .map(([s, f, l, a, psi]) => `{ stability: ${s}, friction: ${f}, logic: ${l}, autonomy: ${a}, psi: ${psi} }`);
const tier = fc.constantFrom("raw", "daily", '"weekly"', "monthly", "quarterly", "yearly");
const extension = fc
  .option(fc.tuple(identifier, scalar), { nil: null })
  .map((pair) => (pair === null ? "" : `, ext_${pair[0]}: [${pair[1]}, { "any key": ${pair[1]} }]`));

/** Texts of the strict grammar, with every freedom it leaves; content stays within the depth of five. */
export const strictNodeText = fc
  .record({
    marker: fc.constantFrom("", "⏣", "⏣0", "⏣12 "),
    gap: fc.constantFrom("", "\n", " \r\n"),
    trigger: fc.constantFrom("scheduled", "threshold", "resonance", "seed", '"manual"'),
    format: fc.constantFrom("temporal_node", "natural_language", "hybrid"),
    session: string,
    depth: fc.nat(99),
    parent: fc.oneof(fc.constantFrom("null", '"ref:⏣3"', '"null"'), string),
    attractor: fc.tuple(ratio, ratio, ratio, ratio),
    tier,
    relevantTier: tier,
    avec,
    metrics: fc.tuple(ratio, ratio, number),
    extension,
    fields,
  })
  .map((p) => {
    const [s, f, l, a] = p.attractor;
    const [rho, kappa, psi] = p.metrics;
    const attractor = `{ stability: ${s}, friction: ${f}, logic: ${l}, autonomy: ${a} }`;
    const prime = `{ relevant_tier: ${p.relevantTier}, attractor_config: ${attractor}, context_summary: ${p.session}, retrieval_budget: ${p.depth} }`;
    return [
      `⊕⟨${p.marker}{ trigger: ${p.trigger}, response_format: ${p.format}, origin_session: ${p.session}, compression_depth: ${p.depth}, parent_node: ${p.parent}, prime: ${prime}${p.extension} }⟩`,
      `⦿⟨ ${p.marker}{ tier : ${p.tier}, timestamp: "2026-05-04T03:02:01.5+02:00", "session_id": ${p.session}, user_avec: ${p.avec}, model_avec: ${p.avec} } ⟩`,
      `◈⟨${p.marker}${p.fields}⟩`,
      `⍉⟨ ${p.marker}{ rho: ${rho}, kappa: ${kappa}, psi: ${psi}, compression_avec: ${p.avec}${p.extension} } ⟩`,
    ].join(p.gap);
  });
