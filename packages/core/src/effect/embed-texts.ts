import type { Embedder } from "../contract/capability.js";
import { redactCredentials } from "../contract/redact-credentials.js";
import type { EffectDoor } from "./door.js";
import { withTimeout } from "./with-timeout.js";

/** What came of asking an embedder, as it is journalled: one vector per text, or why there are none. */
export type EmbedOutcome =
  | { readonly vectors: readonly (readonly number[])[]; readonly problem?: undefined }
  | { readonly problem: string };

/**
 * Asks for the vectors of texts through the door (POS-EFF-01). An embedder that throws, takes longer than `timeoutMs`
 * milliseconds or gives something else than one vector per text is an outcome like any other: it is journalled.
 */
export function embedTexts(
  door: EffectDoor,
  embedder: Embedder,
  { key, texts, timeoutMs }: { readonly key: string; readonly texts: readonly string[]; readonly timeoutMs: number },
): Promise<EmbedOutcome> {
  return door.effect<EmbedOutcome>({
    key,
    act: "embed",
    input: JSON.stringify([embedder.model, ...texts]),
    idempotent: true,
    perform: async ({ signal }) => {
      try {
        const given = await withTimeout(timeoutMs, signal, async (callSignal) =>
          embedder.embed(texts, { signal: callSignal() }),
        );
        return { vectors: checkedVectors(given, texts.length) };
      } catch (error) {
        if (signal.aborted) throw error;
        return { problem: redactCredentials(error instanceof Error ? error.message : String(error)) };
      }
    },
  });
}

/** Plain arrays, as the journal gives them back: what JSON has no word for would be another vector on replay. */
function checkedVectors(given: readonly (readonly number[])[], count: number): (readonly number[])[] {
  const vectors = Array.from(given, (vector) => Array.from(vector));
  if (vectors.length !== count) throw new Error(`It gave ${vectors.length} vectors for ${count} texts.`);
  const length = vectors[0]?.length ?? 0;
  for (const vector of vectors) {
    if (vector.length === 0 || vector.length !== length) throw new Error("Its vectors are not of one length.");
    if (!vector.every(Number.isFinite)) throw new Error("Its vectors hold what is no finite number.");
  }
  return vectors;
}
