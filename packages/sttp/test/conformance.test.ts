import { canonicalize, parse, toJson } from "@pelorus/sttp";
import { describe, expect, it } from "vitest";
import { verifies } from "../../../test/support/verifies.js";
import { negative } from "./fixtures/negative.js";
import { strict } from "./fixtures/strict.js";
import { hopeless, tolerant } from "./fixtures/tolerant.js";
import { baseText, edited, withContent, withLayer } from "./support/base-node.js";

/** Inputs that try to pass for what they are not; what must come of them is proved in the tests on threats. */
const adversarial = {
  markerInString: { text: withContent('a(.9): "◈⟨ ⏣0{ x(1): 1 } ⟩"') },
  keyInString: { text: edited(["prime: {", 'note: "prime: { context_summary: \\"other\\" }", prime: {']) },
  layerOnStringLine: { text: withContent('a(.9): "one\n⦿⟨ ⏣0{ session_id: \\"evil\\" } ⟩"') },
  brokenSignatures: { text: withContent("a(.9, b(.8): 1, c(.9: 1, d((.9)): 1, e(1): 2") },
  launderedConfidence: { text: withContent('k(.7): "}} end", m: true') },
  doubtfulPipes: { text: withContent("a(.9): x | y, b(.9): x | c: y") },
  keyInValue: { text: edited(['origin_session: "harbour"', "origin_session: abc session_id: evil"]) },
  earlyCloser: { text: withLayer("content", "◈⟨ ⏣0{ a(.9): 1 } }, c: 2 } ⟩") },
  crossedClosers: { text: withLayer("content", "◈⟨ ⏣0{ a(.9): { b(.9): 1 ], c(.9): [1 } ⟩") },
  missingQuote: { text: edited(['origin_session: "harbour"', 'origin_session: "harbour']) },
};

const classes = { strict, tolerant, negative, adversarial, hopeless };

describe("conformance fixtures", () => {
  it(`${verifies("STTP-Q-01")}the published set says for every fixture what is found, printed and encoded`, async () => {
    const lines: string[] = [];
    for (const [group, fixtures] of Object.entries(classes)) {
      for (const [id, { text }] of Object.entries(fixtures)) {
        const { strictValid, recovery, diagnostics, node } = parse(text);
        const found = diagnostics.map(({ code, span }) => [code, span.start, span.end]);
        const { text: canonical } = canonicalize(text);
        const row = {
          class: group,
          id,
          text,
          strict_valid: strictValid,
          recovery,
          diagnostics: found,
          canonical,
          ...(node && { node: toJson(node) }),
        };
        lines.push(JSON.stringify(row));
      }
    }
    await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("../../../specs/sttp/conformance.jsonl");
  });
  it(`${verifies("STTP-Q-01")}every class is there and the base node is its first example`, () => {
    for (const fixtures of Object.values(classes)) expect(Object.keys(fixtures).length).toBeGreaterThan(4);
    expect(strict.canonical.text).toBe(baseText);
  });
});
