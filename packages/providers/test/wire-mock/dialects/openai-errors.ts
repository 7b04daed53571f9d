import type { IncomingCall, MockServer, Reaction } from "../mock-types.js";
import type { Misfit } from "../shape.js";

/** A refusal in the form of this vendor. */
export function refusal(
  status: number,
  message: string,
  extra: { code?: string | null; param?: string | null; type?: string } = {},
): Reaction {
  return {
    kind: "reply",
    status,
    headers: { "x-request-id": "req_mock_1" },
    body: {
      error: {
        message,
        type: extra.type ?? "invalid_request_error",
        param: extra.param ?? null,
        code: extra.code ?? null,
      },
    },
  };
}

/** 401 as this vendor words it, or null when the key is right. */
export function keyProblem(call: IncomingCall, server: MockServer): Reaction | null {
  if (server.key === undefined) return null;
  const stated = call.headers.authorization;
  if (stated === undefined) {
    return refusal(
      401,
      "You didn't provide an API key. You need to provide your API key in an Authorization header using Bearer auth (i.e. Authorization: Bearer YOUR_KEY).",
    );
  }
  if (stated === `Bearer ${server.key}`) return null;
  // The real one masks the middle of the key it repeats; a proxy may not.
  return refusal(
    401,
    `Incorrect API key provided: ${stated.replace("Bearer ", "")}. You can find your API key at https://platform.openai.com/account/api-keys.`,
    { code: "invalid_api_key" },
  );
}

/** What is wrong with the form of a request. */
export function misfitRefusal(found: Misfit): Reaction {
  const param = found.path;
  if (found.kind === "unknown")
    return refusal(400, `Unknown parameter: '${param}'.`, { code: "unknown_parameter", param });
  if (found.kind === "missing")
    return refusal(400, `Missing required parameter: '${param}'.`, { code: "missing_required_parameter", param });
  if (found.kind === "value")
    return refusal(400, `Invalid value: '${found.got}'. Supported values are: ${found.expected}.`, {
      code: "invalid_value",
      param,
    });
  return refusal(400, `Invalid type for '${param}': expected ${found.expected}, but got ${found.got} instead.`, {
    code: "invalid_type",
    param,
  });
}

/** Headers this runtime keeps to itself (POS-HDR-02). */
export function protocolHeaderProblem(call: IncomingCall): Reaction | null {
  const leaked = Object.keys(call.headers).find((name) => /^(?:x-)?crp-/i.test(name));
  return leaked === undefined
    ? null
    : refusal(400, `Header ${leaked} must not reach a provider.`, { code: "leaked_header" });
}

/** Models that think: they take neither a temperature nor `max_tokens`. */
export function thinks(model: string): boolean {
  return /^(?:o\d|gpt-[5-9])/.test(model.replace(/^ft:/, ""));
}
