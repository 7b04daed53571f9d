import { mkdirSync, renameSync, rmSync, symlinkSync } from "node:fs";
import * as files from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { readDocumentBytes } from "../../src/documents/open-document.js";
import { temporaryFolder } from "./temporary-folder.js";

vi.mock("node:fs/promises", async (original) => {
  const real = await original<typeof files>();
  return { ...real, open: vi.fn(real.open) };
});

/** Runs `before` when the document is about to be opened, after its path was resolved, and `after` once it is open. */
async function whileOpening(before: () => void, after: () => void): Promise<void> {
  const { open } = await vi.importActual<typeof files>("node:fs/promises");
  vi.mocked(files.open).mockImplementationOnce(async (...args) => {
    before();
    const handle = await open(...args);
    after();
    return handle;
  });
}

/** `docs/sub/list.txt` and, outside, a file of the same name in a folder that `exchange` puts in the place of `docs/sub`. */
function exchangeableFolder() {
  const outer = temporaryFolder({ "docs/sub/list.txt": "ladder", "private/list.txt": "swordfish" });
  const docs = join(outer, "docs");
  return {
    outer,
    exchange: () => {
      renameSync(join(docs, "sub"), join(outer, "aside"));
      symlinkSync("../private", join(docs, "sub"));
    },
    restore: () => {
      rmSync(join(docs, "sub"));
      renameSync(join(outer, "aside"), join(docs, "sub"));
    },
    read: () =>
      readDocumentBytes(docs, "sub/list.txt", { maximumBytes: 100, signal: new AbortController().signal }).then(String),
  };
}

const refused = expect.objectContaining({ code: "document_outside_folder" });

describe("readDocumentBytes", () => {
  it("refuses when a step of the path becomes a link while the document is opened", async () => {
    const { exchange, read } = exchangeableFolder();
    await whileOpening(exchange, () => undefined);
    await expect(read()).rejects.toEqual(refused);
  });

  it("refuses when that link is gone again by the time the document is open", async () => {
    const { exchange, restore, read } = exchangeableFolder();
    await whileOpening(exchange, restore);
    await expect(read()).rejects.toEqual(refused);
    expect(await read()).toBe("ladder");
  });

  it("refuses when the document itself becomes a link while it is opened", async () => {
    const { outer, read } = exchangeableFolder();
    const document = join(outer, "docs/sub/list.txt");
    await whileOpening(
      () => {
        rmSync(document);
        symlinkSync("../../private/list.txt", document);
      },
      () => undefined,
    );
    await expect(read()).rejects.toEqual(refused);
  });

  it("reports a document that vanishes or becomes a folder while it is opened", async () => {
    const { outer, read } = exchangeableFolder();
    const document = join(outer, "docs/sub/list.txt");
    await whileOpening(
      () => {
        rmSync(document);
        mkdirSync(document);
      },
      () => undefined,
    );
    await expect(read()).rejects.toMatchObject({ code: "document_not_a_file" });
    rmSync(document, { recursive: true });
    await expect(read()).rejects.toMatchObject({ code: "document_not_found" });
  });

  it("closes the document on success and on every refusal", async () => {
    const { outer, exchange, read } = exchangeableFolder();
    const { open } = await vi.importActual<typeof files>("node:fs/promises");
    const closes: (() => number)[] = [];
    const spied = async (...args: Parameters<typeof open>) => {
      const handle = await open(...args);
      const close = vi.spyOn(handle, "close");
      closes.push(() => close.mock.calls.length);
      return handle;
    };
    vi.mocked(files.open).mockImplementationOnce(spied);
    expect(await read()).toBe("ladder");
    vi.mocked(files.open).mockImplementationOnce(async (...args) => {
      exchange();
      return await spied(...args);
    });
    await expect(read()).rejects.toEqual(refused);
    vi.mocked(files.open).mockImplementationOnce(spied);
    const tooLarge = readDocumentBytes(outer, "private/list.txt", {
      maximumBytes: 3,
      signal: new AbortController().signal,
    });
    await expect(tooLarge).rejects.toMatchObject({ code: "document_too_large" });
    expect(closes.map((count) => count())).toEqual([1, 1, 1]);
  });
});
