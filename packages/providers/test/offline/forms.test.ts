import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { runPositioned } from "@pelorus/core";
import { documentTools } from "@pelorus/core/documents";
import { offlineModel, saysUnknown } from "@pelorus/providers/offline";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const DOCUMENTS: Readonly<Record<string, string>> = {
  "rooms/keys.md": `# Keys and rooms

The key of the studio is kept by the house steward. The house steward is Milo Varda.
When he is away, Greet Halloran stands in for him.
Oda Brask runs the print room. She also orders the paper.
The loft may be used for four hours a day. A second hour after midnight costs 15 euros.
`,
  "rooms/minutes.md": `# House meeting

Date: 14 November 2025
Chair: Oda Brask

## Heating
The meeting decided to replace the boiler. It must be done before Christmas.
`,
  "rooms/fees.csv": `room,floor,seats,fee_eur,lift,closed_on
Studio,0,12,35.00,yes,Monday
Loft,3,40,80.00,no,
Print room,1,6,20.00,yes,Friday
Cellar,-1,25,15.00,no,Sunday
`,
  "rooms/postage.md": `# Sending prints

| Weight | Inland | Abroad |
|---|---|---|
| up to 2 kg | 5.10 | 14.00 |
| 2–10 kg | 8.30 | 27.50 |
`,
  "rooms/hours.txt": `VISITING HOURS

Monday to Friday 10:00 - 17:00
Saturday 11:00 - 15:00
`,
  "rooms/CHANGELOG.md": `# Changelog

## 2.1.0 — 2025-03-04
- Dropped the fax gateway.

## 2.0.0 — 2024-10-11
- Room plans can be printed.
`,
  "rooms/booking.yaml": `# booking service of the house
port: 8123
limits:
  per_guest: 3
  hold_minutes: 25
`,
  "rooms/devices.json": `{
  "devices": [
    {
      "name": "plotter",
      "serial": "PL-7702",
      "max_hours": 5
    },
    {
      "name": "laminator",
      "serial": "LM-0418",
      "max_hours": 2
    }
  ]
}
`,
  "rooms/holds.ts": `/** Frees a room again when nobody has paid. */
export function releaseRoom(id: string): void {}

// Rooms a guest may hold at once.
export const MAX_ROOMS = 4;
`,
  "rooms/offers.md": `# Cleaning offers

## Brightline
Brightline cleans twice a week. It costs 310 euros a month.

## Sorrel
Sorrel cleans once a week. It costs 190 euros a month. A start date has not yet been agreed.
`,
};

describe("forms of questions", () => {
  let folder = "";

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "pelorus-forms-"));
    for (const [path, text] of Object.entries(DOCUMENTS)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const ask = async (request: string): Promise<string> =>
    (await runPositioned(request, { model: offlineModel(), tools: documentTools(folder) })).text;

  it.each([
    ["a pronoun's person", "Who orders the paper for the print room?", "Oda Brask"],
    ["who has a role", "Who keeps the key of the studio?", "Milo Varda"],
    ["who stands in", "Who stands in for the house steward?", "Greet Halloran"],
    ["the date of minutes", "When did the meeting decide to replace the boiler?", "14 November 2025"],
    ["the date in a heading", "When was the fax gateway dropped?", "2025-03-04"],
    ["a duration", "How long may the loft be used a day?", "four hours"],
    ["a cell of values", "How many seats has the Studio?", "Studio,0,12"],
    ["an extreme of rows", "Which room has the most seats?", "Loft,3,40"],
    ["the least of rows", "Which room has the lowest fee?", "Cellar,-1,25"],
    ["rows without something", "Which rooms have no lift?", "Cellar"],
    ["a span of weights", "What does it cost to send a print of 7 kg abroad?", "27.50"],
    ["a span of days", "When are the visiting hours on Wednesday?", "10:00 - 17:00"],
    ["a setting under its section", "How many minutes is the hold in the booking service?", "hold_minutes: 25"],
    ["a member of its object", "What is the serial number of the laminator?", "LM-0418"],
    ["a function by its comment", "Which function frees a room again?", "releaseRoom"],
    ["a constant by its comment", "How many rooms may a guest hold at once?", "MAX_ROOMS = 4"],
  ])("answers %s", async (_, question, fact) => {
    expect(await ask(question)).toContain(fact);
  });

  it.each([
    ["an empty cell", "On which day is the Loft closed?"],
    ["an event no column has", "When was the Cellar painted?"],
    ["an attribute of something else", "What is the serial number of the kettle?"],
    ["an office nobody is said to have", "Who is the treasurer of the house?"],
    ["another meeting", "Who chaired the meeting of May 2021?"],
  ])("says of %s that the sources do not say it", async (_, question) => {
    expect(saysUnknown(await ask(question))).toBe(true);
  });

  it("compares things by their sections", async () => {
    const text = await ask("Compare the two cleaning offers");
    expect(text).toContain("310 euros");
    expect(text).toContain("190 euros");
  });

  it("does not choose where the sources do not, and says so", async () => {
    const text = await ask("Compare Brightline and Sorrel and recommend one");
    expect(text).toMatch(/^The given sources do not settle which one to choose\./);
    expect(text).toContain("twice a week");
    expect(text).toContain("once a week");
  });

  it("summarises and lists what is open, one after the other", async () => {
    const text = await ask("Summarise the cleaning offers and list open questions");
    expect(text.split("What is still open:")).toHaveLength(2);
    expect(text.split("What is still open:")[1]).toContain("has not yet been agreed");
  });

  it("corrects a claim by what the source says", async () => {
    const text = await ask("Check the claim that the loft may be used for six hours a day and correct it");
    expect(text).toContain("refuted: The loft may be used for four hours a day.");
  });
});
