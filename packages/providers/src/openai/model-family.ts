/** What a model's name tells of how it is to be called. */
export interface ModelFamily {
  /** Thinks before it answers: no temperature, and part of the output is reasoning. */
  readonly thinks: boolean;
  /** tiktoken encoding where it is not the newest. */
  readonly tokenEncoding?: string;
  /** The name under which catalogues know it. */
  readonly baseModel: string;
}

const THINKING = /^(?:o\d|gpt-(?:[5-9]|\d\d)|codex-)/;
const OLD_ENCODING = /^gpt-(?:3\.5|4(?![.o\d]))/;

/** Reads a name such as `gpt-5-mini`, `o4-mini-2025-04-16` or `ft:gpt-4o-mini:org::id`. */
export function modelFamily(modelId: string): ModelFamily {
  const baseModel = /^ft:([^:]+)/.exec(modelId)?.[1] ?? modelId;
  return {
    thinks: THINKING.test(baseModel) && !/-chat\b/.test(baseModel),
    ...(OLD_ENCODING.test(baseModel) ? { tokenEncoding: "cl100k_base" } : {}),
    baseModel,
  };
}

export const REASONING_EFFORTS = ["none", "minimal", "low", "medium", "high", "xhigh", "max"] as const;
/** How much a model that thinks may think, in the vendor's words. */
export type ReasoningEffort = (typeof REASONING_EFFORTS)[number];

/** Output tokens kept for thinking beside the answer, by effort. */
const RESERVES: Readonly<Record<ReasoningEffort, number>> = {
  none: 0,
  minimal: 1024,
  low: 4096,
  medium: 8192,
  high: 25_000,
  xhigh: 32_000,
  max: 48_000,
};

/** The reserve for an effort; the models' own default is medium. */
export function reasoningReserve(effort: ReasoningEffort | undefined): number {
  return RESERVES[effort ?? "medium"];
}
