import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import type { ArgumentValidator } from "../../src/contract/capability.js";
import type { StlOperation } from "../../src/contract/operation.js";
import { OPERATION_CHECKS } from "../../src/verify/check-table.js";
import { type CaseExtras, checkOn, fact } from "./verify-case.js";

interface Example {
  readonly operation: StlOperation;
  readonly id: string;
  readonly request: string;
  readonly passes: string;
  readonly fails: string;
  readonly extras?: CaseExtras;
}

const OFFERS = [
  { stepId: "s1", text: "Interviews: most customers praise the quick support. Three complain about late invoices." },
  {
    stepId: "s2",
    text: "Survey: 64% of 410 respondents would recommend the app. Crashes during uploads get the lowest marks.",
  },
];
const CSV = "name,age\nAnna,34\nOle,51\nIda,28";
const NOTE =
  "The teams has finished there report yesterday. It contain the results of the survey. The board will reads it on Monday.";
const FIXED =
  "The teams have finished their report yesterday. It contains the results of the survey. The board will read it on Monday.";

const EXAMPLES: readonly Example[] = [
  {
    operation: "RETRIEVE",
    id: "sourced",
    request: "How tall is the Varn tower?",
    passes: "The Varn tower is 212 m tall.",
    fails: "The Varn tower is 212 m tall, and Halvorsen designed it.",
    extras: { facts: [fact("f1", "The Varn tower is 212 m tall.")] },
  },
  {
    operation: "RETRIEVE",
    id: "count",
    request: "List four moons of Jupiter.",
    passes: "- Io\n- Europa\n- Ganymede\n- Callisto",
    fails: "- Io\n- Europa\n- Ganymede",
  },
  {
    operation: "COMPARE",
    id: "items-named",
    request: "Compare PostgreSQL, SQLite and DuckDB for analytics.",
    passes: "DuckDB is made for it; PostgreSQL copes, SQLite does not.",
    fails: "DuckDB is made for it, and PostgreSQL copes with smaller amounts of data.",
  },
  {
    operation: "COMPARE",
    id: "same-dimensions",
    request: "Compare the Astra and the Boreal.",
    passes: "| | Astra | Boreal |\n|---|---|---|\n| Price | 19 | 24 |\n| Weight | 18 | 15 |",
    fails: "| | Astra | Boreal |\n|---|---|---|\n| Price | 19 | 24 |\n| Weight | 18 | |",
  },
  {
    operation: "COMPARE",
    id: "same-dimensions",
    request: "Compare trains and planes.",
    passes: "## Trains\n- Time: slow\n- Work: quiet\n\n## Planes\n- Time: fast\n- Work: cramped",
    fails: "## Trains\n- Time: slow\n- Work: quiet\n\n## Planes\n- Time: fast",
  },
  {
    operation: "COMPARE",
    id: "same-dimensions",
    request: "Compare trains and planes.",
    passes:
      "- Time: planes are faster than trains\n- Work: trains are quieter than planes\n- Price: trains and planes are level",
    fails: "- Time: planes are faster than trains\n- Work: trains are quieter than planes\n- Price: trains cost little",
  },
  {
    operation: "COMPARE",
    id: "verdict-given",
    request: "Compare trains and planes and recommend one.",
    passes: "Planes are fast and trains are quiet, and both take you there in a day; I recommend trains.",
    fails:
      "Planes are fast and loud, trains are slow and quiet, and both of them take you to the other end within a day.",
  },
  {
    operation: "ANALYSE",
    id: "aspect",
    request: "Why did the bridge close?",
    passes: "The bridge closed because a pillar cracked.",
    fails:
      "The bridge is long. It has four lanes and two paths. Many people cross it each day, and the view is known far and wide.",
  },
  {
    operation: "ANALYSE",
    id: "reasoned",
    request: "Assess the state of the bridge.",
    passes: "The bridge is worn. Its pillars are weak, because salt has reached the steel. It should close.",
    fails:
      "The bridge is in a bad way. The pillars look tired to everyone. The deck is in a sorry state. People are worried about it.",
  },
  {
    operation: "SYNTHESISE",
    id: "sources-represented",
    request: "Summarise what customers think.",
    passes: "Customers praise the support; crashes during uploads annoy them.",
    fails: "Customers praise the quick support and complain about late invoices.",
    extras: { derived: OFFERS },
  },
  {
    operation: "SYNTHESISE",
    id: "shorter",
    request: "Summarise what customers think.",
    passes: "Customers praise the support and dislike crashes.",
    fails: `${OFFERS[0]?.text} ${OFFERS[1]?.text} ${OFFERS[0]?.text}`,
    extras: { derived: OFFERS },
  },
  {
    operation: "SYNTHESISE",
    id: "nothing-new",
    request: "Summarise what customers think.",
    passes: "64% would recommend the app, and the support is praised.",
    fails: "46% would recommend the app, and the support is praised.",
    extras: { derived: OFFERS },
  },
  {
    operation: "SYNTHESISE",
    id: "nothing-new",
    request: "Summarise what customers think.",
    passes: "Most customers praise the support of the app.",
    fails: "Most customers praise the support that Quillon gives for the app.",
    extras: { derived: OFFERS },
  },
  {
    operation: "VERIFY",
    id: "verdict-per-claim",
    request: "Check these claims.\n\n1. The bridge is 421 m long.\n2. It was finished in 2006.",
    passes: "1. Supported: the survey gives 421 m.\n2. Refuted: it opened in 2008.",
    fails: "1. Supported: the survey gives 421 m.\n2. The plaque was put up by the county.",
  },
  {
    operation: "VERIFY",
    id: "verdict-reasoned",
    request: "Check these claims.\n\n1. The bridge is long.\n2. It is new.",
    passes: "1. Supported, because the survey measured it.\n2. Refuted, since it opened long ago.",
    fails: "1. The bridge is long: supported, because the survey measured it.\n2. It is new: refuted.",
  },
  {
    operation: "TRANSFORM",
    id: "numbers-kept",
    request: "Rewrite as a sentence: Anna is 34 and Ole is 51.",
    passes: "Ole, who is 51, is older than Anna, who is 34.",
    fails: "Ole, who is 51, is older than Anna, who is 43.",
  },
  {
    operation: "TRANSFORM",
    id: "names-kept",
    request: "Rewrite in a formal tone: the deal with Halden Logistics is on",
    passes: "The agreement with Halden Logistics has been confirmed.",
    fails: "The agreement with Brenner Logistics has been confirmed.",
  },
  {
    operation: "TRANSFORM",
    id: "item-count-kept",
    request: `Convert to JSON:\n\n${CSV}`,
    passes: '[{"name":"Anna","age":34},{"name":"Ole","age":51},{"name":"Ida","age":28}]',
    fails: '[{"name":"Anna","age":34},{"name":"Ole","age":51}]',
    extras: { form: { kind: "json" } },
  },
  {
    operation: "PLAN",
    id: "steps-numbered",
    request: "Make a plan for the move.",
    passes: "1. List everything.\n2. Book a van.",
    fails: "List everything and then book a van for the move.",
  },
  {
    operation: "PLAN",
    id: "done-conditions",
    request: "Make a plan for the move.",
    passes: "1. List everything, until every room has a list.\n2. Book a van; done when it is confirmed.",
    fails: "1. List everything, until every room has a list.\n2. Rent a van.",
  },
  {
    operation: "PLAN",
    id: "backward-references",
    request: "Make a plan for the move.",
    passes: "1. List everything.\n2. Pack what step 1 lists.",
    fails: "1. Pack what step 2 lists.\n2. List everything.",
  },
  {
    operation: "CLARIFY",
    id: "one-question",
    request: "Delete it.",
    passes: "Which file should I delete?",
    fails: "I have deleted the file.",
  },
  {
    operation: "CLARIFY",
    id: "one-question",
    request: "Delete it.",
    passes: "Which file should I delete?\n- the report?\n- the draft?",
    fails: "Which file should I delete? And should I empty the bin?",
  },
  {
    operation: "CLARIFY",
    id: "options-distinct",
    request: "Delete it.",
    passes: "Which file should I delete?\n- report\n- draft",
    fails: "Which file should I delete?\n- Report\n- report.",
  },
  {
    operation: "REVISE",
    id: "changed",
    request: `Fix the grammar.\n\n${NOTE}`,
    passes: FIXED,
    fails: NOTE.replace(" It", "\nIt"),
  },
  {
    operation: "REVISE",
    id: "asked-change",
    request: `Shorten this.\n\n${NOTE}`,
    passes: "The teams finished their report with the survey results; the board reads it on Monday.",
    fails: `${NOTE} ${NOTE}`,
  },
  {
    operation: "REVISE",
    id: "asked-change",
    request: 'Replace "client" with "customer": Every client gets a number, and no client has two.',
    passes: "Every customer gets a number, and no customer has two.",
    fails: "Every customer gets a number, and no client has two.",
  },
  {
    operation: "REVISE",
    id: "untouched-kept",
    request: `Fix the grammar.\n\n${NOTE}`,
    passes: FIXED,
    fails: "The teams have finished their report yesterday. It contains the results of the survey.",
  },
  {
    operation: "GENERATE",
    id: "length",
    request: "Write at most 10 words about rain.",
    passes: "Rain falls on the roof.",
    fails: "Rain falls on the roof and on the road and on the river and on us.",
    extras: { form: { kind: "prose", length: { unit: "words", max: 10 } } },
  },
  {
    operation: "GENERATE",
    id: "count",
    request: "Suggest three names for a bakery.",
    passes: "1. Golden Crumb\n2. Flour Hour\n3. Early Oven",
    fails: "1. Golden Crumb\n2. Flour Hour\n3. Early Oven\n4. Rye Street",
  },
  {
    operation: "GENERATE",
    id: "wording",
    request: 'Write an invitation. Include the word "lakeside" and do not use the word "free".',
    passes: "Join us at the lakeside on Sunday. Freedom awaits.",
    fails: "Join us at the lakeside on Sunday, for free.",
  },
  {
    operation: "GENERATE",
    id: "wording",
    request: 'Write an invitation. Include the word "lakeside" and do not use the word "free".',
    passes: "Join us at the lakeside on Sunday.",
    fails: "Join us at the pool on Sunday.",
  },
  {
    operation: "GENERATE",
    id: "form",
    request: "Write a JSON object with a name.",
    passes: '{"name": "Edda"}',
    fails: 'Here you are: {"name": "Edda"}',
    extras: { form: { kind: "json" } },
  },
];

describe("checks of the operations", () => {
  it.each(EXAMPLES)(`${verifies("POS-VER-01", "POS-VER-05")}$operation: $id passes and fails`, (example) => {
    const { operation, id, request, passes, fails, extras } = example;
    expect(checkOn(id, operation, request, passes, extras)).toMatchObject({ outcome: "pass" });
    expect(checkOn(id, operation, request, fails, extras)).toMatchObject({ outcome: "fail" });
  });

  it(`${verifies("POS-VER-05")}every check of the table has a passing and a failing example, or says why it cannot fail`, () => {
    const shown = new Set(EXAMPLES.map(({ operation, id }) => `${operation} ${id}`));
    // Words of the question may all be new: naming none of the request leaves the check open.
    const neverFails = new Set(["CLARIFY missing-named"]);
    for (const [operation, checks] of Object.entries(OPERATION_CHECKS)) {
      for (const { id } of checks) {
        expect(shown.has(`${operation} ${id}`) || neverFails.has(`${operation} ${id}`), `${operation} ${id}`).toBe(
          true,
        );
      }
    }
    expect(checkOn("missing-named", "CLARIFY", "Delete the file.", "Which file?")?.outcome).toBe("pass");
    expect(checkOn("missing-named", "CLARIFY", "Delete the file.", "What exactly?")?.outcome).toBe("unknown");
  });

  it(`${verifies("POS-VER-01")}general knowledge that is marked as such needs no source`, () => {
    const extras = { facts: [fact("f1", "The Varn tower is 212 m tall.")] };
    const output = "The Varn tower is 212 m tall. It was designed by Halvorsen (general knowledge).";
    expect(checkOn("sourced", "RETRIEVE", "How tall is the Varn tower?", output, extras)?.outcome).not.toBe("fail");
  });

  it(`${verifies("POS-VER-01")}JSON is held against the schema by the validator that is handed in`, () => {
    const validateSchema: ArgumentValidator = (_, value) =>
      typeof (value as { age?: unknown }).age === "number" ? null : [{ path: "/age", message: "must be number" }];
    const form = { kind: "json", schema: { type: "object" } } as const;
    const of = (output: string, extras: CaseExtras) =>
      checkOn("form", "GENERATE", "Write JSON.", output, { form, ...extras });
    expect(of('{"age": 3}', { validateSchema })?.outcome).toBe("pass");
    expect(of('{"age": "3"}', { validateSchema })).toMatchObject({
      outcome: "fail",
      detail: expect.stringContaining("/age"),
    });
    expect(of('{"age": "3"}', {})?.outcome).toBe("unknown");
  });

  it(`${verifies("POS-VER-01")}constraints of the request hold for the answer and not for the steps before it`, () => {
    const form = { kind: "json", length: { unit: "words", max: 2 } } as const;
    const output = "The tower is tall and old.";
    expect(checkOn("form", "RETRIEVE", "Answer in JSON.", output, { form })?.outcome).toBe("fail");
    expect(checkOn("form", "RETRIEVE", "Answer in JSON.", output, { form, deliverable: false })).toBeUndefined();
    expect(checkOn("length", "RETRIEVE", "Answer in JSON.", output, { form, deliverable: false })).toBeUndefined();
  });
});
