import { answerPositioned, type ModelRequest, replayRun, runPositioned, streamPositioned } from "@pelorus/core";
import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { fixedPlan } from "./fixed-plan.js";
import { scriptedModel, streamingModel } from "./scripted-model.js";

const GOOD = "There are eight apples in the store.";

describe("the answer", () => {
  it(`${verifies("POS-ASM-01")}is the deliverable's output unchanged; headings of all steps only when asked for`, async () => {
    const outputs = ["Eight apples were found in the store.", "  The store holds eight apples.\n\nThey are red.  "];
    const options = {
      model: scriptedModel((request) => (request.prompt.includes("step 1 of 2") ? outputs[0] : outputs[1]) as string),
      classifier: fixedPlan([
        ["RETRIEVE", []],
        ["GENERATE", [1]],
      ]),
      onFailedChecks: "record" as const,
    };
    expect((await runPositioned("Count the apples.", options)).text).toBe(outputs[1]);
    const headed = await runPositioned("Count the apples.", { ...options, includeHeadings: true });
    expect(headed.text).toBe(`## RETRIEVE\n\n${outputs[0]}\n\n## GENERATE\n\n${outputs[1]?.trim()}`);
  });

  it(`${verifies("POS-ASM-02", "POS-ASM-03")}in a requested form is that form and nothing else; what is missing is told beside it`, async () => {
    const json = '[{"fruit":"apple","count":8}]';
    const model = scriptedModel((request) =>
      request.prompt.includes("step 1 of 2") ? "" : `\`\`\`json\n${json}\n\`\`\``,
    );
    const result = await runPositioned("List the fruit in the store as a JSON array with fruit and count.", {
      model,
      classifier: fixedPlan([
        ["RETRIEVE", []],
        ["TRANSFORM", [1]],
      ]),
      onFailedChecks: "record",
    });
    expect(JSON.parse(result.text)).toEqual([{ fruit: "apple", count: 8 }]);
    expect(result.status).toBe("partial");
    expect(result.uncertainties.join(" ")).toContain("s1");
  });

  it(`${verifies("POS-ASM-04", "POS-ASM-02")}of observations alone is written, held against them, or listed and said to be a list`, async () => {
    const { defineCapability, STL_OPERATIONS } = await import("@pelorus/core");
    const tool = defineCapability({
      capabilityId: "count_stock",
      operationTypes: [...STL_OPERATIONS],
      inputSchema: { type: "object" },
      costProfile: { safetyClass: "read-only" },
      metadata: { description: "count the stock of apples" },
      execute: () => ({ apples: 8 }),
    });
    const run = (synthesis: string) =>
      runPositioned("Count the stock of apples.", {
        model: scriptedModel((request) => {
          if (request.purpose === "synthesise") return synthesis;
          if (request.schema === null) return "";
          return request.prompt.includes("=== OBSERVATIONS ===")
            ? ""
            : '{"capability_id":"count_stock","arguments":{}}';
        }),
        tools: [tool],
        onFailedChecks: "record",
      });
    expect((await run("The stock holds 8 apples.")).text).toContain("The stock holds 8 apples.");
    const invented = (await run("The stock holds 8 apples. Berta Quist counted 512 pears in 1987.")).text;
    expect(invented).toContain("8 apples");
    expect(invented).not.toContain("512 pears in 1987.\n");
    const listed = (await run("")).text;
    expect(listed).toContain("these are the observations themselves");
    expect(listed).toContain('"apples":8');
  });
});

describe("continuation", () => {
  const words = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => `word${from + index}`).join(" ");

  it(`${verifies("POS-CON-02", "POS-CON-04", "POS-CON-01")}shows the map and the end of the text, never the draft, and joins without repeating`, async () => {
    const seen: ModelRequest[] = [];
    const first = `# One\n\n${words(0, 400)}`;
    const model = scriptedModel((request) => {
      seen.push(request);
      return seen.length === 1
        ? { text: first, finishReason: "length" }
        : { text: `${first.slice(-30)} and ${words(1000, 20)}.`, finishReason: "stop" };
    });
    const result = await runPositioned("Write about words.", { model, depth: "D3", onFailedChecks: "record" });
    expect(seen).toHaveLength(2);
    const prompt = seen[1]?.prompt ?? "";
    expect(prompt).toContain(first.slice(-100));
    expect(prompt).not.toContain(first.slice(0, 200));
    // 600 characters of it, and no more.
    expect(prompt).toContain(first.slice(-560));
    expect(prompt).not.toContain(first.slice(-601));
    expect(prompt).toContain("One");
    expect(result.text).toBe(`${first} and ${words(1000, 20)}.`);
    expect(result.continuationWindows).toBe(1);
  });

  it(`${verifies("POS-CON-02")}shows the end of the text from a line or grapheme boundary on`, async () => {
    const family = "👩‍👩‍👧‍👦";
    const shownOf = async (draft: string) => {
      const prompts: string[] = [];
      await runPositioned("Write about words.", {
        model: scriptedModel((request) => {
          prompts.push(request.prompt);
          return prompts.length === 1 ? { text: draft, finishReason: "length" } : "And that is all of it.";
        }),
        depth: "D3",
        onFailedChecks: "record",
      });
      const [, after = ""] = (prompts[1] ?? "").split("=== LAST TEXT ===\n");
      return after.slice(0, after.indexOf("\n===")).replace(/^<<< [0-9a-f]{16}\n|\n>>> [0-9a-f]{16}\s*$/g, "");
    };
    // One grapheme is eleven UTF-16 units: 600 is no multiple of that, whatever comes before.
    for (const lead of ["", "a", "ab", "abc", "abcd"]) {
      const draft = lead + family.repeat(200);
      const shown = await shownOf(draft);
      expect(shown.length).toBeLessThanOrEqual(600);
      expect(shown.length).toBeGreaterThan(560);
      expect(draft.endsWith(shown)).toBe(true);
      expect(shown.startsWith(family)).toBe(true);
    }
    const lines = `${words(0, 300)}\nLast line: ${words(0, 60)}`;
    expect((await shownOf(lines)).startsWith("Last line:")).toBe(true);
  });

  it(`${verifies("POS-CON-03")}ends at repetition after one firmer try, at an empty window, and at the cap`, async () => {
    const text = words(0, 300);
    let calls = 0;
    const repeating = await runPositioned("Write about words.", {
      model: scriptedModel(() => {
        calls++;
        return { text, finishReason: "length" };
      }),
      depth: "D5",
      onFailedChecks: "record",
    });
    expect(calls).toBe(3);
    expect(repeating.text).toContain(text);
    expect(repeating.status).toBe("partial");
    calls = 0;
    await runPositioned("Write about words.", {
      model: scriptedModel(() => ({ text: ++calls === 1 ? text : " ", finishReason: "length" })),
      depth: "D5",
      onFailedChecks: "record",
    });
    expect(calls).toBe(2);
    calls = 0;
    const capped = await runPositioned("Write about words.", {
      model: scriptedModel(() => ({ text: words(1000 * ++calls, 200), finishReason: "length" })),
      depth: "D3",
      onFailedChecks: "record",
    });
    expect(calls).toBe(3);
    expect(capped.status).toBe("partial");
    expect(capped.eventStream.some((event) => event.detail.startsWith("continuation_stopped=window-cap"))).toBe(true);
  });

  it(`${verifies("POS-CON-04")}structured output that was cut is written again with all the room there is, and never glued`, async () => {
    const seen: ModelRequest[] = [];
    const model = scriptedModel((request) => {
      seen.push(request);
      return seen.length === 1
        ? { text: '{"items":["a","b"', finishReason: "length" }
        : { text: '{"items":["a"]}', finishReason: "stop" };
    });
    const result = await runPositioned("Give the items as a JSON object.", { model, onFailedChecks: "record" });
    expect(JSON.parse(result.text)).toEqual({ items: ["a"] });
    expect(seen[1]?.maxOutputTokens ?? 0).toBeGreaterThan(seen[0]?.maxOutputTokens ?? 0);
    const never = await runPositioned("Give the items as a JSON object.", {
      model: () => ({ text: '{"items":["a","b"', finishReason: "length" }),
      onFailedChecks: "record",
    });
    expect([never.status, never.error?.code]).toEqual(["partial", "incomplete_output"]);
    expect(never.error?.message).toContain("twice");
  });

  it(`${verifies("POS-CON-04", "POS-ASM-03")}cut JSON is no answer: the text is empty, and what there is stands in the record`, async () => {
    const cut = '{"items":["a","b"';
    const model = streamingModel(() => cut);
    const result = await runPositioned("Give the items as a JSON object.", {
      model: {
        ...model,
        async *doStream(request) {
          for await (const part of model.doStream?.(request) ?? []) {
            yield part.type === "finish" ? { ...part, response: { ...part.response, finishReason: "length" } } : part;
          }
        },
      },
      onFailedChecks: "record",
    });
    expect([result.text, result.status, result.error?.code]).toEqual(["", "partial", "incomplete_output"]);
    expect(result.uncertainties.join()).toContain("cut by a limit");
    expect(result.nodes.map((node) => node.text).join()).toContain("items");
    const ended = result.events.filter((event) => event.kind === "text_ended");
    expect(ended.length).toBeGreaterThan(0);
    for (const event of ended) expect(event.data).toMatchObject({ complete: false });
  });

  it(`${verifies("POS-CON-04")}cut CSV is kept with what there is, and a revision that is whole is no error`, async () => {
    const request = "Give the items as CSV with the columns name and count.";
    const csv = "name,count\napple,8\npear,";
    const result = await runPositioned(request, {
      model: () => ({ text: csv, finishReason: "length" }),
      onFailedChecks: "record",
    });
    expect([result.text, result.error?.code]).toEqual([csv, "incomplete_output"]);
    let calls = 0;
    const revised = await runPositioned(request, {
      model: () => (++calls < 3 ? { text: csv, finishReason: "length" } : `${csv}4`),
      depth: "D3",
    });
    expect([revised.text, revised.error, revised.status]).toEqual([`${csv}4`, null, "complete"]);
  });
});

describe("the live handle", () => {
  it(`${verifies("POS-API-03")}replays events from the first to every consumer; leaving early stops nothing`, async () => {
    const handle = streamPositioned("Count the apples.", { model: streamingModel(() => GOOD) });
    for await (const event of handle.events) {
      if (event.kind === "intent_classified") break;
    }
    const late: number[] = [];
    for await (const event of handle.events) late.push(event.seq);
    const result = await handle.result;
    expect(result.status).toBe("complete");
    expect(late).toEqual(result.events.map((event) => event.seq));
    const tail: number[] = [];
    for await (const event of handle.eventsAfter(late.length - 2)) tail.push(event.seq);
    expect(tail).toEqual(late.slice(-2));
    const broken = streamPositioned("Count.", {
      model: () => {
        throw new Error("no");
      },
    });
    expect((await broken.result).status).toBe("halted");
  });

  it(`${verifies("POS-EFF-05")}a deadline is an absolute time: it holds for a run that is taken up later`, async () => {
    const { memoryJournal, resumePositioned } = await import("@pelorus/core");
    const journal = memoryJournal();
    let now = Date.UTC(2026, 0, 1);
    const options = {
      model: () => GOOD,
      journal,
      clock: () => now,
      classifier: fixedPlan([
        ["CLARIFY", []],
        ["GENERATE", [1]],
      ]),
    };
    const waiting = await runPositioned("Count.", { ...options, runId: "later", timeoutMs: 60_000 });
    expect(waiting.status).toBe("waiting");
    now += 61_000;
    const result = await (await resumePositioned("later", options)).result;
    expect([result.status, result.haltReason]).toEqual(["halted", "deadline"]);
    expect(result.events.slice(0, waiting.events.length)).toEqual(waiting.events);
    expect((await replayRun({ journal, runId: "later" })).events).toEqual(result.events);
  });

  it(`${verifies("POS-EFF-04", "POS-REC-04")}a run that is stopped while it is taken up ends where its record does`, async () => {
    const { memoryJournal, resumePositioned } = await import("@pelorus/core");
    for (const isAnswered of [false, true]) {
      const journal = memoryJournal();
      const options = {
        model: () => GOOD,
        journal,
        classifier: fixedPlan([
          ["CLARIFY", []],
          ["GENERATE", [1]],
        ]),
      };
      const waiting = await runPositioned("Count.", { ...options, runId: "stopped" });
      const request = waiting.pending[0];
      if (isAnswered && request?.kind === "clarification") {
        await answerPositioned("stopped", request.data.requestId, "Eight.", { journal });
      }
      const handle = await resumePositioned("stopped", options);
      handle.abort("stopped at once");
      const result = await handle.result;
      expect([result.status, result.haltReason]).toEqual(["halted", "aborted"]);
      expect(result.events.slice(0, waiting.events.length)).toEqual(waiting.events);
      expect((await replayRun({ journal, runId: "stopped" })).events).toEqual(result.events);
      // What was cut short goes on.
      const again = await resumePositioned("stopped", options);
      const last = await again.result;
      expect(last.status).toBe(isAnswered ? "complete" : "waiting");
      expect(last.events.slice(0, result.events.length)).toEqual(result.events);
    }
  });
});
