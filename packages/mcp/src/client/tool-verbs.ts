/** What a verb at the head of a tool's name or description says of the tool's effect. */
export type ToolEffect = "reads" | "writes" | "destroys";

/**
 * Verbs that leave no doubt. Words that are as often nouns (`order`, `post`, `book`, `schedule`, `run`, `store`) say
 * nothing and are left out.
 */
const VERBS: Readonly<Record<ToolEffect, string>> = {
  reads:
    "get list read search find fetch query lookup look show describe view inspect browse count retrieve check validate " +
    "verify compare analyse analyze explain summarise summarize calculate compute convert translate return returns " +
    "echo extract parse detect estimate measure preview resolve scan tail head peek grep glob stat watch print",
  writes:
    "create write add insert append update edit modify patch set put send publish upload save move rename copy replace " +
    "upsert merge push pull deploy install invite assign enable disable start restart toggle apply attach " +
    "import register submit transfer pay buy sell approve rotate grant mkdir touch make generate sync restore",
  destroys:
    "delete remove drop destroy purge erase wipe truncate clear reset kill terminate uninstall revoke discard rm rmdir " +
    "unlink overwrite detach prune shutdown format",
};

const EFFECT_OF: ReadonlyMap<string, ToolEffect> = new Map(
  (Object.keys(VERBS) as ToolEffect[]).flatMap((effect) =>
    VERBS[effect].split(" ").map((verb): [string, ToolEffect] => [verb, effect]),
  ),
);

/** The effect a verb names, in its base form or third person; undefined for any other word. */
export function verbEffect(word: string): ToolEffect | undefined {
  const lower = word.toLowerCase();
  const forms = [lower, lower.replace(/ies$/, "y"), lower.replace(/es$/, ""), lower.replace(/s$/, "")];
  for (const form of forms) {
    const effect = EFFECT_OF.get(form);
    if (effect !== undefined) return effect;
  }
  return undefined;
}
