import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  CognitiveStateObject,
  defineCapability,
  memoryJournal,
  type RunOptions,
  recordFolder,
  replayRun,
  resumePositioned,
  runPositioned,
  STL_OPERATIONS,
  stateFromRecord,
  verifyRecord,
} from "@pelorus/core";
import { retrieveNodes, rollUp, stateFromNodes, verifyNodes } from "@pelorus/core/record";
import { parse, parseDocument, print } from "@pelorus/sttp";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { fixedPlan } from "../run/fixed-plan.js";
import { answerOf, callOf, scriptedModel } from "../run/scripted-model.js";
import { measureExample } from "./measure-example.js";

const folder = mkdtempSync(join(tmpdir(), "pelorus-record-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const KEY = "a sealing key of enough bytes";
const TEXT = "The store holds eight apples. The count was made on Monday by the caretaker.";

const counting = defineCapability({
  capabilityId: "count_stock",
  operationTypes: [...STL_OPERATIONS],
  inputSchema: { type: "object", properties: { item: { type: "string" } } },
  outputSchema: { type: "object" },
  costProfile: { safetyClass: "destructive" },
  metadata: { description: "count the stock of apples", producesTypes: ["stock"] },
  execute: () => ({ apples: 8 }),
});

const options = (extra: Partial<RunOptions> = {}): RunOptions => ({
  model: scriptedModel((request, call) =>
    request.schema === null ? TEXT : call === 1 ? callOf("count_stock", { item: "apples" }) : answerOf(TEXT),
  ),
  tools: [counting],
  clarifyHandler: () => true,
  contextFacts: [
    { statement: "Apples are kept in the store.", source: "caretaker", types: ["place"] },
    "The store is open on Monday.",
  ],
  classifier: fixedPlan([
    ["RETRIEVE", []],
    ["ANALYSE", [1]],
    ["GENERATE", [1, 2]],
  ]),
  hmacKey: KEY,
  onFailedChecks: "record",
  ...extra,
});

const documentOf = (result: { nodes: readonly { text: string }[] }) =>
  result.nodes.map((node) => node.text).join("\n\n");

describe("the record", () => {
  it(`${verifies("POS-REC-01")}each integrated operation leaves one strict-valid canonical node, chained by parent and digest`, async () => {
    const result = await runPositioned("Count the stock of apples.", options());
    expect(result.nodes).toHaveLength(3);
    let before: { nodeId: string; digest: string } | null = null;
    for (const node of result.nodes) {
      const { node: parsed, strictValid, diagnostics } = parse(node.text);
      expect(strictValid, JSON.stringify(diagnostics)).toBe(true);
      expect(print(parsed as NonNullable<typeof parsed>).text).toBe(node.text);
      // Numbers: no exponent, at most four decimals.
      const numbers = node.text.replace(/"(?:[^"\\]|\\.)*"/g, "");
      expect(numbers).not.toMatch(/\d[eE][+-]?\d/);
      expect(numbers).not.toMatch(/\.\d{5,}/);
      const parent = parsed?.provenance?.parent_node;
      expect(parent?.kind === "none" ? null : parent?.id).toBe(before?.nodeId ?? null);
      if (before !== null) expect(node.text).toContain(`parent_digest(1): "${before.digest}"`);
      before = node;
    }
    const events = result.events.filter((event) => event.kind === "node_recorded");
    expect(events.map((event) => event.data.node)).toEqual(result.nodes.map((node) => node.text));
    expect(result.cso.data.recordHead).toMatchObject({ nodeId: before?.nodeId, digest: before?.digest });
  });

  it(`${verifies("POS-REC-02", "POS-REC-03")}the vector of a node follows from the counts it states`, async () => {
    expect(measureExample()).toEqual({ stability: 0.5, friction: 0.3333, logic: 0.9, autonomy: 0.75, psi: 2.4833 });
    const result = await runPositioned("Count the stock of apples.", options());
    for (const { text } of result.nodes) {
      const count = (name: string) =>
        Number(new RegExp(`[ {]${name}\\(1\\): (\\d+)`).exec(text.slice(text.indexOf("measures(1)")))?.[1]);
      const score = /verdict\(1\): \{ score\(1\): ([\d.]+), checked\(1\): (true|false)/.exec(text);
      const logic = score?.[2] === "true" ? Number(score[1]) : 0.5;
      const rounded = (value: number) => Math.round(value * 10_000) / 10_000;
      expect(parse(text).node?.envelope?.model_avec).toMatchObject({
        stability: rounded(1 / (1 + count("r"))),
        friction: rounded(count("f") / Math.max(1, count("a"))),
        logic: rounded(logic),
        autonomy: rounded(1 - count("h") / Math.max(1, count("d"))),
      });
    }
    expect(result.nodes[0]?.text).toContain("human(1)");
    expect(result.nodes[0]?.text).toContain('outcome(1): "ok"');
  });

  it(`${verifies("POS-REC-04")}state comes back from the nodes, and from the record, and a later run starts from it`, async () => {
    const journal = memoryJournal();
    const result = await runPositioned("Count the stock of apples.", options({ journal }));
    const state = stateFromNodes(parseDocument(documentOf(result)).nodes);
    const cso = result.cso.data;
    expect(state.goalState).toEqual({ ...cso.goalState, successTest: state.goalState.successTest });
    expect(state.completedOperations).toEqual(cso.completedOperations);
    expect(state.pendingOperations).toEqual(cso.pendingOperations);
    expect(state.establishedFacts).toEqual(cso.establishedFacts);
    expect(state.decisions).toEqual(cso.decisions);
    expect(state.openQuestions).toEqual(cso.openQuestions);
    expect(state.recordHead).toEqual({ ...cso.recordHead });
    expect(await stateFromRecord({ journal, runId: result.runId }, { hmacKey: KEY })).toEqual(cso);
    const next = await runPositioned("How many apples are there?", { model: () => TEXT, priorCso: state });
    expect(next.cso.windowNumber).toBe(2);
    expect(next.nodes[0]?.text).toContain(`parent_node: "ref:${result.nodes.at(-1)?.nodeId}"`);
    const both = stateFromNodes(parseDocument(`${documentOf(result)}\n\n${documentOf(next)}`).nodes);
    expect(both.windowNumber).toBe(2);
    expect(verifyNodes(`${documentOf(result)}\n\n${documentOf(next)}`).intact).toBe(true);
  });

  it(`${verifies("POS-REC-04")}a replay yields the same nodes, byte for byte`, async () => {
    const journal = memoryJournal();
    const result = await runPositioned("Count the stock of apples.", options({ journal, lanes: 2 }));
    const replayed = await replayRun({ journal, runId: result.runId });
    expect(documentOf(replayed)).toBe(documentOf(result));
  });

  it(`${verifies("POS-REC-05", "POS-REC-06")}edited, removed, reordered, inserted and truncated nodes are found and named`, async () => {
    const records = recordFolder(folder);
    const result = await runPositioned("Count the stock of apples.", options({ journal: records }));
    const path = records.pathOf(result.runId);
    const file = join(path, "record.sttp");
    const text = readFileSync(file, "utf8");
    expect(text.trimEnd()).toBe(documentOf(result));
    expect(await verifyRecord(path, KEY)).toMatchObject({ intact: true, sealed: true, nodes: 3 });
    expect((await verifyRecord(path)).message).toContain("chain intact; sealed, but the seal was not checked");
    expect((await verifyRecord(path, "another key of enough bytes")).intact).toBe(false);
    const nodes = result.nodes.map((node) => node.text);
    const [a, b, c] = nodes as [string, string, string];
    const broken: [string, string[], number][] = [
      ["an edited first node", [a.replace("caretaker", "burglar"), b, c], 0],
      ["an edited last node", [a, b, c.replace("eight", "nine")], 2],
      ["a removed node", [a, c], 1],
      ["a removed first node", [b, c], -1],
      ["reordered nodes", [b, a, c], 1],
      ["an inserted node", [a, b, b, c], 2],
      ["a truncated record", [a, b], 1],
      ["an empty record", [], 0],
      ["a node that is not strict", [a, b.replace("tier: raw", "tier: often"), c], 1],
      ["text between nodes", [a, `approved by nobody\n\n${b}`, c], 1],
    ];
    for (const [what, changed, index] of broken) {
      writeFileSync(file, changed.join("\n\n"));
      const found = await verifyRecord(path, KEY);
      // A record that begins later is a session's continuation: its chain holds, and its head too.
      if (index < 0) expect(found.intact, what).toBe(true);
      else {
        expect(found.intact, what).toBe(false);
        expect(found.broken?.index, `${what}: ${found.message}`).toBe(index);
      }
    }
    writeFileSync(file, text);
    const state = JSON.parse(readFileSync(join(path, "state.json"), "utf8"));
    state.cso.goal_state.objective = "something else";
    writeFileSync(join(path, "state.json"), JSON.stringify(state));
    expect(await verifyRecord(path, KEY)).toMatchObject({ intact: false, sealed: false });
  });

  it(`${verifies("POS-REC-05")}a document that was taken away is told, not made up for, and comes back with a resume`, async () => {
    const records = recordFolder(join(folder, "taken-away"));
    const given = options({ journal: records });
    const { runId } = await runPositioned("Count the stock of apples.", given);
    const path = records.pathOf(runId);
    for (const name of ["record.sttp", "state.json"]) {
      rmSync(join(path, name));
      const found = await verifyRecord(path, KEY);
      expect(found).toMatchObject({ intact: false, sealed: false, nodes: 3 });
      expect(found.message).toContain(`${name} is missing, and by its journal the run recorded 3 nodes`);
      expect(await verifyRecord(path)).toMatchObject({ intact: false });
      await (await resumePositioned(runId, given)).result;
      expect(await verifyRecord(path, KEY)).toMatchObject({ intact: true, sealed: true, nodes: 3 });
    }
  });

  it(`${verifies("POS-REC-01")}whatever the request, the output and the facts hold, the nodes are strict-valid`, async () => {
    await fc.assert(
      fc.asyncProperty(
        // A blank request is refused before it begins (POS-RUN-08).
        fc.string({ unit: "binary", maxLength: 60 }).filter((request) => request.trim() !== ""),
        fc.string({ unit: "binary", maxLength: 200 }),
        fc.string({ maxLength: 40 }),
        async (request, output, fact) => {
          const result = await runPositioned(request, {
            model: () => output,
            contextFacts: [fact],
            onFailedChecks: "record",
          });
          for (const { text } of result.nodes) expect(parse(text).strictValid, text).toBe(true);
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe("a node that cannot be written", () => {
  // A clock far beyond the calendar of the format: the one fact of a run that no earlier check can refuse.
  const clock = () => Date.UTC(12_000, 1, 1);

  it(`${verifies("POS-REC-01")}halts the run and is no part of its record`, async () => {
    const journal = recordFolder(join(folder, "unwritable"));
    const result = await runPositioned("Translate to French: good morning", { model: () => "bonjour", journal, clock });
    expect(result).toMatchObject({ status: "halted", haltReason: "journal_failed", error: { code: "journal_failed" } });
    expect(result.nodes).toEqual([]);
    expect(result.events.some(({ kind }) => kind === "node_recorded")).toBe(false);
    expect(await journal.readRecordText(result.runId)).toBe("");
    expect((await journal.readState(result.runId))?.recordHead).toBeUndefined();
    expect((await journal.readRun(result.runId))?.status).toBe("halted");
  });

  it(`${verifies("POS-API-02")}is not brought about by a session id that is no text`, async () => {
    await expect(
      runPositioned("Translate to French: good morning", { model: () => "bonjour", sessionId: "a\ud800" }),
    ).rejects.toThrow(/sessionId: has half a surrogate pair/);
  });
});

describe("reading records back", () => {
  it("nodes are found by resonance, keywords, session, tier and time; a rollup is strict-valid and states only what they state", async () => {
    const early = await runPositioned(
      "Count the stock of apples.",
      options({ sessionId: "monday", clock: () => Date.UTC(2026, 10, 2, 9) }),
    );
    const late = await runPositioned("How many pears are there?", {
      model: () => "There are three pears in the shed.",
      sessionId: "tuesday",
      clock: () => Date.UTC(2026, 10, 3, 9),
    });
    const { nodes } = parseDocument(`${documentOf(early)}\n\n${documentOf(late)}`);
    expect(retrieveNodes(nodes, { keywords: ["pears"] }).map(({ node }) => node.envelope?.session_id)).toEqual([
      "tuesday",
    ]);
    expect(retrieveNodes(nodes, { sessionId: "monday" })).toHaveLength(3);
    expect(retrieveNodes(nodes, { from: "2026-11-03T00:00:00Z", to: "2026-11-04T00:00:00Z" })).toHaveLength(
      late.nodes.length,
    );
    expect(retrieveNodes(nodes, { tiers: ["weekly"] })).toEqual([]);
    const avec = { stability: 1, friction: 0, logic: 1, autonomy: 1 };
    const near = retrieveNodes(nodes, { avec, limit: 2 });
    expect(near).toHaveLength(2);
    expect(near[0]?.resonance ?? 0).toBeGreaterThanOrEqual(near[1]?.resonance ?? 0);
    for (const tier of ["daily", "weekly", "monthly"] as const) {
      const { text, strictValid } = print(rollUp(nodes, { tier }));
      expect(strictValid).toBe(true);
      expect(text).toContain(`tier: ${tier}`);
      expect(text).toContain("Apples are kept in the store.");
      expect(text).toContain("three pears");
    }
    expect(() => rollUp([], { tier: "daily" })).toThrow(/no dated node/);
    expect(CognitiveStateObject.fromData(stateFromNodes([])).windowNumber).toBe(1);
  });
});
