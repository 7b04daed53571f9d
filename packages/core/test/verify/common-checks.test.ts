import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { STL_OPERATIONS } from "../../src/contract/operation.js";
import { SECTION_NAMES } from "../../src/contract/prompt-section.js";
import { type CaseExtras, checkOn, fact, verdictOn } from "./verify-case.js";

const REQUEST = "Explain what the harbour of Tofte needs and what it costs.";
const ANSWER = "The harbour of Tofte needs repairs, because the quay is cracked; they cost 3 million crowns.";
const ELSEWHERE =
  "The cheese market opens at dawn in the old hall. Farmers stack their wheels on wooden planks, and buyers knock on the rind to hear whether the inside is sound. By noon most of the stalls are empty and the floor is swept.";

interface Example {
  readonly id: string;
  readonly passes: string;
  readonly fails: string;
  readonly passExtras?: CaseExtras;
  readonly failExtras?: CaseExtras;
}

const TOFTE = { facts: [fact("f1", "The repairs of the harbour of Tofte cost 3 million crowns.")] };

const COMMON: readonly Example[] = [
  { id: "complete", passes: ANSWER, fails: ANSWER, failExtras: { finishReason: "length" } },
  { id: "complete", passes: `${ANSWER}\n\`\`\`\nquay\n\`\`\``, fails: `${ANSWER}\n\`\`\`\nquay` },
  { id: "no-prompt-syntax", passes: ANSWER, fails: `${ANSWER}\n{"capability_id": "search", "arguments": {}}` },
  { id: "no-prompt-syntax", passes: "=== Harbour ===\nrepairs", fails: `=== OBSERVATIONS ===\n${ANSWER}` },
  { id: "no-prompt-syntax", passes: `<<< see there\n${ANSWER}`, fails: `${ANSWER}\n>>> 0123456789abcdef` },
  {
    id: "language",
    passes: ANSWER,
    fails: "Der Hafen von Tofte braucht eine Reparatur, weil der Kai gerissen ist und die Kosten sind hoch.",
  },
  { id: "language", passes: ANSWER, fails: "港口需要维修，因为码头已经开裂，费用为三百万克朗。" },
  { id: "goal", passes: ANSWER, fails: ELSEWHERE },
  {
    id: "contradiction",
    passes: "The repairs of the harbour of Tofte cost 3 million crowns.",
    fails: "The repairs of the harbour of Tofte cost 5 million crowns.",
    passExtras: TOFTE,
    failExtras: TOFTE,
  },
  {
    id: "contradiction",
    passes: "The county pays half of the repairs.",
    fails: "The county does not pay half of the repairs.",
    passExtras: { facts: [fact("f1", "The county pays half of the repairs.")] },
    failExtras: { facts: [fact("f1", "The county pays half of the repairs.")] },
  },
];

describe("common checks", () => {
  for (const operation of STL_OPERATIONS) {
    for (const [at, example] of COMMON.entries()) {
      if (example.id === "contradiction" && operation === "CLARIFY") continue;
      const { id, passes, fails, passExtras = {}, failExtras = {} } = example;
      it(`${verifies("POS-VER-01", "POS-VER-05")}${operation}: ${id} has a passing and a failing example (${at})`, () => {
        expect(checkOn(id, operation, REQUEST, passes, passExtras)?.outcome).toBe("pass");
        expect(checkOn(id, operation, REQUEST, fails, failExtras)?.outcome).toBe("fail");
      });
    }
    it(
      verifies("POS-VER-01", "POS-VER-05") +
        `${operation}: not-empty fails on white space, and nothing else is asked then`,
      () => {
        expect(checkOn("not-empty", operation, REQUEST, ANSWER)?.outcome).toBe("pass");
        const empty = verdictOn(operation, REQUEST, " \n\t ");
        expect(empty.checks.map(({ id, outcome }) => [id, outcome])).toEqual([["not-empty", "fail"]]);
        expect(empty.score).toBe(0);
      },
    );
  }

  for (const operation of ["RETRIEVE", "COMPARE", "ANALYSE", "SYNTHESISE", "VERIFY"] as const) {
    const extras = {
      facts: [
        fact("f1", "The repairs of the harbour of Tofte cost 3 million crowns."),
        fact("f2", "The county pays half of the repairs."),
      ],
    };
    it(`${verifies("POS-VER-01", "POS-VER-05")}${operation}: grounding is the share of claims that the sources have`, () => {
      const grounded = "The repairs of the harbour cost 3 million crowns. The county pays half of the repairs.";
      expect(checkOn("grounding", operation, REQUEST, grounded, extras)?.outcome).toBe("pass");
      const claim = `${grounded} A consultant charged 4,750 kroner for the survey.`;
      const found = checkOn("grounding", operation, REQUEST, claim, extras);
      expect(found?.outcome).toBe("fail");
      expect(found?.detail).toContain("4,750");
      const [start, end] = found?.span ?? [0, 0];
      expect(claim.slice(start, end)).toContain("consultant");
    });
  }

  it(`${verifies("POS-VER-01")}0.6 of a sentence's content words ground it, fewer do not`, () => {
    const extras = { facts: [fact("f1", "The quay wall of Tofte cracked during the winter storm.")] };
    const request = "What happened to the quay of Tofte?";
    const of = (output: string) => checkOn("grounding", "ANALYSE", request, output, extras)?.outcome;
    // Content words: quay, wall, cracked of the fact beside two of their own: 3 ÷ 5.
    expect(of("The quay wall cracked overnight, silently.")).toBe("pass");
    expect(of("The quay wall broke overnight, silently.")).toBe("unknown");
  });

  it(`${verifies("POS-CON-01", "POS-VER-01")}an unknown finish reason counts as ended`, () => {
    expect(checkOn("complete", "GENERATE", REQUEST, ANSWER)?.outcome).toBe("pass");
    expect(checkOn("complete", "GENERATE", REQUEST, ANSWER, { finishReason: "stop" })?.outcome).toBe("pass");
  });

  it(`${verifies("POS-DEP-06")}an output cut at the limit scores low enough to deepen when it also misses its subject`, () => {
    const verdict = verdictOn("ANALYSE", REQUEST, ELSEWHERE, { finishReason: "length" });
    expect(verdict.score).toBeLessThan(0.5);
    const failed = verdict.checks.filter(({ outcome }) => outcome === "fail").map(({ id }) => id);
    expect(failed).toContain("complete");
    expect(failed).toContain("goal");
  });

  it(`${verifies("POS-ASM-03", "POS-VER-01")}every heading of ours is found, and none of the answer's own`, () => {
    for (const name of SECTION_NAMES) {
      const heading = `=== ${name.toUpperCase().replaceAll("_", " ")} ===`;
      expect(checkOn("no-prompt-syntax", "GENERATE", REQUEST, `${heading}\n${ANSWER}`)?.outcome).toBe("fail");
      expect(checkOn("no-prompt-syntax", "GENERATE", REQUEST, `see ${heading} there: ${ANSWER}`)?.outcome).toBe("pass");
    }
    const asked = "Explain what <tool_call> means in the harbour log.";
    expect(checkOn("no-prompt-syntax", "ANALYSE", asked, "A <tool_call> opens a call in the log.")?.outcome).toBe(
      "unknown",
    );
  });
});

describe("language", () => {
  const of = (request: string, output: string, extras: CaseExtras = {}) =>
    checkOn("language", "RETRIEVE", request, output, extras)?.outcome;

  it(`${verifies("POS-VER-01")}short outputs and names are left open`, () => {
    for (const output of ["Paris.", "42", "O(n log n)", "Johann Wolfgang von Goethe", "2024-05-01"]) {
      expect(of("What is it?", output), output).not.toBe("fail");
    }
  });

  it(`${verifies("POS-VER-01")}a requested language counts more than that of the request`, () => {
    const german = { form: { kind: "prose", language: "de" } } as const;
    expect(of("Say in German that the harbour is open.", "Der Hafen ist jetzt wieder geöffnet.", german)).toBe("pass");
    expect(
      of("Say in German that the harbour is open.", "The harbour is open again for all of the ships.", german),
    ).toBe("fail");
  });

  it(`${verifies("POS-VER-01")}the script of a request shows its language where the caller did not know it`, () => {
    const english = "The Volga is the longest river and it flows to the sea.";
    expect(of("Какая река самая длинная?", english, { language: "ru" })).toBe("fail");
    expect(of("가장 긴 강은 무엇입니까?", english, { language: "ko" })).toBe("fail");
    expect(of("가장 긴 강은 무엇입니까?", "가장 긴 강은 볼가강입니다.", { language: "en" })).toBe("pass");
    expect(of("一番長い川は何ですか？", "一番長い川はボルガ川です。", { language: "ja" })).toBe("pass");
  });

  it(`${verifies("POS-VER-01")}an output is not held against a language that nothing tells`, () => {
    for (const output of [
      "Jibu ni hili hapa.",
      "This is the answer, and it is in English.",
      "Ответ на этот вопрос не известен.",
    ]) {
      expect(of("Linganisha mikataba miwili.", output, { language: "und" })).toBe("unknown");
    }
  });

  it(`${verifies("POS-VER-01")}work on a foreign text may stay in that text's language`, () => {
    const request = "Fix the spelling.\n\nDer Hafen ist wegen der Reparatur gesperrt, und die Färe fährt nicht.";
    const output = "Der Hafen ist wegen der Reparatur gesperrt, und die Fähre fährt nicht.";
    expect(checkOn("language", "REVISE", request, output)?.outcome).toBe("unknown");
  });

  it(`${verifies("POS-VER-01")}data and code have no language`, () => {
    expect(of("Return JSON.", '{"ort": "der Hafen ist nicht offen und"}', { form: { kind: "json" } })).toBeUndefined();
  });
});

describe("contradiction", () => {
  const of = (statement: string, output: string) =>
    checkOn("contradiction", "ANALYSE", "Tell me about it.", output, { facts: [fact("f1", statement)] })?.outcome;

  it.each([
    ["Berlin has 3.6 million inhabitants.", "Unlike Berlin, Paris has 2.1 million inhabitants."],
    ["Sales rose by 5% in 2022.", "Sales rose by 7% in 2023."],
    ["The treatment group lost 5 kg.", "The control group lost 2 kg."],
    ["The tower is 300 m tall.", "The tower is about 305 m tall."],
    ["The engine weighs 82 kg.", "The engine has 6 cylinders."],
    ["Alpha has 16 GB.", "Alpha has 16 GB and Beta has 32 GB."],
    ["Orbis supports offline sync.", "Does Orbis not support offline sync?"],
    ["Orbis supports offline sync.", "Orbis supports not only offline sync."],
    ["The mast is 2.5 m high.", "The mast is 2.50 m high."],
    ["The museum opens at 11 am; other days 9 am.", "The museum opens at 11 am."],
    ["The walk is from 5 to 10 km.", "The walk is 7 km."],
    ["The budget is 1,200 euros.", "The budget is 1200 euros."],
  ])(`${verifies("POS-VER-01")}%s is not contradicted by %s`, (statement, output) => {
    expect(of(statement, output)).not.toBe("fail");
  });

  it.each([
    ["Berlin has 3.6 million inhabitants.", "Berlin has 4.6 million inhabitants."],
    ["Alpha has 16 GB.", "Alpha has 32 GB and Beta has 16 GB."],
    ["The ferry leaves at 7 am from pier 2.", "The harbour is calm, and the ferry leaves at 9 am from pier 2."],
    ["Orbis supports offline sync.", "Orbis does not support offline sync."],
    ["Das Museum öffnet um 11 Uhr.", "Das Museum öffnet um 10 Uhr."],
    ["桥长412米。", "桥长421米。"],
  ])(`${verifies("POS-VER-01")}%s is contradicted by %s`, (statement, output) => {
    const found = checkOn("contradiction", "ANALYSE", "Tell me about it.", output, {
      facts: [fact("f1", statement)],
      language: "und",
    });
    expect(found?.outcome).toBe("fail");
    expect(found?.detail).toContain("fact f1");
    expect(found?.span).toBeDefined();
  });
});

describe("goal", () => {
  it(`${verifies("POS-VER-01")}a short answer need not repeat the question`, () => {
    expect(checkOn("goal", "RETRIEVE", "What is the capital of France?", "Paris.")?.outcome).toBe("unknown");
  });

  it(`${verifies("POS-VER-01")}an output about the given material is on the subject`, () => {
    const derived = [{ stepId: "s1", text: ELSEWHERE }];
    expect(checkOn("goal", "SYNTHESISE", "Summarise the findings so far.", ELSEWHERE, { derived })?.outcome).toBe(
      "pass",
    );
  });

  it(`${verifies("POS-VER-01")}a story shows its subject instead of naming it`, () => {
    expect(checkOn("goal", "GENERATE", "Write a short story about a lighthouse keeper.", ELSEWHERE)?.outcome).toBe(
      "unknown",
    );
  });
});
