/**
 * The error table of the server: every code it throws, the HTTP status it is told with, what it means and what to do.
 * `specs/errors.json` and the problem documents are made from it.
 */
export const SERVER_ERRORS = {
  unauthorised: {
    class: "ServerError",
    status: 401,
    meaning: "The request carries no valid token.",
    remedy: "Send `Authorization: Bearer <token>` with a token of this server.",
  },
  host_refused: {
    class: "ServerError",
    status: 421,
    meaning: "The Host header names no host this server answers for.",
    remedy: "Use the address the server printed, or add the name to `allowedHosts`.",
  },
  origin_refused: {
    class: "ServerError",
    status: 403,
    meaning: "The request comes from a page of another origin.",
    remedy: "Add the origin to `allowedOrigins` if its pages may drive runs.",
  },
  route_unknown: {
    class: "ServerError",
    status: 404,
    meaning: "There is no such route.",
    remedy: "See /openapi.json.",
  },
  method_not_allowed: {
    class: "ServerError",
    status: 405,
    meaning: "The route has no such method.",
    remedy: "Use a method of the `Allow` header.",
  },
  run_unknown: {
    class: "ServerError",
    status: 404,
    meaning: "There is no such run, it was forgotten, or it belongs to somebody else.",
    remedy: "Check the id; finished runs are kept for a while only.",
  },
  run_over: {
    class: "ServerError",
    status: 409,
    meaning: "The run is over; it can be answered or resumed no more, and cancelling it changes nothing.",
    remedy: "Read its result.",
  },
  run_interrupted: {
    class: "ServerError",
    status: 409,
    meaning: "The run was interrupted when its server ended, and nobody goes on with it yet.",
    remedy:
      "Send the message that it answers again (AG-UI: the same input with the same run id), or resume it with POST /runs/{run_id}/resume.",
  },
  run_elsewhere: {
    class: "ServerError",
    status: 409,
    meaning: "The run is not driven by this process.",
    remedy: "Ask the process that drives it.",
  },
  run_not_resumable: {
    class: "ServerError",
    status: 409,
    meaning: "What the run was set up from cannot be had in this server, so it cannot go on here.",
    remedy: "See the server's log for the cause, or resume the run from its record.",
  },
  run_not_over: {
    class: "ServerError",
    status: 409,
    meaning: "The run that is to be continued is not over.",
    remedy: "Wait for its result, or answer what it waits for.",
  },
  too_many_runs: {
    class: "ServerError",
    status: 429,
    meaning: "This key has as many open runs as it may have.",
    remedy: "Wait until a run is over, or cancel one.",
  },
  too_many_streams: {
    class: "ServerError",
    status: 429,
    meaning: "This key has as many open event streams as it may have.",
    remedy: "Close a stream, or wait; a stream goes on from its last cursor.",
  },
  server_stopping: {
    class: "ServerError",
    status: 503,
    meaning: "The server is shutting down and starts no runs.",
    remedy: "Try again when it is back.",
  },
  body_missing: {
    class: "ServerError",
    status: 400,
    meaning: "The request has no body.",
    remedy: "Send a JSON object.",
  },
  body_media_type: {
    class: "ServerError",
    status: 415,
    meaning: "The body is not declared as JSON in UTF-8.",
    remedy: "Send `Content-Type: application/json`; the character set is UTF-8.",
  },
  body_encoding: {
    class: "ServerError",
    status: 415,
    meaning: "The body is compressed or encoded otherwise, which this server does not undo.",
    remedy: "Send it as it is, without `Content-Encoding`.",
  },
  body_too_large: {
    class: "ServerError",
    status: 413,
    meaning: "The body is larger than this server takes.",
    remedy: "Send less; the limit is in the message.",
  },
  body_too_slow: {
    class: "ServerError",
    status: 408,
    meaning: "The body did not arrive in time.",
    remedy: "Send it faster.",
  },
  body_not_json: {
    class: "ServerError",
    status: 400,
    meaning: "The body is no JSON text in UTF-8.",
    remedy: "Send one JSON object.",
  },
  body_invalid: {
    class: "ServerError",
    status: 422,
    meaning: "The body breaks its schema.",
    remedy: "Correct every member listed under `errors`.",
  },
  idempotency_key_reused: {
    class: "ServerError",
    status: 422,
    meaning: "The idempotency key was used for another request.",
    remedy: "Send the same request with the key, or a new key with a new request.",
  },
  parameter_invalid: {
    class: "ServerError",
    status: 400,
    meaning: "A parameter of the query or a header breaks its schema.",
    remedy: "Correct every parameter listed under `errors`.",
  },
  cursor_invalid: {
    class: "ServerError",
    status: 400,
    meaning: "The cursor is none of this server.",
    remedy: "Use an event id of this stream as it came, a number of an event, or none to begin at the first.",
  },
  cursor_foreign: {
    class: "ServerError",
    status: 403,
    meaning: "The cursor was given out for another run or to another key.",
    remedy: "Use a cursor of this run, or none to begin at its first event.",
  },
  cursor_ahead: {
    class: "ServerError",
    status: 409,
    meaning: "The cursor is past the last event of the run.",
    remedy: "Begin without a cursor; what the cursor was taken from is not this run any more.",
  },
  events_gone: {
    class: "ServerError",
    status: 410,
    meaning: "Events after the cursor are not kept any more.",
    remedy: "Read the status of the run, and go on after the event it names.",
  },
  message_missing: {
    class: "ServerError",
    status: 422,
    meaning: "The conversation holds no message of a user that could be answered.",
    remedy: "Send the conversation with the user's message at its end.",
  },
  content_unsupported: {
    class: "ServerError",
    status: 422,
    meaning: "The user's message has parts that are no text.",
    remedy: "Send text; give documents to the run by tools.",
  },
  tool_refused: {
    class: "ServerError",
    status: 422,
    meaning: "A tool the client brings cannot be taken.",
    remedy: "Give it a name of its own and an object as the schema of its arguments, or leave it out.",
  },
  thread_busy: {
    class: "ServerError",
    status: 409,
    meaning: "The conversation's last message is still being answered.",
    remedy: "Read the stream to its end, or cancel the run.",
  },
  thread_waiting: {
    class: "ServerError",
    status: 409,
    meaning: "The conversation waits for an approval, a clarification or the result of a tool.",
    remedy: "Answer what the message names, or cancel it, before the next message.",
  },
  nothing_waits: {
    class: "ServerError",
    status: 409,
    meaning: "An answer is to a request that does not wait in this conversation.",
    remedy:
      "Answer only what the last run asked, each request once. After a restart a server knows the runs that its records hold and that are not over; see GET /runs.",
  },
  answer_invalid: {
    class: "ServerError",
    status: 422,
    meaning: "An answer does not say what was asked.",
    remedy: "Answer in the form the request describes; the request is still open.",
  },
  bind_refused: {
    class: "ServerError",
    status: 500,
    meaning: "The server would be reachable from other machines without a token.",
    remedy: "Give a token or an `authorize` hook, or bind to 127.0.0.1.",
  },
  token_weak: {
    class: "ServerError",
    status: 500,
    meaning: "A token is shorter than 16 characters or has characters a header cannot carry.",
    remedy: "Use at least 16 random letters and digits.",
  },
  server_fault: {
    class: "ServerError",
    status: 500,
    meaning: "A fault of the server.",
    remedy: "See the server's log for the cause.",
  },
} as const satisfies Readonly<Record<string, { class: string; status: number; meaning: string; remedy: string }>>;

/** Codes of problems (`code` of `application/problem+json`); the catalogue is `specs/errors.json`. */
export type ServerErrorCode = keyof typeof SERVER_ERRORS;
