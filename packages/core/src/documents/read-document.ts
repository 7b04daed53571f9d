import type { CapabilityDefinition, CapabilityImplementation } from "../contract/capability.js";
import { decodeText } from "./decode-text.js";
import { type DocumentToolDescription, defineDocumentTool } from "./define-document-tool.js";
import { DocumentError } from "./document-error.js";
import type { DocumentFolder } from "./document-folder.js";
import { documentPath } from "./document-path.js";
import { readDocumentBytes } from "./open-document.js";
import { selectLines } from "./select-lines.js";
import { splitLines } from "./split-lines.js";
import { numberArgument, textArgument } from "./tool-arguments.js";
import { walkFolder } from "./walk-folder.js";

const LARGEST_NUMBER = Number.MAX_SAFE_INTEGER;
const SUGGESTIONS = 3;

const position = (description: string) => ({ type: "integer", minimum: 1, description });

const DESCRIPTION: DocumentToolDescription = {
  capabilityId: "read_document",
  description:
    "Read one document of the folder, whole or a range of lines. Use it to open a file whose path is known, for example to summarise, quote, compare or check it.",
  servesIntents: ["read document", "open file", "show file", "quote document"],
  producesTypes: ["document_text"],
  tokens: 3000,
  input: {
    path: {
      type: "string",
      minLength: 1,
      maxLength: 1024,
      description: "Path of the document as list_documents and search_documents give it.",
    },
    start_line: position("First line, counted from 1; default 1."),
    end_line: position("Last line; default: the end of the document."),
    start_column: position("First character in the first line: `next_column` of the previous answer; default 1."),
  },
  required: ["path"],
  output: {
    path: { type: "string" },
    total_lines: { type: "integer" },
    start_line: { type: "integer" },
    end_line: {
      type: "integer",
      description: "Last line in `text`; before `start_line` when the document is empty.",
    },
    text: { type: "string", description: "The lines, verbatim, joined by line feeds." },
    truncated: { type: "boolean", description: "The range has more text; go on at `next_line` and `next_column`." },
    next_line: { type: "integer" },
    next_column: { type: "integer" },
  },
};

/** The capability `read_document` over a folder. */
export function readDocument(folder: DocumentFolder): CapabilityDefinition {
  const execute: CapabilityImplementation = async (args, { signal }) => {
    const path = documentPath(textArgument(args, "path"));
    const number = (name: string, fallback: number) =>
      numberArgument(args, name, { fallback, minimum: 1, maximum: LARGEST_NUMBER });
    const range = {
      startLine: number("start_line", 1),
      endLine: number("end_line", LARGEST_NUMBER),
      startColumn: number("start_column", 1),
    };
    const lines = splitLines(decodeText(await bytesOf(folder, path, signal), path));
    const selected = selectLines(lines, range, { path, maximumCharacters: folder.limits.maximumReadCharacters });
    return {
      path,
      total_lines: lines.length,
      start_line: range.startLine,
      end_line: selected.endLine,
      text: selected.text,
      truncated: selected.next !== null,
      ...(selected.next === null ? {} : { next_line: selected.next.line, next_column: selected.next.column }),
    };
  };
  return defineDocumentTool(DESCRIPTION, execute);
}

async function bytesOf(folder: DocumentFolder, path: string, signal: AbortSignal): Promise<Uint8Array> {
  const { root, limits } = folder;
  try {
    return await readDocumentBytes(root, path, { maximumBytes: limits.maximumDocumentBytes, signal });
  } catch (fault) {
    if (!DocumentError.isInstance(fault) || fault.code !== "document_not_found") throw fault;
    const { entries } = await walkFolder(root, { maximumFiles: limits.maximumFiles, signal });
    const alike = entries.filter((entry) => fileName(entry.path) === fileName(path)).slice(0, SUGGESTIONS);
    if (alike.length === 0) throw fault;
    const message = `${fault.message} Documents of this name: ${alike.map((entry) => entry.path).join(", ")}.`;
    throw new DocumentError(fault.code, message, { path, cause: fault });
  }
}

function fileName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1).toLowerCase();
}
