import { describe, expect, it } from "vitest";

// Scripts of the page have no types; the address keeps the compiler from asking for them.
const script = new URL("../../page/policy-words.js", import.meta.url).href;
const { decisionInDetail, decisionInWords, reasonInWords, reasonsInWords, refusalInWords } = await import(
  /* @vite-ignore */ script
);

const decision = (verdict: string, reasons: string[], point = "arguments") => ({
  point,
  verdict,
  subject: "call_8f2a",
  reasons,
});

describe("decisions of policies on the live page", () => {
  it.each([
    ["deny", ["blocklist"], "A policy refuses the call of wipe_index: the tool is on the blocklist."],
    [
      "require_approval",
      ["irreversible-action", "requires_oversight:destructive"],
      "A person has to approve the call of wipe_index: it cannot be undone; calls of the class “destructive” need a person's approval.",
    ],
    [
      "deny",
      ["data-residency-conflict:us!=eu"],
      "A policy refuses the call of wipe_index: it keeps data in “us”, and the run's data stays in “eu”.",
    ],
    ["deny", ["out-of-scope:unknown"], "A policy refuses the call of wipe_index: where it goes cannot be told."],
    [
      "deny",
      ["egress-taint:mail:bob@example.org"],
      "A policy refuses the call of wipe_index: labelled data would go to “mail:bob@example.org”, which is no approved place.",
    ],
    [
      "halt",
      ["blocked-parameter:index"],
      "A policy stops the run before the call of wipe_index: the argument “index” may not be passed.",
    ],
    // What a program of the user says is told as it is.
    ["deny", ["Too much for one day!"], "A policy refuses the call of wipe_index: Too much for one day!"],
    ["something_new", [], "A policy says something_new."],
  ])("are sentences: %s %j", (verdict, reasons, sentence) => {
    expect(decisionInWords(decision(verdict, reasons), "wipe_index")).toBe(sentence);
  });

  it("name no id: the tool where it is known, what is held back, or the operation", () => {
    for (const [said, capabilityId, sentence] of [
      [decision("deny", ["blocklist"]), undefined, "A policy refuses the next call: the tool is on the blocklist."],
      [
        { ...decision("withhold", ["over budget"], "frame"), subject: "search_web" },
        undefined,
        "A policy holds search_web back: over budget.",
      ],
      [
        decision("deny", ["policy_error"], "frame"),
        undefined,
        expect.stringMatching(/^A policy refuses the operation: /),
      ],
      [decision("halt", [], "transition"), undefined, "A policy stops the run."],
    ] as const) {
      expect(decisionInWords(said, capabilityId)).toEqual(sentence);
      expect(decisionInWords(said, capabilityId)).not.toContain("call_8f2a");
    }
    expect(decisionInDetail({ ...decision("deny", ["blocklist"]), rule: "policy-rule:pay#1" })).toBe(
      "deny call_8f2a by policy-rule:pay#1 (blocklist)",
    );
  });

  it("keep reasons nobody knows, also those that look like names of the language", () => {
    for (const reason of ["constructor", "toString:x", "__proto__", "https://example.org", "a: b"]) {
      expect(reasonInWords(reason)).toBe(reason);
    }
    expect(refusalInWords("wipe_index", "denied-by-person")).toBe("wipe_index was not called: a person said no.");
    expect(reasonsInWords("irreversible-action; requires_oversight:mutating")).toBe(
      "It cannot be undone; calls of the class “mutating” need a person's approval.",
    );
    expect(reasonsInWords("a payment; ask Kim")).toBe("A payment; ask Kim.");
  });
});
