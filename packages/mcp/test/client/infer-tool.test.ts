import { STL_OPERATIONS } from "@pelorus/core";
import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { importTool } from "../../src/client/import-tool.js";
import { inferIdempotent, inferOperations, inferSafety } from "../../src/client/infer-tool.js";
import { type ListedTool, readListedTool, type ToolHints } from "../../src/client/listed-tool.js";

const tool = (name: string, annotations: ToolHints = {}, description = ""): ListedTool => ({
  name,
  description,
  inputSchema: { type: "object" },
  annotations,
});

describe("the safety class", () => {
  it.each<[ToolHints, string]>([
    [{}, "human-oversight"],
    [{ readOnlyHint: true, openWorldHint: false }, "read-only"],
    [{ readOnlyHint: true, openWorldHint: true }, "network"],
    [{ readOnlyHint: true }, "network"],
    [{ readOnlyHint: true, destructiveHint: true, openWorldHint: false }, "read-only"],
    [{ readOnlyHint: false }, "destructive"],
    [{ openWorldHint: false }, "destructive"],
    [{ idempotentHint: true }, "destructive"],
    [{ destructiveHint: true, openWorldHint: false }, "destructive"],
    [{ destructiveHint: false, openWorldHint: false }, "mutating"],
    [{ destructiveHint: false, openWorldHint: true }, "network"],
    [{ destructiveHint: false }, "network"],
    [{ readOnlyHint: false, destructiveHint: false, openWorldHint: false, idempotentHint: true }, "mutating"],
  ])(`${verifies("POS-FAB-12", "POS-MCP-01")}of %j is %s`, (hints, safety) => {
    expect(inferSafety(tool("frobnicate", hints))).toBe(safety);
  });

  it(`${verifies("POS-MCP-01")}a name that begins with what a hint denies is believed over the hint`, () => {
    const claimed = { readOnlyHint: true, openWorldHint: false };
    expect(inferSafety(tool("delete_everything", claimed))).toBe("destructive");
    expect(inferSafety(tool("removeUser", claimed))).toBe("destructive");
    expect(inferSafety(tool("write_file", claimed))).toBe("mutating");
    expect(inferSafety(tool("drop-table", { destructiveHint: false, openWorldHint: false }))).toBe("destructive");
    // A verb further on is usually what was done, or what is asked about.
    expect(inferSafety(tool("list_deleted_items", claimed))).toBe("read-only");
    expect(inferSafety(tool("get_remove_policy", claimed))).toBe("read-only");
    expect(inferIdempotent(tool("read_file", claimed))).toBe(true);
    expect(inferIdempotent(tool("delete_everything", claimed))).toBe(false);
    expect(inferIdempotent(tool("delete_everything", { idempotentHint: true }))).toBe(true);
  });
});

describe("the operations", () => {
  const writes = ["TRANSFORM", "SYNTHESISE", "REVISE", "GENERATE"];
  const reads = STL_OPERATIONS.filter((operation) => operation !== "CLARIFY");

  it(`${verifies("POS-MCP-02")}of what reads are all but asking back; of what writes those that bring something about`, () => {
    expect(inferOperations(tool("frobnicate", { readOnlyHint: true }))).toEqual(reads);
    for (const name of ["create_issue", "github_create_issue", "githubCreateIssue", "delete-file", "sends_mail"]) {
      expect(inferOperations(tool(name)), name).toEqual(writes);
    }
    for (const name of ["get_weather", "searchNodes", "server.list_things", "fetches-page"]) {
      expect(inferOperations(tool(name)), name).toEqual(reads);
    }
  });

  it("follow the hints where the name says nothing, then the description, and are wide where nothing is said", () => {
    expect(inferOperations(tool("frobnicate", { readOnlyHint: false }))).toEqual(writes);
    expect(inferOperations(tool("frobnicate", { destructiveHint: true }))).toEqual(writes);
    expect(inferOperations(tool("frobnicate", {}, "Deletes what was frobbed."))).toEqual(writes);
    expect(inferOperations(tool("frobnicate", {}, "Returns what was frobbed."))).toEqual(reads);
    expect(inferOperations(tool("order_status"))).toEqual(reads);
    expect(inferOperations(tool("frobnicate"))).toEqual(reads);
  });
});

describe("an imported tool", () => {
  it(`${verifies("POS-FAB-01", "POS-FAB-12", "POS-MCP-01")}keeps both schemas, its words and its name, and gets what the application knows better`, () => {
    const listed = readListedTool({
      name: "read_file",
      title: "Read a file",
      inputSchema: {
        type: "object",
        properties: { path: { type: "string", description: "Where it is" }, head: { type: ["integer", "null"] } },
        required: ["path"],
        $schema: "http://json-schema.org/draft-07/schema#",
      },
      outputSchema: { type: "object", properties: { content: { type: "string" } }, required: ["content"] },
      annotations: { readOnlyHint: true, openWorldHint: false, title: "ignored" },
    }) as ListedTool;
    const { descriptor } = importTool(listed, { prefix: "files", version: "2.0", execute: () => null });
    expect(descriptor).toMatchObject({
      capabilityId: "files.read_file",
      kind: "mcp-tool",
      version: "2.0",
      outputSchema: { properties: { content: { type: "string" } }, required: ["content"] },
      costProfile: { safetyClass: "read-only" },
      metadata: { description: "Read a file", idempotent: true },
    });
    expect(descriptor.inputSchema).toMatchObject({
      properties: { path: { type: "string", description: "Where it is" }, head: { type: ["integer", "null"] } },
      required: ["path"],
    });
    const known = importTool(listed, {
      override: {
        safetyClass: "network",
        operationTypes: ["RETRIEVE"],
        idempotent: false,
        repeatable: true,
        targetArgument: "path",
        dataLabels: ["internal"],
      },
      execute: () => null,
    }).descriptor;
    expect(known).toMatchObject({
      capabilityId: "read_file",
      operationTypes: ["RETRIEVE"],
      costProfile: { safetyClass: "network" },
      metadata: { idempotent: false, repeatable: true, targetArgument: "path", dataLabels: ["internal"] },
    });
  });

  it("has a description that is whole or ends at a word", () => {
    const long = readListedTool({ name: "x", description: "word ".repeat(2_000), inputSchema: {} }) as ListedTool;
    expect(long.description).toMatch(/^(?:word )+word …$/);
    expect(long.description.length).toBeLessThanOrEqual(4_098);
    const solid = readListedTool({ name: "x", description: "w".repeat(9_000), inputSchema: {} }) as ListedTool;
    expect(solid.description).toBe("");
  });
});
