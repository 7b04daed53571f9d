import {
  defineCapability,
  type ModelStreamPart,
  memoryJournal,
  replayRun,
  runPositioned,
  streamPositioned,
} from "@pelorus/core";
import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { fixedPlan } from "./fixed-plan.js";

const classifier = fixedPlan([["GENERATE", []]]);
const REQUEST = "Note that the harbour is open.";

/** Text in which no four words come again, so that only its size is wrong with it. */
function garbage(characters: number, seed = 1): string {
  const words: string[] = [];
  let state = seed;
  for (let length = 0; length < characters; ) {
    state = (state * 48271) % 2147483647;
    const word = state.toString(36);
    words.push(word);
    length += word.length + 1;
  }
  return words.join(" ");
}

function notes(result: Awaited<ReturnType<typeof runPositioned>>) {
  return result.events.flatMap((event) => (event.kind === "note_recorded" ? [event.data.detail] : []));
}

describe("an answer larger than the model was let", () => {
  it(`${verifies("POS-BUD-17", "POS-BUD-02")}17 MB of a plain function are cut at what the window holds, said, and never complete`, async () => {
    const text = garbage(17_000_000);
    const journal = memoryJournal();
    const result = await runPositioned(REQUEST, { model: () => text, classifier, journal, depth: "D1" });
    expect(result.status).toBe("partial");
    expect(result.text.length).toBeLessThan(200_000);
    expect(result.text.includes("was cut by a limit")).toBe(true);
    expect(notes(result).some((note) => note.includes("answered with more than the"))).toBe(true);
    const finished = result.events.filter((event) => event.kind === "model_call_finished");
    expect(finished.map(({ data }) => data.finishReason)).toContain("length");
    expect(result.usage.outputTokens).toBeLessThanOrEqual(8192 * result.usage.calls * 1.3);
    expect(JSON.stringify(await journal.read(result.runId)).length).toBeLessThan(2_000_000);
    const replayed = await replayRun({ journal, runId: result.runId });
    expect(replayed.events).toEqual(result.events);
  });

  it(`${verifies("POS-BUD-17")}a limit that was set holds, and the windows that follow go on from there`, async () => {
    const limits: number[] = [];
    const result = await runPositioned(REQUEST, {
      model: (_prompt, _schema, call) => {
        limits.push(call?.maxOutputTokens ?? 0);
        return limits.length === 1 ? `The harbour is open. ${garbage(4000)}` : "It stays open until May.";
      },
      classifier,
      maxOutputTokens: 60,
      onFailedChecks: "record",
      depth: "D2",
    });
    expect(limits).toEqual([60, 60]);
    expect(result.text).toMatch(/^The harbour is open\./);
    expect(result.text).toContain("It stays open until May.");
    expect(result.text.length).toBeLessThan(700);
  });

  it(`${verifies("POS-BUD-17", "POS-API-05")}an answer above the default reserve that the window holds is whole, in one call`, async () => {
    const text =
      `The harbour is open. ${"It has been open since the ice went, as the keeper noted in the book. ".repeat(100)}`.trim();
    let calls = 0;
    const result = await runPositioned(REQUEST, {
      model: () => {
        calls++;
        return text;
      },
      classifier,
      onFailedChecks: "record",
    });
    expect(calls).toBe(1);
    expect(result.text).toBe(text);
  });

  it(`${verifies("POS-BUD-17")}a count that the provider reports is believed, unless the text is far larger`, async () => {
    const answer = (size: number) => () => ({
      text: garbage(size),
      finishReason: "stop" as const,
      usage: { inputTokens: 200, outputTokens: 90 },
    });
    const options = { classifier, maxOutputTokens: 100, onFailedChecks: "record" as const, depth: "D1" as const };
    const believed = await runPositioned(REQUEST, { ...options, model: answer(900) });
    expect(believed.text.length).toBeGreaterThanOrEqual(900);
    const far = await runPositioned(REQUEST, { ...options, model: answer(100_000) });
    expect(far.status).toBe("partial");
    expect(far.text.length).toBeLessThan(2500);
  });

  it(`${verifies("POS-BUD-17")}a stream without an end is left, and what was told is what is kept`, async () => {
    let told = 0;
    let left = false;
    const model = {
      provider: "test",
      modelId: "endless",
      contextWindowSize: () => 100_000,
      doGenerate: async () => ({ text: "", finishReason: "stop" as const }),
      async *doStream(): AsyncGenerator<ModelStreamPart> {
        try {
          for (let at = 0; ; at++) {
            const delta = `${garbage(90, at + 1)} `;
            told += delta.length;
            yield { type: "text", delta };
          }
        } finally {
          left = true;
        }
      },
    };
    const handle = streamPositioned(REQUEST, {
      model,
      classifier,
      maxOutputTokens: 50,
      maxContinuationWindows: 1,
      onFailedChecks: "record",
    });
    const result = await handle.result;
    expect(left).toBe(true);
    expect(told).toBeLessThan(1200);
    expect(result.status).toBe("partial");
    const shown = result.events.flatMap((event) => (event.kind === "text_delta" ? [event.data.delta] : [])).join("");
    expect(shown.startsWith(result.text.split("\n\nNote:")[0] as string)).toBe(true);
  });

  it.each([
    ["prose", REQUEST],
    ["JSON", "List the harbours as JSON."],
  ])(
    `${verifies("POS-BUD-17", "POS-CON-04")}%s beside tools that is cut is told as cut, and never complete`,
    async (form, request) => {
      const text = form === "JSON" ? `{"harbours": "${garbage(400_000)}` : garbage(400_000);
      const result = await runPositioned(request, {
        model: () => text,
        classifier: fixedPlan([["RETRIEVE", []]]),
        onFailedChecks: "record",
        tools: [
          defineCapability({
            capabilityId: "list_harbours",
            description: "Note or list the harbours that are open, as JSON",
            operationTypes: ["RETRIEVE"],
            inputSchema: { type: "object" },
            safetyClass: "read-only",
            execute: () => [],
          }),
        ],
      });
      const purposes = result.events.flatMap((event) =>
        event.kind === "model_call_started" ? [event.data.purpose] : [],
      );
      expect(purposes).toEqual(["tool", "reask"]);
      expect(result.status).toBe("partial");
      expect(result.nodes[0]?.text).toMatch(/complete\([^)]*\): false/);
      if (form === "JSON") expect(result.error?.code).toBe("incomplete_output");
      else expect(result.text).toContain("was cut by a limit");
    },
  );
});
