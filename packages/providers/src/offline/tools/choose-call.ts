import type { Frame } from "../frame/read-frame.js";
import { fillArguments } from "./fill-arguments.js";
import type { Offers } from "./offer.js";

/** A call as a reply states it. */
export interface ChosenCall {
  readonly capabilityId: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** The call that brings the assignment on, or null when none does: an equal call is never made twice. */
export function chooseCall(frame: Frame, { offers, callsLeft }: Offers): ChosenCall | null {
  if (callsLeft <= 0) return null;
  const made = new Set(
    frame.calls.map(({ capabilityId, argumentsText }) => `${capabilityId} ${canonical(argumentsText)}`),
  );
  for (const { capabilityId, inputSchema } of offers) {
    const args = fillArguments(inputSchema, frame);
    if (args === null || made.has(`${capabilityId} ${JSON.stringify(sorted(args))}`)) continue;
    return { capabilityId, arguments: args };
  }
  return null;
}

function canonical(text: string): string {
  try {
    return JSON.stringify(sorted(JSON.parse(text) as Record<string, unknown>));
  } catch {
    return text;
  }
}

function sorted(value: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
