import type { JsonSchema, ModelRequest } from "@pelorus/core";

/** A capability the frame offers. */
export interface Offer {
  readonly capabilityId: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  /** What the frame says that it returns; may be empty. */
  readonly returns: string;
}

/** The offers of a tool frame and the calls it still allows. */
export interface Offers {
  readonly offers: readonly Offer[];
  readonly callsLeft: number;
}

const OFFER = /^\d{1,3}\. (\S+): (.*)$/;
const RETURNS = "   Returns ";
const ARGUMENTS = "   arguments (JSON Schema): ";

/** Reads the `tools` section of a frame; offers of the native tool channel stand in where there is none. */
export function readOffers(toolsText: string, tools: ModelRequest["tools"]): Offers {
  const callsLeft = Number(/\((\d{1,6}) calls? left\)/.exec(toolsText)?.[1] ?? 1);
  const offers: Offer[] = [];
  let head: RegExpExecArray | null = null;
  for (const line of toolsText.split("\n")) {
    const last = offers.at(-1);
    if (last !== undefined && line.startsWith(RETURNS)) offers[offers.length - 1] = { ...last, returns: line.trim() };
    head = OFFER.exec(line) ?? head;
    if (head === null || !line.startsWith(ARGUMENTS)) continue;
    const inputSchema = schemaOf(line.slice(ARGUMENTS.length));
    if (inputSchema !== null)
      offers.push({ capabilityId: head[1] as string, description: head[2] as string, inputSchema, returns: "" });
    head = null;
  }
  if (offers.length > 0) return { offers, callsLeft };
  return {
    offers: tools.map(({ name, description, inputSchema }) => ({
      capabilityId: name,
      description,
      inputSchema,
      returns: "",
    })),
    callsLeft,
  };
}

function schemaOf(text: string): JsonSchema | null {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === "object" && parsed !== null ? (parsed as JsonSchema) : null;
  } catch {
    return null;
  }
}
