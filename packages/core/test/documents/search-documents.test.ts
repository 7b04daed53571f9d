import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ToolCapabilityFabric } from "@pelorus/core";
import { documentTools } from "@pelorus/core/documents";
import { describe, expect, it } from "vitest";
import { fixtureFolder, toolsOver } from "./call-tool.js";
import { temporaryFolder } from "./temporary-folder.js";

const { search } = toolsOver(fixtureFolder);
const best = async (query: string) => (await search({ query })).passages[0];

describe("search_documents", () => {
  it("is offered for a question that shares no word with its description", () => {
    const fabric = new ToolCapabilityFabric();
    for (const tool of documentTools(fixtureFolder)) fabric.register(tool);
    const { selected } = fabric.select("RETRIEVE", "Who waters the geraniums?");
    expect(selected.map(({ capabilityId }) => capabilityId)).toEqual(["search_documents"]);
  });

  it("finds the passage with path, lines, headings and verbatim text", async () => {
    expect(await best("When is the reading room closed in December?")).toMatchObject({
      path: "README.md",
      start_line: 9,
      end_line: 11,
      context: "Reading room › Opening hours › Holidays",
      text: "### Holidays\n\nBetween 24 and 26 December the reading room stays closed.",
    });
  });

  it("gives lines at which the text really stands", async () => {
    const { passages } = await search({ query: "reading room pear lanterns stock word00042 図書館", limit: 20 });
    expect(passages.length).toBeGreaterThan(6);
    for (const { path, start_line, end_line, text } of passages) {
      const lines = readFileSync(join(fixtureFolder, path), "utf8").split(/\r?\n/);
      expect(lines.slice(start_line - 1, end_line).join("\n"), path).toContain(text);
    }
  });

  it.each([
    ["quinces moved", "notes/2025/spring/orchard-plan.md"],
    ["QUINCE BASKET", "data/prices.csv"],
    ["strawberry", "notes/emoji.txt"],
    ["facades", "notes/emoji.txt"],
    ["STRASSE", "notes/emoji.txt"],
    ["pelikan uber", "data/utf16.txt"],
    ["greet visitor", "code/greetVisitor.py"],
    ["greetVisitor", "code/greetVisitor.py"],
    ["月曜日の図書館", "notes/日本語メモ.md"],
    ["lanterns", "data/windows.txt"],
    ["novels topic", "data/settings.json"],
    ["marmalade", "long-lines.txt"],
    ["word02499", "long-lines.txt"],
  ])("finds %j in %s", async (query, path) => {
    expect((await best(query))?.path).toBe(path);
  });

  it("counts the path and the headings above as part of a passage", async () => {
    const paths = (await search({ query: "spring plan ladder" })).passages.map(({ path }) => path);
    expect(paths[0]).toBe("notes/2025/spring/orchard-plan.md");
    expect((await best("holidays opening"))?.context).toContain("Holidays");
    expect((await best("walnut price"))?.context).toBe("article,price_eur,stock");
  });

  it("ranks rare words above common ones and more matches above fewer", async () => {
    const folder = temporaryFolder({
      "a.txt": "the common word",
      "b.txt": "the common word and the heron",
      "c.txt": "the common word and the heron with a lantern",
      "d.txt": "the common word again",
    });
    const { passages } = await toolsOver(folder).search({ query: "common heron lantern" });
    expect(passages.map(({ path }) => path)).toEqual(["c.txt", "b.txt", "a.txt", "d.txt"]);
    const scores = passages.map(({ score }) => score);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    expect(Math.min(...scores)).toBeGreaterThan(0);
  });

  it("prefers the shorter of two passages with the same matches, and the first of two equal ones", async () => {
    const folder = temporaryFolder({ "z.txt": "heron", "y.txt": "heron", "a.txt": `heron ${"reed ".repeat(60)}` });
    const { passages } = await toolsOver(folder).search({ query: "heron" });
    expect(passages.map(({ path }) => path)).toEqual(["y.txt", "z.txt", "a.txt"]);
  });

  it("computes BM25 as published, for a case small enough to do by hand", async () => {
    // Two passages of one and three terms and a path term of weight 0.5 each: lengths 1.5 and 3.5, mean 2.5.
    const folder = temporaryFolder({ "p.txt": "heron", "q.txt": "reed reed heron" });
    const { passages } = await toolsOver(folder).search({ query: "reed" });
    const rarity = Math.log(1 + (2 - 1 + 0.5) / (1 + 0.5));
    const expected = (rarity * 2 * 2.2) / (2 + 1.2 * (0.25 + 0.75 * (3.5 / 2.5)));
    expect(passages).toHaveLength(1);
    expect(passages[0]?.score).toBeCloseTo(expected, 4);
  });

  it("returns at most the passages asked for, five by default", async () => {
    const folder = temporaryFolder(Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`f${n}.txt`, "heron"])));
    const tools = toolsOver(folder);
    expect((await tools.search({ query: "heron" })).passages).toHaveLength(5);
    expect((await tools.search({ query: "heron", limit: 20 })).passages).toHaveLength(20);
    expect((await tools.search({ query: "heron", limit: 1 })).passages).toHaveLength(1);
  });

  it("keeps to a sub-folder", async () => {
    const { passages, searched } = await search({ query: "quince pear", folder: "notes" });
    expect(new Set(passages.map(({ path }) => path))).toEqual(new Set(["notes/2025/spring/orchard-plan.md"]));
    expect(searched).toBe(3);
  });

  it("finds nothing for words no document has, for marks only, and in an empty folder", async () => {
    expect((await search({ query: "zeppelin" })).passages).toEqual([]);
    expect((await search({ query: "?! — …" })).passages).toEqual([]);
    expect(await toolsOver(temporaryFolder()).search({ query: "heron" })).toEqual({ searched: 0, passages: [] });
  });

  it("gives the same answer every time", async () => {
    const ask = () => toolsOver(fixtureFolder).search({ query: "the reading room and the pears", limit: 20 });
    expect(await ask()).toEqual(await ask());
  });

  it("says which documents it could not search", async () => {
    expect(await search({ query: "pixel" })).toMatchObject({
      searched: 11,
      not_searched: 3,
      not_searched_paths: ["data/latin1.txt", "pictures/disguised.txt", "pictures/pixel.png"],
    });
  });

  it.each([{}, { query: "" }, { query: "  " }, { query: 4 }, { query: "x".repeat(1001) }, { query: "x", limit: 21 }])(
    "refuses %j",
    async (args) => {
      await expect(search(args)).rejects.toMatchObject({ code: "document_argument_invalid" });
    },
  );
});
