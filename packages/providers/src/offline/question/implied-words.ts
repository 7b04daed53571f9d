import type { ValueKind } from "./value-kinds.js";

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));

/** Words that a value of a kind implies: "how long does it take" is answered by a duration without "take". */
const IMPLIED: Readonly<Partial<Record<ValueKind, ReadonlySet<string>>>> = {
  duration: words(
    "last lasts take takes taken took run runs stay wait spend keep need needs require requires remain go valid continue time minutes hours days weeks months years minute hour day week month year",
  ),
  pace: words("fast take takes get come go goes able"),
  money: words("cost costs charge charged charges pay paid pays price spend spent amount money come worth"),
  time: words(
    "happen happens take takes place occur held hold scheduled planned due time date day days year month weekday be",
  ),
  place: words("located situated found find lie lies stand stands sit put place kept held hold live go"),
  person: words("holder become became contact ask call turn speak talk reach write phone"),
  name: words("city town village country region place company firm person employee colleague member name names called"),
  number: words(
    "have has hold fit exist exists contain contains include number count own participate part sleep sit stay join attend",
  ),
  measure: words("weigh weighs measure measures reach reaches amount sum"),
  frequency: words("happen happens take takes place occur held hold"),
  reason: words("happen happened happens reason cause made caused led"),
};

/** Whether the value itself says what a folded word would. */
export function isImplied(word: string, kind: ValueKind | null): boolean {
  return kind !== null && IMPLIED[kind]?.has(word) === true;
}
