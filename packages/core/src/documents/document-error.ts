/** The error table of the document tools: every code they throw, what it means and what to do. */
export const DOCUMENT_ERRORS = {
  document_folder_missing: {
    class: "DocumentError",
    meaning: "The folder of documents does not exist, is no folder, or cannot be opened.",
    remedy: "Pass the path of an existing folder.",
  },
  document_argument_invalid: {
    class: "DocumentError",
    meaning: "An argument of a document tool or an option has the wrong type or is out of range.",
    remedy: "Correct the argument the message names.",
  },
  document_path_invalid: {
    class: "DocumentError",
    meaning: "A document path is absolute, climbs with `..`, or has characters a path below the folder cannot have.",
    remedy: "Use a path as `list_documents` gives it, relative to the folder and with `/`.",
  },
  document_outside_folder: {
    class: "DocumentError",
    meaning: "The path leads out of the folder through a symbolic link.",
    remedy: "Copy the document into the folder, or open the folder it is in.",
  },
  document_not_found: {
    class: "DocumentError",
    meaning: "There is no document with this path. Hidden entries and `node_modules` are no documents.",
    remedy: "Use a path as `list_documents` gives it.",
  },
  document_not_a_file: {
    class: "DocumentError",
    meaning: "The path leads to a folder, a pipe, a socket or a device.",
    remedy: "Name a file in it.",
  },
  document_too_large: {
    class: "DocumentError",
    meaning: "The document has more bytes than may be read.",
    remedy: "Split the document, or raise `maximumDocumentBytes`.",
  },
  document_binary: {
    class: "DocumentError",
    meaning: "The document is not text.",
    remedy: "Convert it to text, Markdown, CSV or JSON first.",
  },
  document_encoding_unknown: {
    class: "DocumentError",
    meaning: "The document is text in an encoding other than UTF-8 or marked UTF-16.",
    remedy: "Save it as UTF-8.",
  },
  document_range_invalid: {
    class: "DocumentError",
    meaning: "The range of lines or columns lies outside the document or ends before it starts.",
    remedy: "Use lines from 1 to the number the message names.",
  },
  document_unreadable: {
    class: "DocumentError",
    meaning: "The operating system refused to read the document or the folder.",
    remedy: "See `cause`; check permissions.",
  },
} as const satisfies Readonly<Record<string, { class: string; meaning: string; remedy: string }>>;

/** The `code` of a `DocumentError`; `DOCUMENT_ERRORS` says what each means. */
export type DocumentErrorCode = keyof typeof DOCUMENT_ERRORS;

/** The brand that every error of the packages carries, so that a second copy of the package recognises it. */
const BRAND = Symbol.for("pelorus.error");

/**
 * What every document tool throws, aborts excepted: a stable `code` of `DOCUMENT_ERRORS`, the document's `path` when there
 * is one (relative to the folder, never absolute), and whether trying again can help.
 */
export class DocumentError extends Error {
  readonly code: DocumentErrorCode;
  readonly path: string | null;
  readonly isRetryable: boolean;

  constructor(
    code: DocumentErrorCode,
    message: string,
    options: { path?: string; cause?: unknown; isRetryable?: boolean } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = DOCUMENT_ERRORS[code].class;
    this.code = code;
    this.path = options.path ?? null;
    this.isRetryable = options.isRetryable ?? false;
    Object.defineProperty(this, BRAND, { value: true });
  }

  /** True for document errors of any copy of this package. */
  static isInstance(value: unknown): value is DocumentError {
    return (
      value instanceof Error &&
      (value as { [BRAND]?: unknown })[BRAND] === true &&
      Object.hasOwn(DOCUMENT_ERRORS, String((value as { code?: unknown }).code))
    );
  }
}
