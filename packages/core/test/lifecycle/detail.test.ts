import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import {
  continuationNote,
  continuationStoppedNote,
  executedDetail,
  integratedDetail,
  selectedDetail,
  verifiedInWindows,
} from "../../src/lifecycle/detail.js";

describe("details", () => {
  it(`${verifies("POS-LIF-06")}have the words readers rely on`, () => {
    expect([1, 2, 5].map(verifiedInWindows)).toEqual([
      "direct-generation",
      "direct-generation (2 windows)",
      "direct-generation (5 windows)",
    ]);
    expect(integratedDetail(120)).toBe("output_len=120");
    expect(continuationNote(2, 340, 3)).toBe("continuation_window=2 words=340 sections=3");
    expect(continuationStoppedNote("repetition", 3)).toBe("continuation_stopped=repetition window=3");
    expect(selectedDetail("web.search")).toBe("capability=web.search");
    expect(executedDetail("web.search", "too_large")).toBe("capability=web.search outcome=too_large");
  });
});
