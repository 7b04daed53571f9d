import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { recordFolder, runPositioned } from "@pelorus/core";
import type ts from "typescript";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { typescript } from "../support/typescript.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const pages = [
  ...readdirSync(join(root, "docs")).map((name) => `docs/${name}`),
  ...["README.md", "ARCHITECTURE.md"].filter((name) => existsSync(join(root, name))),
];

/** The TypeScript blocks of a page: the line they begin on, and their text. */
function snippetsOf(page: string): { readonly line: number; readonly text: string }[] {
  const lines = readFileSync(join(root, page), "utf8").split("\n");
  const snippets: { line: number; text: string }[] = [];
  for (let at = 0; at < lines.length; at++) {
    if (lines[at] !== "```ts") continue;
    const end = lines.indexOf("```", at);
    snippets.push({ line: at + 2, text: lines.slice(at + 1, end).join("\n") });
    at = end;
  }
  return snippets;
}

/** Checks texts as modules beside `docs/`, against the sources of the packages. File name → messages. */
function typecheck(modules: ReadonlyMap<string, string>): Map<string, string[]> {
  const configFile = join(root, "tsconfig.test.json");
  const { options } = typescript.parseJsonConfigFileContent(
    { ...typescript.readConfigFile(configFile, typescript.sys.readFile).config, include: [], files: [] },
    typescript.sys,
    root,
    {},
    configFile,
  );
  const host = typescript.createCompilerHost(options);
  const { fileExists, readFile, getSourceFile } = host;
  host.fileExists = (name) => modules.has(name) || fileExists(name);
  host.readFile = (name) => modules.get(name) ?? readFile(name);
  host.getSourceFile = (name, target, ...rest) => {
    const text = modules.get(name);
    return text === undefined
      ? getSourceFile(name, target, ...rest)
      : typescript.createSourceFile(name, text, target, true);
  };
  const program = typescript.createProgram([...modules.keys()], options, host);
  return new Map([...modules.keys()].map((name) => [name, messagesFor(program, program.getSourceFile(name))]));
}

function messagesFor(program: ts.Program, file: ts.SourceFile | undefined): string[] {
  if (file === undefined) return ["not read"];
  return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map(
    ({ start, messageText }) => {
      const line = file.getLineAndCharacterOfPosition(start ?? 0).line + 1;
      return `line ${line}: ${typescript.flattenDiagnosticMessageText(messageText, "\n")}`;
    },
  );
}

/** A sealed record under the name that the docs give theirs. */
async function makeRecord(directory: string): Promise<void> {
  await runPositioned("Translate to French: good morning", {
    model: () => "bonjour",
    journal: recordFolder(directory),
    runId: "run_1",
    hmacKey: "at least sixteen bytes",
  });
}

describe("snippets in the docs", () => {
  const snippets = pages.flatMap((page) => snippetsOf(page).map((snippet) => ({ page, ...snippet })));
  const nameOf = ({ page, line }: { page: string; line: number }) =>
    join(root, `docs/${page.replace(/\W/g, "_")}_${line}.ts`);
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

  it("would tell a wrong one", () => {
    expect(messages.get(wrong)?.join()).toMatch(/not assignable/);
  });

  const cases = snippets.map((snippet) => [`${snippet.page}:${snippet.line}`, snippet] as const);

  it.each(cases)("compiles %s", (_, snippet) => {
    expect(messages.get(nameOf(snippet))).toEqual([]);
  });

  describe("when they are run", () => {
    const folder = mkdtempSync(join(tmpdir(), "snippets-"));
    beforeAll(() => {
      vi.spyOn(console, "log").mockImplementation(() => {});
      vi.spyOn(process.stdout, "write").mockImplementation(() => true);
    });
    afterAll(() => {
      vi.restoreAllMocks();
      rmSync(folder, { recursive: true, force: true });
    });

    it.each(cases)(
      "end without a fault: %s",
      async (_, { page, line, text }) => {
        const name = join(folder, `${page.replace(/\W/g, "_")}_${line}`);
        if (text.includes(".pelorus/runs/run_1")) await makeRecord(name);
        const placed = text.replaceAll(".pelorus/runs", name).replaceAll('"examples/', `"${root}examples/`);
        writeFileSync(`${name}.ts`, placed);
        await import(/* @vite-ignore */ `${name}.ts`);
      },
      120_000,
    );
  });
});
