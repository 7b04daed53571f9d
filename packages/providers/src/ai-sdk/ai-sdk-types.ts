/**
 * What is needed of a language model of the AI SDK, specification v3 (current) or v2 (previous). Stated by shape, so that
 * neither this package nor its typings depend on a version of that SDK.
 */
export interface AiSdkLanguageModel {
  readonly specificationVersion: string;
  readonly provider: string;
  readonly modelId: string;
  /** One whole answer. Both specifications' options are supersets of what is passed. */
  doGenerate(options: never): PromiseLike<unknown>;
  /** The answer as a stream of parts. */
  doStream(options: never): PromiseLike<unknown>;
}

/** Vendor-specific options as the AI SDK takes them: by vendor, then by name. */
export type AiSdkProviderOptions = Readonly<Record<string, Readonly<Record<string, unknown>>>>;
