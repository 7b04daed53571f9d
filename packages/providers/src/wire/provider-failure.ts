import { ModelCallError, overflowFromProvider, PelorusError } from "@pelorus/core";
import { httpMeaning } from "./http-meanings.js";
import { redactSecrets } from "./redact-secrets.js";
import { retryAfterMs } from "./retry-after.js";

/** Characters of a vendor's own words that are passed on. */
const MAX_WORDS = 600;
const MAX_CODE = 60;

/** What is known of the call that failed. */
export interface FailureContext {
  /** Who answered, as a person calls it: "OpenAI", "the server at http://localhost:11434". */
  readonly vendor: string;
  /** Values that must not appear in a message. */
  readonly secrets: readonly (string | undefined)[];
  /** Tokens of the window, as far as known, and of the output that was asked for. */
  readonly window?: number | undefined;
  readonly reservedTokens?: number | undefined;
}

/** A vendor's error in its own words, wherever it came from. */
export interface VendorError {
  /** HTTP status; absent for an error inside a stream. */
  readonly status?: number | undefined;
  readonly headers?: Pick<Headers, "get"> | undefined;
  /** Parsed JSON of the body, or what stood in the stream. */
  readonly body?: unknown;
  /** Text of the body where it was no JSON, or a message made of it. */
  readonly text?: string | undefined;
}

/**
 * The typed error for what a vendor said: `ContextOverflowError` when the prompt did not fit, recognised by the vendor's
 * own code first and by wording last (POS-BUD-12), else `ModelCallError` with status, `isRetryable` and the wait it asks
 * for. Secrets are taken out; the cause holds what remains, never the vendor's error object.
 */
export function vendorFailure(error: VendorError, context: FailureContext): PelorusError {
  const { status, headers } = error;
  const said = readBody(error.body);
  const codes = [said.code, said.type].filter((code) => code !== undefined);
  const words = redactSecrets(clean(said.message ?? error.text ?? ""), context.secrets);
  const shownCodes = codes.map((code) => redactSecrets(code, context.secrets).slice(0, MAX_CODE));
  const cause = causeOf({ status, codes: shownCodes, message: words, headers });
  const overflow = overflowFromProvider(
    { code: said.code, type: said.type, message: words, n_ctx: said.numbers.n_ctx },
    overflowContext(said, words, context),
  );
  if (overflow !== null) return overflow;
  const meaning = httpMeaning(status, codes);
  const obey = headers?.get("x-should-retry");
  const wait = retryAfterMs(headers, Date.now());
  const what = status === undefined ? "ended the answer with an error" : `answered HTTP ${status}`;
  const code = shownCodes.length === 0 ? "" : ` (${shownCodes.join(", ")})`;
  return new ModelCallError(`${context.vendor} ${what}${code}; ${meaning.remedy}${words === "" ? "." : `: ${words}`}`, {
    cause,
    isRetryable: obey === "true" ? true : obey === "false" ? false : meaning.isRetryable,
    ...(status === undefined ? {} : { statusCode: status }),
    ...(wait === undefined ? {} : { retryAfterMs: wait }),
  });
}

interface SaidByVendor {
  readonly code?: string | undefined;
  readonly type?: string | undefined;
  readonly message?: string | undefined;
  readonly numbers: Readonly<Record<string, unknown>>;
}

/** Error bodies nest one level at most: `{error: {…}}`, `{error: "…"}`, `{detail: …}`, or the members themselves. */
function readBody(body: unknown): SaidByVendor {
  if (typeof body === "string") return { message: body, numbers: {} };
  if (!isObject(body)) return { numbers: {} };
  const inner = body.error ?? body.detail ?? body;
  if (typeof inner === "string") return { message: inner, numbers: {} };
  const members = isObject(inner) ? inner : body;
  const message = wordOf(members.message) ?? wordOf(members.msg) ?? wordOf(body.message);
  // FastAPI lists what is wrong with a request.
  const listed = Array.isArray(inner) ? JSON.stringify(inner) : undefined;
  return { code: wordOf(members.code), type: wordOf(members.type), message: message ?? listed, numbers: members };
}

/** The numbers of a prompt that does not fit, where servers tell them as members; what their sentence names is read there. */
function overflowContext(said: SaidByVendor, words: string, context: FailureContext) {
  const stated = (words.slice(0, MAX_WORDS).match(/\d{3,9}/g) ?? []).map(Number).slice(0, 2);
  const needed = countOf(said.numbers.n_prompt_tokens) ?? (stated.length > 1 ? Math.max(...stated) : 0);
  return {
    window: context.window ?? 0,
    margin: 0,
    reserved: context.reservedTokens ?? 0,
    inputTokens: needed - (context.reservedTokens ?? 0),
  };
}

/** What may be kept of a vendor's error. */
function causeOf(kept: {
  status: number | undefined;
  codes: readonly string[];
  message: string;
  headers: Pick<Headers, "get"> | undefined;
}): Error {
  const cause = new Error(kept.message);
  cause.name = "VendorError";
  const requestId = kept.headers?.get("x-request-id") ?? kept.headers?.get("request-id") ?? undefined;
  return Object.assign(cause, {
    ...(kept.status === undefined ? {} : { status: kept.status }),
    ...(kept.codes.length === 0 ? {} : { codes: kept.codes }),
    ...(requestId === undefined ? {} : { requestId }),
  });
}

/** One line of bounded length; a page for people says nothing a caller can use. */
function clean(words: string): string {
  const start = words.slice(0, 4 * MAX_WORDS);
  if (/^\s*(?:\d{3}\s+)?<(?:!doctype|html|head|body)/i.test(start)) return "the body is a web page, not JSON";
  const line = start.replace(/\s+/g, " ").trim();
  return (line.length > MAX_WORDS ? `${line.slice(0, MAX_WORDS)}…` : line).toWellFormed();
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function wordOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

function countOf(value: unknown): number | undefined {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0 ? value : undefined;
}

/** True for errors that are typed already and pass as they are. */
export function typedErrorIn(error: unknown): PelorusError | undefined {
  let current = error;
  for (let depth = 0; depth < 6 && typeof current === "object" && current !== null; depth++) {
    if (PelorusError.isInstance(current)) return current;
    current = (current as { cause?: unknown }).cause;
  }
  return undefined;
}
