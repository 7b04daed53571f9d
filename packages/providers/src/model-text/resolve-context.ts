import type { Fetch } from "../wire/guarded-fetch.js";

/** Environment variables, as `process.env` holds them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** What a scheme may use to make a model. */
export interface ResolveContext {
  readonly env: Environment;
  readonly fetch: Fetch | undefined;
}
