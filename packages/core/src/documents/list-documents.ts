import type { CapabilityDefinition, CapabilityImplementation } from "../contract/capability.js";
import { type DocumentToolDescription, defineDocumentTool } from "./define-document-tool.js";
import { type DocumentFolder, isBelow } from "./document-folder.js";
import type { CataloguedDocument } from "./document-index.js";
import { documentPath } from "./document-path.js";
import { numberArgument, textArgument } from "./tool-arguments.js";

const DEFAULT_COUNT = 100;
const LARGEST_COUNT = 500;

const DESCRIPTION: DocumentToolDescription = {
  capabilityId: "list_documents",
  description:
    "List the documents of the folder: path, title, number of lines and size of every file. Use it to see which documents, files and sources there are.",
  servesIntents: ["list documents", "list files", "which documents", "folder contents"],
  producesTypes: ["document_list"],
  tokens: 400,
  input: {
    folder: { type: "string", maxLength: 1024, description: "Only documents below this sub-folder; default: all." },
    after: {
      type: "string",
      maxLength: 1024,
      description: "Go on after this path: `next_after` of the previous list.",
    },
    limit: {
      type: "integer",
      minimum: 1,
      maximum: LARGEST_COUNT,
      description: `How many documents at most; default ${DEFAULT_COUNT}.`,
    },
  },
  required: [],
  output: {
    total: { type: "integer", description: "Number of documents below the sub-folder." },
    documents: {
      type: "array",
      items: {
        type: "object",
        properties: {
          path: { type: "string" },
          title: { type: "string" },
          lines: { type: "integer" },
          bytes: { type: "integer" },
          not_searched: { type: "string", description: "Why the document is neither searched nor titled." },
        },
        required: ["path", "bytes"],
      },
    },
    next_after: { type: "string", description: "Present when there are more documents." },
    truncated: { type: "boolean", description: "The folder has more files than are looked at." },
  },
};

/** The capability `list_documents` over a folder. */
export function listDocuments(folder: DocumentFolder): CapabilityDefinition {
  const execute: CapabilityImplementation = async (args, { signal }) => {
    const below = documentPath(textArgument(args, "folder", ""), { mayBeFolder: true });
    const after = textArgument(args, "after", "");
    const limit = numberArgument(args, "limit", { fallback: DEFAULT_COUNT, minimum: 1, maximum: LARGEST_COUNT });
    const { documents, truncated } = await folder.index.catalogue(signal);
    const inFolder = documents.filter(({ path }) => isBelow(path, below));
    const following = inFolder.filter(({ path }) => path > after);
    const page = following.slice(0, limit);
    return {
      total: inFolder.length,
      documents: page.map(entryToJson),
      ...(following.length > page.length ? { next_after: page.at(-1)?.path } : {}),
      ...(truncated ? { truncated } : {}),
    };
  };
  return defineDocumentTool(DESCRIPTION, execute);
}

function entryToJson({ path, bytes, outline, notSearched }: CataloguedDocument) {
  if (outline === null) return { path, bytes, not_searched: notSearched };
  return { path, title: outline.title, lines: outline.lines, bytes };
}
