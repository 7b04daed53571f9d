import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { runPositioned } from "@pelorus/core";
import { documentTools } from "@pelorus/core/documents";
import { offlineModel, saysUnknown } from "@pelorus/providers/offline";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const DOCUMENTS: Readonly<Record<string, string>> = {
  "yard/boats.md": `# Boat yard

The rowing section pays 900 euros for its racks. Ask for the head of the sail loft, Mr Pell Ardane.
Anyone may use the crane. The crane costs 40 euros an hour, and the slipway costs 15 euros.
A canoe rack is free for members; for guests it costs 6 euros a month.
The mast workshop was heated with oil until 2016.

## Winter storage

Boats are taken out in the week of 6 October. The sheds are locked at 21:30.
A boat that is collected late costs 12 euros for each day.

## Prizes

The course record of the women, 18:42, is held by Runa Teller.
`,
  "yard/faq.md": `# Questions

**Where do I report a broken trailer?**
Tell the yard office. It is fetched within two days.

**May I sleep on board?**
No, because the pontoons have no fire alarm.
`,
  "yard/guide.txt": `POCKET GUIDE

1. Fuel
Diesel is sold at the east pontoon from 8:00 to 18:00.

2. Rescue
Call the harbour master on channel 12.
`,
  "yard/regatta.md": `# Regatta

Sandwiches are handed out in the Heron Room after the race. The start is at 10:15.
`,
  "yard/rooms.csv": `room,seats,caretaker
Heron Room,60,Tove Lindal
Crab Room,24,Arne Falk
`,
};

describe("near misses", () => {
  let folder = "";

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "pelorus-near-"));
    for (const [path, text] of Object.entries(DOCUMENTS)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const ask = async (request: string): Promise<string> =>
    (await runPositioned(request, { model: offlineModel(), tools: documentTools(folder) })).text;

  it.each([
    ["under another qualifier", "What does the diving section pay for its racks?"],
    ["of another role", "Who is the head of the boat yard?"],
    ["at an earlier time", "What did the crane cost ten years ago?"],
    ["by another period", "What does the crane cost per day?"],
    ["of the other sex", "What is the course record of the men?"],
    ["as a time of day", "At what time of day are boats taken out?"],
    ["as a height", "How tall is the crane?"],
  ])("says of what is only told %s that the sources do not say it", async (_, question) => {
    expect(saysUnknown(await ask(question))).toBe(true);
  });

  it.each([
    ["below a question", "Whom do I tell about a broken trailer?", "Tell the yard office."],
    ["below a title of a plain text", "When is diesel sold?", "from 8:00 to 18:00"],
    [
      "behind a story",
      "I was late to fetch my dinghy this spring. What does it cost when a boat is collected late?",
      "12 euros",
    ],
    ["under a condition", "If I am no member, what do I pay for a canoe rack?", "6 euros a month"],
    ["as a reason", "Why may nobody sleep on board?", "no fire alarm"],
    ["by key words", "price crane hour", "40 euros an hour"],
    [
      "of a thing that a clause tells",
      "Who is the caretaker of the room where sandwiches are handed out?",
      "Tove Lindal",
    ],
  ])("answers what is told %s", async (_, question, fact) => {
    expect(await ask(question)).toContain(fact);
  });

  it.each([
    ["Which is dearer, the crane or the slipway?", ["40 euros", "15 euros"]],
    ["Is the crane dearer than the slipway?", ["40 euros", "15 euros"]],
    ["How many seats are there in the Heron Room, and how many in the Crab Room?", ["60", "24"]],
    ["Does the Heron Room have more seats than the Crab Room?", ["60", "24"]],
  ])("compares both things of %s", async (question, facts) => {
    const text = await ask(question);
    for (const fact of facts) expect(text).toContain(fact);
  });
});
