import { ProviderError } from "../provider-error.js";
import { type Fetch, guardedFetch } from "./guarded-fetch.js";
import type { WireLimits } from "./wire-limits.js";

/** What an adapter's options say of the vendor's client. */
export interface ClientSource<Client> {
  /** Default: the vendor's environment variable. */
  readonly apiKey?: string | undefined;
  readonly baseURL?: string | undefined;
  /** A client of the caller's; it keeps what it was set up with, except what every adapter promises. */
  readonly client?: Client | undefined;
  readonly fetch?: Fetch | undefined;
}

/** What every client is set to: retries are the runtime's to decide and charge, and replies are bounded. */
export interface GuardedSettings {
  readonly maxRetries: 0;
  /** Milliseconds. */
  readonly timeout: number;
  readonly fetch: Fetch;
}

/** What differs from vendor to vendor. */
export interface Vendor<Client> {
  /** As a person calls it. */
  readonly name: string;
  /** The environment variable that may hold the key. */
  readonly keyVariable: string;
  /** Loads the vendor's package and makes a client. */
  make(settings: GuardedSettings & { readonly apiKey: string; readonly baseURL?: string }): Promise<Client>;
}

/** A longer time-out overflows the timer; the run's own time limit decides. */
const NO_TIMEOUT_MS = 2 ** 31 - 1;

/** A client for the adapter's calls. Throws a `ProviderError` (`key_missing`) where neither option nor environment has a key. */
export async function vendorClient<Client extends { withOptions(settings: GuardedSettings): Client }>(
  source: ClientSource<Client>,
  limits: WireLimits,
  vendor: Vendor<Client>,
): Promise<Client> {
  const settings = (fetch: Fetch | undefined): GuardedSettings => ({
    maxRetries: 0,
    timeout: NO_TIMEOUT_MS,
    fetch: guardedFetch(limits, fetch),
  });
  const { client, baseURL } = source;
  if (client !== undefined) return client.withOptions(settings(fetchOf(client)));
  const apiKey = source.apiKey ?? process.env[vendor.keyVariable];
  if (apiKey === undefined || apiKey.trim() === "") {
    throw new ProviderError(
      "key_missing",
      `${vendor.name} needs an API key: pass \`apiKey\`, or set ${vendor.keyVariable}.`,
    );
  }
  return vendor.make({ ...settings(source.fetch), apiKey, ...(baseURL === undefined ? {} : { baseURL }) });
}

/** The `fetch` a client was made with, which vendors' packages keep to themselves. */
function fetchOf(client: object): Fetch | undefined {
  return (client as { readonly fetch?: Fetch }).fetch;
}
