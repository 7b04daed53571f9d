/** Words of a question that ask of another time than the usual one. */
const ASKS_EARLIER =
  /\b(?:years?|months?|weeks?|days?|decades?) (?:ago|earlier|before that)\b|\b(?:back then|previously|formerly|originally|in the past|at that time|used to)\b|\b(?:the )?(?:year|month|week|season|day|one) before\b\s*(?:[?,.]|$)/iu;
/** Words of a statement that speaks of an earlier time, or of two. */
const SAYS_EARLIER =
  /\b(?:ago|earlier|previous(?:ly)?|former(?:ly)?|before|once|used to|original(?:ly)?|until|up from|down from|instead of|initial(?:ly)?|had been|at first|then)\b|\b(?:1[5-9]|20)\d{2}\b/iu;

/** Whether a question asks of an earlier time and a text speaks of none. */
export function isDisplaced(question: string, text: string): boolean {
  return ASKS_EARLIER.test(question) && !SAYS_EARLIER.test(text);
}
