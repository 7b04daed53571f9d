/** The error table of the client: what it throws beside the problems a server tells. */
export const CLIENT_ERRORS = {
  connection_failed: {
    class: "ClientError",
    meaning: "The server could not be reached, or the stream broke again and again.",
    remedy: "Check address and network; a stream goes on from its last cursor.",
  },
  response_unreadable: {
    class: "ClientError",
    meaning: "The answer is none of a Pelorus server.",
    remedy: "Check the address, and proxies between.",
  },
} as const satisfies Readonly<Record<string, { class: string; meaning: string; remedy: string }>>;

/** Codes of the client's errors; the catalogue is `specs/errors.json`. */
export type ClientErrorCode = keyof typeof CLIENT_ERRORS;
