import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { comparisonForm } from "../../src/evaluate/comparison-form.js";
import { parseProgram } from "../../src/ir/json/load-program.js";
import { parseText } from "../../src/text/parse-text.js";

const form = (text: string) => comparisonForm(parseText(text));
const name = (text: string) => ({ kind: "const", data: { name: text } });

describe("the line of a batch", () => {
  it(`${verifies("STRATA-CONF-09")}lists every declared predicate of a plain program, empty ones too`, () => {
    expect(
      form("domain n. pred e(n): Trop. pred none(n): Bool. pred p(n): Bool. 5 :: e(a). inf :: e(b). p(c). ? p(X)."),
    ).toEqual({
      status: "ok",
      mode: "plain",
      relations: {
        e: [
          { args: [name("a")], weight: 5 },
          { args: [name("b")], weight: "inf" },
        ],
        none: [],
        p: [{ args: [name("c")] }],
      },
      strata: { e: 0, none: 0, p: 0 },
      num_strata: 1,
      complete: true,
      dropped: 0,
    });
  });

  it(`${verifies("STRATA-CONF-09")}lists the rows of prob queries, in the text syntax`, () => {
    const soft = form('domain n. pred s(n): Bool. 0.25 :: s("A b"). s(c). 0.0 :: s(d). ?prob s(_).');
    expect(soft).toMatchObject({ status: "ok", mode: "soft", lines: ['0.25 :: s("A b")', "1 :: s(c)"] });
    expect(soft).not.toHaveProperty("relations");
    expect(form("domain n. pred s(n): Bool. 0.25 :: s(a).")).toMatchObject({
      mode: "plain",
      relations: { s: [{ args: [name("a")] }] },
    });
  });

  it(`${verifies("STRATA-CONF-09")}says what kind of refusal it was`, () => {
    const load = comparisonForm(
      parseProgram(
        '{"ir_version":"0.1.0","items":[{"kind":"fact","data":{"atom":{"pred":"e","args":[]},"weight":5.0}}]}',
      ),
    );
    expect(load).toMatchObject({ status: "load_error", diagnostics: [{ code: 2007 }] });
    expect(load).not.toHaveProperty("mode");
    expect(form("pred p(n): Bool. q(a).")).toMatchObject({ status: "diagnostics", mode: "plain" });
    expect(form("pred s(n): Bool. 0.5 :: s(a). ?grad s(a).")).toMatchObject({ status: "unsupported", mode: "soft" });
    expect(form("@asp. pred a(): Bool.")).toMatchObject({ status: "unsupported", mode: "asp" });
    const runtime = form("domain n. pred d(n): Trop. 0 :: d(a). pred e(n): Trop. -1 :: e(a). d(X) :- d(X), e(X).");
    expect(runtime).toMatchObject({ status: "runtime_error", mode: "plain", diagnostics: [{ code: 2014 }] });
    expect(runtime.error).toBe((runtime.diagnostics as { message: string }[])[0]!.message);
    expect(runtime).not.toHaveProperty("relations");
  });

  it(`${verifies("STRATA-CONF-09")}keeps predicates whose names objects reserve`, () => {
    const line = JSON.stringify(form('pred "__proto__"(): Bool. "__proto__"().'));
    expect(line).toContain('"__proto__":[{"args":[]}]');
  });
});
