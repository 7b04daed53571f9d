import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { verifies } from "../../../test/support/verifies.js";
import { runInProcess } from "./run-in-process.js";

const folder = mkdtempSync(join(tmpdir(), "pelorus-batch-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Cut at every seventh byte: a line may come in any pieces. */
function* inPieces(text: string): Generator<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  for (let start = 0; start < bytes.length; start += 7) yield bytes.slice(start, start + 7);
}

async function cli(
  args: readonly string[],
  input = "",
): Promise<{ code: number; lines: Record<string, unknown>[]; err: string }> {
  const { code, out, err } = await runInProcess(args, { input: inPieces(input) });
  const lines = out
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      try {
        return JSON.parse(line) as Record<string, unknown>;
      } catch {
        return { text: line };
      }
    });
  return { code, lines, err };
}

const NODE = `⊕⟨ ⏣0{ trigger: manual, response_format: temporal_node, origin_session: "s", compression_depth: 0, parent_node: null, prime: { attractor_config: { stability: 0.50, friction: 0.50, logic: 0.50, autonomy: 0.50 }, context_summary: "c", relevant_tier: raw, retrieval_budget: 0 } } ⟩
⦿⟨ ⏣0{ timestamp: "2026-01-01T00:00:00Z", tier: raw, session_id: "s", user_avec: { stability: 0.50, friction: 0.50, logic: 0.50, autonomy: 0.50, psi: 2.00 }, model_avec: { stability: 0.50, friction: 0.50, logic: 0.50, autonomy: 0.50, psi: 2.00 } } ⟩
◈⟨ ⏣0{ note(.9): "größer 🌍" } ⟩
⍉⟨ ⏣0{ rho: 1.00, kappa: 1.00, psi: 2.00, compression_avec: { stability: 0.50, friction: 0.50, logic: 0.50, autonomy: 0.50, psi: 2.00 } } ⟩`;

describe("batches", () => {
  it(`${verifies("POS-CLS-17")}classify answers every line in order, and tells a bad line in its place`, async () => {
    const input =
      '{"id":1,"request":"Translate this to French: good morning"}\n\n{"id":2,"request":""}\nnot json\n[1]\n{"id":3}\n{"id":"x","request":"What is the capital of Norway?","more":true}';
    const { code, lines } = await cli(["classify", "--jsonl"], input);
    expect(code).toBe(1);
    expect(lines).toHaveLength(6);
    expect(lines[0]).toMatchObject({
      id: 1,
      operations: ["TRANSFORM"],
      primary: "TRANSFORM",
      depth: expect.stringMatching(/^D[1-5]$/),
    });
    const [evidence] = (lines[0] as { evidence: { span: number[] }[] }).evidence;
    expect(Object.keys(evidence ?? {}).sort()).toEqual(["clause", "cue", "negated", "operation", "role", "span"]);
    expect(lines[1]).toMatchObject({ id: 2, error: { code: "request_empty", line: 3 } });
    expect(lines[2]).toMatchObject({ error: { code: "line_not_json", line: 4 } });
    expect(lines[3]).toMatchObject({ error: { code: "line_not_object", line: 5 } });
    expect(lines[4]).toMatchObject({ id: 3, error: { code: "line_member_missing", line: 6 } });
    expect(lines[5]).toMatchObject({ id: "x", operations: expect.arrayContaining(["RETRIEVE"]) });
    expect((await cli(["classify", "--jsonl"], '{"request":"List three rivers"}')).code).toBe(0);
  });

  it(`${verifies("POS-FAB-13")}tools select answers with ids, best first, and rejections only when asked`, async () => {
    const file = join(folder, "catalogue.json");
    const tools = [
      {
        name: "weather.get",
        description: "Get the weather in a city",
        parameters: { type: "dict", properties: { city: { type: "string" } } },
      },
      {
        name: "invoice_pay",
        description: "Pay an invoice",
        parameters: { type: "dict", properties: { amount: { type: "float" } } },
      },
    ];
    writeFileSync(file, JSON.stringify({ tools }));
    const { code, lines } = await cli(
      ["tools", "select", "--catalogue", file, "--k", "1", "--jsonl"],
      '{"id":"q","query":"What is the weather in Oslo?"}\n{"query":"zzz qqq"}',
    );
    expect(code).toBe(0);
    expect(lines[0]).toEqual({ id: "q", selected: ["weather.get"] });
    expect(lines[1]).toEqual({ selected: [] });
    const explained = await cli(["tools", "select", "weather in Oslo", "--catalogue", file, "--explain"]);
    expect(explained.lines[0]?.rejected).toEqual([{ capability_id: "invoice_pay", reason: "below-relevance" }]);
    writeFileSync(file, "{}");
    expect((await cli(["tools", "select", "x", "--catalogue", file])).code).toBe(2);
  });

  it("sttp check, format, convert and split tell of a node what there is", async () => {
    const file = join(folder, "node.sttp");
    writeFileSync(file, NODE);
    const batch = await cli(
      ["sttp", "check", "--jsonl"],
      `${JSON.stringify({ id: 1, text: NODE })}\n${JSON.stringify({ id: 2, text: "⊕⟨ no node" })}`,
    );
    expect(batch.code).toBe(0);
    expect(batch.lines[0]).toMatchObject({ id: 1, strict_valid: true, recovery: "clean", diagnostics: [] });
    expect(batch.lines[1]).toMatchObject({ id: 2, strict_valid: false });
    expect((await cli(["sttp", "check", file])).code).toBe(0);
    writeFileSync(join(folder, "bad.sttp"), NODE.replace("tier: raw", "tier: often"));
    const bad = await cli(["sttp", "check", join(folder, "bad.sttp")]);
    expect(bad.code).toBe(1);
    expect(bad.err).toContain("STTP_STRICT_INVALID_ENUM");
    expect(bad.err).toContain("^");
    const json = await cli(["sttp", "convert", file, "--to", "json"]);
    expect(json.code).toBe(0);
    expect((await cli(["sttp", "split", file])).lines[0]).toMatchObject({ strict_valid: true, text: NODE });
    expect((await cli(["sttp", "schema"])).code).toBe(0);
    expect((await cli(["sttp", "format", file])).code).toBe(0);
  });
});
