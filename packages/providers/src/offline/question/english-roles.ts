import { verbForm } from "../language/english-verbs.js";
import type { Word } from "../text/words.js";
import type { TermRole } from "./question.js";

const BE = /^(?:is|are|was|were|be|been|being|am|isn't|aren't|wasn't|weren't)$/;
const DO = /^(?:do|does|did|don't|doesn't|didn't)$/;
const HAVE = /^(?:has|have|had|hasn't|haven't|hadn't)$/;
const MODAL = /^(?:can|could|may|might|must|shall|should|will|would|cannot|can't|won't|couldn't|shouldn't)$/;
const ASKS = /^(?:who|whom|whose|what|which|when|where|why|how)$/;
const PERSON = /^(?:who|whom)$/;
const NAMES_THING = /^(?:what|which)$/;
const DETERMINER =
  /^(?:the|a|an|this|that|these|those|my|our|your|his|her|its|their|each|every|any|some|no|all|both|one|two|three)$/;
const PREPOSITION =
  /^(?:of|for|in|on|at|from|with|without|by|about|during|after|before|within|into|onto|over|under|between|among|through|per|via|since|until|till|against|upon|towards?|near|behind|beside|beyond|inside|outside|opposite|around|along|across|despite|except|like|than|as)$/;
const PRONOUN = /^(?:i|we|you|he|she|it|they|one|there|someone|anyone|everyone|nobody|people)$/;

/**
 * What each content word of an English question is: the verb is found by its form and by the auxiliary before it, the phrase
 * of the question word is what is asked for, and of other adjacent words the last is what the others qualify.
 */
export function englishRoles(
  text: readonly Word[],
  content: readonly boolean[],
  isName: (at: number) => boolean,
): TermRole[] {
  const roles: TermRole[] = text.map(() => "rest");
  const folded = (at: number): string => text[at]?.folded ?? "";
  const asked = text.findIndex(({ folded: word }) => ASKS.test(word));
  const isAuxiliary = (at: number): boolean =>
    BE.test(folded(at)) || DO.test(folded(at)) || HAVE.test(folded(at)) || MODAL.test(folded(at));
  const auxiliary = text.findIndex((_, at) => at >= asked && isAuxiliary(at));
  const acts = new Set<number>();
  const verb = mainVerb(text, content, { asked, auxiliary, isName });
  if (verb !== null) acts.add(verb);
  for (const [at] of text.entries()) if (content[at] && isFurtherVerb(text, at, isName)) acts.add(at);
  for (const run of runsOf(content, acts, isName)) {
    roles.fill("adjunct", run.from, run.to);
    roles[run.to] = "noun";
  }
  for (const at of acts) roles[at] = at === verb || isAim(text, at, verb) ? "act" : "rest";
  const head = headOf(text, content, { asked, auxiliary, verb, acts });
  if (head !== null) roles[head] = "head";
  return roles;
}

interface Places {
  readonly asked: number;
  readonly auxiliary: number;
}

/** The verb that says what is done: behind the subject of an auxiliary, or behind the subject that is asked for. */
function mainVerb(
  text: readonly Word[],
  content: readonly boolean[],
  { asked, auxiliary, isName }: Places & { readonly isName: (at: number) => boolean },
): number | null {
  const folded = (at: number): string => text[at]?.folded ?? "";
  const can = (at: number, forms: RegExp): boolean => {
    const form = content[at] && !isName(at) ? verbForm(folded(at)) : null;
    return form !== null && forms.test(form);
  };
  // "who designed …", "which firm collects …": no auxiliary stands before the verb.
  const until = auxiliary < 0 ? text.length : auxiliary;
  if (asked >= 0) {
    // Behind "who" comes what is done, whatever verb it is.
    const isDone = content[asked + 1] === true && !isName(asked + 1) && asked + 1 !== auxiliary;
    if (PERSON.test(folded(asked)) && isDone) return asked + 1;
    // A phrase that ends before the auxiliary is what is asked for: "how many votes did …".
    for (let at = asked + (folded(asked) === "how" ? 3 : 2); at < until; at++) {
      if (PREPOSITION.test(folded(at)) || DETERMINER.test(folded(at))) break;
      if (can(at, /^(?:present|past)$/) && at + 1 !== auxiliary && !isQualifier(text, content, at)) return at;
    }
  }
  if (auxiliary < 0) return null;
  const word = folded(auxiliary);
  const next = folded(auxiliary + 1);
  const forms = DO.test(word) || MODAL.test(word) || next === "to" ? /^(?:base|past)$/ : /^(?:past|ing)$/;
  let hasSubject = PRONOUN.test(next) || PERSON.test(folded(auxiliary - 1)) || (asked >= 0 && asked < auxiliary - 1);
  let fallback: number | null = null;
  for (let at = auxiliary + 1; at < text.length; at++) {
    const before = folded(at - 1);
    if (!content[at]) {
      hasSubject ||= PRONOUN.test(folded(at));
      continue;
    }
    const open = !DETERMINER.test(before) && (!PREPOSITION.test(before) || before === "to");
    if (open && hasSubject && can(at, forms) && !isQualifier(text, content, at)) {
      const form = verbForm(folded(at));
      // A base form before a noun may be part of its name ("leave days"), a form in -ing behind one too ("rate limiting").
      if (form === "base" ? !content[at + 1] : form !== "ing" || !content[at - 1]) return at;
      if (form === "base") fallback ??= at;
    }
    // "must be paid", "has to be renewed", "has been closed".
    if (/^(?:be|been|being|to|get|gets|not|have)$/.test(before) && can(at, /./)) return at;
    hasSubject = true;
  }
  return text.some(({ folded: word }, at) => at > auxiliary && word === "have") ? null : fallback;
}

/** A participle right before a noun qualifies it: "lost items", "blocked clients". */
function isQualifier(text: readonly Word[], content: readonly boolean[], at: number): boolean {
  const form = verbForm((text[at] as Word).folded);
  return (
    form !== "base" && form !== "present" && content[at + 1] === true && verbForm(text[at + 1]?.folded ?? "") === null
  );
}

/** A verb of a further clause: "a visitor who loses …", "if I bring …". */
function isFurtherVerb(text: readonly Word[], at: number, isName: (at: number) => boolean): boolean {
  const before = text[at - 1]?.folded ?? "";
  return (
    !isName(at) && (/^(?:who|to)$/.test(before) || PRONOUN.test(before)) && verbForm((text[at] as Word).folded) !== null
  );
}

/** "how long does it take to build …", "who has to agree": behind a verb that says little, what it is to be done. */
function isAim(text: readonly Word[], at: number, verb: number | null): boolean {
  return (
    verb !== null &&
    text[at - 1]?.folded === "to" &&
    /^(?:take|takes|took|taken|need|needs|needed|require|requires|required|cost|costs|allow|allowed|start|begin)$/.test(
      (text[verb] as Word).folded,
    )
  );
}

interface Run {
  readonly from: number;
  readonly to: number;
}

/** Adjacent content words between verbs; a name begins a phrase of its own: "setting up Larkspur Gate". */
function runsOf(content: readonly boolean[], acts: ReadonlySet<number>, isName: (at: number) => boolean): Run[] {
  const runs: Run[] = [];
  for (let from = 0; from < content.length; from++) {
    if (!content[from] || acts.has(from)) continue;
    let to = from;
    while (content[to + 1] && !acts.has(to + 1) && (isName(to) || !isName(to + 1))) to += 1;
    runs.push({ from, to });
    from = to;
  }
  return runs;
}

/** "which wind speed …", "how many crates …": the last word of the phrase; "what is the serial number of …": of the one behind. */
function headOf(
  text: readonly Word[],
  content: readonly boolean[],
  { asked, auxiliary, verb, acts }: Places & { readonly verb: number | null; readonly acts: ReadonlySet<number> },
): number | null {
  if (asked < 0) return null;
  const folded = (at: number): string => text[at]?.folded ?? "";
  const isQuantity = folded(asked) === "how";
  const ends = (at: number): boolean =>
    at >= text.length || at === verb || at === auxiliary || PREPOSITION.test(folded(at)) || DETERMINER.test(folded(at));
  let last: number | null = null;
  for (let at = asked + 1; !ends(at); at++) if (content[at] && !acts.has(at)) last = at;
  if (last !== null) return NAMES_THING.test(folded(asked)) || folded(asked) === "whose" || isQuantity ? last : null;
  if (!(NAMES_THING.test(folded(asked)) || PERSON.test(folded(asked))) || !BE.test(folded(auxiliary))) return null;
  if (auxiliary !== asked + 1) return null;
  let at = auxiliary + 1;
  while (at < text.length && !content[at]) at += 1;
  if (at >= text.length || at === verb) return null;
  while (content[at + 1] && !acts.has(at + 1)) at += 1;
  return at;
}
