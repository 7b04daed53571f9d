import { type Answer, stated, unknown } from "../answer/answer.js";
import type { Frame } from "../frame/read-frame.js";
import { PHRASES } from "../phrases.js";
import { splitUnits } from "../text/split-units.js";

const ASKS =
  /\b(?:open|unresolved|unanswered|outstanding|remaining) (?:questions?|points?|issues?|items?|matters?|tasks?)\b|\boffene\w* (?:fragen?|punkte?)\b|\bquestions? ouvertes?\b|\b(?:preguntas?|cuestiones) abiertas?\b/iu;
const OPEN =
  /\?["')]*$|\b(?:not yet|yet to|still (?:to|has|have|open|missing|being)|undecided|nothing has been decided|to be (?:decided|confirmed|clarified|discussed)|pending|unclear|unresolved|unknown|tbd|todo|remains? (?:open|to be)|awaiting|waiting for|if enough|so far|stays? vacant|is planned|are planned|has been applied for|no (?:money|date|decision) has been)\b|\b(?:noch (?:nicht|offen)|unklar|à décider|en suspens|pendiente)\b/iu;
/** Most statements. */
const MOST = 8;
const SOURCE = /\[([^[\]\n]+?)(?::\d+-\d+)?\]/gu;

/** Whether a text asks what is still open. */
export function asksForOpenPoints(text: string): boolean {
  return ASKS.test(text);
}

/** The statements that leave something open, of the documents that earlier steps quoted, else of all. */
export function openPoints({ language, passages, derived }: Frame): Answer {
  const quoted = new Set(derived.flatMap(({ text }) => [...text.matchAll(SOURCE)].map(([, path = ""]) => path)));
  const within = passages.filter(({ path }) => quoted.has(path));
  const units = (within.length > 0 ? within : passages)
    .flatMap((passage) => splitUnits(passage))
    .filter(({ kind, text }) => kind !== "heading" && kind !== "row" && OPEN.test(text));
  const distinct = units.filter((unit, at) => units.findIndex(({ text }) => text === unit.text) === at).slice(0, MOST);
  if (distinct.length === 0) return unknown(PHRASES[language].unknown);
  return stated(
    distinct.map((unit) => ({ unit, heading: null })),
    { lead: PHRASES[language].open },
  );
}
