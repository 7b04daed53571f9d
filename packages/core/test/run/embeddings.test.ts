import {
  defineCapability,
  type Embedder,
  ModelCallError,
  type PositionedResult,
  parseSections,
  type RunOptions,
  replayRun,
  resumePositioned,
  runPositioned,
} from "@pelorus/core";
import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { fixedPlan } from "./fixed-plan.js";
import { ForkedJournal } from "./forked-journal.js";
import { scriptedModel } from "./scripted-model.js";

/** An embedder for which texts that match are alike, and all others are alike. */
function embedderOf(model: string, about: RegExp) {
  const calls: (readonly string[])[] = [];
  const embedder: Embedder = {
    model,
    embed: async (texts) => {
      calls.push(texts);
      return texts.map((text) => (about.test(text) ? [1, 0] : [0, 1]));
    },
  };
  return { ...embedder, calls };
}

const notes = (result: PositionedResult) =>
  result.events.flatMap((event) =>
    event.kind === "note_recorded" && event.data.detail.includes("embedder") ? [event.data.detail] : [],
  );

describe("the tools of a step", () => {
  const tool = (embeddingModel: string | null) => {
    const { descriptor, execute } = defineCapability({
      capabilityId: "umbrella",
      description: "Plays a sound wave.",
      operationTypes: ["RETRIEVE"],
      inputSchema: { type: "object" },
      safetyClass: "read-only",
      execute: () => ({}),
    });
    return embeddingModel === null
      ? { execute, descriptor }
      : { execute, descriptor: { ...descriptor, embeddingVector: [1, 0], embeddingModel } };
  };
  const offered = async (embeddingModel: string | null) => {
    const embedder = embedderOf("m", /qqqq/);
    const result = await runPositioned("qqqq", {
      model: scriptedModel(() => "Nothing was found."),
      classifier: fixedPlan([["RETRIEVE", []]]),
      tools: [tool(embeddingModel)],
      embedder,
      onFailedChecks: "record",
    });
    const ids = result.events.flatMap((event) => (event.kind === "frame_positioned" ? event.data.capabilityIds : []));
    return { ids, calls: embedder.calls.length };
  };

  it(`${verifies("POS-FAB-03")}are found by vectors of the embedder's model, and of no other of equal length`, async () => {
    expect((await offered("m")).ids).toContain("umbrella");
    expect((await offered("n")).ids).toEqual([]);
  });

  it(`${verifies("POS-FAB-03")}cost no vector where none of them has one to compare it with`, async () => {
    expect((await offered("m")).calls).toBe(1);
    expect((await offered("n")).calls).toBe(0);
    expect((await offered(null)).calls).toBe(0);
  });
});

describe("the facts of a step", () => {
  const ANSWER = "The bicycle is repaired by the workshop.";
  const FACTS = Array.from({ length: 30 }, (_, at) => `Ledger ${at} lists the vehicles of depot ${at}.`);
  const QUESTION = "Who mends my two-wheeler? Name them from the vehicles lists.";
  const about = /two-wheeler|bicycle/;
  const plan = fixedPlan([
    ["RETRIEVE", []],
    ["RETRIEVE", []],
    ["GENERATE", [1, 2]],
  ]);

  async function run(options: Partial<RunOptions> = {}) {
    const shown: string[] = [];
    const model = scriptedModel((request) => {
      shown.push(parseSections(request.prompt).find(({ name }) => name === "facts")?.text ?? "");
      return "Nobody is named in the lists.";
    });
    const result = await runPositioned(QUESTION, {
      model,
      classifier: plan,
      contextFacts: [...FACTS.slice(0, 15), ANSWER, ...FACTS.slice(15)],
      onFailedChecks: "record",
      ...options,
    });
    return { result, shown };
  }

  it(`${verifies("POS-FRM-03")}are found by vectors though they share no word with it, in every step`, async () => {
    const byWords = await run();
    expect(byWords.shown).toHaveLength(3);
    for (const facts of byWords.shown) expect(facts).not.toContain(ANSWER);
    const { shown } = await run({ embedder: embedderOf("m", about) });
    for (const facts of shown) expect(facts).toContain(ANSWER);
  });

  it.each([1, 3])(
    `${verifies("POS-FRM-03", "POS-EFF-01")}are embedded once and together, in %i lanes`,
    async (lanes) => {
      const embedder = embedderOf("m", about);
      const slow: Embedder = {
        model: "m",
        embed: async (texts, options) => {
          await new Promise((resolve) => setTimeout(resolve, 5));
          return embedder.embed(texts, options);
        },
      };
      const { result, shown } = await run({ embedder: slow, lanes });
      const texts = embedder.calls.flat();
      expect(new Set(texts).size).toBe(texts.length);
      expect(embedder.calls[0]).toEqual(expect.arrayContaining([ANSWER, ...FACTS]));
      // The query of each step, and what the steps before it have found out.
      expect(embedder.calls.length).toBeLessThanOrEqual(3);
      for (const facts of shown) expect(facts).toContain(ANSWER);
      expect(notes(result)).toEqual([]);
    },
  );

  it(`${verifies("POS-FRM-03")}are asked for in calls of a bounded size`, async () => {
    const embedder = embedderOf("m", about);
    const many = Array.from({ length: 500 }, (_, at) => `Ledger ${at} lists the vehicles of depot ${at}.`);
    const { shown } = await run({ embedder, contextFacts: [ANSWER, ...many] });
    expect(Math.max(...embedder.calls.map((texts) => texts.length))).toBeLessThanOrEqual(96);
    expect(embedder.calls.flat()).toEqual(expect.arrayContaining([ANSWER, ...many]));
    for (const facts of shown) expect(facts).toContain(ANSWER);
  });

  it(`${verifies("POS-FRM-03")}are not embedded where all of them fit`, async () => {
    const embedder = embedderOf("m", about);
    const { shown } = await run({ embedder, contextFacts: FACTS.slice(0, 4) });
    expect(embedder.calls).toEqual([]);
    for (const facts of shown.slice(0, 2)) expect(facts.match(/Ledger/g)).toHaveLength(4);
  });

  it.each([1, 3])(
    `${verifies("POS-REC-04")}are the same on replay, without the embedder, in %i lanes`,
    async (lanes) => {
      const journal = new ForkedJournal();
      const { result } = await run({ embedder: embedderOf("m", about), lanes, journal, runId: "r" });
      const keys = journal.entries.flatMap((entry) =>
        entry.kind === "effect_finished" && entry.data.act === "embed" ? [entry.data.key] : [],
      );
      expect(keys.length).toBeGreaterThan(0);
      expect(new Set(keys).size).toBe(keys.length);
      const replayed = await replayRun({ journal, runId: "r" });
      expect([replayed.events, replayed.text]).toEqual([result.events, result.text]);
    },
  );

  it.each<[string, Embedder["embed"]]>([
    ["rejects", () => Promise.reject(new Error("no quota for sk-ABCDEFGHIJKLMNOPQRSTUVWXYZ"))],
    [
      "throws",
      () => {
        throw new Error("not loaded");
      },
    ],
    ["gives too few vectors", async (texts) => texts.slice(1).map(() => [1, 0])],
    ["gives vectors of several lengths", async (texts) => texts.map((_, at) => (at === 0 ? [1] : [1, 0]))],
    ["gives empty vectors", async (texts) => texts.map(() => [])],
    ["gives what is no number", async (texts) => texts.map(() => [1, Number.NaN])],
    ["gives nothing", async () => undefined as never],
    ["never answers", () => new Promise(() => {})],
  ])(`${verifies("POS-FRM-03")}are found by words, with one note, when the embedder %s`, async (_, embed) => {
    let asked = 0;
    const journal = new ForkedJournal();
    const embedder: Embedder = {
      model: "m",
      embed: (texts, options) => {
        asked += 1;
        return embed(texts, options);
      },
    };
    const { result, shown } = await run({ embedder, journal, runId: "r", modelTimeoutMs: 50 });
    const byWords = await run();
    expect(shown).toEqual(byWords.shown);
    expect(result.status).toBe(byWords.result.status);
    expect(asked).toBe(1);
    expect(notes(result)).toHaveLength(1);
    expect(notes(result)[0]).not.toContain("sk-ABC");
    expect((await replayRun({ journal, runId: "r" })).events).toEqual(result.events);
  });

  it(`${verifies("POS-EFF-07")}are found by words once a run is resumed without its embedder, or with another`, async () => {
    const journal = new ForkedJournal();
    const embedder = embedderOf("m", about);
    const down = scriptedModel((_, call) => {
      if (call > 1) throw new ModelCallError("down", { isRetryable: false });
      return "The first list names nobody.";
    });
    const options = { journal, classifier: plan, onFailedChecks: "record" as const };
    const halted = await run({ ...options, model: down, embedder, runId: "r" });
    expect(halted.result.status).toBe("halted");
    const model = scriptedModel(() => "Nobody is named in the lists.");
    for (const given of [undefined, embedderOf("n", about), embedder]) {
      const fork = journal.forkAt(journal.entries.length);
      const handle = await resumePositioned("r", {
        ...options,
        journal: fork,
        model,
        ...(given === undefined ? {} : { embedder: given }),
      });
      const result = await handle.result;
      expect(result.steps).toHaveLength(3);
      expect(result.halted).toBe(false);
      expect(notes(result)).toHaveLength(given === embedder ? 0 : 1);
      if (given?.model === "n") expect(given.calls).toEqual([]);
      expect((await replayRun({ journal: fork, runId: "r" })).events).toEqual(result.events);
    }
  });
});

it(`${verifies("POS-API-02")}an embedder that does not say its model is no embedder`, async () => {
  const embedder = { embed: async () => [] } as unknown as Embedder;
  await expect(runPositioned("Count.", { model: scriptedModel(() => ""), embedder })).rejects.toThrow(
    /embedder.*model/s,
  );
});
