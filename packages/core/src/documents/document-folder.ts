import { realpathSync, statSync } from "node:fs";
import { DocumentError } from "./document-error.js";
import { DocumentIndex } from "./document-index.js";
import type { DocumentLimits } from "./document-limits.js";

/** What the three tools of one folder share. */
export interface DocumentFolder {
  /** Real path: no step of it is a link. */
  readonly root: string;
  readonly limits: DocumentLimits;
  readonly index: DocumentIndex;
}

/**
 * Opens a folder; a relative one is taken from the working directory. Asks the file system once and synchronously, so that
 * a wrong folder is an error of whoever set up the tools and not of the model that uses them.
 * Throws DocumentError `document_folder_missing`.
 */
export function openDocumentFolder(folder: string, limits: DocumentLimits): DocumentFolder {
  let root: string;
  try {
    // An empty path would be the working directory: more likely a setting that is missing than what somebody meant.
    if (folder === "") throw new Error("the path is empty");
    root = realpathSync(folder);
    if (!statSync(root).isDirectory()) throw new Error("not a directory");
  } catch (cause) {
    throw new DocumentError("document_folder_missing", `"${folder}" is not a folder that can be opened.`, { cause });
  }
  return { root, limits, index: new DocumentIndex(root, limits) };
}

/** Whether `path` lies in `folder`; everything lies in the folder with the empty path. */
export function isBelow(path: string, folder: string): boolean {
  return folder === "" || path.startsWith(`${folder}/`);
}
