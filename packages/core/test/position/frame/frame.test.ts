import { describe, expect, it } from "vitest";
import { verifies } from "../../../../../test/support/verifies.js";
import { guardPromptBudget } from "../../../src/budget/guard-prompt-budget.js";
import { estimateTokens } from "../../../src/contract/estimate-tokens.js";
import { STL_OPERATIONS } from "../../../src/contract/operation.js";
import { SECTION_NAMES } from "../../../src/contract/prompt-section.js";
import { buildOperationFrame } from "../../../src/position/build-frame.js";
import { OperationFrame } from "../../../src/position/operation-frame.js";
import { parseSections } from "../../../src/position/parse-sections.js";
import { joinSections } from "../../../src/position/render-frame.js";
import { RequestMaterial } from "../../../src/position/request-material.js";
import { stablePrefixLength } from "../../../src/position/stable-prefix.js";
import { buildStepFrame } from "../../../src/position/step-frame.js";
import { frameInput, plannedStep } from "./frame-input.js";
import { parseEntries } from "./parse-entries.js";

const textOf = (frame: OperationFrame, name: string) =>
  parseSections(frame.toPrompt()).find((section) => section.name === name)?.text;

describe("sections of a frame", () => {
  it(`${verifies("POS-FRM-01")}stand in the order of the table, with its priorities and ways to give way`, () => {
    const sections = buildStepFrame(frameInput()).toSections();
    expect(sections.map(({ name, priority, trim }) => [name, priority, trim])).toEqual([
      ["rules", 100, "never"],
      ["request", 80, "tail"],
      ["compass", 70, "drop"],
      ["state", 40, "oldest-line"],
      ["facts", 50, "oldest-line"],
      ["derived", 60, "oldest-line"],
      ["observations", 55, "oldest-line"],
      ["document_map", 65, "drop"],
      ["last_text", 95, "oldest-line"],
      ["feedback", 100, "never"],
      ["operation", 100, "never"],
      ["assignment", 100, "never"],
      ["success_test", 90, "drop"],
      ["output_contract", 100, "never"],
      ["tools", 100, "never"],
    ]);
    expect(sections.map(({ name }) => name)).toEqual(SECTION_NAMES);
  });

  it(`${verifies("POS-FRM-01")}are absent when there is nothing to say`, () => {
    const {
      continuation: _c,
      toolsText: _t,
      feedback: _f,
      ...bare
    } = frameInput({
      stateSlice: "",
      facts: [],
      derived: [],
      observations: [],
      successTest: "",
    });
    const frame = buildStepFrame(bare);
    expect(parseSections(frame.toPrompt()).map(({ name }) => name)).toEqual([
      "rules",
      "request",
      "compass",
      "operation",
      "assignment",
      "output_contract",
    ]);
    expect(frame.frameContent).toBe("");
    const empty = {
      name: "facts",
      text: "",
      priority: 1,
      trim: "drop",
      render: (text: string) => `heading ${text}`,
    } as const;
    expect(joinSections([empty, { ...empty, text: "x" }, empty])).toBe("heading x");
    expect(joinSections([])).toBe("");
  });

  it(`${verifies("POS-FRM-01")}begin with what all prompts of a run share byte for byte`, () => {
    const request = "Find the fares, compare them, and write a note.";
    const steps = [plannedStep("RETRIEVE", "Find the fares"), plannedStep("GENERATE", "write a note", { id: "s2" })];
    const [first, second] = steps.map((step, stepIndex) =>
      buildStepFrame(frameInput({ request, step, plan: steps, stepIndex, stepCount: 2 })),
    ) as [OperationFrame, OperationFrame];
    const shared = first.stablePrefixLength;
    expect(second.stablePrefixLength).toBe(shared);
    expect(first.toPrompt().slice(0, shared)).toBe(second.toPrompt().slice(0, shared));
    expect(first.toPrompt().slice(0, shared)).toContain(request);
    expect(first.toPrompt().startsWith("=== COMPASS ===", shared)).toBe(true);
    // Once the request had to be cut, the rules are all that is shared.
    const kept = first
      .toSections()
      .filter(({ name, trim }) => trim === "never" || name === "last_text" || name === "success_test");
    const { prompt } = guardPromptBudget(first.toSections(), {
      contextWindow: joinSections(kept).length + "\n\n=== REQUEST ===\nFind the".length + 1,
      requestedMaxTokens: 1,
      safetyMargin: 0,
      countTokensFn: (text) => text.length,
    });
    expect(prompt).toContain("=== REQUEST ===\nFind the\n\n");
    const cut = stablePrefixLength(first.toSections(), prompt);
    expect(prompt.slice(0, cut)).toBe(first.toPrompt().slice(0, cut));
    expect(cut).toBeLessThan(shared);
    expect(cut).toBeGreaterThan(200);
  });

  it(`${verifies("POS-FRM-08")}are measured as ⌈bytes ÷ 4⌉ of the prompt`, () => {
    const frame = buildStepFrame(frameInput({ request: "比较两艘渡轮" }));
    expect(frame.estimatedTokens).toBe(Math.ceil(Buffer.byteLength(frame.toPrompt()) / 4));
    expect(frame.estimatedTokens).toBe(estimateTokens(frame.toPrompt()));
  });

  it(`${verifies("POS-FRM-01")}survive JSON: the frame read back makes the same prompt`, () => {
    const frame = buildStepFrame(frameInput());
    const json = JSON.parse(JSON.stringify(frame));
    expect(json).toMatchObject({
      operation_type: "COMPARE",
      depth: "D3",
      goal_compass: { ultimate_goal: expect.any(String) },
    });
    const read = OperationFrame.fromJson(json);
    expect(read.toPrompt()).toBe(frame.toPrompt());
    expect(read.frameContent).toBe(frame.frameContent);
    expect(JSON.stringify(read)).toBe(JSON.stringify(frame));
  });

  it(`${verifies("POS-FRM-01")}tell operation, depth and place in the plan`, () => {
    const frame = buildStepFrame(frameInput({ stepIndex: 1, stepCount: 4, depth: "D4" }));
    const text = textOf(frame, "operation") ?? "";
    expect(text).toContain("COMPARE");
    expect(text).toContain("step 2 of 4");
    expect(text).toContain("D4");
    expect(text).toContain("LAST TEXT");
    const { continuation: _, ...whole } = frameInput();
    expect(textOf(buildStepFrame(whole), "operation")).not.toContain("LAST TEXT");
  });
});

describe("the request", () => {
  const words = (count: number, word: string) => Array.from({ length: count }, (_, at) => `${word}${at}`).join(" ");

  it.each(STL_OPERATIONS)(`${verifies("POS-FRM-02")}%s gets it whole, to the last character`, (operation) => {
    const request = `Look at this claim and deal with it.\n\n${words(300, "claim")} END`;
    expect(buildOperationFrame(operation, request).toPrompt()).toContain(`${words(300, "claim")} END`);
    const step = plannedStep(operation, "deal with it");
    expect(textOf(buildStepFrame(frameInput({ request, step, windowTokens: 4000 })), "request")).toBe(request);
  });

  it(`${verifies("POS-FRM-02")}beyond a quarter of the window: instructions whole, material as ranked pieces`, () => {
    const paragraphs = Array.from({ length: 120 }, (_, at) => `Section ${at}: ${words(40, `topic${at}x`)}.`);
    paragraphs[70] = "Section 70: The ferry to Asper leaves at 07:10 from pier nine.";
    const request = `When does the Asper ferry leave? Answer in one sentence.\n\n${paragraphs.join("\n\n")}`;
    const quarter = estimateTokens(request);
    const step = plannedStep("RETRIEVE", "When does the Asper ferry leave?");
    const at = (windowTokens: number) =>
      buildStepFrame(frameInput({ request, step, plan: [step], windowTokens, facts: [] }));
    expect(textOf(at(4 * quarter), "request")).toBe(request);
    expect(textOf(at(4 * quarter), "facts")).toBeUndefined();

    const frame = at(4 * quarter - 4);
    expect(textOf(frame, "request")).toContain("When does the Asper ferry leave?");
    expect(textOf(frame, "request")?.length).toBeLessThan(200);

    const small = at(4000);
    const pieces = parseEntries(textOf(small, "facts") ?? "");
    // Least relevant first: the answer stands last.
    expect(pieces[pieces.length - 1]?.text).toContain("leaves at 07:10");
    expect(pieces.every(({ head }) => head[1] === "USER" && head[2] === "request")).toBe(true);
    expect(estimateTokens(pieces.map(({ text }) => text).join(""))).toBeLessThanOrEqual(1000);
    // No statement is cut: every piece stands in the request as it is.
    for (const { text } of pieces) expect(request).toContain(text);
    // The room left over shows all parts of the material, not its beginning alone.
    const seen = pieces.map(({ text }) => request.indexOf(text) / request.length);
    expect(Math.max(...seen)).toBeGreaterThan(0.7);
    expect(Math.min(...seen)).toBeLessThan(0.1);
  });

  it(`${verifies("POS-FRM-02")}pieces cover the material and leave the instructions out`, () => {
    const clause = "Summarise the following minutes in three sentences.";
    const body = Array.from({ length: 60 }, (_, at) => `Item ${at}. ${words(30, `w${at}`)}`).join("\n");
    const request = `${clause}\n\n${body}`;
    for (const plan of [[], [plannedStep("SYNTHESISE", clause)]]) {
      const material = new RequestMaterial(request, plan);
      expect(material.instructions).toBe(clause);
      const all = material.choose("Item", 1_000_000).map(({ statement }) => statement);
      const squeeze = (text: string) => text.replace(/\s+/g, "");
      expect(all.map(squeeze).sort().join("").length).toBe(squeeze(body).length);
      expect(all.some((piece) => piece.includes("Summarise"))).toBe(false);
    }
  });
});

describe("earlier steps", () => {
  it(`${verifies("POS-FRM-04")}whole when they fit, under the id of their step`, () => {
    const output = "# Fares\nAsper costs 12 euro.\nVell costs 9 euro.";
    const frame = buildStepFrame(frameInput({ derived: [{ stepId: "s1", operation: "RETRIEVE", text: output }] }));
    expect(parseEntries(textOf(frame, "derived") ?? "")).toEqual([
      { head: ["step:s1", "DERIVED", "RETRIEVE"], text: output },
    ]);
  });

  it(`${verifies("POS-FRM-04")}too long: headings and the sentences that bear on this assignment`, () => {
    const filler = (topic: string) =>
      Array.from({ length: 200 }, (_, at) => `The ${topic} report number ${at} mentions nothing of use.`).join(" ");
    const long = `# Harbour\n${filler("harbour")} The Asper ferry costs 12 euro. ${filler("harbour")}\n# Lakes\n${filler("lake")}`;
    const short = "Vell is closed.";
    const frame = buildStepFrame(
      frameInput({
        step: plannedStep("COMPARE", "Compare what the Asper ferry costs"),
        windowTokens: 2000,
        derived: [
          { stepId: "s1", operation: "RETRIEVE", text: long },
          { stepId: "s2", operation: "RETRIEVE", text: short },
        ],
      }),
    );
    const [first, second] = parseEntries(textOf(frame, "derived") ?? "");
    expect(second?.text).toBe(short);
    expect(first?.text).toContain("# Harbour");
    expect(first?.text).toContain("# Lakes");
    expect(first?.text).toContain("The Asper ferry costs 12 euro.");
    expect(estimateTokens((first?.text ?? "") + short)).toBeLessThanOrEqual(500);
    // The room is used: the short one left its share to the long one.
    expect(estimateTokens(first?.text ?? "")).toBeGreaterThan(400);
  });

  it(`${verifies("POS-FRM-04")}a failed step says that it failed and why`, () => {
    const frame = buildStepFrame(
      frameInput({
        derived: [{ stepId: "s1", operation: "RETRIEVE", text: "half of it", failedBecause: "no such file" }],
      }),
    );
    const [entry] = parseEntries(textOf(frame, "derived") ?? "");
    expect(entry?.text).toContain("failed");
    expect(entry?.text).toContain("no such file");
    expect(entry?.text).not.toContain("half of it");
  });
});

describe("what is bounded where it is made", () => {
  it(`${verifies("POS-FRM-01", "POS-BUD-01")}feedback is at most 256 tokens, whole lines first`, () => {
    const feedback = ["Name both ferries.", ...Array.from({ length: 200 }, (_, at) => `Failed check number ${at}.`)];
    const text = textOf(buildStepFrame(frameInput({ feedback })), "feedback") ?? "";
    expect(text.startsWith("- Name both ferries.\n- Failed check number 0.\n")).toBe(true);
    expect(estimateTokens(text)).toBeLessThanOrEqual(256);
    expect(estimateTokens(text)).toBeGreaterThan(240);
    const one = textOf(buildStepFrame(frameInput({ feedback: ["word ".repeat(2000)] })), "feedback") ?? "";
    expect(estimateTokens(one)).toBeLessThanOrEqual(256);
    expect(one).toContain("word word");
  });

  it(`${verifies("POS-FRM-01")}a call and its result are one atom of their section`, () => {
    const observations = [1, 2].map((n) => ({
      callId: `c${n}`,
      capabilityId: "lookup",
      argumentsText: `{"n":${n}}`,
      outcome: "ok" as const,
      summary: `result ${n}\nof two lines`,
    }));
    const section = buildStepFrame(frameInput({ observations }))
      .toSections()
      .find(({ name }) => name === "observations");
    const pieces = (section?.atoms ?? []).map(([start, end]) => section?.text.slice(start, end));
    expect(pieces.join("")).toBe(section?.text);
    expect(pieces).toHaveLength(2);
    expect(pieces[1]).toMatch(/^\[call:c2 [\s\S]*\{"n":2\}[\s\S]*of two lines$/);
  });
});
