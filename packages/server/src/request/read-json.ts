import { ServerError } from "../problem/server-error.js";
import { nestsDeeper } from "./nests-deeper.js";

export interface BodyLimits {
  readonly bodyBytes: number;
  readonly bodyTimeoutMs: number;
}

/** Deeper values break programs that walk them. */
const MOST_LEVELS = 64;

/** What is read of a request without a body: no JSON text has this value. */
export const NO_BODY = Symbol("no body");

/**
 * The JSON body of a request, or `NO_BODY`. Counted and timed while it arrives, so that neither an endless nor a
 * trickling body costs more than the limits. Throws `ServerError` (`body_…`).
 */
export async function readJson(request: Request, limits: BodyLimits): Promise<unknown> {
  const isDeclared = request.headers.has("content-type");
  if (isDeclared) checkForm(request.headers);
  const bytes = await readBytes(request, limits);
  if (bytes.length === 0) return NO_BODY;
  if (!isDeclared) checkForm(request.headers);
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new ServerError("body_not_json", "The body is not UTF-8.");
  }
  if (nestsDeeper(text, MOST_LEVELS)) {
    throw new ServerError("body_not_json", `The body nests deeper than ${MOST_LEVELS} levels.`);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ServerError("body_not_json", `The body is no JSON: ${(error as Error).message}`);
  }
}

const MEDIA_TYPE = /^application\/(?:[a-z0-9.+-]+\+)?json\s*(?:;|$)/i;
const CHARSET = /;\s*charset\s*=\s*(?:"([^"]*)"|([^\s;]*))/i;

/** Bytes that are compressed, or of another character set, would be read as something they are not. */
function checkForm(headers: Headers): void {
  const type = headers.get("content-type") ?? "";
  if (!MEDIA_TYPE.test(type)) {
    throw new ServerError(
      "body_media_type",
      `Expected application/json, got ${type === "" ? "nothing" : JSON.stringify(type)}.`,
    );
  }
  const [, quoted, plain] = CHARSET.exec(type) ?? [];
  const charset = quoted ?? plain;
  if (charset !== undefined && !/^utf-?8$/i.test(charset)) {
    throw new ServerError("body_media_type", `Expected UTF-8, got the character set ${JSON.stringify(charset)}.`);
  }
  const encoding = headers.get("content-encoding")?.trim() ?? "";
  if (encoding !== "" && encoding.toLowerCase() !== "identity") {
    throw new ServerError("body_encoding", `The body is encoded as ${JSON.stringify(encoding)}.`, {
      headers: { "Accept-Encoding": "identity" },
    });
  }
}

async function readBytes(request: Request, { bodyBytes, bodyTimeoutMs }: BodyLimits): Promise<Uint8Array> {
  const tooLarge = () =>
    new ServerError("body_too_large", `The body is larger than ${bodyBytes} bytes.`, {
      headers: { Connection: "close" },
    });
  if (Number(request.headers.get("content-length") ?? 0) > bodyBytes) throw tooLarge();
  const reader = request.body?.getReader();
  if (reader === undefined) return new Uint8Array();
  const parts: Uint8Array[] = [];
  let size = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () =>
        reject(
          new ServerError("body_too_slow", `The body did not arrive within ${bodyTimeoutMs} ms.`, {
            headers: { Connection: "close" },
          }),
        ),
      bodyTimeoutMs,
    );
  });
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), late]);
      if (done) break;
      size += value.length;
      if (size > bodyBytes) throw tooLarge();
      parts.push(value);
    }
  } catch (error) {
    reader.cancel().catch(() => {});
    throw error;
  } finally {
    clearTimeout(timer);
  }
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}
