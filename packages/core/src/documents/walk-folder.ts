import type { Dirent } from "node:fs";
import { lstat, readdir, realpath } from "node:fs/promises";
import { join } from "node:path";
import { DocumentError } from "./document-error.js";
import { isHiddenStep } from "./document-path.js";

/** A file of the folder as the directory shows it. */
export interface FolderEntry {
  /** Relative to the folder, `/` between the steps. */
  readonly path: string;
  readonly bytes: number;
  /** Changes whenever the file is written, replaced or touched. */
  readonly stamp: string;
}

export interface FolderListing {
  /** In code-unit order of the paths. */
  readonly entries: readonly FolderEntry[];
  /** More files exist than were listed. */
  readonly truncated: boolean;
}

/** How many directory entries are asked for their state at the same time. */
const BATCH = 64;

/**
 * Lists the regular files below `root` (a real path). Links are not followed, hidden entries and `node_modules` are left
 * out, entries that vanish meanwhile are skipped. Stops after `maximumFiles` files or as many folders. Throws DocumentError
 * `document_folder_missing` or the signal's reason.
 */
export async function walkFolder(
  root: string,
  options: { maximumFiles: number; signal: AbortSignal },
): Promise<FolderListing> {
  const { maximumFiles, signal } = options;
  const paths: string[] = [];
  const folders = [""];
  let truncated = false;
  // The list of folders grows while it is gone through; in breadth, so that a cut leaves out the deepest first.
  for (let at = 0; at < folders.length && !truncated; at++) {
    signal.throwIfAborted();
    const folder = folders[at] ?? "";
    const children = await readFolder(root, folder);
    // Sorted, so that the same folder is cut at the same place every time.
    children.sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const child of children) {
      if (isHiddenStep(child.name)) continue;
      const list = child.isDirectory() ? folders : child.isFile() ? paths : null;
      if (list === null) continue;
      if (list.length === maximumFiles) truncated = true;
      else list.push(folder === "" ? child.name : `${folder}/${child.name}`);
    }
  }
  paths.sort((a, b) => (a < b ? -1 : 1));
  return { entries: await entriesOf(root, paths, signal), truncated };
}

async function readFolder(root: string, folder: string): Promise<Dirent[]> {
  const path = join(root, folder);
  try {
    const children = await readdir(path, { withFileTypes: true });
    // A folder that was exchanged for a link meanwhile must not give away the names behind it.
    if ((await realpath(path)) === path) return children;
    throw new Error("the folder was exchanged for a link");
  } catch (cause) {
    // A folder below the root may vanish or be closed to us; the rest of the documents stays usable.
    if (folder !== "") return [];
    throw new DocumentError("document_folder_missing", "The folder of documents cannot be opened.", { cause });
  }
}

async function entriesOf(root: string, paths: readonly string[], signal: AbortSignal): Promise<readonly FolderEntry[]> {
  const entries: FolderEntry[] = [];
  for (let at = 0; at < paths.length; at += BATCH) {
    signal.throwIfAborted();
    const batch = await Promise.all(paths.slice(at, at + BATCH).map((path) => entryOf(root, path)));
    for (const entry of batch) if (entry !== null) entries.push(entry);
  }
  return entries;
}

async function entryOf(root: string, path: string): Promise<FolderEntry | null> {
  try {
    const status = await lstat(join(root, path));
    if (!status.isFile()) return null;
    return { path, bytes: status.size, stamp: `${status.mtimeMs}:${status.ctimeMs}:${status.size}:${status.ino}` };
  } catch {
    return null;
  }
}
