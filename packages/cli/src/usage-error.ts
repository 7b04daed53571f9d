import type { CliErrorCode } from "./cli-errors.js";

/** The command line or an input was wrong; the process ends with code 2. */
export class UsageError extends Error {
  readonly code: CliErrorCode;
  constructor(code: CliErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
