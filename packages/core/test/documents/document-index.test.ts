import { mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it, vi } from "vitest";
import * as opening from "../../src/documents/open-document.js";
import { toolsOver } from "./call-tool.js";
import { temporaryFolder } from "./temporary-folder.js";

vi.mock("../../src/documents/open-document.js", { spy: true });
const opened = () => vi.mocked(opening.readDocumentBytes).mock.calls.map(([, path]) => path);
beforeEach(() => vi.clearAllMocks());

describe("the index", () => {
  it("is built at the first use, not before, and read again only where something changed", async () => {
    const folder = temporaryFolder({ "a.txt": "heron", "b.txt": "reed", "sub/c.txt": "lantern" });
    const { search, list } = toolsOver(folder);
    expect(opened()).toEqual([]);
    await search({ query: "heron" });
    expect(opened()).toEqual(["a.txt", "b.txt", "sub/c.txt"]);
    await search({ query: "reed" });
    await list();
    expect(opened()).toHaveLength(3);
    writeFileSync(join(folder, "b.txt"), "reed and heron");
    expect((await search({ query: "heron" })).passages.map(({ path }) => path).sort()).toEqual(["a.txt", "b.txt"]);
    expect(opened().slice(3)).toEqual(["b.txt"]);
  });

  it("follows new, deleted, renamed and replaced documents", async () => {
    const folder = temporaryFolder({ "a.txt": "heron", "b.txt": "heron" });
    const { search } = toolsOver(folder);
    const paths = async () => (await search({ query: "heron" })).passages.map(({ path }) => path).sort();
    expect(await paths()).toEqual(["a.txt", "b.txt"]);
    rmSync(join(folder, "a.txt"));
    mkdirSync(join(folder, "new"));
    writeFileSync(join(folder, "new/d.txt"), "heron");
    expect(await paths()).toEqual(["b.txt", "new/d.txt"]);
    renameSync(join(folder, "b.txt"), join(folder, "c.txt"));
    expect(await paths()).toEqual(["c.txt", "new/d.txt"]);
    rmSync(join(folder, "new"), { recursive: true });
    writeFileSync(join(folder, "c.txt"), "\0");
    expect(await paths()).toEqual([]);
  });

  it("notices a change that keeps the size and has its time of change set back", async () => {
    const folder = temporaryFolder({ "a.txt": "heron" });
    const long = new Date("2020-02-02T00:00:00Z");
    utimesSync(join(folder, "a.txt"), long, long);
    const { search } = toolsOver(folder);
    expect((await search({ query: "heron" })).passages).toHaveLength(1);
    writeFileSync(join(folder, "a.txt"), "stork");
    utimesSync(join(folder, "a.txt"), long, long);
    expect((await search({ query: "heron" })).passages).toHaveLength(0);
    expect((await search({ query: "stork" })).passages).toHaveLength(1);
  });

  it("answers several calls at the same time, reading each document once", async () => {
    const folder = temporaryFolder({ "a.txt": "heron", "b.txt": "reed" });
    const { search, list } = toolsOver(folder);
    const [heron, reed, listed] = await Promise.all([search({ query: "heron" }), search({ query: "reed" }), list()]);
    expect([heron.passages[0]?.path, reed.passages[0]?.path, listed.total]).toEqual(["a.txt", "b.txt", 2]);
    expect(opened()).toEqual(["a.txt", "b.txt"]);
  });

  it("says that the folder is gone", async () => {
    const outer = temporaryFolder({ "docs/a.txt": "heron" });
    const { search } = toolsOver(join(outer, "docs"));
    rmSync(join(outer, "docs"), { recursive: true });
    await expect(search({ query: "heron" })).rejects.toMatchObject({ code: "document_folder_missing" });
  });
});

describe("an abort", () => {
  it("is answered with the signal's reason, by each tool, before anything is read", async () => {
    const tools = toolsOver(temporaryFolder({ "a.txt": "heron" }));
    const reason = new Error("enough");
    const signal = AbortSignal.abort(reason);
    await expect(tools.list({}, signal)).rejects.toBe(reason);
    await expect(tools.search({ query: "heron" }, signal)).rejects.toBe(reason);
    expect(opened()).toEqual([]);
    await expect(tools.read({ path: "a.txt" }, signal)).rejects.toBe(reason);
  });

  it("stops the building of the index, keeps what was read, and harms neither the next nor a waiting call", async () => {
    const folder = temporaryFolder(Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`f${n}.txt`, "heron"])));
    const { search } = toolsOver(folder);
    const controller = new AbortController();
    const { readDocumentBytes } = await vi.importActual<typeof opening>("../../src/documents/open-document.js");
    vi.mocked(opening.readDocumentBytes).mockImplementation((root, path, options) => {
      if (path === "f30.txt") controller.abort(new Error("enough"));
      return readDocumentBytes(root, path, options);
    });
    const aborted = search({ query: "heron" }, controller.signal);
    const waiting = search({ query: "heron" });
    await expect(aborted).rejects.toThrow("enough");
    const readBefore = opened().length;
    expect(readBefore).toBeLessThan(50);
    expect((await waiting).searched).toBe(50);
    // Only what was being read at the moment of the abort is read twice.
    expect(new Set(opened()).size).toBe(50);
    expect(opened().length).toBeLessThanOrEqual(50 + 8);
    vi.mocked(opening.readDocumentBytes).mockImplementation(readDocumentBytes);
  });

  it("leaves no listener on the signal", async () => {
    const controller = new AbortController();
    const add = vi.spyOn(controller.signal, "addEventListener");
    const remove = vi.spyOn(controller.signal, "removeEventListener");
    const { search, read } = toolsOver(temporaryFolder({ "a.txt": "heron" }));
    await search({ query: "heron" }, controller.signal);
    await read({ path: "a.txt" }, controller.signal);
    expect(add.mock.calls.length).toBe(remove.mock.calls.length);
  });
});
