import type { CapabilityDefinition, CapabilityImplementation } from "../contract/capability.js";
import { type DocumentToolDescription, defineDocumentTool } from "./define-document-tool.js";
import { DocumentError } from "./document-error.js";
import { type DocumentFolder, isBelow } from "./document-folder.js";
import { documentPath } from "./document-path.js";
import { leftOut, NAMED_NOT_SEARCHED } from "./left-out.js";
import type { RankedPassage } from "./passage-index.js";
import { numberArgument, textArgument } from "./tool-arguments.js";

const DEFAULT_COUNT = 5;
const LARGEST_COUNT = 20;
const LONGEST_QUERY = 1000;

const DESCRIPTION: DocumentToolDescription = {
  capabilityId: "search_documents",
  // Its subject is whatever the documents are about, which no description can say.
  kind: "query",
  description:
    "Search the documents of the folder for words and return the best passages with path, lines and text. Use it to find, look up, compare, check, summarise or recommend something from the documents, notes, reports, proposals, policies and data files.",
  servesIntents: ["search documents", "find information", "look up facts", "answer questions", "compare documents"],
  producesTypes: ["document_passage"],
  tokens: 1200,
  input: {
    query: {
      type: "string",
      minLength: 1,
      maxLength: LONGEST_QUERY,
      description: "The words to look for: names, terms, numbers; not a sentence about the search.",
    },
    folder: { type: "string", maxLength: 1024, description: "Only documents below this sub-folder; default: all." },
    limit: {
      type: "integer",
      minimum: 1,
      maximum: LARGEST_COUNT,
      description: `How many passages at most; default ${DEFAULT_COUNT}.`,
    },
  },
  required: ["query"],
  output: {
    searched: { type: "integer", description: "Number of documents searched." },
    passages: {
      type: "array",
      description: "Best first; empty when no document has any of the words.",
      items: {
        type: "object",
        properties: {
          path: { type: "string" },
          start_line: { type: "integer", minimum: 1 },
          end_line: { type: "integer", minimum: 1 },
          context: { type: "string", description: "Headings above the passage, or the column names." },
          text: { type: "string", description: "The passage, verbatim." },
          score: { type: "number", description: "Higher is better; comparable within this search only." },
        },
        required: ["path", "start_line", "end_line", "text", "score"],
      },
    },
    not_searched: { type: "integer", description: "Number of documents that could not be searched." },
    not_searched_paths: { type: "array", items: { type: "string" } },
    truncated: { type: "boolean", description: "The folder has more files than are looked at." },
  },
};

/** The capability `search_documents` over a folder. */
export function searchDocuments(folder: DocumentFolder): CapabilityDefinition {
  const execute: CapabilityImplementation = async (args, { signal, remark }) => {
    const query = textArgument(args, "query");
    if (query.trim() === "" || query.length > LONGEST_QUERY) {
      const message = `"query" must have 1 to ${LONGEST_QUERY} characters.`;
      throw new DocumentError("document_argument_invalid", message);
    }
    const below = documentPath(textArgument(args, "folder", ""), { mayBeFolder: true });
    const limit = numberArgument(args, "limit", { fallback: DEFAULT_COUNT, minimum: 1, maximum: LARGEST_COUNT });
    const accepts = (path: string) => isBelow(path, below);
    const { documents, truncated, passages } = await folder.index.search(query, { limit, accepts, signal });
    const inFolder = documents.filter(({ path }) => accepts(path));
    const left = inFolder.filter(({ notSearched }) => notSearched !== null).map(({ path }) => path);
    for (const text of leftOut(inFolder, truncated, folder.limits)) remark(text);
    return {
      searched: inFolder.length - left.length,
      passages: passages.map(passageToJson),
      ...(left.length > 0 ? { not_searched: left.length, not_searched_paths: left.slice(0, NAMED_NOT_SEARCHED) } : {}),
      ...(truncated ? { truncated } : {}),
    };
  };
  return defineDocumentTool(DESCRIPTION, execute);
}

function passageToJson({ path, passage, score }: RankedPassage) {
  return {
    path,
    start_line: passage.startLine,
    end_line: passage.endLine,
    ...(passage.context === "" ? {} : { context: passage.context }),
    text: passage.text,
    score: Math.round(score * 10_000) / 10_000,
  };
}
