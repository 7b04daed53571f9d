import type { LanguageModel } from "@pelorus/core";
import type { ProbeCheck } from "./probe-check.js";
import { probeRequest } from "./probe-request.js";

/** The question asks for something the schema forbids, so only a server that holds the reply to it can give it. */
const PROMPT = "Write one short sentence about the sea.";
const WORD = "pelorus";
const SCHEMA = {
  type: "object",
  properties: { word: { type: "string", enum: [WORD] } },
  required: ["word"],
  additionalProperties: false,
} as const;

/** The same model, set up to be held to a schema in another way. */
export interface ConstrainedAlternative {
  readonly mode: string;
  readonly model: LanguageModel;
}

/** Tries whether a reply is really held to a schema and, where not, which of the other ways does it. */
export async function checkConstrained(
  model: LanguageModel,
  alternatives: readonly ConstrainedAlternative[],
  signal: AbortSignal,
): Promise<ProbeCheck> {
  const began = performance.now();
  const found = await isHeld(model, signal);
  const milliseconds = Math.round(performance.now() - began);
  if (found === "held") return { name: "constrained", status: "ok", detail: "holds replies to a schema", milliseconds };
  const detail = found === "ignored" ? "does not hold replies to a schema" : `refuses a schema: ${found.refused}`;
  for (const { mode, model: other } of alternatives) {
    if ((await isHeld(other, signal)) !== "held") continue;
    const remedy = `set constrainedMode to "${mode}", which works here`;
    return { name: "constrained", status: "warning", detail, remedy, milliseconds };
  }
  return {
    name: "constrained",
    status: "warning",
    detail,
    remedy:
      "tool calls are read from what the model writes and asked for again when they are wrong; a newer server may do better",
    milliseconds,
  };
}

async function isHeld(
  model: LanguageModel,
  signal: AbortSignal,
): Promise<"held" | "ignored" | { readonly refused: string }> {
  try {
    const { text } = await model.doGenerate(probeRequest(signal, PROMPT, SCHEMA));
    const reply = JSON.parse(text) as { readonly word?: unknown } | null;
    return reply?.word === WORD ? "held" : "ignored";
  } catch (error) {
    if (signal.aborted) throw error;
    if (error instanceof SyntaxError) return "ignored";
    return { refused: error instanceof Error ? error.message : String(error) };
  }
}
