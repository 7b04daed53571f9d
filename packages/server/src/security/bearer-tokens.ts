import { createHash, timingSafeEqual } from "node:crypto";
import { ServerError } from "../problem/server-error.js";
import type { Authorize } from "./authorize.js";

/** A bearer token and the owner it stands for; runs belong to owners. */
export interface TokenOfOwner {
  readonly owner: string;
  readonly token: string;
}

const LEAST = 16;

/**
 * Recognises callers by `Authorization: Bearer <token>`. A bare token has an owner named after its digest. Throws
 * `ServerError` (`token_weak`) for tokens under 16 characters.
 */
export function bearerTokens(tokens: readonly (string | TokenOfOwner)[]): Authorize {
  const known = tokens.map((given) => {
    const token = typeof given === "string" ? given : given.token;
    if (token.length < LEAST || !/^[\x21-\x7e]+$/.test(token)) {
      throw new ServerError("token_weak", `A token needs at least ${LEAST} printable characters without spaces.`);
    }
    const digest = sha256(token);
    return { digest, owner: typeof given === "string" ? `key_${digest.toString("hex").slice(0, 12)}` : given.owner };
  });
  return (request) => {
    const [, token] = /^Bearer +([\x21-\x7e]{1,4096})$/i.exec(request.headers.get("authorization") ?? "") ?? [];
    // Digests have one length, and every token is compared, so the time says nothing about what was right.
    const digest = sha256(token ?? "");
    let owner: string | null = null;
    for (const entry of known) if (timingSafeEqual(entry.digest, digest)) owner = entry.owner;
    return token === undefined || owner === null ? null : { owner };
  };
}

function sha256(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
