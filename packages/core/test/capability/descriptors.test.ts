import { describe, expect, it } from "vitest";
import { z } from "zod";
import { describeShared } from "../../../../test/support/shared.js";
import { verifies } from "../../../../test/support/verifies.js";
import { checkDescriptor } from "../../src/capability/check-descriptor.js";
import { defineCapability } from "../../src/capability/define-capability.js";
import { descriptorFrom } from "../../src/capability/descriptor-from.js";
import { ToolCapabilityFabric } from "../../src/capability/fabric.js";
import { normaliseSchema } from "../../src/capability/normalise-schema.js";
import { validateArguments } from "../../src/capability/validate-arguments.js";
import { DescriptorError } from "../../src/contract/error.js";

const base = {
  capabilityId: "lookup",
  operationTypes: ["RETRIEVE"],
  inputSchema: { type: "object" },
  costProfile: { safetyClass: "read-only" },
};
const context = {
  signal: new AbortController().signal,
  idempotencyKey: "k",
  runId: "r",
  stepId: "s1",
  callId: "c",
  reportProgress: () => undefined,
  remark: () => undefined,
};
function problemsOf(action: () => unknown): readonly { readonly path: string; readonly message: string }[] {
  try {
    action();
  } catch (error) {
    if (error instanceof DescriptorError) return error.problems;
    throw error;
  }
  throw new Error("nothing was thrown");
}

describe("registration", () => {
  it(`${verifies("POS-FAB-01")}fills the defaults`, () => {
    expect(checkDescriptor(base).descriptor).toEqual({
      ...base,
      kind: "tool",
      version: "1.0.0",
      outputSchema: {},
      producesFacts: true,
      costProfile: { tokens: 0, latencyMs: 0, safetyClass: "read-only" },
    });
  });

  it(`${verifies("POS-FAB-01")}returns every problem with its path`, () => {
    const problems = problemsOf(() =>
      checkDescriptor({
        capabilityId: "",
        operationTypes: [],
        inputSchema: 7,
        costProfile: { tokens: -1 },
        metadata: { dataLabels: [1] },
      }),
    );
    expect(problems.map((problem) => problem.path).sort()).toEqual([
      "/capabilityId",
      "/costProfile/safetyClass",
      "/costProfile/tokens",
      "/inputSchema",
      "/metadata/dataLabels/0",
      "/operationTypes",
    ]);
    expect(problemsOf(() => checkDescriptor(null)).length).toBeGreaterThan(0);
    expect(problemsOf(() => checkDescriptor({ ...base, capabilityId: "x".repeat(129) }))[0]?.path).toBe(
      "/capabilityId",
    );
    expect(checkDescriptor({ ...base, capabilityId: "x".repeat(128) }).descriptor.capabilityId).toHaveLength(128);
  });

  it(`${verifies("POS-FAB-01")}skips unknown operations with a warning unless none is left`, () => {
    const { descriptor, warnings } = checkDescriptor({
      ...base,
      operationTypes: ["RETRIEVE", "DREAM", " evaluate ", "VERIFY"],
    });
    expect(descriptor.operationTypes).toEqual(["RETRIEVE", "VERIFY"]);
    expect(warnings).toEqual([{ path: "/operationTypes/1", message: expect.stringContaining("DREAM") }]);
    const problems = problemsOf(() => checkDescriptor({ ...base, operationTypes: ["DREAM"] }));
    expect(problems.map((problem) => problem.path)).toEqual(["/operationTypes", "/operationTypes/0"]);
  });

  it(`${verifies("POS-FAB-01")}an id is registered once`, () => {
    const fabric = new ToolCapabilityFabric();
    const { descriptor } = checkDescriptor(base);
    fabric.register(descriptor);
    expect(() => fabric.register(descriptor)).toThrowError(expect.objectContaining({ code: "capability_duplicate" }));
    expect(fabric.get("lookup")).toEqual(descriptor);
    expect(fabric.has("lookup")).toBe(true);
  });

  it.each(["Destructive", "safe", "", undefined])(
    `${verifies("POS-FAB-12", "POS-EXE-02")}the safety class %j is refused`,
    (safetyClass) => {
      const problems = problemsOf(() => checkDescriptor({ ...base, costProfile: { safetyClass } }));
      expect(problems.map((problem) => problem.path)).toEqual(["/costProfile/safetyClass"]);
    },
  );

  it(`${verifies("POS-EXE-02")}an unknown kind is refused`, () => {
    expect(problemsOf(() => checkDescriptor({ ...base, kind: "gadget" }))[0]?.path).toBe("/kind");
  });
});

describe("defineCapability", () => {
  it(`${verifies("POS-FAB-12")}takes the class in short or in full, and refuses a missing one`, () => {
    const fields = { capabilityId: "a", operationTypes: ["PLAN" as const], inputSchema: {}, execute: () => null };
    expect(defineCapability({ ...fields, safetyClass: "network" }).descriptor.costProfile.safetyClass).toBe("network");
    const full = defineCapability({
      ...fields,
      description: "Does.",
      costProfile: { tokens: 5, safetyClass: "mutating" },
    });
    expect(full.descriptor.costProfile).toEqual({ tokens: 5, latencyMs: 0, safetyClass: "mutating" });
    expect(full.descriptor.metadata?.description).toBe("Does.");
    expect(problemsOf(() => defineCapability(fields)).map((problem) => problem.path)).toEqual([
      "/costProfile/safetyClass",
    ]);
  });

  it("B060: 200 capabilities with zod schemas, typed by what they accept", async () => {
    const definitions = Array.from({ length: 200 }, (_, index) =>
      defineCapability({
        capabilityId: `tool_${index}`,
        operationTypes: ["RETRIEVE"],
        safetyClass: "read-only",
        inputSchema: z.object({ city: z.string(), days: z.int().default(index) }),
        // `days` is a number here only because the schema says so: the type comes from the Standard Schema.
        execute: ({ city, days }) => `${city.toUpperCase()} ${days.toFixed(1)}`,
      }),
    );
    const fabric = new ToolCapabilityFabric();
    for (const definition of definitions) fabric.register(definition);
    expect(fabric.size).toBe(200);
    const last = definitions[199];
    expect(last?.descriptor.inputSchema).toMatchObject({
      type: "object",
      required: ["city"],
      properties: { city: { type: "string" } },
    });
    expect(await last?.execute({ city: "bonn" }, context)).toBe("BONN 199.0");
    await expect(last?.execute({ city: 5 }, context)).rejects.toMatchObject({ code: "tool_call_invalid" });
  });

  it("B060: any object with the Standard Schema interface is a schema, with or without JSON Schema", async () => {
    const standard = {
      version: 1,
      vendor: "ours",
      validate: (value: unknown) =>
        typeof (value as { n?: unknown }).n === "number"
          ? { value: { n: (value as { n: number }).n + 1 } }
          : { issues: [{ message: "no number", path: ["n", { key: 0 }] }] },
    };
    const fields = { capabilityId: "a", operationTypes: ["PLAN" as const], safetyClass: "read-only" as const };
    const plain = defineCapability({ ...fields, inputSchema: { "~standard": standard }, execute: (args) => args });
    expect(plain.descriptor.inputSchema).toEqual({ type: "object" });
    expect(await plain.execute({ n: 1 }, context)).toEqual({ n: 2 });
    await expect(plain.execute({}, context)).rejects.toThrow("/n/0 no number");
    const jsonSchema = {
      input: ({ target }: { target: string }) => {
        if (target !== "draft-07") throw new Error("unsupported");
        return { type: "object", required: ["n"] };
      },
    };
    const stated = defineCapability({
      ...fields,
      inputSchema: { "~standard": { ...standard, jsonSchema } },
      execute: () => 1,
    });
    expect(stated.descriptor.inputSchema).toMatchObject({ required: ["n"] });
  });
});

describe("descriptors of other systems", () => {
  const parameters = { type: "object", properties: { q: { type: "string" } }, required: ["q"] };
  it.each([
    ["OpenAI chat", { type: "function", function: { name: "a.b", description: "Finds.", parameters } }],
    ["OpenAI responses", { type: "function", name: "a.b", description: "Finds.", parameters }],
    ["Anthropic", { name: "a.b", description: "Finds.", input_schema: parameters }],
    ["MCP", { name: "a.b", description: "Finds.", inputSchema: parameters, annotations: { readOnlyHint: true } }],
    ["JSON Schema", { title: "a.b", description: "Finds.", ...parameters }],
    ["our own JSON", { capability_id: "a.b", metadata: { description: "Finds." }, input_schema: parameters }],
    [
      "sloppy",
      {
        name: "a.b",
        description: "Finds.",
        parameters: { type: "dict", properties: { q: { type: "str", required: true } } },
      },
    ],
    ["bare arguments", { name: "a.b", description: "Finds.", parameters: { q: { type: "string", required: true } } }],
    [
      "argument list",
      { name: "a.b", description: "Finds.", parameters: [{ name: "q", type: "string", required: true }] },
    ],
  ])("%s is read", (_shape, foreign) => {
    const descriptor = descriptorFrom(foreign);
    expect(descriptor.capabilityId).toBe("a.b");
    expect(descriptor.metadata?.description).toBe("Finds.");
    expect(descriptor.operationTypes).toHaveLength(10);
    expect(descriptor.inputSchema).toMatchObject({
      type: "object",
      properties: { q: { type: "string" } },
      required: ["q"],
    });
    expect(validateArguments(descriptor.inputSchema, { q: "x" })).toBeNull();
    expect(validateArguments(descriptor.inputSchema, {})?.map((fault) => fault.path)).toEqual(["/q"]);
  });

  it(`${verifies("POS-FAB-12")}one that states no class gets human-oversight, whatever it says of its own safety`, () => {
    const hinted = { name: "a", inputSchema: {}, annotations: { readOnlyHint: true, destructiveHint: false } };
    expect(descriptorFrom(hinted).costProfile.safetyClass).toBe("human-oversight");
    expect(descriptorFrom(hinted, { safetyClass: "network" }).costProfile.safetyClass).toBe("network");
    expect(descriptorFrom({ ...hinted, safety_class: "read-only" }).costProfile.safetyClass).toBe("read-only");
    expect(descriptorFrom({ ...hinted, safety_class: "Destructive" }).costProfile.safetyClass).toBe("human-oversight");
  });

  it(`${verifies("POS-FAB-12")}metadata is read in both spellings`, () => {
    const metadata = { produces_types: ["rate"], idempotent: true, data_labels: ["pii"], target_argument: "to" };
    expect(descriptorFrom({ name: "a", metadata }).metadata).toEqual({
      producesTypes: ["rate"],
      idempotent: true,
      dataLabels: ["pii"],
      targetArgument: "to",
    });
  });

  it.each([null, 7, "tool", [], {}, { description: "no name" }])("%j is refused with its problems", (foreign) => {
    expect(problemsOf(() => descriptorFrom(foreign)).length).toBeGreaterThan(0);
  });
});

describe("schemas of other spellings", () => {
  it("types are translated wherever schemas stand, and data is left alone", () => {
    const schema = normaliseSchema({
      type: "dict",
      properties: {
        a: { type: "float", default: { type: "dict" } },
        b: { type: "tuple", items: { type: "int" } },
        c: { type: "any", enum: ["dict", "float"] },
        d: { type: ["STRING", "NULL"] },
        e: { anyOf: [{ type: "bool" }, { type: "Dictionary" }] },
        f: { properties: { g: { type: "str", nullable: true } } },
        type: { type: "string" },
      },
    });
    expect(schema).toEqual({
      type: "object",
      properties: {
        a: { type: "number", default: { type: "dict" } },
        b: { type: "array", items: { type: "integer" } },
        c: { enum: ["dict", "float"] },
        d: { type: ["string", "null"] },
        e: { anyOf: [{ type: "boolean" }, { type: "object" }] },
        f: { type: "object", properties: { g: { type: ["string", "null"] } } },
        type: { type: "string" },
      },
    });
  });

  it("the input is not changed, depth is no matter, and a name may be __proto__", () => {
    const input = JSON.parse('{"__proto__": {"type": "str"}, "b": "int"}') as object;
    const frozen = Object.freeze({ type: "dict", properties: Object.freeze(input) });
    const schema = normaliseSchema(frozen) as { properties: object };
    expect(Object.keys(schema.properties)).toEqual(["__proto__", "b"]);
    expect(validateArguments(schema as never, JSON.parse('{"__proto__": "x", "b": 1}'))).toBeNull();
    let deep: unknown = { type: "str" };
    for (let level = 0; level < 50_000; level++) deep = { type: "dict", properties: { a: deep } };
    expect(normaliseSchema(deep).type).toBe("object");
  });
});

describe("validation", () => {
  const check = (schema: object, value: unknown) =>
    validateArguments(schema as never, value)?.map((fault) => fault.path) ?? null;

  it(`${verifies("POS-EXE-01", "POS-PRS-05")}knows both dialects in full and coerces nothing`, () => {
    const modern = {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      prefixItems: [{ type: "string" }],
      items: { type: "number" },
    };
    expect(check(modern, ["a", 1])).toBeNull();
    expect(check(modern, ["a", "b"])).toEqual(["/1"]);
    const old = {
      $schema: "http://json-schema.org/draft-07/schema#",
      items: [{ type: "string" }],
      additionalItems: false,
    };
    expect(check(old, ["a", 1])).not.toBeNull();
    expect(check({ items: [{ type: "string" }, { type: "number" }] }, ["a", "b"])).toEqual(["/1"]);
    expect(check({ type: ["string", "null"] }, null)).toBeNull();
    expect(check({ type: "number" }, "5")).toEqual([""]);
    expect(
      check(
        { properties: { "a/b": { enum: [1] } }, required: ["c"], additionalProperties: false },
        { "a/b": 2, d: 1 },
      )?.sort(),
    ).toEqual(["/a~1b", "/c", "/d"]);
    const recursive = {
      $defs: { n: { type: "object", properties: { next: { $ref: "#/$defs/n" } }, additionalProperties: false } },
      $ref: "#/$defs/n",
    };
    expect(check(recursive, { next: { next: {} } })).toBeNull();
    expect(check(recursive, { next: { next: { x: 1 } } })).toEqual(["/next/next/x"]);
  });

  it(`${verifies("POS-EXE-01")}what cannot be checked is a fault`, () => {
    expect(validateArguments({ type: "dict" }, {})?.[0]?.message).toContain("cannot be compiled");
    expect(validateArguments({ $ref: "https://example.org/elsewhere" }, {})).toHaveLength(1);
    const recursive = { $id: "tree", properties: { a: { $ref: "tree" } } };
    let deep: unknown = {};
    for (let level = 0; level < 200_000; level++) deep = { a: deep };
    expect(validateArguments(recursive, deep)?.[0]?.message).toContain("cannot be checked");
    expect(validateArguments({ $id: "tree", type: "string" }, "the same name again")).toBeNull();
  });
});

describeShared("the shared catalogue", (read) => {
  it("every descriptor is read, compiles, and keeps its name", () => {
    const tools = JSON.parse(read("data/tools/catalogue.json")) as { name: string }[];
    for (const tool of tools) expect(descriptorFrom(tool).capabilityId).toBe(tool.name);
    for (const tool of tools.filter((_, index) => index % 10 === 0)) {
      const messages = (validateArguments(descriptorFrom(tool).inputSchema, {}) ?? []).map((fault) => fault.message);
      expect(messages.join()).not.toContain("cannot");
    }
  });
});
