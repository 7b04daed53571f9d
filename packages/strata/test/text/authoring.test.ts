import { get_encoding } from "tiktoken";
import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { checkProgram } from "../../src/check/check-program.js";
import { applyJsonFixes, applyTextFixes } from "../../src/diagnostic/apply-fixes.js";
import { renderDiagnostics } from "../../src/diagnostic/render-diagnostics.js";
import { compactSchema } from "../../src/ir/compact-schema.js";
import { loadProgram, parseProgram } from "../../src/ir/json/load-program.js";
import { programToJson } from "../../src/ir/json/print-program.js";
import { AUTHORING_GUIDE } from "../../src/text/authoring-guide.js";
import { locateInText } from "../../src/text/locate-in-text.js";
import { parseText } from "../../src/text/parse-text.js";
import { programOf } from "../ir/programs.js";

describe("the authoring guide", () => {
  it("takes under 900 tokens, and with the schema under 1,600", () => {
    const encoding = get_encoding("o200k_base");
    const count = (text: string) => encoding.encode(text).length;
    const [guide, schema] = [count(AUTHORING_GUIDE), count(compactSchema())];
    encoding.free();
    expect(guide).toBeLessThan(900);
    expect(guide + schema).toBeLessThan(1600);
  });

  it("shows programs that check", () => {
    const example = AUTHORING_GUIDE.slice(
      AUTHORING_GUIDE.indexOf("domain node."),
      AUTHORING_GUIDE.indexOf("\nNames\n"),
    );
    expect(checkProgram(programOf(example)).diagnostics).toEqual([]);
    for (const line of [
      "has_target(C) :- target(C, _).",
      "sums(K, sum<V>) :- row(K, V).",
      "5 :: e(a, b).",
      "0.5 :: p(a).",
    ]) {
      expect(AUTHORING_GUIDE).toContain(line);
      expect(parseText(line).ok, line).toBe(true);
    }
    const json = [...AUTHORING_GUIDE.matchAll(/^(.*\.) is (\{"kind":"predicate".*\})\.$/gm)];
    expect(json).toHaveLength(1);
    const item = programOf(json[0]![1]!).items[0]!;
    expect(JSON.parse(json[0]![2]!)).toEqual({ kind: item.kind, data: item.data });
  });

  it("comes with a schema that names every type a program is made of", () => {
    for (const name of [
      "Program",
      "Item",
      "PredDecl",
      "Signature",
      "Rule",
      "Atom",
      "Literal",
      "Term",
      "Expr",
      "Fact",
      "Query",
    ]) {
      expect(compactSchema()).toMatch(new RegExp(`^${name} = `, "m"));
    }
  });
});

/** A JSON program as a model writes it: a misspelt field, a misspelt predicate, a fraction for an integer. */
const DRAFT = `{"ir_version":"0.1.0","items":[
  {"kind":"domain","data":{"name":"node"}},
  {"kind":"predicate","data":{"name":"edge","sig":{"args":["node","node"],"annotation":"trop"}}},
  {"kind":"predicate","data":{"name":"path","sig":{"args":["node","node"],"annotation":"trop"}}},
  {"kind":"fact","data":{"atom":{"pred":"edge","args":[{"kind":"const","data":{"name":"a"}},{"kind":"const","data":{"name":"b"}}]},"wieght":5.0}},
  {"kind":"rule","data":{"head":{"pred":"path","args":[{"kind":"var","data":{"name":"X"}},{"kind":"var","data":{"name":"Y"}}]},
    "body":[{"kind":"pos","data":{"pred":"egde","args":[{"kind":"var","data":{"name":"X"}},{"kind":"var","data":{"name":"Y"}}]}}]}}]}`;

describe("the repair loop", () => {
  it(`${verifies("STRATA-LOAD-04", "STRATA-LOAD-05")}mends three typical mistakes of a JSON program from the diagnostics alone`, () => {
    let text = DRAFT;
    const seen: number[][] = [];
    for (let round = 0; round < 6; round += 1) {
      const loaded = parseProgram(text);
      const outcome = loaded.ok ? locateInText(text, checkProgram(loaded.value)) : loaded;
      seen.push(outcome.diagnostics.map(({ code }) => code));
      if (outcome.ok && outcome.diagnostics.length === 0) break;
      // The loop knows nothing of Strata: it applies what the diagnostics carry.
      text = applyTextFixes(text, outcome.diagnostics).value;
    }
    expect(seen).toEqual([[2005], [2007], [1001], []]);
    expect(text).toContain('"weight":5}');
    expect(text).toContain('"pred":"edge","args":[{"kind":"var"');
  });

  it(`${verifies("STRATA-LOAD-04", "STRATA-LOAD-07")}mends the same program as a value, patch by patch`, () => {
    let document: unknown = JSON.parse(DRAFT);
    const seen: number[][] = [];
    for (let round = 0; round < 5; round += 1) {
      const loaded = loadProgram(document);
      const outcome = loaded.ok ? checkProgram(loaded.value) : loaded;
      seen.push(outcome.diagnostics.map(({ code }) => code));
      if (outcome.ok && outcome.diagnostics.length === 0) break;
      document = applyJsonFixes(document, outcome.diagnostics).value;
    }
    expect(seen).toEqual([[2005], [1001], []]);
  });

  it("mends three typical mistakes of a text program from the diagnostics alone", () => {
    let text = "domain node.\npred edge(node, nod): Bool\npred linked(node): Bool.\nlinked(X) :- edge(X, Y).\n";
    const seen: number[][] = [];
    for (let round = 0; round < 5; round += 1) {
      const parsed = parseText(text);
      const outcome = parsed.ok ? locateInText(text, checkProgram(parsed.value)) : parsed;
      seen.push(outcome.diagnostics.map(({ code }) => code));
      if (outcome.ok && outcome.diagnostics.length === 0) break;
      text = applyTextFixes(text, outcome.diagnostics).value;
    }
    expect(seen).toEqual([[2], [2002, 10], []]);
    expect(text).toBe(
      "domain node.\npred edge(node, node): Bool.\npred linked(node): Bool.\nlinked(X) :- edge(X, _Y).\n",
    );
  });
});

describe("rendering", () => {
  it("says code, place, message, hint and fix in one or two lines", () => {
    const program = programOf("domain d. pred parent(d): Bool. pred p(d): Bool. p(X) :- parnet(X).");
    expect(renderDiagnostics(checkProgram(program).diagnostics)).toBe(
      'E1001 error /items/3/data/body/0/data/pred: there is no predicate "parnet": declare it with pred (did you mean "parent"?)\n' +
        '  fix: replace /items/3/data/body/0/data/pred = "parent"',
    );
    const text = "p(a).\np(b\nq(c).";
    const rendered = renderDiagnostics(parseText(text).diagnostics, { text });
    expect(rendered).toMatch(/^E0002 error 3:1: expected `,` or `\)`, but found "q"$/);
    const json = programToJson(program) as { zzz?: number };
    json.zzz = 1;
    expect(renderDiagnostics(loadProgram(json).diagnostics)).toMatch(
      /^E2005 error \/zzz: there is no field "zzz" here/,
    );
  });
});
