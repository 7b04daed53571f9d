/** What a client throws: `code` is the problem's, see `specs/errors.json`, or one of `CLIENT_ERRORS`. */
export class ClientError extends Error {
  readonly code: string;
  /** HTTP status; 0 where there was no answer. */
  readonly status: number;
  readonly isRetryable: boolean;
  /** Wrong members of what was sent. */
  readonly errors: readonly { readonly pointer: string; readonly detail: string }[];

  constructor(
    problem: {
      readonly code: string;
      readonly message: string;
      readonly status?: number;
      readonly errors?: ClientError["errors"];
    },
    options: { readonly cause?: unknown } = {},
  ) {
    super(problem.message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "ClientError";
    this.code = problem.code;
    this.status = problem.status ?? 0;
    this.isRetryable = this.status === 0 || this.status === 408 || this.status === 429 || this.status >= 500;
    this.errors = problem.errors ?? [];
  }
}
