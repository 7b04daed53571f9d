/** Servers whose dialect is known; `other` ones are spoken to in the common one. */
export const SERVER_KINDS = ["ollama", "llama-cpp", "lm-studio", "vllm", "sglang", "other"] as const;
/** A server that speaks Chat Completions; `other` for one nobody recognises. */
export type ServerKind = (typeof SERVER_KINDS)[number];

/** A model as a server lists it. */
export interface ListedModel {
  readonly id: string;
  /** Tokens of the window, where the list says it. */
  readonly window?: number;
}

/** What a server says of itself. */
export interface ServerInfo {
  readonly kind: ServerKind;
  readonly version?: string;
  readonly models: readonly ListedModel[];
}
