import { verbForm } from "./english-verbs.js";

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));

/** Nouns that stand for whatever is spoken of, or say when and where in passing: a statement seldom repeats them. */
const GENERIC_NOUNS: ReadonlySet<string> = words(
  "place places thing things part parts front back morning evening afternoon moment people person somebody someone day days time times hour hours week weeks month months year years way ways kind kinds sort number amount rest figure figures job jobs turn step steps piece pieces item items system systems service services project projects programme facility house home town site area side total case cases end start mess lot bit go point fact matter question situation trouble chance paper letter post something anything",
);
/** Endings of adjectives: a quality is told in more words than a thing is. */
const QUALITY =
  /(?:ed|ous|ful|able|ible|tive|sive|less|ical|ional|cial|tial|ish)$|^(?:old|new|little|own|young|big|small|large|great|good|bad|free|full|usual|several|different|possible|main|busy|early|late|rough|quick|slow|extra|exact|real|true|broken|worn|stale|wrong|hourly|urgent|recent|current|permanent|apparent|important|constant|distant|relevant|necessary|ordinary|primary|secondary|normal|final|total|legal|local|general|annual|typical|public|basic|specific|automatic|electric|electronic|daily|weekly|monthly|yearly)$/;

/** Whether a folded noun stands for whatever is spoken of. */
export function isGeneric(word: string): boolean {
  return GENERIC_NOUNS.has(word);
}

/** Whether a folded word names a quality rather than a thing. */
export function isQuality(word: string): boolean {
  return QUALITY.test(word) || verbForm(word) === "past";
}
