import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { fixtureFolder, type ReadAnswer, toolsOver } from "./call-tool.js";
import { temporaryFolder } from "./temporary-folder.js";

const { read } = toolsOver(fixtureFolder);

describe("read_document", () => {
  it("reads a whole document", async () => {
    expect(await read({ path: "data/prices.csv" })).toEqual({
      path: "data/prices.csv",
      total_lines: 5,
      start_line: 1,
      end_line: 5,
      text: readFileSync(join(fixtureFolder, "data/prices.csv"), "utf8").trimEnd(),
      truncated: false,
    });
  });

  it("reads a range, both ends included", async () => {
    expect(await read({ path: "data/prices.csv", start_line: 2, end_line: 3 })).toMatchObject({
      start_line: 2,
      end_line: 3,
      text: "apple crate,14.50,30\npear crate,17.20,12",
      truncated: false,
    });
    expect(await read({ path: "data/prices.csv", start_line: 5, end_line: 900 })).toMatchObject({
      end_line: 5,
      text: "walnut bag,6.40,55",
    });
  });

  it("reads Windows line ends, other scripts and an empty document", async () => {
    expect(await read({ path: "data/windows.txt", start_line: 2 })).toMatchObject({
      total_lines: 4,
      text: "second line about lanterns\n\nfourth line without an end",
    });
    expect((await read({ path: "notes/日本語メモ.md", end_line: 1 })).text).toBe("# 図書館のメモ");
    expect((await read({ path: "notes/emoji.txt", start_line: 3 })).text).toContain("👨‍👩‍👧 arrives");
    expect(await read({ path: "empty.txt" })).toEqual({
      path: "empty.txt",
      total_lines: 0,
      start_line: 1,
      end_line: 0,
      text: "",
      truncated: false,
    });
  });

  it("stops before the line that does not fit and says where to go on", async () => {
    const folder = temporaryFolder({ "a.txt": "1234\n5678\nabc" });
    const small = toolsOver(folder, { maximumReadCharacters: 9 });
    expect(await small.read({ path: "a.txt" })).toMatchObject({
      text: "1234\n5678",
      end_line: 2,
      truncated: true,
      next_line: 3,
      next_column: 1,
    });
    expect(await small.read({ path: "a.txt", end_line: 2 })).toMatchObject({ text: "1234\n5678", truncated: false });
  });

  it("pages through very long lines without dividing a character, and loses nothing", async () => {
    const expected = readFileSync(join(fixtureFolder, "long-lines.txt"), "utf8");
    for (const maximumReadCharacters of [7, 1999, 20_000]) {
      const { read: readSmall } = toolsOver(fixtureFolder, { maximumReadCharacters });
      const budget = maximumReadCharacters === 7 ? 40 : 40_000;
      let text = "";
      let position: { line: number; column: number } | null = { line: 1, column: 1 };
      for (let calls = 0; position !== null && calls < budget; calls++) {
        const { line, column }: { line: number; column: number } = position;
        const part: ReadAnswer = await readSmall({ path: "long-lines.txt", start_line: line, start_column: column });
        expect(part.text.length).toBeLessThanOrEqual(maximumReadCharacters);
        expect(part.text).not.toMatch(/^[\udc00-\udfff]|[\ud800-\udbff]$/);
        text += part.text;
        position = part.truncated ? { line: part.next_line ?? 0, column: part.next_column ?? 0 } : null;
        if (position?.column === 1) text += "\n";
      }
      if (maximumReadCharacters === 7) expect(expected.startsWith(text)).toBe(true);
      else expect(`${text}\n`).toBe(expected);
    }
  });

  it("suggests documents of the same name", async () => {
    await expect(read({ path: "Orchard-Plan.md" })).rejects.toMatchObject({
      code: "document_not_found",
      message: expect.stringContaining("notes/2025/spring/orchard-plan.md"),
    });
    await expect(read({ path: "nowhere.md" })).rejects.toMatchObject({
      code: "document_not_found",
      path: "nowhere.md",
      message: 'There is no document "nowhere.md" in the folder.',
    });
  });

  it("refuses what is not text, with the code that says why", async () => {
    await expect(read({ path: "pictures/pixel.png" })).rejects.toMatchObject({ code: "document_binary" });
    await expect(read({ path: "pictures/disguised.txt" })).rejects.toMatchObject({ code: "document_binary" });
    await expect(read({ path: "data/latin1.txt" })).rejects.toMatchObject({ code: "document_encoding_unknown" });
  });

  it.each([
    { start_line: 6 },
    { start_line: 3, end_line: 2 },
    { start_line: 1, start_column: 25 },
    { start_line: 1e15 },
  ])("refuses the range %j", async (range) => {
    await expect(read({ path: "data/prices.csv", ...range })).rejects.toMatchObject({ code: "document_range_invalid" });
  });

  it("refuses a range of an empty document", async () => {
    await expect(read({ path: "empty.txt", start_line: 2 })).rejects.toMatchObject({ code: "document_range_invalid" });
  });

  it.each([
    {},
    { path: 4 },
    { path: null },
    { path: "README.md", start_line: 0 },
    { path: "README.md", start_line: "1" },
    { path: "README.md", end_line: Number.NaN },
    { path: "README.md", start_column: -1 },
  ])("refuses the arguments %j", async (args) => {
    await expect(read(args)).rejects.toMatchObject({ code: "document_argument_invalid" });
  });
});
