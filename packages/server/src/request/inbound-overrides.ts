import { applyInboundHeaders, type InboundOverrides, parseHeaders } from "@pelorus/core";
import { ServerError } from "../problem/server-error.js";

/**
 * What the `CRP-*` headers of a request ask of a run. Headers nobody knows are passed over; one whose value cannot be read
 * fails the request, since it was meant to narrow something. Throws `ServerError` (`parameter_invalid`).
 */
export function inboundOverrides(request: Request, base: Parameters<typeof applyInboundHeaders>[1]): InboundOverrides {
  const parsed = parseHeaders(Object.fromEntries(request.headers));
  const wrong = parsed.problems.filter(({ message }) => message !== "unknown header");
  if (wrong.length > 0) {
    throw new ServerError("parameter_invalid", wrong.map(({ header, message }) => `${header}: ${message}`).join("; "), {
      errors: wrong.map(({ header, message }) => ({ pointer: `/${header}`, detail: message })),
    });
  }
  return applyInboundHeaders(parsed, base);
}
