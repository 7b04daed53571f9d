export const DATA_FORMS = ["json", "csv", "table", "list", "lines", "yaml"] as const;
/** Forms that simple data can be written in. */
export type DataForm = (typeof DATA_FORMS)[number];

/** How a frame's output contract begins for each form. */
const CONTRACTS: readonly (readonly [string, DataForm])[] = [
  ["Exactly one JSON value", "json"],
  ["CSV alone", "csv"],
  ["One Markdown table", "table"],
  ["A list, one item per line", "list"],
  ["One YAML document", "yaml"],
];
const ASKED: readonly (readonly [RegExp, DataForm])[] = [
  [/\b(?:to|into|as|in|als|nach|en|a)\s+(?:an?\s|valid\s|a\sjson\s)?json\b/iu, "json"],
  [/\b(?:to|into|as|in|als|nach|en|a)\s+(?:an?\s)?(?:csv|comma.separated)\b/iu, "csv"],
  [
    /\b(?:to|into|as|in|als|nach|en|a)\s+(?:an?\s|a\smarkdown\s|markdown\s|eine\s|un\s|una\s)?(?:table|tabelle|tableau|tabla)\b/iu,
    "table",
  ],
  [/\b(?:to|into|as|in|als|nach|en|a)\s+(?:an?\s)?yaml\b/iu, "yaml"],
  [/\b(?:to|into|as|in|als|en)\s+(?:separate\s|single\s|plain\s)?(?:lines|zeilen|lignes|líneas)\b/iu, "lines"],
  [
    /\b(?:to|into|as|in|als|en)\s+(?:an?\s|eine\s|une\s|una\s)?(?:bullet(?:ed)?\s|numbered\s)?(?:list|bullet points|liste|lista)\b/iu,
    "list",
  ],
];

/** The form that a contract, or else a request, asks for; null when it is none of the simple ones. */
export function targetForm(contract: string, request: string): DataForm | null {
  return contractForm(contract) ?? ASKED.find(([pattern]) => pattern.test(request))?.[1] ?? null;
}

/** The form that leads an output contract; null for prose and for forms the model does not write. */
export function contractForm(contract: string): DataForm | null {
  return CONTRACTS.find(([start]) => contract.startsWith(start))?.[1] ?? null;
}
