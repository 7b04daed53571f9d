import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const read = (path: string) => readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), "utf8");
const folder = fileURLToPath(new URL("../../docs", import.meta.url));

/** Blocks of a page that are taken from a file: `<!-- path#region -->` and the block below it. */
const QUOTED = /<!-- (\S+)#(\S+) -->\n```\w+\n([\s\S]*?)\n```/g;

const quoted = ["README.md", ...readdirSync(folder).map((name) => `docs/${name}`)].flatMap((page) =>
  [...read(page).matchAll(QUOTED)].map(([, path = "", region = "", text = ""]) => ({ page, path, region, text })),
);

describe("blocks that are taken from examples", () => {
  it("are found", () => {
    expect(quoted.length).toBeGreaterThanOrEqual(3);
  });

  it.each(quoted)("$page has $path#$region as it is", ({ path, region, text }) => {
    const lines = read(path).split("\n");
    const start = lines.findIndex((line) => line.trim() === `// #region ${region}`);
    const end = lines.findIndex((line, at) => at > start && line.trim().startsWith("// #endregion"));
    expect(start).toBeGreaterThanOrEqual(0);
    expect(text.trimEnd()).toBe(
      lines
        .slice(start + 1, end)
        .join("\n")
        .trimEnd(),
    );
  });
});
