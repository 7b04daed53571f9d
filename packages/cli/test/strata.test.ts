import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { afterAll, describe, expect, it } from "vitest";
import { describeShared } from "../../../test/support/shared.js";
import { verifies } from "../../../test/support/verifies.js";
import { rawMember } from "../src/raw-member.js";
import { runInProcess } from "./run-in-process.js";

const folder = mkdtempSync(join(tmpdir(), "pelorus-strata-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

async function pelorus(args: readonly string[], input: string | readonly string[] = "") {
  const told = await runInProcess(args, { input: typeof input === "string" ? [input] : input });
  return { ...told, lines: told.out.trimEnd().split("\n") };
}

const PATHS = `domain node.
pred edge(node, node): Bool. pred path(node, node): Bool.
edge(a, b). edge(b, c).
path(X, Y) :- edge(X, Y).
path(X, Z) :- edge(X, Y), path(Y, Z).
`;

describe("strata check", () => {
  it("tells faults with their place and ends with 1; a sound program ends with 0", async () => {
    const sound = await pelorus(["strata", "check", file("paths.strata", PATHS)]);
    expect([sound.code, sound.out]).toEqual([0, ""]);
    const faulty = await pelorus(["strata", "check", "-"], `${PATHS}path(X, Y) :- egde(X, Y).\n`);
    expect(faulty.code).toBe(1);
    expect(faulty.err).toMatch(/E1\d{3} error 6:\d+ \/items\/\d+.*egde/);
    const json = await pelorus(["strata", "check", "-", "--json"], "path(");
    expect([json.code, JSON.parse(json.out)]).toMatchObject([1, { diagnostics: [{ severity: "error" }] }]);
  });

  it(`${verifies("STRATA-POL-04")}knows the policy vocabulary with --policy`, async () => {
    const rule = "deny(C, no) :- proposed(C, _, _).";
    expect((await pelorus(["strata", "check", "-"], rule)).code).toBe(1);
    expect((await pelorus(["strata", "check", "-", "--policy"], rule)).code).toBe(0);
    const forged = await pelorus(["strata", "check", "-", "--policy"], 'approved_sink("x").');
    expect([forged.code, forged.err]).toEqual([1, expect.stringContaining("E2018")]);
  });

  it("is a usage error for a file that is not there", async () => {
    expect((await pelorus(["strata", "check", join(folder, "none")])).code).toBe(2);
    expect((await pelorus(["strata", "run"])).code).toBe(2);
  });
});

describe("strata run, explain, convert, schema", () => {
  it("prints what is derived, with the host's facts", async () => {
    const run = await pelorus(["strata", "run", "-", "--facts", file("more.strata", "edge(c, d).")], PATHS);
    expect(run.code).toBe(0);
    expect(run.lines).toContain("path(a, d).");
    expect(run.lines.filter((line) => line.startsWith("path("))).toHaveLength(6);
    const json = await pelorus(["strata", "run", "-", "--json"], PATHS);
    const result = JSON.parse(json.out) as {
      outcome: { kind: string; data: { relations: { pred: string; total: number }[] } };
    };
    expect(result.outcome.kind).toBe("evaluated");
    expect(result.outcome.data.relations.find(({ pred }) => pred === "path")?.total).toBe(3);
    const wrong = await pelorus(["strata", "run", "-", "--facts", file("rule.strata", PATHS)], PATHS);
    expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining("only facts")]);
  });

  it(`${verifies("STRATA-EXP-01", "STRATA-EXP-03")}explains rows that hold and rows that do not`, async () => {
    const paths = file("paths.strata", PATHS);
    const held = await pelorus(["strata", "explain", paths, "path(a, c)"]);
    expect([held.code, held.out]).toEqual([0, expect.stringContaining("path(a, c) follows by rule")]);
    const all = await pelorus(["strata", "explain", paths, "path(a, X)", "--json"]);
    expect(all.lines.map((line) => JSON.parse(line).outcome.kind)).toEqual(["proof", "proof"]);
    const absent = await pelorus(["strata", "explain", paths, "path(c, a)"]);
    expect(absent.out).toContain("no row matches");
    expect((await pelorus(["strata", "explain", paths, "nothing(a)"])).code).toBe(2);
    expect((await pelorus(["strata", "explain", paths, "path(a"])).code).toBe(2);
  });

  it(`${verifies("STRATA-CONF-04")}converts to the other form and back without loss`, async () => {
    const json = await pelorus(["strata", "convert", "-"], PATHS);
    expect(JSON.parse(json.out)).toHaveProperty("ir_version");
    const text = await pelorus(["strata", "convert", "-"], json.out);
    const again = await pelorus(["strata", "convert", "-", "--to", "json"], text.out);
    const bare = (out: string) =>
      JSON.stringify(
        (JSON.parse(out) as { items: { kind: string; data: unknown }[] }).items.map(({ kind, data }) => [kind, data]),
      );
    expect(bare(again.out)).toBe(bare(json.out));
    expect((await pelorus(["strata", "convert", "-"], "{")).code).toBe(1);
  });

  it("prints schemas and the guide", async () => {
    expect(JSON.parse((await pelorus(["strata", "schema", "facts"])).out)).toHaveProperty("$schema");
    expect((await pelorus(["strata", "schema", "--guide"])).out).toContain("Writing Strata rules");
    expect((await pelorus(["strata", "schema", "other"])).code).toBe(2);
  });
});

describe("strata run --jsonl", () => {
  const line = (id: unknown, program: unknown) => `${JSON.stringify({ id, program })}\n`;

  it(`${verifies("STRATA-CONF-09")}answers each line in order with its status, whatever becomes of the program`, async () => {
    const { code, lines } = await pelorus(
      ["strata", "run", "--jsonl"],
      [
        line("text", PATHS),
        "\n",
        line("load", "path("),
        line("check", "pred p(a): Bool. p(X) :- q(X)."),
        line("asp", "@asp. pred p(int): Bool. p(1)."),
        line("soft", "pred p(int): Bool. 0.25 :: p(1). ?prob p(X)."),
        '{"id":"number","program":{"ir_version":"0.1.0","items":[{"kind":"fact","data":{"atom":{"pred":"p","args":[{"kind":"int","data":{"value":5.0}}]}}}]}}\n',
        '{"id":"twice","program":{"ir_version":"0.1.0","ir_version":"0.1.0","items":[]}}\n',
        '{"id":"empty","other":1,"program":{"ir_version":"0.1.0","items":[]}}',
      ],
    );
    expect(code).toBe(0);
    const answers = lines.map((text) => JSON.parse(text) as Record<string, unknown>);
    expect(answers.map(({ id, status, mode }) => [id, status, mode])).toEqual([
      ["text", "ok", "plain"],
      ["load", "load_error", undefined],
      ["check", "diagnostics", "plain"],
      ["asp", "unsupported", "asp"],
      ["soft", "ok", "soft"],
      ["number", "load_error", undefined],
      ["twice", "load_error", undefined],
      ["empty", "ok", "plain"],
    ]);
    expect(answers[0]).toMatchObject({ complete: true, dropped: 0, strata: { edge: 0, path: 0 }, num_strata: 1 });
    expect((answers[0] as { relations: Record<string, unknown[]> }).relations.path).toContainEqual({
      args: [
        { kind: "const", data: { name: "a" } },
        { kind: "const", data: { name: "c" } },
      ],
    });
    expect(answers[4]).toMatchObject({ lines: ["0.25 :: p(1)"] });
    expect(answers[4]).not.toHaveProperty("relations");
  });

  it(`${verifies("STRATA-CONF-09")}gives a bad line an error in its place and goes on, however lines are cut`, async () => {
    const input = ["nonsense\n", '{"id":7}\n', '{"id":8,"program":3}\n', "[]\n", line("good", "")].join("");
    const pieces = input.match(/.{1,3}/gs) ?? [];
    const { code, lines } = await pelorus(["strata", "run", "--jsonl"], pieces);
    expect(code).toBe(1);
    expect(lines.map((text) => JSON.parse(text))).toMatchObject([
      { error: { code: "line_not_json", line: 1 } },
      { id: 7, error: { code: "line_member_missing", line: 2 } },
      { id: 8, error: { code: "line_member_missing", line: 3 } },
      { error: { code: "line_not_object", line: 4 } },
      { id: "good", status: "ok" },
    ]);
  });

  it(`${verifies("STRATA-CONF-09")}sees the text of a member as it stands, the last of two`, () => {
    expect(rawMember('{ "a" : [1, {"program": 0}], "program" : {"x":"}\\"," , "y":5.0} , "b":2 }', "program")).toBe(
      '{"x":"}\\"," , "y":5.0}',
    );
    expect(rawMember('{"program":1,"progr\\u0061m":"2"}', "program")).toBe('"2"');
    expect(rawMember('{"other":{"program":1}}', "program")).toBeNull();
    expect(rawMember("{}", "program")).toBeNull();
  });

  describeShared("the shared programs", (read) => {
    it(`${verifies("STRATA-CONF-09")}give what was recorded, for every program without answer sets`, async () => {
      interface Row {
        readonly id: string;
        readonly mode: string;
        readonly status: string;
        readonly program: unknown;
        readonly expected: { readonly relations?: Record<string, unknown[]>; readonly strata?: unknown };
      }
      const rows = read("vectors/strata/programs.jsonl")
        .trim()
        .split("\n")
        .map((text) => JSON.parse(text) as Row);
      const { code, lines } = await pelorus(
        ["strata", "run", "--jsonl"],
        rows.map(({ id, program }) => line(id, program)),
      );
      expect([code, lines.length]).toEqual([0, rows.length]);
      const wrong = rows.filter((row, at) => {
        const got = JSON.parse(lines[at] as string) as Record<string, unknown>;
        if (row.mode === "asp") return got.status !== "unsupported" || got.mode !== "asp";
        if (got.status !== row.status || got.mode !== row.mode || got.id !== row.id) return true;
        if (row.mode !== "plain" || row.status !== "ok") return false;
        return (
          !isDeepStrictEqual(
            asSets(got.relations as Record<string, unknown[]>),
            asSets(row.expected.relations ?? {}),
          ) || !isDeepStrictEqual(got.strata, row.expected.strata)
        );
      });
      expect(wrong.map(({ id }) => id)).toEqual([]);
    });
  });

  function asSets(relations: Record<string, unknown[]>): Record<string, string[]> {
    return Object.fromEntries(
      Object.entries(relations)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([pred, rows]) => [pred, rows.map((row) => JSON.stringify(row, sortedKeys)).sort()]),
    );
  }

  function sortedKeys(_key: string, value: unknown): unknown {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
  }
});

describe("policy test", () => {
  const policy = () =>
    file("house-rules.strata", "@builtins.\nrequire_approval(C, big) :- argument(C, amount, V), is_int(V), V > 100.\n");
  const facts = (amount: string) =>
    file("facts.strata", `inspection(arguments). proposed(c, s, pay). argument(c, amount, ${amount}).`);

  it(`${verifies("STRATA-POL-07", "POS-POL-03")}tells what would be decided, why and why not`, async () => {
    const big = await pelorus(["policy", "test", policy(), "--facts", facts("150")]);
    expect(big.code).toBe(0);
    expect(big.lines).toContain("c: require_approval (big)");
    expect(big.out).toContain("require_approval c: big [policy-rule:house-rules#1]");
    expect(big.out).toContain("argument(c, amount, 150) is given");
    const json = JSON.parse((await pelorus(["policy", "test", policy(), "--facts", facts("50"), "--json"])).out);
    expect(json).toMatchObject({ version: "1.0", point: "arguments", calls: [{ call: "c", verdict: "allow" }] });
    expect(json.not_decided.map(({ decision }: { decision: string }) => decision)).toContain("require_approval");
    const refused = await pelorus(["policy", "test", policy(), "--facts", facts("50"), "--default", "deny"]);
    expect(refused.lines).toContain("c: deny (no_allow_rule)");
  });

  it(`${verifies("STRATA-POL-06")}ends with 1 for a policy that does not check, and 2 for facts that are none`, async () => {
    const broken = await pelorus(["policy", "test", "-", "--facts", facts("1")], 'approved_sink("x").');
    expect([broken.code, broken.err]).toEqual([1, expect.stringContaining("policy_error")]);
    expect((await pelorus(["policy", "test", policy(), "--facts", policy()])).code).toBe(2);
    expect((await pelorus(["policy", "test", policy()])).code).toBe(2);
  });
});
