/** What a status means to whoever made the call, and whether the same call can succeed later. */
export interface HttpMeaning {
  readonly isRetryable: boolean;
  /** What to do, as half a sentence. */
  readonly remedy: string;
}

const MEANINGS: Readonly<Record<number, HttpMeaning>> = {
  400: { isRetryable: false, remedy: "the request was refused" },
  401: { isRetryable: false, remedy: "check the API key" },
  402: { isRetryable: false, remedy: "check the account's balance" },
  403: { isRetryable: false, remedy: "the key may not use this model or address" },
  404: { isRetryable: false, remedy: "check the model's name and the base URL" },
  405: { isRetryable: false, remedy: "check the base URL" },
  408: { isRetryable: true, remedy: "the server gave up waiting" },
  409: { isRetryable: true, remedy: "another request was in the way" },
  413: { isRetryable: false, remedy: "the request is too large for the server" },
  422: { isRetryable: false, remedy: "the server does not take this form of request" },
  425: { isRetryable: true, remedy: "the server was not ready" },
  429: { isRetryable: true, remedy: "the rate limit is reached" },
  501: { isRetryable: false, remedy: "the server cannot do this" },
  505: { isRetryable: false, remedy: "the server cannot do this" },
  529: { isRetryable: true, remedy: "the provider is overloaded" },
};

/** Codes by which a 429 or a stream says that waiting does not help. */
const FINAL_CODES = new Set(["insufficient_quota", "billing_hard_limit_reached", "billing_not_active"]);
/** Codes of errors inside a stream, where there is no status, that may pass. */
const PASSING_CODES = new Set([
  "server_error",
  "internal_error",
  "api_error",
  "internal_server_error",
  "rate_limit_exceeded",
  "rate_limit_error",
  "overloaded_error",
  "overloaded",
  "timeout_error",
  "timeout",
  "service_unavailable",
  "engine_overloaded",
]);

/** The meaning of a status together with the vendor's codes; total. `status` is undefined inside a stream. */
export function httpMeaning(status: number | undefined, codes: readonly string[]): HttpMeaning {
  if (codes.some((code) => FINAL_CODES.has(code))) {
    return { isRetryable: false, remedy: "check the account's plan and balance" };
  }
  if (status === undefined) {
    // The request was taken: without a code that says otherwise, it broke while it was answered.
    const passes = codes.length === 0 || codes.some((code) => PASSING_CODES.has(code));
    return { isRetryable: passes, remedy: passes ? "the provider had a fault" : "the provider ended the answer" };
  }
  // POS-ADP-03
  const known = MEANINGS[status];
  if (known !== undefined) return known;
  return status >= 500
    ? { isRetryable: true, remedy: "the server had a fault" }
    : { isRetryable: false, remedy: "the request was refused" };
}
