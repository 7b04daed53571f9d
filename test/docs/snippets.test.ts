import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { format } from "node:util";
import { recordFolder, runPositioned } from "@pelorus/core";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { statedOutput } from "./blocks.js";
import { type PageBlock, pageBlocks, root } from "./pages.js";
import { typecheck } from "./typecheck.js";

const folder = mkdtempSync(join(tmpdir(), "snippets-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A sealed record under the name that the docs give theirs. */
async function makeRecord(directory: string): Promise<void> {
  await runPositioned("Translate to French: good morning", {
    model: () => "bonjour",
    journal: recordFolder(directory),
    runId: "run_1",
    hmacKey: "at least sixteen bytes",
  });
}

/** Runs a snippet as a module of its own, with folders of its own, and gives what it printed. */
async function runSnippet({ page, line, text }: Pick<PageBlock, "page" | "line" | "text">): Promise<string> {
  const name = join(folder, `${page.replace(/\W/g, "_")}_${line}`);
  if (text.includes(".pelorus/runs/run_1")) await makeRecord(name);
  writeFileSync(`${name}.ts`, text.replaceAll(".pelorus/runs", name).replaceAll('"examples/', `"${root}examples/`));
  let printed = "";
  vi.spyOn(console, "log").mockImplementation((...values) => {
    printed += `${format(...values)}\n`;
  });
  vi.spyOn(process.stdout, "write").mockImplementation((chunk) => {
    printed += String(chunk);
    return true;
  });
  try {
    await import(/* @vite-ignore */ `${name}.ts`);
  } finally {
    vi.restoreAllMocks();
  }
  return printed.trim();
}

describe("snippets in the docs", () => {
  const snippets = pageBlocks("ts");
  const nameOf = ({ page, line }: PageBlock) => join(root, `docs/${page.replace(/\W/g, "_")}_${line}.ts`);
  const wrong = join(root, "docs/wrong_on_purpose.ts");
  let messages = new Map<string, string[]>();

  beforeAll(() => {
    messages = typecheck(
      new Map([
        ...snippets.map((snippet) => [nameOf(snippet), `${snippet.text}\nexport {};\n`] as const),
        [wrong, 'import { runPositioned } from "@pelorus/core";\nawait runPositioned(1, { modell: () => "" });\n'],
      ]),
    );
  }, 300_000);

  it("finds them", () => {
    expect(snippets.length).toBeGreaterThanOrEqual(12);
  });

  it("would tell a wrong one", async () => {
    expect(messages.get(wrong)?.join()).toMatch(/not assignable/);
    const wrongOutput = { line: 2, text: 'console.log("two"); // → three', prints: null };
    expect(await runSnippet({ page: "wrong", ...wrongOutput })).toBe("two");
    expect(statedOutput(wrongOutput)).toBe("three");
    await expect(runSnippet({ page: "wrong", line: 9, text: 'throw new Error("no");' })).rejects.toThrow("no");
  });

  const cases = snippets.map((snippet) => [snippet.place, snippet] as const);

  it.each(cases)("compiles %s", (_, snippet) => {
    expect(messages.get(nameOf(snippet))).toEqual([]);
  });

  it.each(cases)(
    "prints what it states, and states what it prints: %s",
    async (_, snippet) => {
      expect(await runSnippet(snippet)).toBe(statedOutput(snippet) ?? "");
    },
    120_000,
  );
});
