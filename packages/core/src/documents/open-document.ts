import { constants } from "node:fs";
import { type FileHandle, lstat, open, realpath } from "node:fs/promises";
import { isAbsolute, join, relative, sep } from "node:path";
import { DocumentError } from "./document-error.js";
import { isHiddenStep } from "./document-path.js";
import { systemFault } from "./system-fault.js";

const CHUNK_BYTES = 256 * 1024;

/**
 * Reads the bytes of one document. `root` is the real path of the folder, `path` comes from `documentPath`.
 *
 * Confined: links are resolved first and the result must lie below `root`; the resolved file is opened without following
 * a link and without waiting for a pipe; afterwards the path must still resolve to the very file that was opened.
 * Throws DocumentError, or the signal's reason.
 */
export async function readDocumentBytes(
  root: string,
  path: string,
  options: { maximumBytes: number; signal: AbortSignal },
): Promise<Buffer> {
  const { maximumBytes, signal } = options;
  signal.throwIfAborted();
  let handle: FileHandle | undefined;
  try {
    const real = await realPathInside(root, path);
    handle = await open(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const status = await handle.stat();
    if (!status.isFile()) throw new DocumentError("document_not_a_file", `"${path}" is not a file.`, { path });
    // Between resolving and opening a step of the path may have been exchanged for a link, and back.
    const there = (await realPathInside(root, path)) === real ? await lstat(real) : null;
    if (there === null || there.ino !== status.ino || there.dev !== status.dev) {
      throw new DocumentError("document_outside_folder", `"${path}" was exchanged while it was opened.`, { path });
    }
    if (status.size > maximumBytes) throw tooLarge(path, status.size, maximumBytes);
    return await readToEnd(handle, path, status.size, maximumBytes, signal);
  } catch (fault) {
    throw systemFault(fault, path);
  } finally {
    await handle?.close();
  }
}

async function realPathInside(root: string, path: string): Promise<string> {
  const real = await realpath(join(root, path));
  const below = relative(root, real);
  if (below === ".." || below.startsWith(`..${sep}`) || isAbsolute(below)) {
    throw new DocumentError("document_outside_folder", `"${path}" leads out of the folder.`, { path });
  }
  // A visible link must not open what is hidden under its own name.
  if (below.split(sep).some(isHiddenStep)) {
    throw new DocumentError("document_not_found", `There is no document "${path}": it leads to a hidden entry.`, {
      path,
    });
  }
  return real;
}

/** Reads in chunks, so that an abort is noticed in between and a growing file stops at the limit. */
async function readToEnd(
  handle: FileHandle,
  path: string,
  expectedBytes: number,
  maximumBytes: number,
  signal: AbortSignal,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let total = 0;
  for (;;) {
    signal.throwIfAborted();
    // One byte more than expected shows in one read that the end is reached.
    const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, Math.max(expectedBytes - total + 1, 1024)));
    const { bytesRead } = await handle.read(chunk, 0, chunk.length, null);
    if (bytesRead === 0) break;
    total += bytesRead;
    if (total > maximumBytes) throw tooLarge(path, total, maximumBytes);
    chunks.push(chunk.subarray(0, bytesRead));
  }
  signal.throwIfAborted();
  return Buffer.concat(chunks, total);
}

function tooLarge(path: string, bytes: number, maximumBytes: number): DocumentError {
  return new DocumentError(
    "document_too_large",
    `"${path}" has at least ${bytes} bytes; documents may have ${maximumBytes}.`,
    { path },
  );
}
