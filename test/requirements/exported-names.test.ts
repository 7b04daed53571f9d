import {
  buildGoalCompass,
  buildOperationFrame,
  buildToolPositioningFrame,
  DEPTH_BUDGETS,
  DEPTH_LEVELS,
  defineCapability,
  operationFromToken,
  operationToToken,
  parseToolCall,
  STL_OPERATIONS,
  ToolCapabilityFabric,
} from "@pelorus/core";
import { describe, expect, it } from "vitest";
import { loadToolCallSupport } from "../../packages/core/src/capability/tool-call-support.js";
import { typescript } from "../support/typescript.js";
import { verifies } from "../support/verifies.js";
import { read } from "./requirement-ids.js";

/** Names in the table of the core's exports, by the room the table gives. */
function namesOfTheTable(): { name: string; room: string }[] {
  const page = read("specs/positioning.md");
  const start = page.indexOf("| exported by `@pelorus/core` |");
  const rows = page.slice(start, page.indexOf("\n\n", start)).split("\n").slice(2);
  return rows.flatMap((row) => {
    const [, names = "", room = ""] = row.split("|");
    return [...names.matchAll(/`([^`]+)`/g)].map((name) => ({ name: name[1] ?? "", room: room.trim() }));
  });
}

/** Exported name → the module it comes from, types included. */
function exportsOf(file: string): Map<string, string> {
  const found = new Map<string, string>();
  const source = typescript.createSourceFile(file, read(file), typescript.ScriptTarget.Latest, true);
  for (const statement of source.statements) {
    if (!typescript.isExportDeclaration(statement) || statement.exportClause === undefined) continue;
    if (!typescript.isNamedExports(statement.exportClause) || statement.moduleSpecifier === undefined) continue;
    for (const element of statement.exportClause.elements) {
      found.set(element.name.text, (statement.moduleSpecifier as { text?: string }).text ?? "");
    }
  }
  return found;
}

describe("names", () => {
  const names = namesOfTheTable();
  const exported = exportsOf("packages/core/src/index.ts");

  it(`${verifies("POS-SYM-01")}has the whole table`, () => {
    expect(names.length).toBeGreaterThan(45);
    expect(new Set(names.map(({ name }) => name)).size).toBe(names.length);
  });

  it.each(names)(`${verifies("POS-SYM-01")}exports $name from $room`, ({ name, room }) => {
    expect(exported.get(name) ?? "not exported").toMatch(new RegExp(`^\\./${room}/`));
  });

  it(`${verifies("POS-SYM-01")}reads operation tokens in any case, with their aliases, and nothing else`, () => {
    for (const operation of STL_OPERATIONS) {
      expect(operationFromToken(`  ${operationToToken(operation).toLowerCase()}\n`)).toBe(operation);
    }
    const aliases = ["evaluate", "ASSESS", "Extract", "ANALYZE", "synthesize", "SUMMARISE"];
    expect(aliases.map((token) => operationFromToken(token))).toEqual([
      "VERIFY",
      "VERIFY",
      "RETRIEVE",
      "ANALYSE",
      "SYNTHESISE",
      "SYNTHESISE",
    ]);
    for (const other of ["", "  ", "PLANS", "constructor", "__proto__", null, undefined, 7, {}]) {
      expect(operationFromToken(other as string)).toBeNull();
    }
  });
});

describe("departures", () => {
  const lookup = defineCapability({
    capabilityId: "lookup",
    operationTypes: ["RETRIEVE"],
    description: "Look a word up",
    safetyClass: "read-only",
    inputSchema: { type: "object", properties: { q: { type: "string" } } },
    execute: () => null,
  });

  it(`${verifies("POS-SYM-03")}never answers null and never takes the only tool offered for the one that was meant`, async () => {
    await loadToolCallSupport();
    const fabric = new ToolCapabilityFabric();
    fabric.register(lookup.descriptor);
    const frame = buildToolPositioningFrame(
      buildOperationFrame("RETRIEVE", "Look up the word anvil.", {
        goalCompass: buildGoalCompass("RETRIEVE", "Look up the word anvil."),
      }),
      fabric.select("RETRIEVE", "look up the word anvil"),
    );
    expect(frame.capabilityIds).toEqual(["lookup"]);

    const other = parseToolCall('{"capability_id": "search", "arguments": {"q": "anvil"}}', frame);
    expect(other.isToolCall).toBe(false);
    expect(other.problem?.kind).toBe("unknown-capability");

    const bare = parseToolCall('{"q": "anvil"}', frame);
    expect(bare).toMatchObject({ capabilityId: null, isToolCall: false });
    for (const reply of ["", "   ", "null", "{", "[]", "anvil"]) expect(parseToolCall(reply, frame)).not.toBeNull();
  });

  it(`${verifies("POS-SYM-03")}lets the depth say how many windows an output may take`, () => {
    const windows = DEPTH_LEVELS.map((level) => DEPTH_BUDGETS[level].windows);
    expect(windows).toEqual([2, 2, 3, 5, 8]);
  });
});
