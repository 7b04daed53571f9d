import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type ts from "typescript";
import { describe, expect, it, vi } from "vitest";
import { typescript } from "../support/typescript.js";
import { verifies } from "../support/verifies.js";
import { read } from "./requirement-ids.js";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** What a module loads by being loaded, outside its own package. Type imports and `import()` load nothing. */
function loadedWith(entry: string): string[] {
  const external = new Set<string>();
  const seen = new Set<string>();
  const left = [entry];
  for (let file = left.pop(); file !== undefined; file = left.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    const source = typescript.createSourceFile(file, read(file), typescript.ScriptTarget.Latest, true);
    for (const statement of source.statements) {
      const name = loadedBy(statement);
      if (name === null) continue;
      if (name.startsWith(".")) left.push(join(dirname(file), name.replace(/\.js$/, ".ts")));
      else external.add(name);
    }
  }
  expect(seen.size, "modules visited").toBeGreaterThan(100);
  expect([...seen].filter((file) => !existsSync(join(root, file)))).toEqual([]);
  return [...external].sort();
}

/** The module a statement loads, or null. */
function loadedBy(statement: ts.Statement): string | null {
  if (typescript.isImportDeclaration(statement)) {
    const clause = statement.importClause;
    const named = clause?.namedBindings;
    const onlyTypes =
      clause?.phaseModifier === typescript.SyntaxKind.TypeKeyword ||
      (clause?.name === undefined &&
        named !== undefined &&
        typescript.isNamedImports(named) &&
        named.elements.length > 0 &&
        named.elements.every(({ isTypeOnly }) => isTypeOnly));
    return onlyTypes ? null : (statement.moduleSpecifier as ts.StringLiteral).text;
  }
  if (typescript.isExportDeclaration(statement) && statement.moduleSpecifier !== undefined) {
    return statement.isTypeOnly ? null : (statement.moduleSpecifier as ts.StringLiteral).text;
  }
  return null;
}

describe("importing the core", () => {
  it(`${verifies("POS-SPD-04")}loads xstate, zod and parts of Node, and nothing else`, () => {
    const loaded = loadedWith("packages/core/src/index.ts");
    // The convention is the one part of Strata that may come along.
    expect(loaded.filter((name) => !name.startsWith("node:") && name !== "@pelorus/strata/convention")).toEqual([
      "xstate",
      "zod",
    ]);
    expect(
      loaded.filter((name) => /^node:(?:https?|http2|net|tls|dgram|dns|child_process|worker_threads)/.test(name)),
    ).toEqual([]);
  });

  it(`${verifies("POS-SPD-04")}starts no timer and no request`, async () => {
    vi.resetModules();
    const ours: string[] = [];
    // The test runner has timers of its own: what counts is who asks.
    const watch = (name: "setTimeout" | "setInterval" | "setImmediate" | "fetch") => {
      const original = globalThis[name] as (...args: never[]) => unknown;
      vi.spyOn(globalThis, name as "setTimeout").mockImplementation(((...args: never[]) => {
        if (/\/packages\/[a-z]+\/src\//.test(new Error().stack ?? "")) ours.push(name);
        return original(...args);
      }) as never);
    };
    for (const name of ["setTimeout", "setInterval", "setImmediate", "fetch"] as const) watch(name);
    const { runPositioned } = await import("@pelorus/core");
    expect(ours).toEqual([]);
    // What was not loaded is loaded when it is first asked for, and kept.
    const { toolCallSupport } = await import("../../packages/core/src/capability/tool-call-support.js");
    const support = toolCallSupport();
    expect(support?.compile({ type: "string" })(1)).toHaveLength(1);
    expect(toolCallSupport()).toBe(support);
    await runPositioned("Translate to French: good morning", { model: () => "bonjour" });
    expect(ours).toContain("setTimeout");
    vi.restoreAllMocks();
  }, 120_000);
});
