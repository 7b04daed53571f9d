import { createHmac, timingSafeEqual } from "node:crypto";
import { canonicalJson } from "../contract/canonical-json.js";
import { StateError } from "../contract/error.js";
import { documentCodec } from "../contract/json-codec.js";
import { lazySchema } from "../contract/lazy-schema.js";
import { type CognitiveStateData, cognitiveStateSchema } from "../contract/state.js";

/** A key as text (its UTF-8 bytes) or as bytes; at least 16 bytes. */
export type SealKey = string | Uint8Array;

const MIN_KEY_BYTES = 16;

/** The codec of the state document; built once, on first use. */
export const stateCodec = lazySchema(() => documentCodec(cognitiveStateSchema()));

/** The text a seal is taken of: the canonical JSON of the whole state but the seal and `verified`. */
export function sealedText(data: CognitiveStateData): string {
  const { cso_hmac: _seal, verified: _verified, ...content } = stateCodec().encode(data) as Record<string, unknown>;
  // POS-CSO-07: everything is under the seal, statements and the objective included.
  return canonicalJson(content);
}

/** The state with its seal: the hex HMAC-SHA256 of `sealedText`. Throws `StateError` (`key_too_short`). */
export function sealCso(data: CognitiveStateData, key: SealKey): CognitiveStateData {
  return { ...data, csoHmac: hmac(data, key).toString("hex") };
}

/** Whether the seal is that of exactly this content under this key; false without a seal. Takes constant time. */
export function verifyCso(data: CognitiveStateData, key: SealKey): boolean {
  const expected = hmac(data, key);
  const seal = data.csoHmac ?? "";
  const given = Buffer.from(/^[0-9a-f]{64}$/.test(seal) ? seal : "", "hex");
  // POS-CSO-07: compared in constant time.
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/**
 * Whether these states are consecutive turns of one session, each sealed with `key` and naming the seal before it.
 * A chain begins with a first turn, unless `priorHmac` says which seal it goes on from.
 */
export function verifyCsoChain(
  states: readonly CognitiveStateData[],
  key: SealKey,
  options: { readonly priorHmac?: string } = {},
): boolean {
  let expectedPrior = options.priorHmac ?? "";
  let expectedWindow = options.priorHmac === undefined ? 1 : states[0]?.windowNumber;
  for (const state of states) {
    if (state.priorCsoHash !== expectedPrior || state.windowNumber !== expectedWindow) return false;
    if (!verifyCso(state, key)) return false;
    expectedPrior = state.csoHmac ?? "";
    expectedWindow = state.windowNumber + 1;
  }
  return true;
}

function hmac(data: CognitiveStateData, key: SealKey): Buffer {
  const bytes = typeof key === "string" ? Buffer.from(key, "utf8") : key;
  if (bytes.length < MIN_KEY_BYTES) {
    throw new StateError(
      "key_too_short",
      `A sealing key needs at least ${MIN_KEY_BYTES} bytes, this has ${bytes.length}.`,
    );
  }
  return createHmac("sha256", bytes).update(sealedText(data), "utf8").digest();
}
