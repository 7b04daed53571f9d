import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { decodeJournalLine, encodeJournalLine } from "../../src/effect/record-lines.js";

describe("lines of a journal", () => {
  it.each(["plan", "model", "tool", "ask", "judge", "synth", "embed", "clock", "id", "policy"] as const)(
    `${verifies("POS-EFF-01")}keep an effect of act %s`,
    (act) => {
      const line = {
        revision: 3,
        writer: "w1",
        entry: {
          kind: "effect_finished",
          data: {
            at: "2026-12-01T09:00:00.000Z",
            key: `r_1/s1/1/${act}`,
            act,
            inputDigest: `sha256:${"0".repeat(64)}`,
            outcome: { text: "done" },
          },
        },
      } as const;
      expect(decodeJournalLine(encodeJournalLine(line))).toEqual(line);
    },
  );

  it(`${verifies("POS-EFF-01")}know no other act`, () => {
    const data = { at: "2026-12-01T09:00:00.000Z", key: "r_1/s1/1/other", act: "other", input_digest: "", outcome: 1 };
    const line = JSON.stringify({ revision: 3, writer: "w1", kind: "effect_finished", data });
    expect(() => decodeJournalLine(line)).toThrow();
  });
});
