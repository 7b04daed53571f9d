import { ModelCallError } from "@pelorus/core";
import { callFailure } from "../wire/call-failure.js";
import { type FailureContext, typedErrorIn, vendorFailure } from "../wire/provider-failure.js";
import { redactSecrets } from "../wire/redact-secrets.js";

/** Names of errors that say the answer made no sense: the next one may. */
const GARBLED = new Set([
  "AI_EmptyResponseBodyError",
  "AI_JSONParseError",
  "AI_InvalidResponseDataError",
  "AI_TypeValidationError",
  "AI_NoContentGeneratedError",
]);

/**
 * The typed error for what a model of the AI SDK threw or sent in its stream. Its `APICallError` gives status, body and
 * headers; what the vendor's package says about retrying counts where it differs from the SDK's rule of thumb. Its URLs
 * and request bodies are dropped.
 */
export function sdkFailure(error: unknown, context: FailureContext, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason;
  const typed = typedErrorIn(error);
  if (typed !== undefined) return typed;
  const { name, statusCode, responseHeaders, responseBody, data, isRetryable, message } = membersOf(error);
  if (typeof statusCode === "number" && statusCode >= 400) {
    const failure = vendorFailure(
      {
        status: statusCode,
        headers: isObject(responseHeaders) ? headersOf(responseHeaders) : undefined,
        body: isObject(data) ? data : parsed(responseBody),
        text: typeof responseBody === "string" && responseBody !== "" ? responseBody : String(message ?? ""),
      },
      context,
    );
    const isOwnWord = typeof isRetryable === "boolean" && isRetryable !== ruleOfThumb(statusCode);
    if (!isOwnWord || !(failure instanceof ModelCallError)) return failure;
    const { retryAfterMs, cause } = failure;
    return new ModelCallError(failure.message, {
      cause,
      statusCode,
      isRetryable,
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    });
  }
  const words = () =>
    redactSecrets(String(message ?? error), context.secrets)
      .slice(0, 300)
      .toWellFormed();
  // An answer that could not be read: a web page, no JSON, nothing at all.
  if (GARBLED.has(String(name)) || (typeof statusCode === "number" && name === "AI_APICallError")) {
    return new ModelCallError(`${context.vendor} sent what could not be read: ${words()}`, { isRetryable: true });
  }
  if (name === undefined && isObject(error)) return vendorFailure({ body: error }, context);
  const failure = callFailure(error, context, signal);
  if (isRetryable !== true || !(failure instanceof ModelCallError) || failure.isRetryable) return failure;
  return new ModelCallError(failure.message, { cause: failure.cause, isRetryable: true });
}

/** What the SDK assumes where a vendor's package says nothing. */
function ruleOfThumb(status: number): boolean {
  return status === 408 || status === 409 || status === 429 || status >= 500;
}

function parsed(body: unknown): unknown {
  if (typeof body !== "string" || body.length > 100_000) return undefined;
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function headersOf(record: Record<string, unknown>): Pick<Headers, "get"> {
  const byName = new Map(Object.entries(record).map(([name, value]) => [name.toLowerCase(), String(value)]));
  return { get: (name) => byName.get(name.toLowerCase()) ?? null };
}

function membersOf(error: unknown): Record<string, unknown> {
  return isObject(error) ? error : {};
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
