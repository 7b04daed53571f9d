import * as crypto from "node:crypto";

/** `sha256:<64 hex>` of a text's UTF-8 bytes or of bytes: how every digest of the project is written. */
export function sha256Digest(data: string | Uint8Array): string {
  // The one-shot form is several times cheaper on short texts; runtimes that imitate Node may lack it.
  const hex =
    typeof crypto.hash === "function"
      ? crypto.hash("sha256", data, "hex")
      : crypto.createHash("sha256").update(data).digest("hex");
  return `sha256:${hex}`;
}
