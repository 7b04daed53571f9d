import { runPositioned } from "@pelorus/core";
import { offlineModel, saysUnknown } from "@pelorus/providers/offline";
import { describe, expect, it } from "vitest";

const FACTS = [
  "Pump Lower Weir moves 3,120 litres a minute and passes water on to pump Long Meadow.",
  "Pump Long Meadow moves 2,480 litres a minute and passes water on to pump Stone Bridge.",
  "Pump Stone Bridge moves 4,015 litres a minute and passes water on to pump Old Quarry.",
  "Pump Old Quarry moves 1,990 litres a minute and passes water on to pump Lower Weir.",
  "Pump High Garden moves 5,260 litres a minute and passes water on to pump Long Meadow.",
];
const answerTo = async (question: string) => {
  const contextFacts = FACTS.map((statement, index) => ({ statement, source: `pumps.md:${index + 1}-${index + 1}` }));
  return (await runPositioned(question, { model: offlineModel(), contextFacts })).text;
};

describe("questions about several named things", () => {
  it("each is answered by the statement about it, and not by one that only mentions it", async () => {
    const text = await answerTo("How many litres a minute do Long Meadow, Lower Weir and Old Quarry move?");
    for (const at of [1, 0, 3]) expect(text).toContain(`${FACTS[at]} [pumps.md:${at + 1}-${at + 1}]`);
    for (const at of [2, 4]) expect(text).not.toContain(FACTS[at]);
  });

  it("what is said of some only is said, and of whom it is not", async () => {
    const text = await answerTo("How many litres a minute do Long Meadow and Iron Gate move?");
    expect(text).toContain(FACTS[1]);
    expect(text).toContain("The given sources do not say it of Iron Gate.");
    expect(saysUnknown(text)).toBe(false);
  });
});

describe("questions about a thing that another one names", () => {
  it("are answered by both statements", async () => {
    const text = await answerTo("How many litres a minute does the pump move that Stone Bridge passes water on to?");
    expect(text).toContain(FACTS[2]);
    expect(text).toContain(FACTS[3]);
    expect(text).not.toContain(FACTS[0]);
  });

  it("also where the unknown thing is the one that acts", async () => {
    const text = await answerTo("How many litres a minute does the pump move that passes water on to Lower Weir?");
    expect(text).toContain(FACTS[3]);
    expect(text).not.toContain(FACTS[1]);
  });

  it("are not answered where the chain breaks", async () => {
    expect(saysUnknown(await answerTo("How deep is the pump that Iron Gate passes water on to?"))).toBe(true);
  });
});
