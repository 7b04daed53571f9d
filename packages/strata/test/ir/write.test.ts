import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { loadProgram } from "../../src/ir/json/load-program.js";
import {
  atomToJson,
  diagnosticsToJson,
  diagnosticToJson,
  factsToJson,
  factToJson,
  literalToJson,
  printProgram,
  programToJson,
  termToJson,
} from "../../src/ir/json/print-program.js";
import type { Program } from "../../src/ir/program.js";
import type { Term } from "../../src/ir/term.js";

const seven: Term = { kind: "int", data: { value: 7 } };

describe("writing", () => {
  it(`${verifies("STRATA-ENC-04")}leaves out defaults, whether a document spelt them out or an object holds them`, () => {
    const spelt = {
      ir_version: "0.1.0",
      items: [
        {
          kind: "predicate",
          data: {
            name: "p",
            sig: {
              args: [],
              annotation: { kind: "bool" },
              effects: { termination: "total", completeness: "complete", determinism: "stochastic" },
            },
            neural: null,
          },
          trivia: { leading: [], trailing: "", blank_before: false },
        },
        {
          kind: "rule",
          data: { head: { pred: "p", args: [] }, body: [{ kind: "is_int", data: { value: seven, negated: false } }] },
        },
      ],
    };
    const loaded = loadProgram(spelt);
    expect(loaded.ok && loaded.value.items[0]).not.toHaveProperty("trivia");
    expect(loaded.ok && programToJson(loaded.value)).toEqual({
      ir_version: "0.1.0",
      items: [
        {
          kind: "predicate",
          data: { name: "p", sig: { args: [], annotation: { kind: "bool" }, effects: { determinism: "stochastic" } } },
        },
        { kind: "rule", data: { head: { pred: "p", args: [] }, body: [{ kind: "is_int", data: { value: seven } }] } },
      ],
    });
    expect(literalToJson({ kind: "is_int", data: { value: seven, negated: false } })).toEqual({
      kind: "is_int",
      data: { value: seven },
    });
    expect(diagnosticsToJson([])).toEqual({ ir_version: "0.1.0" });
    const note = { code: 10, severity: "warning", message: "m", path: "", fixes: [] } as const;
    expect(diagnosticToJson(note)).toEqual({ code: 10, severity: "warning", message: "m", path: "" });
  });

  it(`${verifies("STRATA-ENC-02", "STRATA-ENC-03", "STRATA-ENC-07")}tags what can carry data, and nothing else`, () => {
    const pair: Term = {
      kind: "compound",
      data: { functor: "pair", args: [{ kind: "var", data: { name: "X" } }, seven] },
    };
    expect(termToJson(pair)).toEqual({
      kind: "compound",
      data: {
        functor: "pair",
        args: [
          { kind: "var", data: { name: "X" } },
          { kind: "int", data: { value: 7 } },
        ],
      },
    });
    expect(atomToJson({ pred: "p", args: [pair] })).toEqual({ pred: "p", args: [termToJson(pair)] });
    const program: Program = {
      irVersion: "0.1.0",
      items: [
        { kind: "pragma", data: "terms" },
        { kind: "query", data: { atom: { pred: "p", args: [] }, kind: "plain" }, span: { start: 0, end: 6 } },
        { kind: "predicate", data: { name: "p", sig: { args: [{ kind: "int" }], annotation: { kind: "trop" } } } },
      ],
    };
    expect(printProgram(program)).toBe(
      '{"ir_version":"0.1.0","items":[{"kind":"pragma","data":"terms"},' +
        '{"kind":"query","data":{"atom":{"pred":"p","args":[]},"kind":"plain"},"span":{"start":0,"end":6}},' +
        '{"kind":"predicate","data":{"name":"p","sig":{"args":[{"kind":"int"}],"annotation":{"kind":"trop"}}}}]}',
    );
  });

  it(`${verifies("STRATA-ENC-05", "STRATA-LOAD-08")}writes weights as integers or inf, in facts documents too`, () => {
    const atom = { pred: "e", args: [] };
    expect(factToJson({ atom, weight: "inf" })).toEqual({ atom, weight: "inf" });
    expect(
      factsToJson([
        { atom, weight: -5 },
        { atom, prob: 0.5 },
      ]),
    ).toEqual({
      ir_version: "0.1.0",
      facts: [
        { atom, weight: -5 },
        { atom, prob: 0.5 },
      ],
    });
  });

  it(`${verifies("STRATA-ENC-10")}writes fields in table order, however an object holds them, indented when asked`, () => {
    const program = { items: [{ data: { name: "n" }, kind: "domain" }], irVersion: "0.1.0" } as Program;
    expect(printProgram(program)).toBe('{"ir_version":"0.1.0","items":[{"kind":"domain","data":{"name":"n"}}]}');
    expect(printProgram(program, { indent: 2 })).toBe(JSON.stringify(JSON.parse(printProgram(program)), null, 2));
  });
});
