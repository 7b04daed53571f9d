import { failed, type OutputCheck, passed, SERIOUS } from "../output-check.js";

const REFERENCE = /(?<!\p{L})(?:steps?|schritte?|étapes?|etapas?|pasos?|шаг[аеу]?)\s{1,2}(\d{1,3})(?!\p{L})/giu;

/** Steps refer backwards only (PLAN). */
export const backwardReferencesCheck: OutputCheck = {
  id: "backward-references",
  weight: SERIOUS,
  states: () => "referring to earlier steps only",
  examine({ output }) {
    const steps = output.items.filter(({ number }) => number !== undefined);
    if (steps.length < 2) return null;
    let references = 0;
    for (const { number, body, end } of steps) {
      for (const match of output.text.slice(body, end).matchAll(REFERENCE)) {
        references += 1;
        // POS-VER-01: what a step needs must exist by then.
        if (Number(match[1]) > (number as number)) {
          return failed(`Step ${number} refers to step ${match[1]}, which comes later.`, [
            body + match.index,
            body + match.index + match[0].length,
          ]);
        }
      }
    }
    return references === 0 ? null : passed("Steps refer to earlier ones only.");
  },
};
