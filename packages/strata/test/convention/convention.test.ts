import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { verifies } from "../../../../test/support/verifies.js";
import {
  conventionViolations,
  document,
  isSnakeCase,
  optional,
  optionalList,
  safeInteger,
  snakeCase,
  strataDocument,
  struct,
  taggedUnion,
  tokens,
  tropicalWeight,
  withDefault,
  words,
} from "../../src/convention/index.js";

const schemaOf = (codec: z.ZodType) => z.toJSONSchema(codec, { io: "input" });

describe("field names", () => {
  it(`${verifies("STRATA-ENC-01")}turns camelCase into snake_case`, () => {
    expect([snakeCase("runId"), snakeCase("at"), snakeCase("k2Value")]).toEqual(["run_id", "at", "k2_value"]);
    expect(isSnakeCase("run_id")).toBe(true);
    for (const bad of ["runId", "Run", "run-id", "", "_x", "run__id"]) expect(isSnakeCase(bad)).toBe(false);
  });

  it(`${verifies("STRATA-ENC-01")}renames in both directions and refuses names without a snake_case spelling`, () => {
    const codec = struct({ goalText: z.string(), inner: struct({ maxRunCalls: z.int() }) });
    const json = { goal_text: "g", inner: { max_run_calls: 3 } };
    const value = z.decode(codec, json);
    expect(value).toEqual({ goalText: "g", inner: { maxRunCalls: 3 } });
    expect(z.encode(codec, value)).toEqual(json);
    expect(codec.safeDecode({ goalText: "g", inner: { max_run_calls: 3 } } as never).success).toBe(false);
    expect(() => struct({ "goal-text": z.string() })).toThrow(TypeError);
  });
});

describe("tagged unions", () => {
  const event = taggedUnion(
    { started: struct({ goalText: z.string() }), stopped: null },
    { runId: z.string(), lane: optional(z.string()) },
  );

  it(`${verifies("STRATA-ENC-02")}puts the payload under data, and nothing there without a payload`, () => {
    expect(z.encode(event, { kind: "started", data: { goalText: "g" }, runId: "r" })).toEqual({
      kind: "started",
      data: { goal_text: "g" },
      run_id: "r",
    });
    expect(z.encode(event, { kind: "stopped", runId: "r" })).toEqual({ kind: "stopped", run_id: "r" });
    expect(z.decode(event, { kind: "stopped", run_id: "r", lane: "a" })).toEqual({
      kind: "stopped",
      runId: "r",
      lane: "a",
    });
    for (const bad of [
      { kind: "stopped", data: {}, run_id: "r" },
      { kind: "started", run_id: "r" },
      { kind: "started", goal_text: "g", run_id: "r" },
      { kind: "other", run_id: "r" },
    ]) {
      expect(event.safeDecode(bad as never).success).toBe(false);
    }
  });

  it(`${verifies("STRATA-ENC-03")}refuses a union in which no variant carries data, and writes such enums as words`, () => {
    expect(() => taggedUnion({ plain: null, prob: null })).toThrow(TypeError);
    const kind = words(["plain", "prob_or"]);
    expect(kind.parse("prob_or")).toBe("prob_or");
    expect(kind.safeParse({ kind: "plain" }).success).toBe(false);
    expect(() => words(["Plain"])).toThrow(expect.objectContaining({ code: "strata_convention_misuse" }));
    expect(() => words(["Plain"])).toThrow(TypeError);
    expect(() => taggedUnion({ Plain: z.string() })).toThrow(TypeError);
  });

  it(`${verifies("STRATA-ENC-11")}keeps the spelling of protocol tokens`, () => {
    expect(tokens(["RETRIEVE", "human-oversight"]).parse("RETRIEVE")).toBe("RETRIEVE");
  });
});

describe("optional fields", () => {
  const codec = struct({
    note: optional(z.string()),
    tries: withDefault(z.int(), 1),
    tags: optionalList(z.string()),
    answer: z.string().nullable(),
  });

  it(`${verifies("STRATA-ENC-04")}leaves out what is at its default, and reads absence as the default`, () => {
    const value = { tries: 1, tags: [], answer: null };
    expect(z.encode(codec, value)).toEqual({ answer: null });
    expect(z.decode(codec, { answer: null })).toEqual(value);
    expect(z.encode(codec, { note: "n", tries: 2, tags: ["a"], answer: "x" })).toEqual({
      note: "n",
      tries: 2,
      tags: ["a"],
      answer: "x",
    });
    expect(codec.safeDecode({ note: null, answer: null } as never).success).toBe(false);
  });

  it(`${verifies("STRATA-ENC-04", "STRATA-ENC-12")}gives back every value it wrote`, () => {
    const values = fc.record(
      {
        note: fc.string(),
        tries: fc.maxSafeInteger(),
        tags: fc.array(fc.string()),
        answer: fc.option(fc.string()),
      },
      { requiredKeys: ["tries", "tags", "answer"] },
    );
    fc.assert(
      fc.property(values, (value) => {
        expect(z.decode(codec, z.encode(codec, value))).toEqual(value);
      }),
    );
  });

  it(`${verifies("STRATA-ENC-09")}knows no other fields, in either direction`, () => {
    expect(codec.safeDecode({ answer: null, nota: "n" } as never).success).toBe(false);
    expect(codec.safeEncode({ tries: 1, tags: [], answer: null, nota: "n" } as never).success).toBe(false);
  });

  it(`${verifies("STRATA-ENC-10")}writes fields in the order they are declared`, () => {
    const written = z.encode(codec, { answer: "x", tags: ["a"], tries: 2, note: "n" });
    expect(Object.keys(written)).toEqual(["note", "tries", "tags", "answer"]);
  });
});

describe("scalars and documents", () => {
  it(`${verifies("STRATA-ENC-05")}writes the tropical weight as an integer or inf`, () => {
    for (const good of [0, -5, "inf"]) expect(tropicalWeight().safeParse(good).success).toBe(true);
    for (const bad of ["-inf", "Inf", 1.5, null, Number.POSITIVE_INFINITY]) {
      expect(tropicalWeight().safeParse(bad).success).toBe(false);
    }
  });

  it(`${verifies("STRATA-ENC-08")}takes safe integers only`, () => {
    expect(safeInteger().safeParse(2 ** 53 - 1).success).toBe(true);
    for (const bad of [2 ** 53, -(2 ** 53), 1.5]) expect(safeInteger().safeParse(bad).success).toBe(false);
    expect(safeInteger({ min: 0, max: 5 }).safeParse(6).success).toBe(false);
  });

  it(`${verifies("STRATA-ENC-06")}puts a required version first into every document`, () => {
    const snapshot = document("1.0.0", { runId: z.string() });
    expect(Object.keys(z.encode(snapshot, { version: "1.0.0", runId: "r" }))).toEqual(["version", "run_id"]);
    expect(snapshot.safeDecode({ run_id: "r" } as never).success).toBe(false);
    expect(snapshot.safeDecode({ version: "2.0.0", run_id: "r" } as never).success).toBe(false);
    expect(strataDocument({ items: z.array(z.int()) }).safeDecode({ items: [] } as never).success).toBe(false);
  });
});

describe("conventionViolations", () => {
  const rulesOf = (schema: unknown, exempt = {}) =>
    conventionViolations(schema, { topLevel: false, ...exempt }).map(({ rule }) => rule);

  it(`${verifies("STRATA-ENC-12")}finds nothing in what the codecs describe`, () => {
    const good = document("1.0.0", {
      outcome: taggedUnion({ done: struct({ stepCount: z.int() }), waiting: null }),
      mode: words(["plain", "strict"]),
    });
    expect(conventionViolations(schemaOf(good))).toEqual([]);
  });

  it(`${verifies("STRATA-ENC-01", "STRATA-ENC-02", "STRATA-ENC-03", "STRATA-ENC-04", "STRATA-ENC-06")}finds each breach, and lets exempt ones pass`, () => {
    expect(rulesOf(schemaOf(z.strictObject({ runId: z.string() })))).toEqual(["snake_case"]);
    expect(rulesOf(schemaOf(z.strictObject({ runId: z.string() })), { keys: new Set(["runId"]) })).toEqual([]);
    expect(rulesOf(schemaOf(z.strictObject({ by_name: z.record(z.string(), z.int()) })))).toEqual(["open_object"]);
    const opaque = schemaOf(z.strictObject({ arguments: z.record(z.string(), z.int()) }));
    expect(rulesOf(opaque, { opaque: new Set(["arguments"]) })).toEqual([]);
    expect(rulesOf(schemaOf(z.strictObject({ mode: z.enum(["RETRIEVE"]) })))).toEqual(["word"]);
    expect(
      rulesOf(schemaOf(z.strictObject({ mode: z.enum(["RETRIEVE"]) })), { tokens: new Set(["RETRIEVE"]) }),
    ).toEqual([]);
    expect(rulesOf(schemaOf(z.strictObject({ note: z.string().nullable() })))).toEqual(["null"]);
    expect(rulesOf(schemaOf(z.strictObject({ note: z.string().nullable() })), { nullable: new Set(["note"]) })).toEqual(
      [],
    );
    expect(rulesOf(schemaOf(z.strictObject({ kind: z.string() })))).toEqual(["tagging"]);
    expect(rulesOf(schemaOf(z.strictObject({ kind: z.literal("a"), data: z.int().optional() })))).toEqual(["tagging"]);
    expect(rulesOf(schemaOf(z.strictObject({ kind: z.literal("a"), seq: z.int() })))).toEqual(["tagging"]);
    expect(
      rulesOf(schemaOf(z.strictObject({ kind: z.literal("a"), seq: z.int() })), { beside: new Set(["seq"]) }),
    ).toEqual([]);
    expect(conventionViolations(schemaOf(z.strictObject({ items: z.array(z.int()) }))).map(({ rule }) => rule)).toEqual(
      ["version"],
    );
  });
});

it(`${verifies("STRATA-ENC-12")}loads nothing else of the package`, () => {
  const folder = fileURLToPath(new URL("../../src/convention/", import.meta.url));
  const imports = readdirSync(folder).flatMap((file) =>
    [...readFileSync(folder + file, "utf8").matchAll(/from "([^"]+)"/g)].map(([, specifier]) => specifier),
  );
  expect(imports.length).toBeGreaterThan(5);
  for (const specifier of imports) expect(specifier === "zod" || specifier?.startsWith("./")).toBe(true);
});
