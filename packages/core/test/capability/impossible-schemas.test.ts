import {
  checkSchemas,
  DescriptorError,
  defineCapability,
  memoryJournal,
  runPositioned,
  ToolCapabilityFabric,
} from "@pelorus/core";
import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";

const FIELDS = {
  capabilityId: "count_stock",
  description: "Count the stock",
  operationTypes: ["RETRIEVE" as const],
  safetyClass: "read-only" as const,
  inputSchema: { type: "object" } as const,
  execute: () => 12,
};

const define = (fields: object) => defineCapability({ ...FIELDS, ...fields } as Parameters<typeof defineCapability>[0]);

function refusal(make: () => unknown): DescriptorError {
  try {
    make();
  } catch (error) {
    expect(error).toBeInstanceOf(DescriptorError);
    return error as DescriptorError;
  }
  throw new Error("nothing was refused");
}

/** Schemas that show what is wrong with them, and where. */
const IMPOSSIBLE: readonly (readonly [string, object, string])[] = [
  ["an unknown type", { type: "nope" }, "/inputSchema/type"],
  ["a list as arguments", { type: "array" }, "/inputSchema/type"],
  ["a union without an object", { type: ["string", "null"] }, "/inputSchema/type"],
  [
    "a mistyped type of a property",
    { type: "object", properties: { a: { type: "strng" } } },
    "/inputSchema/properties/a/type",
  ],
  [
    "a type that is no name",
    { properties: { "a/b": { items: { type: 7 } } } },
    "/inputSchema/properties/a~1b/items/type",
  ],
  ["a reference that leads nowhere", { type: "object", $ref: "#/nowhere" }, "/inputSchema/$ref"],
  [
    "an expression that is none",
    { properties: { a: { anyOf: [{ pattern: "((" }] } } },
    "/inputSchema/properties/a/anyOf/0/pattern",
  ],
  ["a name of properties that is none", { patternProperties: { "((": {} } }, "/inputSchema/patternProperties/(("],
];

describe("schemas nothing could be held against", () => {
  it.each(IMPOSSIBLE)(
    `${verifies("POS-FAB-14")}%s is refused where it is defined or registered`,
    (_, inputSchema, path) => {
      const good = defineCapability(FIELDS).descriptor;
      for (const error of [
        refusal(() => define({ inputSchema })),
        refusal(() =>
          new ToolCapabilityFabric().register({ ...good, inputSchema: inputSchema as Record<string, unknown> }),
        ),
      ]) {
        expect(error.code).toBe("descriptor_invalid");
        expect(error.problems.map((problem) => problem.path)).toEqual([path]);
        expect(error.message).toContain('"count_stock"');
      }
    },
  );

  it(`${verifies("POS-FAB-14")}an output's schema is checked as well, and may be of any type`, () => {
    expect(define({ outputSchema: { type: "array", items: { type: "string" } } })).toBeDefined();
    const error = refusal(() => define({ outputSchema: { type: "array", items: { type: "strng" } } }));
    expect(error.problems.map(({ path }) => path)).toEqual(["/outputSchema/items/type"]);
  });

  it(`${verifies("POS-FAB-14")}what can be used is taken: unions, references that lead somewhere, circles, words in examples`, async () => {
    const node = { type: "object", properties: { next: { $ref: "#/$defs/a~1b%20c" }, whole: { $ref: "#" } } };
    for (const inputSchema of [
      {},
      { type: ["object", "null"] },
      { $defs: { "a/b c": node }, $ref: "#/$defs/a~1b%20c" },
      { type: "object", properties: { a: { const: { type: "nope" }, default: { pattern: "((" } } } },
      { $defs: { part: { $id: "https://x.example/part", $defs: { b: {} }, $ref: "#/$defs/b" } }, type: "object" },
    ]) {
      await checkSchemas(define({ inputSchema }).descriptor);
    }
  });

  it.each([
    ["a bound that is no number", { properties: { a: { minimum: "1" } } }, "/inputSchema/properties/a/minimum"],
    ["a foreign reference", { $ref: "https://x.example/s" }, "/inputSchema"],
  ])(
    `${verifies("POS-FAB-14")}%s is refused when the run is started, before anything is done`,
    async (_, schema, path) => {
      let asked = 0;
      const journal = memoryJournal();
      const tool = define({ inputSchema: { type: "object", ...schema } });
      const fabric = new ToolCapabilityFabric();
      fabric.register(tool);
      for (const offered of [{ tools: [tool] }, { fabric }]) {
        const options = { model: () => String(asked++), journal, runId: "refused", ...offered };
        const error = await runPositioned("Count the stock.", options).catch((thrown: unknown) => thrown);
        expect(error).toBeInstanceOf(DescriptorError);
        expect((error as DescriptorError).problems.map((problem) => problem.path)).toEqual([path]);
        expect((error as DescriptorError).message).toContain('"count_stock"');
      }
      expect([asked, await journal.read("refused")]).toEqual([0, []]);
    },
  );
});

describe("members of a capability", () => {
  it.each([
    [{ timeoutMs: 5 }, "/timeoutMs", "the option toolTimeoutMs of a run holds for all of its tools"],
    [{ outputschema: {} }, "/outputschema", "did you mean outputSchema?"],
    [{ safteyClass: "network" }, "/safteyClass", "did you mean safetyClass?"],
    [{ zebra: 1 }, "/zebra", "known are capabilityId, "],
    [{ metadata: { repeatble: true } }, "/metadata/repeatble", "did you mean repeatable?"],
    [{ costProfile: { latency: 5 } }, "/costProfile/latency", "did you mean latencyMs?"],
  ])(`${verifies("POS-FAB-01")}that nobody knows are refused with what was meant: %j`, (fields, path, hint) => {
    const [problem, ...more] = refusal(() => define(fields)).problems;
    expect([problem?.path, more]).toEqual([path, []]);
    expect(problem?.message).toContain(hint);
  });

  it(`${verifies("POS-FAB-01")}an id is one line without white space at its ends; how servers name tools is no problem`, () => {
    for (const capabilityId of ["a\nb", "a\u2028b", "a\u0000", " a", "a ", "\ud800", "", "x".repeat(129)]) {
      expect(refusal(() => define({ capabilityId })).problems[0]?.path).toBe("/capabilityId");
    }
    for (const capabilityId of ["repos/list", "a b/c", "日本.検索", "x".repeat(128)]) {
      expect(define({ capabilityId }).descriptor.capabilityId).toBe(capabilityId);
    }
  });
});
