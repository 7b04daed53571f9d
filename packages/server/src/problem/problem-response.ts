import { toProblem } from "./to-problem.js";

/** The response that tells an error; `onFault` hears of what the caller is not told. */
export function problemResponse(error: unknown, onFault?: (error: unknown) => void): Response {
  const { document, headers, isFault } = toProblem(error);
  if (isFault) onFault?.(error);
  return new Response(JSON.stringify(document), {
    status: document.status,
    headers: { ...headers, "Content-Type": "application/problem+json" },
  });
}
