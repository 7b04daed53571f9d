import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { toolsOver } from "./call-tool.js";
import { temporaryFolder } from "./temporary-folder.js";

const code = (value: string) => expect.objectContaining({ name: "DocumentError", code: value });

/** A folder `docs` beside a secret, so that each way out leads somewhere that exists. */
function docsBesideSecret() {
  const outer = temporaryFolder({
    "docs/plan.md": "# Plan\n\nplant twelve pear trees\n",
    "docs/sub/list.txt": "ladder\n",
    "docs/.env": "TOKEN=swordfish\n",
    "docs/node_modules/pack/readme.md": "swordfish\n",
    "docs-private/secret.txt": "swordfish\n",
    "secret.txt": "swordfish\n",
  });
  return { outer, docs: join(outer, "docs") };
}

describe("confinement to the folder", () => {
  it("refuses paths that climb or are absolute, although the file exists", async () => {
    const { outer, docs } = docsBesideSecret();
    const { read } = toolsOver(docs);
    for (const path of [
      "../secret.txt",
      "sub/../../secret.txt",
      join(outer, "secret.txt"),
      "../docs-private/secret.txt",
    ]) {
      await expect(read({ path }), path).rejects.toEqual(code("document_path_invalid"));
    }
    await expect(toolsOver(docs).list({ folder: ".." })).rejects.toEqual(code("document_path_invalid"));
    await expect(toolsOver(docs).search({ query: "swordfish", folder: "/" })).rejects.toEqual(
      code("document_path_invalid"),
    );
  });

  it("refuses a link to a file outside, to a folder outside, and to a folder whose name only begins alike", async () => {
    const { outer, docs } = docsBesideSecret();
    symlinkSync(join(outer, "secret.txt"), join(docs, "absolute.txt"));
    symlinkSync("../secret.txt", join(docs, "relative.txt"));
    symlinkSync("..", join(docs, "up"));
    symlinkSync("../docs-private", join(docs, "private"));
    symlinkSync("relative.txt", join(docs, "chain.txt"));
    const { read } = toolsOver(docs);
    for (const path of ["absolute.txt", "relative.txt", "up/secret.txt", "private/secret.txt", "chain.txt"]) {
      await expect(read({ path }), path).rejects.toEqual(code("document_outside_folder"));
    }
  });

  it("neither lists nor searches what is behind a link, hidden or installed", async () => {
    const { docs } = docsBesideSecret();
    symlinkSync("../secret.txt", join(docs, "relative.txt"));
    symlinkSync("../docs-private", join(docs, "private"));
    symlinkSync(".", join(docs, "circle"));
    const { list, search } = toolsOver(docs);
    expect((await list()).documents.map(({ path }) => path)).toEqual(["plan.md", "sub/list.txt"]);
    expect((await search({ query: "swordfish" })).passages).toEqual([]);
  });

  it("reads through a link that stays inside, but not to a hidden file", async () => {
    const { docs } = docsBesideSecret();
    symlinkSync("plan.md", join(docs, "current.md"));
    symlinkSync("sub", join(docs, "folder"));
    symlinkSync(".env", join(docs, "environment.txt"));
    symlinkSync("node_modules", join(docs, "modules"));
    const { read } = toolsOver(docs);
    expect((await read({ path: "current.md" })).text).toContain("twelve pear trees");
    expect((await read({ path: "folder/list.txt" })).text).toBe("ladder");
    await expect(read({ path: "environment.txt" })).rejects.toEqual(code("document_not_found"));
    await expect(read({ path: "modules/pack/readme.md" })).rejects.toEqual(code("document_not_found"));
    await expect(read({ path: ".env" })).rejects.toEqual(code("document_not_found"));
  });

  it("refuses links that lead nowhere or in circles", async () => {
    const { docs } = docsBesideSecret();
    symlinkSync("gone.txt", join(docs, "dangling.txt"));
    symlinkSync("b.txt", join(docs, "a.txt"));
    symlinkSync("a.txt", join(docs, "b.txt"));
    const { read } = toolsOver(docs);
    await expect(read({ path: "dangling.txt" })).rejects.toEqual(code("document_not_found"));
    await expect(read({ path: "a.txt" })).rejects.toEqual(code("document_outside_folder"));
  });

  it("refuses folders, files taken for folders, and pipes, without waiting for a writer", async () => {
    const { docs } = docsBesideSecret();
    execFileSync("mkfifo", [join(docs, "pipe.txt")]);
    const { read, list } = toolsOver(docs);
    await expect(read({ path: "sub" })).rejects.toEqual(code("document_not_a_file"));
    await expect(read({ path: "pipe.txt" })).rejects.toEqual(code("document_not_a_file"));
    await expect(read({ path: "plan.md/part" })).rejects.toEqual(code("document_not_found"));
    expect((await list()).documents.map(({ path }) => path)).toEqual(["plan.md", "sub/list.txt"]);
  });

  it("keeps to the folder it opened when that is exchanged for a link", async () => {
    const { docs } = docsBesideSecret();
    const { read, list } = toolsOver(docs);
    rmSync(docs, { recursive: true });
    symlinkSync("docs-private", docs);
    await expect(read({ path: "secret.txt" })).rejects.toEqual(code("document_outside_folder"));
    await expect(list()).rejects.toEqual(code("document_folder_missing"));
  });

  it("gives away no names behind a sub-folder that is exchanged for a link while the folder is listed", async () => {
    const { docs } = docsBesideSecret();
    for (let round = 0; round < 60; round++) {
      const listing = toolsOver(docs).list();
      for (let turn = 0; turn < round % 12; turn++) await new Promise((resolve) => setImmediate(resolve));
      rmSync(join(docs, "sub"), { recursive: true, force: true });
      symlinkSync("../docs-private", join(docs, "sub"));
      expect((await listing).documents.map(({ path }) => path)).not.toContain("sub/secret.txt");
      rmSync(join(docs, "sub"));
      mkdirSync(join(docs, "sub"));
      writeFileSync(join(docs, "sub/list.txt"), "ladder\n");
    }
  });

  it("opens a folder that is itself reached through a link", async () => {
    const { outer } = docsBesideSecret();
    symlinkSync("docs", join(outer, "shortcut"));
    expect((await toolsOver(join(outer, "shortcut")).read({ path: "sub/list.txt" })).text).toBe("ladder");
  });

  it("changes nothing in the folder", async () => {
    const { docs } = docsBesideSecret();
    const state = () =>
      readdirSync(docs, { recursive: true })
        .map(String)
        .sort()
        .map((path) => [path, statSync(join(docs, path)).mtimeMs]);
    const before = state();
    chmodSync(join(docs, "plan.md"), 0o444);
    const { list, search, read } = toolsOver(docs);
    await list();
    await search({ query: "pear" });
    await read({ path: "plan.md" });
    expect(state()).toEqual(before);
    expect(readFileSync(join(docs, "plan.md"), "utf8")).toContain("pear");
  });
});
