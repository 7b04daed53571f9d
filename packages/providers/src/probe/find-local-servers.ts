import { detectServer } from "../openai-compatible/detect-server.js";
import { serverAddress } from "../openai-compatible/server-address.js";
import type { ServerInfo } from "../openai-compatible/server-kind.js";
import { type Fetch, guardedFetch } from "../wire/guarded-fetch.js";
import { DEFAULT_WIRE_LIMITS } from "../wire/wire-limits.js";

/** Where local servers listen unless told otherwise. */
export const LOCAL_ADDRESSES = [
  "http://127.0.0.1:11434/v1",
  "http://127.0.0.1:1234/v1",
  "http://127.0.0.1:8080/v1",
  "http://127.0.0.1:8000/v1",
  "http://127.0.0.1:30000/v1",
] as const;

/** Nobody at home is known at once; a server that is busy has this long, in milliseconds. */
const PATIENCE_MS = 3000;

/** A server that was found, and how a model of it is named. */
export interface FoundServer extends ServerInfo {
  readonly baseURL: string;
}

/** The servers that answer at the addresses, in their order. Only this machine is asked, unless addresses are given. */
export async function findLocalServers(options: {
  readonly signal: AbortSignal;
  readonly addresses?: readonly string[];
  readonly fetch?: Fetch;
}): Promise<FoundServer[]> {
  const { addresses = LOCAL_ADDRESSES, signal } = options;
  const access = { fetch: guardedFetch(DEFAULT_WIRE_LIMITS, options.fetch), headers: {} };
  const found = await Promise.all(
    addresses.map(async (baseURL): Promise<FoundServer[]> => {
      const address = serverAddress(baseURL);
      const context = { vendor: address.label, secrets: [] };
      const patience = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]);
      try {
        const server = await detectServer({ address, access, context, signal: patience });
        // Something else may listen there; a server of models lists some, or is known by its ways.
        return server.kind === "other" && server.models.length === 0 ? [] : [{ ...server, baseURL }];
      } catch {
        signal.throwIfAborted();
        return [];
      }
    }),
  );
  return found.flat();
}
