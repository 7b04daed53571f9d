import type { SecretMask } from "../contract/secret-mask.js";
import type { RunOptions } from "./run-options.js";

/**
 * A new run as it goes on: what its caller wrote, request and context facts, without the secrets (POS-SEC-01). One that is
 * taken up was begun that way.
 */
export function withoutSecrets<
  T extends { readonly request: string; readonly options: RunOptions; readonly entries: readonly unknown[] },
>(spec: T, mask: SecretMask): T {
  if (spec.entries.length > 0) return spec;
  const { contextFacts } = spec.options;
  return {
    ...spec,
    request: mask.text(spec.request),
    ...(contextFacts === undefined ? {} : { options: { ...spec.options, contextFacts: mask.value(contextFacts) } }),
  };
}
