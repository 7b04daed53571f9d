/** Every error this package throws, as data. Text and byte input never throw; only a call that breaks the contract does. */
export const sttpErrors = Object.freeze({
  STTP_ARGUMENT_TYPE: Object.freeze({
    code: "STTP_ARGUMENT_TYPE",
    class: "TypeError",
    meaning: "An argument or option has the wrong type.",
    action: "Pass the type that the function's docstring names.",
  }),
  STTP_OPTION_RANGE: Object.freeze({
    code: "STTP_OPTION_RANGE",
    class: "RangeError",
    meaning: "An argument or option lies outside its range.",
    action: "Pass a value inside the range that the message names.",
  }),
  STTP_NODE_INVALID: Object.freeze({
    code: "STTP_NODE_INVALID",
    class: "RangeError",
    meaning: "A builder was given facts that make no strict-valid node; `diagnostics` of the error says which.",
    action: "Correct the named members.",
  }),
  STTP_STREAM_ENDED: Object.freeze({
    code: "STTP_STREAM_ENDED",
    class: "TypeError",
    meaning: "A chunk was pushed, or the stream ended, after its end.",
    action: "Create a new stream parser for the next input.",
  }),
} as const);

/** The `code` of an error this package throws; `sttpErrors` says what each means. */
export type SttpErrorCode = keyof typeof sttpErrors;

/** A TypeError or RangeError with a stable `code`. */
export function misuse<D extends object>(
  code: SttpErrorCode,
  message: string,
  detail?: D,
): Error & { code: string } & D {
  const error = sttpErrors[code].class === "TypeError" ? new TypeError(message) : new RangeError(message);
  return Object.assign(error, { code }, detail);
}
