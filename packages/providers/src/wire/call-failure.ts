import { ModelCallError } from "@pelorus/core";
import { type FailureContext, typedErrorIn, vendorFailure } from "./provider-failure.js";
import { redactSecrets } from "./redact-secrets.js";

/** Names of time-outs, as packages and the platform call them. */
const TIMEOUTS = new Set([
  "APIConnectionTimeoutError",
  "TimeoutError",
  "HeadersTimeoutError",
  "BodyTimeoutError",
  "ConnectTimeoutError",
]);
/** System codes of connections that failed; what they mean to a person. */
const NETWORK_CODES: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing listens there; start the server or correct the address",
  ENOTFOUND: "the host is not known",
  EAI_AGAIN: "the host could not be looked up",
  ECONNRESET: "the connection was cut",
  EPIPE: "the connection was cut",
  UND_ERR_SOCKET: "the connection was cut",
  UND_ERR_CONNECT_TIMEOUT: "no connection in time",
  UND_ERR_HEADERS_TIMEOUT: "no answer in time",
  UND_ERR_BODY_TIMEOUT: "the answer stopped",
  ETIMEDOUT: "no connection in time",
  EHOSTUNREACH: "the host cannot be reached",
  ENETUNREACH: "the network cannot be reached",
  CERT_HAS_EXPIRED: "the server's certificate has expired",
  DEPTH_ZERO_SELF_SIGNED_CERT: "the server's certificate is not trusted",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "the server's certificate is not trusted",
};
/** System codes that do not pass by themselves. */
const LASTING = /^(?:CERT_|DEPTH_ZERO|UNABLE_TO|ERR_TLS|ERR_INVALID|ERR_SSL)/;

/**
 * The error an adapter throws for anything that went wrong in a call: what is typed already passes, a fired signal gives
 * its reason, a vendor's error is read (`vendorFailure`), broken JSON, cut connections and time-outs are retryable, and
 * anything else is not. Total; never throws.
 */
export function callFailure(error: unknown, context: FailureContext, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason;
  const typed = typedErrorIn(error);
  if (typed !== undefined) return typed;
  const { name, message, status, headers, error: body } = membersOf(error);
  if (typeof status === "number" || (body !== undefined && body !== null)) {
    return vendorFailure(
      {
        status: typeof status === "number" ? status : undefined,
        headers: hasGet(headers) ? headers : undefined,
        body,
        text: typeof message === "string" ? message : undefined,
      },
      context,
    );
  }
  const { vendor, secrets } = context;
  const words = redactSecrets(textOf(message ?? error), secrets)
    .slice(0, 300)
    .toWellFormed();
  if (error instanceof SyntaxError) {
    return new ModelCallError(`${vendor} sent what is no JSON.`, { cause: plain(name, words), isRetryable: true });
  }
  const code = systemCode(error);
  if (code !== undefined) {
    return new ModelCallError(`${vendor}: ${NETWORK_CODES[code] ?? words} (${code}).`, {
      cause: plain(name, words),
      isRetryable: !LASTING.test(code),
    });
  }
  if (isTimeout(error)) {
    return new ModelCallError(`${vendor} did not answer in time.`, { cause: plain(name, words), isRetryable: true });
  }
  // What `fetch` says of a connection without a code, and what packages make of it.
  const isNetwork = /^(?:terminated|fetch failed|network error|connection error|premature close)/i.test(words);
  return new ModelCallError(`${vendor}: ${isNetwork ? "the connection was cut" : words}.`.replace("..", "."), {
    cause: plain(name, words),
    isRetryable: isNetwork,
  });
}

function membersOf(error: unknown): Record<string, unknown> {
  return typeof error === "object" && error !== null ? (error as Record<string, unknown>) : {};
}

/** Text of anything, also of what refuses to be text. */
function textOf(value: unknown): string {
  try {
    return String(value);
  } catch {
    return "something that is no error was thrown";
  }
}

/** The first system code along the causes. */
function systemCode(error: unknown): string | undefined {
  let current = error;
  for (let depth = 0; depth < 6 && typeof current === "object" && current !== null; depth++) {
    const { code, cause, errors } = current as { code?: unknown; cause?: unknown; errors?: unknown };
    if (
      typeof code === "string" &&
      (Object.hasOwn(NETWORK_CODES, code) || /^(?:E[A-Z]|UND_ERR_|CERT_|ERR_TLS|ERR_SSL)/.test(code))
    )
      return code;
    current = cause ?? (Array.isArray(errors) ? errors[0] : undefined);
  }
  return undefined;
}

function isTimeout(error: unknown): boolean {
  let current = error;
  for (let depth = 0; depth < 6 && typeof current === "object" && current !== null; depth++) {
    const { name, cause } = current as { name?: unknown; cause?: unknown };
    // Vendors' packages often leave `name` at "Error"; the class tells them apart.
    if (TIMEOUTS.has(String(name)) || TIMEOUTS.has(Object.getPrototypeOf(current)?.constructor?.name ?? ""))
      return true;
    current = cause;
  }
  return false;
}

/** A cause that holds words only: vendors' error objects carry requests, headers and keys. */
function plain(name: unknown, message: string): Error {
  const cause = new Error(message);
  if (typeof name === "string") cause.name = name;
  return cause;
}

function hasGet(headers: unknown): headers is Pick<Headers, "get"> {
  return typeof (headers as { get?: unknown } | null | undefined)?.get === "function";
}
