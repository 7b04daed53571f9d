import { ServerError } from "../problem/server-error.js";

/** A string of structured fields (RFC 8941), as the draft of the header asks for. */
const QUOTED = /^"((?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\]){1,255})"$/;
/** What many clients send in its place. */
const BARE = /^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]{1,255}$/;

/** The `Idempotency-Key` of a request, or null. Throws `ServerError` (`parameter_invalid`) for one that is none. */
export function idempotencyKey(headers: Headers): string | null {
  const value = headers.get("idempotency-key");
  if (value === null) return null;
  const [, quoted] = QUOTED.exec(value) ?? [];
  if (quoted !== undefined) return quoted.replaceAll(/\\(["\\])/g, "$1");
  if (BARE.test(value)) return value;
  const detail = "Expected 1 to 255 printable characters in quotation marks.";
  throw new ServerError("parameter_invalid", `Idempotency-Key: ${detail}`, {
    errors: [{ pointer: "/Idempotency-Key", detail }],
  });
}
