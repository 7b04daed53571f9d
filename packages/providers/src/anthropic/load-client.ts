import type { Anthropic, ClientOptions } from "@anthropic-ai/sdk";
import { ProviderError } from "../provider-error.js";
import { type Fetch, guardedFetch } from "../wire/guarded-fetch.js";
import { loadPackage } from "../wire/load-package.js";
import type { WireLimits } from "../wire/wire-limits.js";

export interface ClientSource {
  readonly apiKey?: string | undefined;
  readonly baseURL?: string | undefined;
  readonly client?: Anthropic | undefined;
  readonly fetch?: Fetch | undefined;
}

/** A longer time-out overflows the timer; the run's own time limit decides. */
const NO_TIMEOUT_MS = 2 ** 31 - 1;

/**
 * The vendor's client, made at the first call. Its own retries are off, since the runtime decides and charges them, and
 * its replies are bounded. A client of the caller's keeps everything else it was set up with.
 */
export async function loadClient(source: ClientSource, limits: WireLimits): Promise<Anthropic> {
  const ours = { maxRetries: 0, timeout: NO_TIMEOUT_MS } satisfies ClientOptions;
  if (source.client !== undefined) {
    return source.client.withOptions({ ...ours, fetch: guardedFetch(limits, fetchOf(source.client)) });
  }
  const apiKey = source.apiKey ?? process.env.ANTHROPIC_API_KEY;
  if (apiKey === undefined || apiKey.trim() === "") {
    throw new ProviderError("key_missing", "Anthropic needs an API key: pass `apiKey`, or set ANTHROPIC_API_KEY.");
  }
  const { Anthropic } = await loadPackage("@anthropic-ai/sdk@1", () => import("@anthropic-ai/sdk"));
  return new Anthropic({
    ...ours,
    apiKey,
    authToken: null,
    fetch: guardedFetch(limits, source.fetch),
    // The package would print what it cannot parse, and put prompts into traces.
    logLevel: "off",
    openTelemetry: false,
    ...(source.baseURL === undefined ? {} : { baseURL: source.baseURL }),
  });
}

/** The `fetch` a client was made with, which the package keeps to itself. */
function fetchOf(client: Anthropic): Fetch | undefined {
  return (client as unknown as { readonly fetch?: Fetch }).fetch;
}
