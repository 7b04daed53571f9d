import { DocumentError, type DocumentErrorCode } from "./document-error.js";

const CODE_BY_SYSTEM_CODE: Readonly<Record<string, DocumentErrorCode>> = {
  ENOENT: "document_not_found",
  ENOTDIR: "document_not_found",
  ENAMETOOLONG: "document_path_invalid",
  EISDIR: "document_not_a_file",
  ENXIO: "document_not_a_file",
  // The last step of a resolved path became a link in the meantime, or links go round in a circle.
  ELOOP: "document_outside_folder",
};

/** Faults that pass by themselves: too many open files, a busy file, an interrupted call. */
const TRANSIENT = new Set(["EMFILE", "ENFILE", "EBUSY", "EAGAIN", "EINTR"]);

/** Turns what the file system threw into a DocumentError for `path`; aborts and DocumentErrors pass unchanged. */
export function systemFault(fault: unknown, path: string): unknown {
  if (!(fault instanceof Error) || fault.name === "AbortError" || DocumentError.isInstance(fault)) return fault;
  const systemCode = String((fault as { code?: unknown }).code ?? "");
  const code = CODE_BY_SYSTEM_CODE[systemCode] ?? "document_unreadable";
  return new DocumentError(code, messageOf(code, path, systemCode), {
    path,
    cause: fault,
    isRetryable: TRANSIENT.has(systemCode),
  });
}

function messageOf(code: DocumentErrorCode, path: string, systemCode: string): string {
  switch (code) {
    case "document_not_found":
      return `There is no document "${path}" in the folder.`;
    case "document_path_invalid":
      return "The path of the document is too long.";
    case "document_not_a_file":
      return `"${path}" is not a file.`;
    case "document_outside_folder":
      return `"${path}" is a symbolic link that leads nowhere inside the folder.`;
    default:
      return `"${path}" could not be read${systemCode === "" ? "" : ` (${systemCode})`}.`;
  }
}
