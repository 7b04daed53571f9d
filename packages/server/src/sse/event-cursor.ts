import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { ServerError } from "../problem/server-error.js";

/** Gives out and reads the ids of streamed events. */
export interface CursorSource {
  /** Writes ids of one run for one owner. */
  writer(runId: string, owner: string): (seq: number) => string;
  /**
   * The number an id stands for. A plain number is a position in the run it is used with. Throws `ServerError`:
   * `cursor_invalid` for what is no id, `cursor_foreign` for one of another run, owner or server.
   */
  read(text: string, runId: string, owner: string): number;
}

const CURSOR = /^(0|[1-9][0-9]{0,14})(?:\.([A-Za-z0-9_-]{22}))?$/;

/** A cursor is the number of the event and a tag over run and owner, so that one of elsewhere is told from a good one. */
export function cursorSource(key: Uint8Array = randomBytes(32)): CursorSource {
  const tagOf = (runId: string, owner: string) =>
    createHmac("sha256", key)
      .update(JSON.stringify([runId, owner]))
      .digest()
      .subarray(0, 16)
      .toString("base64url");
  return {
    writer(runId, owner) {
      const tag = tagOf(runId, owner);
      return (seq) => `${seq}.${tag}`;
    },
    read(text, runId, owner) {
      const [, seq, tag] = CURSOR.exec(text) ?? [];
      if (seq === undefined) throw new ServerError("cursor_invalid", "The cursor is no event id of this server.");
      if (tag !== undefined && !timingSafeEqual(Buffer.from(tag), Buffer.from(tagOf(runId, owner)))) {
        throw new ServerError("cursor_foreign", `The cursor is none of the run ${runId}.`);
      }
      return Number(seq);
    },
  };
}
