import { parseModelText } from "../model-text/parse-model-text.js";
import type { Environment } from "../model-text/resolve-context.js";
import { serverModel } from "../model-text/server-model.js";
import { resolveModel } from "../resolve-model.js";
import type { Fetch } from "../wire/guarded-fetch.js";
import type { ConstrainedAlternative } from "./check-constrained.js";
import type { ModelProbe } from "./probe-check.js";
import { probeModel } from "./probe-model.js";

/** Ways a server of its own kind may be held to a schema, tried in this order where its usual one does not work. */
const OTHER_MODES = ["response_format", "json_schema", "structured_outputs", "guided_json", "format"] as const;

/**
 * Probes each model of a model text (`resolveModel`), in order. Rejects with `ProviderError` for a text that names none,
 * for a missing key or package, and with the signal's reason.
 */
export async function probeModelText(
  text: string,
  options: {
    readonly env: Environment;
    readonly signal: AbortSignal;
    readonly fillsWindow?: boolean;
    readonly fetch?: Fetch;
  },
): Promise<ModelProbe[]> {
  const { env, fetch, ...rest } = options;
  const context = { env, ...(fetch === undefined ? {} : { fetch }) };
  const probes: ModelProbe[] = [];
  for (const { scheme, rest: address } of parseModelText(text)) {
    const model = await resolveModel(scheme === "http" ? address : `${scheme}${address}`, context);
    const alternatives: ConstrainedAlternative[] = [];
    if (scheme === "http") {
      for (const mode of OTHER_MODES) {
        alternatives.push({ mode, model: await serverModel(address, { env, fetch }, { constrainedMode: mode }) });
      }
    }
    probes.push(await probeModel(model, { ...rest, alternatives }));
  }
  return probes;
}
