import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { conventionViolations } from "@pelorus/strata/convention";
import { describe, expect, it } from "vitest";
import {
  CAPABILITY_KINDS,
  CAPABILITY_PROFILES,
  SAFETY_CLASSES,
  STRUCTURED_OUTPUT_MODES,
} from "../../packages/core/src/contract/capability.js";
import { DEPTH_LEVELS, DEPTH_REASONS } from "../../packages/core/src/contract/depth.js";
import { OPERATION_STATES } from "../../packages/core/src/contract/event.js";
import { FINISH_REASONS } from "../../packages/core/src/contract/model.js";
import { STL_OPERATIONS } from "../../packages/core/src/contract/operation.js";
import { FACT_PROVENANCES } from "../../packages/core/src/contract/state.js";
import { verifies } from "../support/verifies.js";

const specs = fileURLToPath(new URL("../../specs", import.meta.url));

/** Protocol tokens: their spelling is fixed by the requirements of the core (STRATA-ENC-11). */
const TOKENS = new Set<string>([
  ...STL_OPERATIONS,
  ...OPERATION_STATES,
  ...CAPABILITY_PROFILES,
  ...CAPABILITY_KINDS,
  ...SAFETY_CLASSES,
  ...STRUCTURED_OUTPUT_MODES,
  ...DEPTH_LEVELS,
  ...DEPTH_REASONS,
  ...FINISH_REASONS,
  ...FACT_PROVENANCES,
  // Provenance of decisions, the four modes of a goal, and the constants of halts and observations.
  ...["RUNTIME", "MODEL", "POLICY", "DOCUMENT", "AGENTIC"],
  ...["PREVENTIVE_SAFETY_VIOLATION", "TOOL_OBSERVATION", "CONTEXT_GROUNDED"],
]);
/** Payloads that belong to someone else: a tool's arguments and schemas, header names. */
const OPAQUE = new Set(["arguments", "input_schema", "output_schema", "example_call", "headers"]);
/** An absent allowlist and one that allows everything are not the same as an empty one. */
const NULLABLE = new Set(["allowlist"]);
/** The envelope of an event. */
const BESIDE = new Set(["seq", "run_id", "at", "lane"]);
/** The only documents that stand by themselves and say their version; all others are parts or lines. */
const TOP_LEVEL = new Set(["run.json", "state.json"]);

/**
 * The core's readers tolerate members they do not know, so its schemas leave objects open. To the convention an object
 * with stated fields is a struct; what has none and is open stays open.
 */
function closeStructs(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closeStructs);
  if (typeof schema !== "object" || schema === null) return schema;
  const node = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closeStructs(value)]));
  if (node.type === "object" && "properties" in node && !("additionalProperties" in node)) {
    node.additionalProperties = false;
  }
  return node;
}

const read = (path: string): unknown => JSON.parse(readFileSync(`${specs}/${path}`, "utf8"));

describe("the convention of public JSON", () => {
  const documents = readdirSync(`${specs}/schemas`);

  it("finds the documents", () => {
    expect(documents).toEqual(expect.arrayContaining(["run-event.json", "state.json", "capability-descriptor.json"]));
    expect(documents.length).toBeGreaterThan(20);
  });

  it.each(documents)(
    verifies("STRATA-ENC-01", "STRATA-ENC-02", "STRATA-ENC-03", "STRATA-ENC-04", "STRATA-ENC-06", "STRATA-ENC-11") +
      "holds in %s",
    (name) => {
      const violations = conventionViolations(closeStructs(read(`schemas/${name}`)), {
        tokens: TOKENS,
        opaque: OPAQUE,
        nullable: NULLABLE,
        beside: BESIDE,
        // A capability says what kind of thing it is; the field is no tag.
        bareKind: name === "capability-descriptor.json",
        topLevel: TOP_LEVEL.has(name),
      });
      expect(violations).toEqual([]);
    },
  );

  it.each(schemasBeside())(`${verifies("STRATA-ENC-01", "STRATA-ENC-04")}holds in the language document %s`, (path) => {
    const violations = conventionViolations(read(path), {
      tokens: TOKENS,
      opaque: OPAQUE,
      beside: new Set(["span", "trivia"]),
      // The kind of a query is a bare word (STRATA-ENC-03).
      bareKind: true,
    });
    expect(violations).toEqual([]);
  });

  it("notices a breach in each of the ways it can be broken", () => {
    const breach = (properties: Record<string, unknown>, required: string[] = []) =>
      conventionViolations(closeStructs({ type: "object", properties, required }), {
        tokens: TOKENS,
        opaque: OPAQUE,
        topLevel: false,
      }).map(({ rule }) => rule);
    expect(breach({ runId: { type: "string" } })).toEqual(["snake_case"]);
    expect(breach({ open: { type: "object", additionalProperties: { type: "string" } } })).toEqual(["open_object"]);
    expect(breach({ word: { enum: ["Not-So"] } })).toEqual(["word"]);
    expect(breach({ gone: { type: ["string", "null"] } })).toEqual(["null"]);
    expect(breach({ kind: { const: "a" }, other: { type: "string" } }, ["kind"])).toEqual(["tagging"]);
  });
});

/** Schemas that the two languages publish beside their own pages. */
function schemasBeside(): string[] {
  return readdirSync(specs, { recursive: true, encoding: "utf8" }).filter(
    (path) => /^(?:strata|sttp)\//.test(path) && path.endsWith(".json") && path.includes("schema"),
  );
}
