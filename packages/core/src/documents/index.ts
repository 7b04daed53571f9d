export { countDocuments } from "./count-documents.js";
export { DOCUMENT_ERRORS, DocumentError, type DocumentErrorCode } from "./document-error.js";
export type { DocumentLimits } from "./document-limits.js";
export { type DocumentToolOptions, documentTools } from "./document-tools.js";
