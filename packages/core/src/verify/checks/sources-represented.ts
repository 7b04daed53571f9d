import type { Evidence } from "../evidence.js";
import { failed, type OutputCheck, passed, SERIOUS } from "../output-check.js";
import { inDifferentLanguages } from "../reading/different-languages.js";
import { TextReading } from "../reading/text-reading.js";
import { Source } from "../source.js";

/** Words of its own a source needs for its absence to show. */
const FEWEST_OWN = 3;

/** Every source is represented in the account (SYNTHESISE): outputs of other steps, observations, parts of the material. */
export const sourcesRepresentedCheck: OutputCheck = {
  id: "sources-represented",
  weight: SERIOUS,
  states: () => "every source represented",
  examine(evidence) {
    const sources = representable(evidence).filter(({ reading }) => !inDifferentLanguages(evidence.output, reading));
    if (sources.length < 2) return null;
    const uses = new Map<string, number>();
    for (const { reading } of sources) for (const key of reading.keys) uses.set(key, (uses.get(key) ?? 0) + 1);
    const { keys, numberKeys } = evidence.output;
    for (const { name, reading } of sources) {
      const own = [...reading.keys].filter((key) => uses.get(key) === 1);
      if (own.length < FEWEST_OWN) continue;
      // POS-VER-01: one word or number that only this source has is enough to represent it.
      if (own.some((key) => keys.has(key)) || reading.numbers.some(({ key }) => numberKeys.has(key))) continue;
      return failed(`Bring in ${name}: nothing of it is in the account.`);
    }
    return passed("Every source is represented.");
  },
};

function representable({ sources }: Evidence): Source[] {
  const steps = sources.filter(({ kind }) => kind === "derived" || kind === "observation");
  return steps.length > 0 ? steps : sources.filter(({ kind }) => kind === "material").flatMap(parts);
}

const LABEL =
  /^(?:#{1,4}\s*)?(?:\[?(?:source|document|text|article|review|report|note|passage|quelle|dokument|bericht|document|texte|fuente|texto|документ|文档|资料)\s*\d{1,2}\]?|\(?[a-e]\))\s*[:.)\-–]?/iu;

/** Labelled parts of the material ("Source 1: …"); none where it is one text. */
function parts({ reading }: Source): Source[] {
  const found: { name: string; text: string }[] = [];
  for (const line of reading.text.split("\n")) {
    const label = LABEL.exec(line.trimStart());
    if (label !== null)
      found.push({ name: label[0].replace(/[\s:.)\-–]+$/u, ""), text: line.trimStart().slice(label[0].length) });
    else if (found.length > 0) (found[found.length - 1] as { text: string }).text += `\n${line}`;
  }
  return found.map(({ name, text }) => new Source(name, "material", new TextReading(text)));
}
