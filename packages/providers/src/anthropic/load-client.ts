import type { Anthropic } from "@anthropic-ai/sdk";
import { loadPackage } from "../wire/load-package.js";
import { type ClientSource, type Vendor, vendorClient } from "../wire/vendor-client.js";
import type { WireLimits } from "../wire/wire-limits.js";

const ANTHROPIC: Vendor<Anthropic> = {
  name: "Anthropic",
  keyVariable: "ANTHROPIC_API_KEY",
  async make(settings) {
    const { Anthropic } = await loadPackage("@anthropic-ai/sdk@1", () => import("@anthropic-ai/sdk"));
    // A token of the environment would go beside the key. The package would print what it cannot parse, and trace prompts.
    return new Anthropic({ ...settings, authToken: null, logLevel: "off", openTelemetry: false });
  },
};

/** The client of Anthropic's package, which is loaded where none is given. Errors as of `vendorClient` and `loadPackage`. */
export function loadClient(source: ClientSource<Anthropic>, limits: WireLimits): Promise<Anthropic> {
  return vendorClient(source, limits, ANTHROPIC);
}
