import type { CataloguedDocument, NotSearched } from "./document-index.js";
import type { DocumentLimits } from "./document-limits.js";

/** Documents that were not searched are named up to this many, so that silence is not taken for absence. */
export const NAMED_NOT_SEARCHED = 10;

/**
 * What a person should know of a search: that there was nothing to search, the documents it left out and why, and that
 * there are more than it looks at.
 */
export function leftOut(
  documents: readonly CataloguedDocument[],
  truncated: boolean,
  limits: DocumentLimits,
): readonly string[] {
  const left = documents.flatMap(({ path, notSearched }) => (notSearched === null ? [] : [{ path, notSearched }]));
  const named = left
    .slice(0, NAMED_NOT_SEARCHED)
    .map(({ path, notSearched }) => `${path} (${reasonFor(notSearched, limits)})`);
  const more = left.length > named.length ? ` and ${left.length - named.length} more` : "";
  if (documents.length === 0 && !truncated) return ["nothing was searched: the folder holds no documents"];
  return [
    ...(left.length === 0 ? [] : [`not searched: ${named.join(", ")}${more}`]),
    ...(truncated ? [`not searched: what the folder has beyond its first ${limits.maximumFiles} files`] : []),
  ];
}

function reasonFor(notSearched: NotSearched, { maximumDocumentBytes, maximumIndexBytes }: DocumentLimits): string {
  switch (notSearched) {
    case "document_too_large":
      return `larger than ${sizeOf(maximumDocumentBytes)}`;
    case "document_binary":
      return "no text";
    case "document_encoding_unknown":
      return "not UTF-8";
    case "index_full":
      return `beyond the first ${sizeOf(maximumIndexBytes)} of the folder`;
    default:
      return "cannot be read";
  }
}

function sizeOf(bytes: number): string {
  const mebibytes = bytes / (1024 * 1024);
  return Number.isInteger(mebibytes) ? `${mebibytes} MiB` : `${bytes} bytes`;
}
