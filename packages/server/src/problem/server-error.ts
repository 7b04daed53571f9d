import { SERVER_ERRORS, type ServerErrorCode } from "./server-errors.js";

/** The brand that every error of the packages carries, so that a second copy of the package recognises it. */
const BRAND = Symbol.for("pelorus.error");

/** One wrong member of a body or query: where, as a JSON Pointer, and what is wrong. */
export interface MemberProblem {
  readonly pointer: string;
  readonly detail: string;
}

/** What the server throws: a stable `code` of `SERVER_ERRORS`, told over HTTP as a problem document with its status. */
export class ServerError extends Error {
  readonly code: ServerErrorCode;
  readonly isRetryable: boolean;
  readonly status: number;
  /** Response headers that belong to the problem, such as `Allow` and `Retry-After`. */
  readonly headers: Readonly<Record<string, string>>;
  readonly errors: readonly MemberProblem[];

  constructor(
    code: ServerErrorCode,
    message: string,
    options: {
      readonly cause?: unknown;
      readonly headers?: Readonly<Record<string, string>>;
      readonly errors?: readonly MemberProblem[];
    } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = SERVER_ERRORS[code].class;
    this.code = code;
    this.status = SERVER_ERRORS[code].status;
    this.isRetryable = this.status === 408 || this.status === 429 || this.status === 503;
    this.headers = options.headers ?? {};
    this.errors = options.errors ?? [];
    Object.defineProperty(this, BRAND, { value: true });
  }

  /** True for errors of any copy of this package. */
  static isInstance(value: unknown): value is ServerError {
    return (
      typeof value === "object" &&
      value !== null &&
      (value as { [BRAND]?: unknown })[BRAND] === true &&
      Object.hasOwn(SERVER_ERRORS, String((value as { code?: unknown }).code))
    );
  }
}
