import { describe, expect, it } from "vitest";
import { fixtureFolder, toolsOver } from "./call-tool.js";
import { temporaryFolder } from "./temporary-folder.js";

describe("list_documents", () => {
  it("lists every file of the folder in order, with title, lines and size, and why one is not searched", async () => {
    const { total, documents } = await toolsOver(fixtureFolder).list();
    expect(total).toBe(14);
    expect(documents.map(({ path, title, lines, not_searched }) => [path, title ?? not_searched, lines])).toEqual([
      ["README.md", "Reading room", 21],
      ["code/greetVisitor.py", "def greet_visitor(name: str) -> str:", 3],
      ["data/latin1.txt", "document_encoding_unknown", undefined],
      ["data/prices.csv", "article,price_eur,stock", 5],
      ["data/settings.json", "{", 9],
      ["data/utf16.txt", "Pelikan über dem Hafen", 1],
      ["data/windows.txt", "first line", 4],
      ["empty.txt", "", 0],
      ["long-lines.txt", "short start", 4],
      ["notes/2025/spring/orchard-plan.md", "Orchard plan", 6],
      ["notes/emoji.txt", "Picnic list 🧺", 3],
      ["notes/日本語メモ.md", "図書館のメモ", 5],
      ["pictures/disguised.txt", "document_binary", undefined],
      ["pictures/pixel.png", "document_binary", undefined],
    ]);
    expect(documents[0]?.bytes).toBeGreaterThan(300);
  });

  it("keeps to a sub-folder", async () => {
    const { list } = toolsOver(fixtureFolder);
    expect((await list({ folder: "./notes/2025/" })).documents.map(({ path }) => path)).toEqual([
      "notes/2025/spring/orchard-plan.md",
    ]);
    expect(await list({ folder: "note" })).toEqual({ total: 0, documents: [] });
  });

  it("goes on page by page until everything was listed once", async () => {
    const { list } = toolsOver(fixtureFolder);
    const all = (await list()).documents;
    const seen: unknown[] = [];
    let after: string | undefined = "";
    while (after !== undefined) {
      const page: Awaited<ReturnType<typeof list>> = await list({ limit: 4, after });
      expect(page.total).toBe(14);
      expect(page.documents.length).toBeLessThanOrEqual(4);
      seen.push(...page.documents);
      after = page.next_after;
    }
    expect(seen).toEqual(all);
  });

  it("answers for an empty folder", async () => {
    expect(await toolsOver(temporaryFolder()).list()).toEqual({ total: 0, documents: [] });
  });

  it("shortens a title without dividing a character", async () => {
    const title = (await toolsOver(temporaryFolder({ "a.txt": "😀".repeat(500) })).list()).documents[0]?.title;
    expect(title).toBe("😀".repeat(120));
  });

  it.each([{ limit: 0 }, { limit: 501 }, { limit: 2.5 }, { limit: "4" }, { folder: 3 }, { after: [] }])(
    "refuses %j",
    async (args) => {
      await expect(toolsOver(fixtureFolder).list(args)).rejects.toMatchObject({ code: "document_argument_invalid" });
    },
  );
});
