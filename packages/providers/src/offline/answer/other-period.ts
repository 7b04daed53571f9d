const PERIODS = "hour|evening|night|day|week|month|quarter|term|season|year";
const PER = new RegExp(
  `\\b(?:an?|per|each|every|for (?:an?|one|the))\\s(?:(?:whole|full|single|half)\\s)?(${PERIODS})(?:'s)?\\b|\\b(hour|dai|day|night|week|month|quarter|year|annual|season)(?:ly|al)\\b|\\b(annual)\\b`,
  "giu",
);
const SAME: Readonly<Record<string, string>> = { dai: "day", annual: "year" };

/** Whether a question asks for a price by one period and a text gives prices by others alone. */
export function isOtherPeriod(question: string, text: string): boolean {
  const asked = periodsOf(question);
  if (asked.size === 0) return false;
  const given = periodsOf(text);
  return given.size > 0 && ![...asked].some((period) => given.has(period));
}

function periodsOf(text: string): Set<string> {
  return new Set(
    [...text.matchAll(PER)].map(([, period, adverb, annual]) => {
      const word = (period ?? adverb ?? annual ?? "").toLowerCase();
      return SAME[word] ?? word;
    }),
  );
}
