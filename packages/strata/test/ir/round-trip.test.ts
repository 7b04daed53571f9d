import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { verifies } from "../../../../test/support/verifies.js";
import { checkProgram } from "../../src/check/check-program.js";
import { conventionViolations } from "../../src/convention/index.js";
import { evaluate } from "../../src/evaluate/evaluate.js";
import { resultToJson } from "../../src/evaluate/result-json.js";
import { explanationToJson } from "../../src/explain/explanation-json.js";
import { why } from "../../src/explain/why.js";
import { whyNot } from "../../src/explain/why-not.js";
import { loadProgram, parseProgram } from "../../src/ir/json/load-program.js";
import { diagnosticsToJson, factsToJson, printProgram, programToJson } from "../../src/ir/json/print-program.js";
import { documentCodec, jsonSchema } from "../../src/ir/json-schema.js";
import type { Item, Program } from "../../src/ir/program.js";
import { parseText } from "../../src/text/parse-text.js";
import { printText } from "../../src/text/print-text.js";
import { programs, trivia } from "./arbitrary-program.js";
import { programOf } from "./programs.js";

const validator = (schema: object) => new Ajv2020({ strict: false }).compile(schema);

const meaning = (program: Program) => program.items.map(({ trivia: _trivia, span: _span, ...item }: Item) => item);

describe("programs", () => {
  it(`${verifies("STRATA-CONF-04", "STRATA-ENC-10")}come back from JSON text and value as they were, bytes included`, () => {
    fc.assert(
      fc.property(programs, (program) => {
        const text = printProgram(program);
        const parsed = parseProgram(text);
        expect(parsed).toEqual({ ok: true, value: program, diagnostics: [] });
        expect(loadProgram(JSON.parse(text))).toEqual(parsed);
        if (parsed.ok) expect(printProgram(parsed.value)).toBe(text);
      }),
      { numRuns: 300 },
    );
  });

  it(`${verifies("STRATA-TXT-01", "STRATA-CONF-04")}come back from surface text as they were`, () => {
    fc.assert(
      fc.property(programs, (program) => {
        const text = printText(program);
        const parsed = parseText(text);
        expect(parsed.diagnostics, text).toEqual([]);
        if (!parsed.ok) return;
        expect(meaning(parsed.value)).toEqual(meaning(program));
        expect(printText(parsed.value)).toBe(text);
      }),
      { numRuns: 300 },
    );
  });

  it(`${verifies("STRATA-TXT-01")}keep any comment a document holds, once normalised`, () => {
    const noted = fc.array(fc.option(trivia, { nil: undefined }), { minLength: 1, maxLength: 4 }).map((notes) => ({
      irVersion: "0.1.0",
      items: notes.map((note, index) => ({
        kind: "domain" as const,
        data: { name: `d${index}` },
        ...(note === undefined ? {} : { trivia: note }),
      })),
    }));
    fc.assert(
      fc.property(noted, (program) => {
        const once = parseText(printText(program));
        expect(once.ok).toBe(true);
        if (!once.ok) return;
        const twice = parseText(printText(once.value));
        expect(meaning(once.value)).toEqual(meaning(program));
        expect(twice).toEqual(once);
      }),
      { numRuns: 300 },
    );
  });

  it(`${verifies("STRATA-CONF-04")}are accepted by their JSON Schema and by their zod codec`, () => {
    const valid = validator(jsonSchema("program"));
    const codec = documentCodec("program");
    fc.assert(
      fc.property(programs, (program) => {
        const json = programToJson(program);
        expect(valid(json)).toBe(true);
        expect(z.decode(codec, json)).toEqual(program);
        expect(z.encode(codec, program)).toEqual(json);
      }),
      { numRuns: 100 },
    );
  });
});

describe("every document the package writes", () => {
  it(`${verifies("STRATA-CONF-04")}validates against its schema, whatever program it is about`, () => {
    const valid = {
      facts: validator(jsonSchema("facts")),
      result: validator(jsonSchema("result")),
      explanation: validator(jsonSchema("explanation")),
      diagnostics: validator(jsonSchema("diagnostics")),
    };
    const hold = (name: keyof typeof valid, document: unknown) =>
      expect(valid[name](JSON.parse(JSON.stringify(document))), JSON.stringify(document)).toBe(true);
    for (const text of [
      "@builtins. domain d. pred e(d, int): Bool. pred q(d): Bool. pred t(int): Bool. e(a, 1). e(b, 2). q(X) :- e(X, N), N > 1. t(sum<N>) :- e(_, N). ? q(X).",
      "domain d. pred w(d): Trop. pred r(d): Trop. 5 :: w(a). inf :: w(b). r(X) :- w(X), w(X). ? r(X).",
      "domain d. pred s(d): Bool. pred h(d): Bool. 0.5 :: s(a). h(X) :- s(X). ?prob h(X).",
      "domain d. pred p(d): Bool. p(X) :- q(X).",
      "@asp. pred a(): Bool. a() :- not a().",
      "pred p(d): Bool. 5 :: p(a). p(X).",
    ]) {
      const program = programOf(text);
      const checked = checkProgram(program);
      hold("diagnostics", diagnosticsToJson(checked.diagnostics));
      hold("facts", factsToJson(program.items.flatMap((item) => (item.kind === "fact" ? [item.data] : []))));
      const outcome = evaluate(program);
      hold("result", resultToJson(outcome));
      if (!outcome.ok) continue;
      for (const pred of ["q", "t", "r", "h"].filter((name) => text.includes(`pred ${name}(`))) {
        for (const row of outcome.value.rows(pred).rows)
          hold("explanation", explanationToJson(why(outcome.value, { pred, args: row.args })));
        hold(
          "explanation",
          explanationToJson(whyNot(outcome.value, { pred, args: [{ kind: "const", data: { name: "nobody" } }] })),
        );
      }
    }
  });
});

describe("JSON Schemas", () => {
  const documents = ["program", "facts", "result", "explanation", "diagnostics"] as const;

  it(`${verifies("STRATA-ENC-01", "STRATA-ENC-06")}obey the convention, with the exemptions the design names`, () => {
    for (const name of documents) {
      const found = conventionViolations(jsonSchema(name), {
        beside: new Set(["trivia", "span"]),
        opaque: new Set(["value"]),
        bareKind: true,
      });
      expect(found, name).toEqual([]);
    }
  });

  it(`${verifies("STRATA-LOAD-03")}admit shorthand only when asked`, () => {
    const seedLike = {
      ir_version: "0.1.0",
      items: [{ kind: "predicate", data: { name: "p", sig: { args: ["node", "int"], annotation: "bool" } } }],
    };
    expect(validator(jsonSchema("program"))(seedLike)).toBe(false);
    expect(validator(jsonSchema("program", { shorthand: true }))(seedLike)).toBe(true);
    const loaded = loadProgram(seedLike);
    expect(loaded.ok && z.decode(documentCodec("program", { shorthand: true }), seedLike)).toEqual(
      loaded.ok && loaded.value,
    );
  });

  it(`${verifies("STRATA-TYP-03")}leave the extension out for a strict reader`, () => {
    const program = (item: unknown) => ({ ir_version: "0.1.0", items: [item] });
    const pragma = program({ kind: "pragma", data: "builtins" });
    const int = { kind: "int", data: { value: 1 } };
    const literal = { kind: "is_int", data: { value: int } };
    const rule = program({ kind: "rule", data: { head: { pred: "p", args: [] }, body: [literal] } });
    const strict = validator(jsonSchema("program", { extension: false }));
    const ours = validator(jsonSchema("program"));
    for (const document of [pragma, rule]) {
      expect(ours(document)).toBe(true);
      expect(strict(document)).toBe(false);
    }
  });

  it(`${verifies("STRATA-ENC-09")}are closed`, () => {
    const valid = validator(jsonSchema("program"));
    expect(valid({ ir_version: "0.1.0", items: [], zzz: 1 })).toBe(false);
    expect(valid({ ir_version: "0.1.0", items: [{ kind: "domain", data: { name: "n", zzz: 1 } }] })).toBe(false);
  });

  it("are the ones written into specs/", async () => {
    for (const name of documents) {
      const text = `${JSON.stringify(jsonSchema(name, { shorthand: name === "program" }), null, 2)}\n`;
      await expect(text).toMatchFileSnapshot(`../../../../specs/strata/${name}.schema.generated.json`);
    }
  });

  it("refuse an unknown document by a coded TypeError", () => {
    expect(() => jsonSchema("toString" as never)).toThrow(expect.objectContaining({ code: "strata_api_misuse" }));
  });
});
