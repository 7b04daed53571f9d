import fc from "fast-check";
import { baseText, contentText, envelopeText, metricsText, provenanceText } from "./base-node.js";

const tokens = [
  "⊕⟨",
  "⦿⟨",
  "◈⟨",
  "⍉⟨",
  "◬⟨",
  "⟩",
  "⏣0",
  "⏣",
  "⏣12{",
  "{",
  "}",
  "[",
  "]",
  "(",
  ")",
  ",",
  ":",
  "|",
  '"',
  "'",
  "\\",
  "\n",
  " ",
  "\t",
  "//",
  "/*",
  "*/",
  "a",
  "a(.9)",
  "b(.8): 1",
  "c: x",
  "trigger: ",
  "tier",
  "raw",
  "manual",
  "parent_node: ",
  "ref:⏣1",
  "null",
  "true",
  "1",
  "-.5",
  "4e1",
  "+.7",
  "3.",
  '"x"',
  '"a\\"b"',
  "'q'",
  "x | y",
  "⊕",
  "⟨",
  "◈ ⟨",
  "⏣ 3{",
  "prime: {",
  "{tier}",
  "\u00a0",
  "\u200b",
  "\ufeff",
  "◈〈",
  ">",
  "〉",
  "\ud800",
  "😀",
  "a(NaN)",
  "rho: .9",
  "// c\n",
  "/* c */",
  "...",
  "\r\n",
  "\u0001",
  '"k": 1',
  "user_avec: {",
  "stability: .5",
  "psi: 2",
  "⏣1234567890{",
  provenanceText,
  envelopeText,
  contentText,
  metricsText,
];

const soup = fc.array(fc.constantFrom(...tokens), { maxLength: 40 }).map((parts) => parts.join(""));

/** Strict-valid text with a few pieces inserted, removed or replaced. */
const mutatedNode = fc
  .array(fc.tuple(fc.nat(2), fc.nat(baseText.length), fc.nat(4), fc.constantFrom(...tokens)), {
    minLength: 1,
    maxLength: 5,
  })
  .map((edits) => {
    let text = baseText;
    for (const [kind, at, length, token] of edits) {
      const end = kind === 0 ? at : at + length;
      text = text.slice(0, at) + (kind === 1 ? "" : token) + text.slice(end);
    }
    return text;
  });

/** Everything from arbitrary strings to nearly valid nodes and sequences of them. */
export const hostileText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 80 }),
  soup,
  mutatedNode,
  fc.tuple(mutatedNode, soup, mutatedNode).map((parts) => parts.join("\n")),
);
