import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { countDocuments, documentTools } from "../../src/documents/index.js";
import { readDocumentBytes } from "../../src/documents/open-document.js";
import { toolsOver } from "./call-tool.js";
import { temporaryFolder } from "./temporary-folder.js";

const code = (value: string) => expect.objectContaining({ name: "DocumentError", code: value });

describe("the limits", () => {
  it("refuse a document with one byte too many and say so in list and search", async () => {
    const folder = temporaryFolder({ "at.txt": "pear ".repeat(20), "over.txt": `${"pear ".repeat(20)}!` });
    const { read, search, list } = toolsOver(folder, { maximumDocumentBytes: 100 });
    expect((await read({ path: "at.txt" })).text).toHaveLength(100);
    await expect(read({ path: "over.txt" })).rejects.toEqual(code("document_too_large"));
    await expect(toolsOver(folder, { maximumDocumentBytes: 9 }).read({ path: "over.txt" })).rejects.toMatchObject({
      message: '"over.txt" has at least 101 bytes; documents may have 9.',
    });
    expect(await search({ query: "pear" })).toMatchObject({
      searched: 1,
      passages: [{ path: "at.txt" }],
      not_searched: 1,
      not_searched_paths: ["over.txt"],
    });
    expect((await list()).documents).toEqual([
      { path: "at.txt", title: "pear ".repeat(20).trim(), lines: 1, bytes: 100 },
      { path: "over.txt", bytes: 101, not_searched: "document_too_large" },
    ]);
  });

  it("hold for a file that grows while it is read", async () => {
    const folder = temporaryFolder({ "log.txt": "x".repeat(900) });
    const controller = new AbortController();
    let checks = 0;
    // The signal is asked between any two steps of reading: the file grows as soon as its size has been taken.
    const signal = new Proxy(controller.signal, {
      get(target, name) {
        if (name === "throwIfAborted" && ++checks === 2) appendFileSync(join(folder, "log.txt"), "x".repeat(500));
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
    const reading = readDocumentBytes(folder, "log.txt", { maximumBytes: 1000, signal });
    await expect(reading).rejects.toEqual(code("document_too_large"));
    expect(checks).toBeGreaterThan(1);
  });

  it("leave out of the index what does not fit, always the same documents", async () => {
    const folder = temporaryFolder({
      "a.txt": "pear 45678",
      "b.txt": "pear 45678",
      "c.txt": "pear",
      "d.txt": "pear 45678",
    });
    const { search, list } = toolsOver(folder, { maximumIndexBytes: 25 });
    const first = await search({ query: "pear" });
    expect(first.passages.map(({ path }) => path).sort()).toEqual(["a.txt", "b.txt", "c.txt"]);
    expect(first).toMatchObject({ searched: 3, not_searched: 1, not_searched_paths: ["d.txt"] });
    expect((await list()).documents.at(-1)).toEqual({ path: "d.txt", bytes: 10, not_searched: "index_full" });
    writeFileSync(join(folder, "a.txt"), "p");
    expect((await search({ query: "pear" })).passages.map(({ path }) => path).sort()).toEqual([
      "b.txt",
      "c.txt",
      "d.txt",
    ]);
  });

  it("look at so many files and no more, and say that there are more", async () => {
    const files = Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`f${n}.txt`, "pear"]));
    const { list, search } = toolsOver(temporaryFolder(files), { maximumFiles: 6 });
    expect(await list()).toMatchObject({ total: 6, truncated: true });
    expect(await search({ query: "pear" })).toMatchObject({ searched: 6, truncated: true });
    expect(await toolsOver(temporaryFolder(files), { maximumFiles: 9 }).list()).not.toHaveProperty("truncated");
  });

  it("stop at so many folders, even if they are empty", async () => {
    const nested = Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`d${n}/x/file.txt`, "pear"]));
    expect(await toolsOver(temporaryFolder(nested), { maximumFiles: 9 }).list()).toMatchObject({ truncated: true });
  });

  it("name not more than ten documents that were not searched", async () => {
    const files = Object.fromEntries(Array.from({ length: 15 }, (_, n) => [`f${n}.bin`, "\0"]));
    const found = await toolsOver(temporaryFolder(files)).search({ query: "pear" });
    expect(found).toMatchObject({ searched: 0, passages: [], not_searched: 15 });
    expect(found.not_searched_paths).toHaveLength(10);
  });

  it(`${verifies("POS-EXE-09")}tell a person what a search left out and why, and where there was nothing to search`, async () => {
    const folder = temporaryFolder({ "a.txt": "pear", "b.png": "\0", "c.txt": "pear ".repeat(30), "d/e.txt": "pear" });
    const { search, remarks } = toolsOver(folder, { maximumDocumentBytes: 100, maximumIndexBytes: 5 });
    await search({ query: "pear" });
    expect(remarks).toEqual([
      "not searched: b.png (no text), c.txt (larger than 100 bytes), d/e.txt (beyond the first 5 bytes of the folder)",
    ]);
    const many = Object.fromEntries(Array.from({ length: 15 }, (_, n) => [`f${n}.txt`, "\0"]));
    const cut = toolsOver(temporaryFolder(many), { maximumFiles: 12 });
    await cut.search({ query: "pear" });
    expect(cut.remarks[0]).toMatch(/^not searched: f0\.txt \(.+\), .+ and 2 more$/);
    expect(cut.remarks[1]).toBe("not searched: what the folder has beyond its first 12 files");
    const whole = toolsOver(folder);
    await whole.search({ query: "pear", folder: "d" });
    expect(whole.remarks).toEqual([]);
    const empty = toolsOver(temporaryFolder({ ".hidden": "pear" }));
    await empty.search({ query: "pear" });
    expect(empty.remarks).toEqual(["nothing was searched: the folder holds no documents"]);
  });

  it("count as many documents as are listed", async () => {
    const folder = temporaryFolder({
      "a.txt": "pear",
      "b.png": "\0",
      "d/e.txt": "pear",
      ".hidden": "x",
      "node_modules/x.js": "y",
    });
    expect(await countDocuments(folder)).toBe((await toolsOver(folder).list()).total);
    expect(await countDocuments(temporaryFolder({ ".hidden": "pear" }))).toBe(0);
    await expect(countDocuments(join(folder, "nowhere"))).rejects.toEqual(code("document_folder_missing"));
  });

  it.each([
    [{ maximumFiles: 0 }, "maximumFiles"],
    [{ maximumReadCharacters: 1.5 }, "maximumReadCharacters"],
    [{ maximumIndexBytes: Number.POSITIVE_INFINITY }, "maximumIndexBytes"],
    [{ maximumDocuments: 4 } as object, "maximumDocuments"],
  ])("refuse the options %j, naming the bad one", (options, name) => {
    const folder = temporaryFolder();
    expect(() => documentTools(folder, options)).toThrowError(
      expect.objectContaining({ code: "document_argument_invalid", message: expect.stringContaining(name) }),
    );
  });

  it("take an absent option for its default", async () => {
    const folder = temporaryFolder({ "a.txt": "pear" });
    const options = { maximumFiles: undefined } as unknown as { maximumFiles: number };
    expect(await toolsOver(folder, options).list()).toMatchObject({ total: 1 });
  });
});
