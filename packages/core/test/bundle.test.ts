import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { verifies } from "../../../test/support/verifies.js";

const core = fileURLToPath(new URL("..", import.meta.url));
const tsc = join(core, "../../node_modules/typescript/bin/tsc");

// A small package that is built as the core is, by the core's own bundle.mjs.
describe("building entries as one file each", () => {
  let folder = "";
  const node = (...args: string[]) => execFileSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
  const source = (name: string, text: string) => {
    mkdirSync(join(folder, "src", name, ".."), { recursive: true });
    writeFileSync(join(folder, "src", name), text);
  };
  const dist = (name: string) => readFileSync(join(folder, "dist", name), "utf8");
  /** What the package says when it runs. */
  const said = () =>
    node(
      "--input-type=module",
      "-e",
      `const { say, Kept } = await import("./dist/index.js");
       const { keep } = await import("./dist/part/index.js");
       console.log(await say(), keep() instanceof Kept);`,
    ).trim();

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "pelorus-bundle-"));
    symlinkSync(join(core, "node_modules"), join(folder, "node_modules"));
    cpSync(join(core, "bundle.mjs"), join(folder, "bundle.mjs"));
    const entry = (name: string) => ({ types: `./dist/${name}.d.ts`, default: `./dist/${name}.js` });
    writeFileSync(
      join(folder, "package.json"),
      JSON.stringify({ type: "module", exports: { ".": entry("index"), "./part": entry("part/index") } }),
    );
    const base = JSON.parse(readFileSync(join(core, "../../tsconfig.base.json"), "utf8"));
    writeFileSync(
      join(folder, "tsconfig.json"),
      JSON.stringify({
        compilerOptions: {
          ...base.compilerOptions,
          rootDir: "src",
          outDir: "dist",
          tsBuildInfoFile: "dist/.tsbuildinfo",
        },
        include: ["src"],
      }),
    );
    source("kept.ts", "export class Kept {}\n");
    source("word.ts", 'export const word: string = "früher";\n');
    source("late.ts", "export const late = true;\n");
    source(
      "index.ts",
      `import { word } from "./word.js";
export { Kept } from "./kept.js";
export async function say(): Promise<string> {
  const { late } = await import("./late.js");
  return word + " " + late;
}
`,
    );
    source("part/index.ts", 'import { Kept } from "../kept.js";\nexport const keep = (): Kept => new Kept();\n');
    node(tsc, "-p", ".");
    node("bundle.mjs");
  }, 120_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it(`${verifies("POS-SPD-04")}takes modules together, shares what entries share, and keeps back what is loaded late`, () => {
    expect(dist("index.js")).not.toContain("./word.js");
    // Text of one byte a character.
    expect(dist("index.js")).toMatch(/fr\\u00fcher/i);
    expect(JSON.parse(dist("index.js.map")).sources).toContain("../src/index.ts");
    const chunks = readdirSync(join(folder, "dist/chunks")).filter((name) => name.endsWith(".js"));
    expect(chunks.sort()).toEqual(["kept.js", "late.js"]);
    expect(dist("index.js")).toMatch(/import\("\.\/chunks\/late\.js"\)/);
    // Deep modules stay as they were.
    expect(dist("word.js")).toContain("früher");
    expect(said()).toBe("früher true true");
  });

  it(`${verifies("POS-SPD-04")}leaves no old bundle standing when tsc runs alone`, () => {
    source("word.ts", 'export const word: string = "später";\n');
    node(tsc, "-b");
    expect(dist("index.js")).toContain("./word.js");
    expect(said()).toBe("später true true");
    // Nor when it only checked types in between.
    node("bundle.mjs");
    expect(dist("index.js")).not.toContain("./word.js");
    node(tsc, "-p", ".", "--noEmit");
    source("word.ts", 'export const word: string = "danach";\n');
    node(tsc, "-b");
    expect(said()).toBe("danach true true");
  }, 120_000);
});
