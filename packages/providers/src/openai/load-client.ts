import type { OpenAI } from "openai";
import { loadPackage } from "../wire/load-package.js";
import { type ClientSource, type Vendor, vendorClient } from "../wire/vendor-client.js";
import type { WireLimits } from "../wire/wire-limits.js";

const OPENAI: Vendor<OpenAI> = {
  name: "OpenAI",
  keyVariable: "OPENAI_API_KEY",
  async make(settings) {
    const { OpenAI } = await loadPackage("openai@6", () => import("openai"));
    // The package would print what it cannot parse.
    return new OpenAI({ ...settings, logLevel: "off" });
  },
};

/** The client of OpenAI's package, which is loaded where none is given. Errors as of `vendorClient` and `loadPackage`. */
export function loadClient(source: ClientSource<OpenAI>, limits: WireLimits): Promise<OpenAI> {
  return vendorClient(source, limits, OPENAI);
}
