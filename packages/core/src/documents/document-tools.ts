import type { CapabilityDefinition } from "../contract/capability.js";
import { openDocumentFolder } from "./document-folder.js";
import { type DocumentLimits, documentLimits } from "./document-limits.js";
import { listDocuments } from "./list-documents.js";
import { readDocument } from "./read-document.js";
import { searchDocuments } from "./search-documents.js";

/** Options of `documentTools`: the limits, each with a default. */
export type DocumentToolOptions = Partial<DocumentLimits>;

/**
 * The capabilities `list_documents`, `search_documents` and `read_document` over one folder of text, Markdown, JSON, CSV and
 * source files, for the option `tools` of a run. They read only, never leave the folder (no absolute path, no `..`, no
 * link that leads out), leave hidden entries and `node_modules` alone, and refuse what is not text. The index is built at
 * the first list or search and follows changes of the files. The folder is opened when this function is called.
 * Throws DocumentError `document_folder_missing` or `document_argument_invalid`; so do calls, with the codes of
 * `DOCUMENT_ERRORS`.
 */
export function documentTools(folder: string, options: DocumentToolOptions = {}): readonly CapabilityDefinition[] {
  const opened = openDocumentFolder(folder, documentLimits(options));
  return [listDocuments(opened), searchDocuments(opened), readDocument(opened)];
}
