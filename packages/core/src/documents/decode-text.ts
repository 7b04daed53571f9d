import { DocumentError } from "./document-error.js";

/**
 * Decodes the bytes of a document. UTF-8 with or without a mark, UTF-16 with a mark; the mark is dropped. `path` is for
 * messages. Throws DocumentError `document_binary` when the bytes are no text, `document_encoding_unknown` when they are
 * text in another encoding.
 */
export function decodeText(bytes: Uint8Array, path: string): string {
  const text = decode(bytes, path);
  if (hasBinaryControl(text)) throw binary(path);
  return text;
}

function decode(bytes: Uint8Array, path: string): string {
  const [first, second] = bytes;
  const wide = first === 0xff && second === 0xfe ? "utf-16le" : first === 0xfe && second === 0xff ? "utf-16be" : null;
  try {
    return new TextDecoder(wide ?? "utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    if (wide !== null || looksBinary(bytes)) throw binary(path, cause);
    throw new DocumentError("document_encoding_unknown", `"${path}" is not UTF-8 text.`, { path, cause });
  }
}

/** Bytes that are no UTF-8: control characters tell pictures, archives and programs from older text encodings. */
function looksBinary(bytes: Uint8Array): boolean {
  return bytes.some((byte) => isBinaryControl(byte));
}

function hasBinaryControl(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    if (isBinaryControl(text.charCodeAt(at))) return true;
  }
  return false;
}

/** Control characters that text files do not have; tab, line feed, form feed, carriage return and escape may occur. */
function isBinaryControl(code: number): boolean {
  return code < 0x20 && (code < 0x09 || code === 0x0b || (code > 0x0d && code !== 0x1b));
}

function binary(path: string, cause?: unknown): DocumentError {
  return new DocumentError("document_binary", `"${path}" is not text but binary data.`, { path, cause });
}
