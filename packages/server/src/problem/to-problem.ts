import { CORE_ERRORS, type CoreErrorCode, PelorusError } from "@pelorus/core";
import type { ProblemDocument } from "./problem-document.js";
import { ServerError } from "./server-error.js";
import { SERVER_ERRORS } from "./server-errors.js";

/** Errors of the core that are the caller's doing. All others are faults of the server or its settings. */
export const CALLER_ERRORS = {
  unknown_request: 404,
  answer_not_understood: 422,
  invalid_options: 422,
  run_exists: 409,
} as const satisfies Partial<Record<CoreErrorCode, number>>;

export interface Problem {
  readonly document: ProblemDocument;
  readonly headers: Readonly<Record<string, string>>;
  /** True where the caller is told nothing of the cause, so that somebody else should be. */
  readonly isFault: boolean;
}

/** What a caller is told of an error. The message of a fault stays inside: it may name paths and secrets. */
export function toProblem(error: unknown): Problem {
  if (ServerError.isInstance(error)) {
    return {
      document: document(error.code, SERVER_ERRORS[error.code], error.status, error.message, error.errors),
      headers: error.headers,
      isFault: error.status === 500,
    };
  }
  if (PelorusError.isInstance(error)) {
    const status = (CALLER_ERRORS as Partial<Record<CoreErrorCode, number>>)[error.code];
    if (status !== undefined) {
      return {
        document: document(error.code, CORE_ERRORS[error.code], status, error.message),
        headers: {},
        isFault: false,
      };
    }
  }
  const fault = new ServerError("server_fault", "The request could not be carried out.");
  return {
    document: document(fault.code, SERVER_ERRORS[fault.code], fault.status, fault.message),
    headers: {},
    isFault: true,
  };
}

function document(
  code: string,
  { meaning, remedy }: { readonly meaning: string; readonly remedy: string },
  status: number,
  detail: string,
  errors: ProblemDocument["errors"] | readonly { pointer: string; detail: string }[] = [],
): ProblemDocument {
  return {
    type: `urn:pelorus:error:${code}`,
    title: meaning,
    status,
    detail,
    code,
    remedy,
    ...(errors.length === 0 ? {} : { errors: [...errors] }),
  };
}
