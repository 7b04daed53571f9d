import { DocumentError } from "./document-error.js";

/** Bounds of the document tools; every one has a default. */
export interface DocumentLimits {
  /** Bytes a document may have to be read or searched; 4 MiB. */
  readonly maximumDocumentBytes: number;
  /** Bytes of all documents that are searched together; 32 MiB. Documents beyond, in the order of paths, are only listed. */
  readonly maximumIndexBytes: number;
  /** Files that are looked at; 10,000. */
  readonly maximumFiles: number;
  /** Characters (UTF-16 code units) that one `read_document` returns; 20,000. */
  readonly maximumReadCharacters: number;
}

const DEFAULT_LIMITS: DocumentLimits = {
  maximumDocumentBytes: 4 * 1024 * 1024,
  maximumIndexBytes: 32 * 1024 * 1024,
  maximumFiles: 10_000,
  maximumReadCharacters: 20_000,
};

/** Completes the limits. Throws DocumentError `document_argument_invalid` naming an unknown one or one below 1. */
export function documentLimits(given: Partial<DocumentLimits>): DocumentLimits {
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(DEFAULT_LIMITS, name)) {
      throw new DocumentError("document_argument_invalid", `There is no option "${name}".`);
    }
    if (value !== undefined && !(Number.isSafeInteger(value) && value >= 1)) {
      throw new DocumentError("document_argument_invalid", `The option "${name}" must be a whole number from 1.`);
    }
  }
  const defined = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return { ...DEFAULT_LIMITS, ...defined };
}
