import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { verifies } from "../../../../../test/support/verifies.js";
import { planOperations } from "../../../src/position/plan-operations.js";
import { RequestMaterial } from "../../../src/position/request-material.js";

/** Ways to ask in one language, with `*` for what is asked about, and words that join two of them. */
interface Wording {
  readonly questions: readonly string[];
  readonly imperatives: readonly string[];
  readonly and: string;
  readonly next: string;
}

const WORDINGS: Readonly<Record<string, Wording>> = {
  en: {
    questions: [
      "when does the * end?",
      "how much is the *?",
      "who is responsible for the *?",
      "why did the * fail?",
      "is the * correct?",
      "which * is overdue?",
      "where is the *?",
      "can you tell me what the * costs?",
    ],
    imperatives: [
      "find the *",
      "list the parts of the *",
      "summarise the *",
      "compare the * with last year",
      "translate the * into French",
      "write a note about the *",
      "send the * to the office",
      "explain the *",
      "check the *",
      "tell me about the *",
      "write it as a *",
    ],
    and: " and ",
    next: "Then ",
  },
  de: {
    questions: ["wann endet der *?", "wie hoch ist der *?", "wer prüft den *?", "warum ist der * ausgefallen?"],
    imperatives: [
      "suche den *",
      "fasse den * zusammen",
      "vergleiche den * mit dem alten",
      "schreibe einen Brief über den *",
    ],
    and: " und ",
    next: "Dann ",
  },
  fr: {
    questions: ["quand finit le * ?", "combien coûte le * ?", "qui vérifie le * ?", "pourquoi le * est-il en panne ?"],
    imperatives: [
      "trouve le *",
      "résume le *",
      "compare le * avec celui de mai",
      "traduis le *",
      "écris une lettre sur le *",
    ],
    and: " et ",
    next: "Ensuite ",
  },
  es: {
    questions: ["¿cuándo termina el *?", "¿cuánto cuesta el *?", "¿quién revisa el *?", "¿por qué falló el *?"],
    imperatives: [
      "busca el *",
      "resume el *",
      "compara el * con el de mayo",
      "traduce el *",
      "escribe una nota sobre el *",
    ],
    and: " y ",
    next: "Luego ",
  },
  zh: {
    questions: ["*什么时候结束？", "*多少钱？", "谁负责*？", "为什么*失败了？"],
    imperatives: ["查找*", "总结*", "翻译*", "写一份关于*的报告"],
    and: "，",
    next: "然后",
  },
  ru: {
    questions: ["когда заканчивается *?", "сколько стоит *?", "кто проверяет *?"],
    imperatives: ["найди *", "переведи *", "напиши о *"],
    and: " и ",
    next: "Затем ",
  },
  ja: {
    questions: ["*はいつ終わりますか？", "*はいくらですか？"],
    imperatives: ["*を翻訳してください", "*を要約してください", "*を比較してください"],
    and: "、",
    next: "次に",
  },
};

/** Names that no cue table and no other name of the list holds. */
const NAMES = ["Brimwick", "Quoltar", "Zendruff", "Halvoxen"];

const requests = fc
  .record({
    language: fc.constantFrom(...Object.keys(WORDINGS)),
    parts: fc.array(
      fc.record({
        pick: fc.nat(),
        asks: fc.boolean(),
        joined: fc.constantFrom("sentence", "then", "and", "comma", "line"),
      }),
      { minLength: 2, maxLength: 4 },
    ),
  })
  .map(({ language, parts }) => {
    const wording = WORDINGS[language] as Wording;
    const wide = language === "zh" || language === "ja";
    const stop = wide ? "。" : ".";
    let request = "";
    for (const [index, { pick, asks, joined }] of parts.entries()) {
      const forms = asks ? wording.questions : wording.imperatives;
      const clause = (forms[pick % forms.length] as string).replace("*", NAMES[index] as string);
      // The tables of Russian and Japanese hold main verbs only: a question is one there by its mark.
      const closed = /[?？]$/u.test(request) && (language === "ja" || language === "ru");
      if (index > 0 && !closed && (joined === "and" || joined === "comma")) {
        const open = request.replace(/[\s?？.。]+$/u, "");
        request = `${open}${joined === "comma" ? `,${wording.and}`.replace(",，", "，").replace(",、", "、") : wording.and}${clause}`;
        continue;
      }
      if (index > 0) {
        if (!/[?？]$/u.test(request)) request += stop;
        request += joined === "line" ? "\n" : wide ? "" : " ";
      }
      request += joined === "then" && index > 0 && !asks ? `${wording.next}${clause}` : capitalised(clause);
    }
    return { request, names: NAMES.slice(0, parts.length) };
  });

function capitalised(clause: string): string {
  return clause.charAt(0).toUpperCase() + clause.slice(1);
}

describe("nothing a request asks is dropped", () => {
  it(`${verifies("POS-CLS-12")}the words of every act stand in the assignment of a step, in any form and language`, () => {
    fc.assert(
      fc.property(requests, fc.boolean(), fc.boolean(), ({ request, names }, statistical, atHand) => {
        const steps = planOperations(request, { statistical, facts: atHand ? ["The meeting is on Monday."] : [] });
        for (const name of names) {
          expect(steps.some(({ assignment }) => assignment.includes(name))).toBe(true);
        }
        for (const { assignment } of steps) {
          // What a step carries stands in the request so, and in this order.
          let from = 0;
          for (const line of assignment.split("\n")) {
            const at = request.indexOf(line, from);
            expect(at).toBeGreaterThanOrEqual(from);
            from = at + line.length;
          }
        }
      }),
      { numRuns: 1_500 },
    );
  });

  it.each([
    "When does the lease end? How much is the rent",
    "When does the lease end, and how much is the rent",
    "Who is the director and what does the ticket cost",
    "Find the lease and find the rent",
    "Find the lease and, if you can, how much is the rent",
    "Find a flight to Rome. Reserve a hotel there",
    "Book a flight to Rome. Reserve a hotel there",
    "Write a story. Write it in the first person",
    "Wann endet der Vertrag? Wie hoch ist die Miete",
    "租约什么时候结束？租金是多少",
  ])(`${verifies("POS-CLS-12")}one step carries all of: %s`, (request) => {
    expect(planOperations(request).map(({ assignment }) => assignment)).toEqual([request]);
  });

  it(`${verifies("POS-CLS-12")}clauses that stand apart begin a line, and what lies between them is another step's`, () => {
    const [found, summary] = planOperations("Find the lease. Summarise the report. How much is the rent?");
    expect([found?.operation, found?.assignment]).toEqual(["RETRIEVE", "Find the lease.\nHow much is the rent"]);
    expect([summary?.operation, summary?.assignment]).toEqual(["SYNTHESISE", "Summarise the report"]);
    expect(found?.evidence).toHaveLength(2);
  });

  it(`${verifies("POS-FRM-02", "POS-CLS-12")}clauses that stand apart are instructions of a long request, what lies between is not`, () => {
    const middle = `${"The harbour was quiet that year and the boats lay idle. ".repeat(40)}\n\n`.repeat(3);
    const request = `Find the lease.\n\n${middle}How much is the rent?`;
    const plan = planOperations(request);
    expect(plan.map(({ assignment }) => assignment)).toEqual(["Find the lease.\nHow much is the rent"]);
    const { instructions } = new RequestMaterial(request, plan);
    expect(instructions).toContain("Find the lease");
    expect(instructions).toContain("How much is the rent");
    expect(instructions).not.toContain("harbour");
  });

  it(`${verifies("POS-CLS-12")}a question that leaves out its verb goes with the one before`, () => {
    expect(planOperations("When does the lease end? And the rent?").map(({ assignment }) => assignment)).toEqual([
      "When does the lease end? And the rent",
    ]);
  });

  it(`${verifies("POS-CLS-12")}a question about what a step makes goes with that step`, () => {
    const steps = planOperations("Find the lease. Summarise the report. How much does it come to?");
    expect(steps.map(({ assignment }) => assignment)).toEqual([
      "Find the lease",
      "Summarise the report. How much does it come to",
    ]);
  });

  it(`${verifies("POS-CLS-12")}what is told to be left out is no act`, () => {
    const steps = planOperations("Find the lease, do not list the tenants, and then summarise the report.");
    expect(steps.some(({ assignment }) => assignment.includes("tenants"))).toBe(false);
  });

  it(`${verifies("POS-CLS-12")}very many questions are one assignment, each once`, () => {
    const request = Array.from({ length: 20_000 }, (_, index) => `Where is crate ${index}?`).join(" ");
    expect(planOperations(request).map(({ assignment }) => assignment)).toEqual([request.slice(0, -1)]);
  });
});
