/** The error table of the providers: every code they throw, what it means and what to do. */
export const PROVIDER_ERRORS = {
  model_unknown: {
    class: "ProviderError",
    meaning: "The text names no model that can be resolved.",
    remedy: "Use one of the forms the message lists.",
  },
  model_unsupported: {
    class: "ProviderError",
    meaning: "An object is no model of a kind this adapter takes.",
    remedy: "Pass what the message names.",
  },
  package_missing: {
    class: "ProviderError",
    meaning: "A vendor's package that this model needs is not installed.",
    remedy: "Run the command the message names.",
  },
  key_missing: {
    class: "ProviderError",
    meaning: "A model needs an API key and was given none.",
    remedy: "Pass `apiKey`, or set the environment variable the message names.",
  },
} as const satisfies Readonly<Record<string, { class: string; meaning: string; remedy: string }>>;

/** Codes of `ProviderError`; the catalogue is `specs/errors.json`. */
export type ProviderErrorCode = keyof typeof PROVIDER_ERRORS;

/** The brand that every error of the packages carries, so that a second copy of the package recognises it. */
const BRAND = Symbol.for("pelorus.error");

/** What the providers throw: a stable `code` of `PROVIDER_ERRORS`, and whether trying again can help. */
export class ProviderError extends Error {
  readonly code: ProviderErrorCode;
  readonly isRetryable: boolean;

  constructor(code: ProviderErrorCode, message: string, options: { cause?: unknown; isRetryable?: boolean } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = PROVIDER_ERRORS[code].class;
    this.code = code;
    this.isRetryable = options.isRetryable ?? false;
    Object.defineProperty(this, BRAND, { value: true });
  }

  /** True for errors of any copy of this package. */
  static isInstance(value: unknown): value is ProviderError {
    return (
      typeof value === "object" &&
      value !== null &&
      (value as { [BRAND]?: unknown })[BRAND] === true &&
      Object.hasOwn(PROVIDER_ERRORS, String((value as { code?: unknown }).code))
    );
  }
}
