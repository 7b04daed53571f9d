import { openDocumentFolder } from "./document-folder.js";
import { documentLimits } from "./document-limits.js";
import { walkFolder } from "./walk-folder.js";

/**
 * How many documents `documentTools(folder)` would list; none is opened. Hidden entries and `node_modules` are no
 * documents. Counts up to the limit of the tools, 10,000. Throws DocumentError `document_folder_missing`.
 */
export async function countDocuments(folder: string, options: { readonly signal?: AbortSignal } = {}): Promise<number> {
  const { root, limits } = openDocumentFolder(folder, documentLimits({}));
  const signal = options.signal ?? new AbortController().signal;
  return (await walkFolder(root, { maximumFiles: limits.maximumFiles, signal })).entries.length;
}
