import type { WindowSource } from "../contract/model.js";

/** Window of a model about which nothing is known. */
export const DEFAULT_WINDOW = 8192;

export interface WindowKnowledge {
  /** `options.contextWindow`. */
  readonly option?: number | undefined;
  /** What the endpoint says it was started with. */
  readonly endpoint?: number | undefined;
  /** What a catalogue says of the model. */
  readonly catalogue?: number | undefined;
  /** The model is served locally: the window is the server's choice, whatever the model could do. */
  readonly local?: boolean | undefined;
}

/** The window to budget with and where it comes from (POS-BUD-10). What is no whole number ≥ 1 counts as unknown. */
export function resolveWindow(known: WindowKnowledge): { readonly tokens: number; readonly source: WindowSource } {
  if (isWindow(known.option)) return { tokens: known.option, source: "option" };
  if (isWindow(known.endpoint)) return { tokens: known.endpoint, source: "endpoint" };
  // POS-BUD-10: a local server is started with any window; the catalogue's would overflow it.
  if (isWindow(known.catalogue) && known.local !== true) return { tokens: known.catalogue, source: "catalogue" };
  return { tokens: DEFAULT_WINDOW, source: "default" };
}

function isWindow(tokens: number | undefined): tokens is number {
  return tokens !== undefined && Number.isSafeInteger(tokens) && tokens >= 1;
}
