import type { CueRole, StlOperation } from "../contract/operation.js";
import { askedObject, furtherObjects, NAMED_PRODUCTS } from "./asked-object.js";
import { headOperation } from "./clause-head.js";
import { listDependentCues, rankOf } from "./dependent-cues.js";
import { type LexiconEntry, WORD_FLAGS } from "./lexicon.js";
import type { ClausePlace, RequestAct } from "./request-act.js";
import { type RequestToken, WORD } from "./tokenise-request.js";

const F = WORD_FLAGS;

/** What the words of a clause come to: an operation, the token that decides it, its role, and whether that is settled. */
interface ActReading {
  operation: StlOperation | null;
  token: number;
  role: CueRole;
  loose: boolean;
}

/** Reads the act of a clause into `acts`, with the cues that depend on it; answers its operation, null when it has none. */
export function readClause(place: ClausePlace, acts: RequestAct[]): StlOperation | null {
  const { tokens, to, head, negated } = place;
  const entry = (tokens[head.index] as RequestToken).entry as LexiconEntry;
  if (head.kind === "dependent" || head.kind === "other") {
    listDependentCues(place, head.index + 1, null, acts);
    return null;
  }
  if (head.kind === "participle" && head.fronted === null) {
    addAct(place, acts, entry.verb as StlOperation, "subordinate", head.index, true, false);
    listDependentCues(place, head.index + 1, null, acts);
    return null;
  }
  const act = readAct(place, entry);
  if (act.operation === null) return null;
  addAct(place, acts, act.operation, act.role, act.token, act.loose, true);
  if (head.kind === "light" || act.operation === "GENERATE") {
    for (const object of furtherObjects(tokens, act.token + 1, to)) {
      if (object.operation !== act.operation) addAct(place, acts, object.operation, "noun", object.token, false, true);
    }
  }
  listDependentCues(place, Math.max(act.token, head.index) + 1, act.operation, acts);
  return negated ? null : act.operation;
}

function addAct(
  place: ClausePlace,
  acts: RequestAct[],
  operation: StlOperation,
  role: CueRole,
  token: number,
  loose: boolean,
  effective: boolean,
): void {
  const { tokens, clause, negated } = place;
  const flags = tokens[token]?.entry?.flags ?? 0;
  acts.push({
    operation,
    role,
    token,
    clause,
    negated,
    loose,
    effective: effective && !negated,
    reasoning: (flags & F.reasoning) !== 0,
    rank: rankOf(place.head, clause),
  });
}

function readAct(place: ClausePlace, entry: LexiconEntry): ActReading {
  const { tokens, to, head } = place;
  const phrase = findPhrase(tokens, head.index + 1, to);
  const act: ActReading = {
    operation: headOperation(head, entry),
    token: head.index,
    role: "imperative",
    loose: head.gapped !== null ? head.gapped.loose : head.kind === "imperative" ? entry.loose : true,
  };
  const byPhrase = () => {
    if (phrase === null) return false;
    act.operation = phrase.operation;
    act.token = phrase.token;
    act.loose = false;
    return true;
  };
  switch (head.kind) {
    case "light":
      readLight(place, act);
      if ((act.operation === null || act.loose) && byPhrase()) break;
      if (act.operation === null) {
        act.operation = entry.verb ?? "GENERATE";
        act.role = "imperative";
      }
      break;
    case "imperative":
      if (head.gapped !== null) break;
      if (!(phrase !== null && (act.loose || yieldsTo(act.operation, phrase.operation)) && byPhrase())) {
        readImperative(place, entry, act);
      }
      break;
    case "question":
    case "polar":
      act.role = "question";
      if (!byPhrase()) readQuestion(place, entry, act);
      act.operation ??= "RETRIEVE";
      break;
    case "noun":
      act.role = "noun";
      break;
    case "participle":
      act.loose = entry.loose;
      break;
  }
  return act;
}

/** "list the differences between …" is a comparison. */
function yieldsTo(operation: StlOperation | null, phrase: StlOperation): boolean {
  return operation === "RETRIEVE" && phrase === "COMPARE";
}

/** A light verb leaves the act to its object. */
function readLight({ tokens, to, head }: ClausePlace, act: ActReading): void {
  const object = askedObject(tokens, head.index + 1, to);
  act.role = "noun";
  // POS-CLS-06: the deliverable noun after a light verb gives the operation alone
  act.operation = object?.operation ?? null;
  if (object === null) return;
  act.token = object.token;
  act.loose = object.operation === "GENERATE" || object.operation === "RETRIEVE";
}

function readImperative(place: ClausePlace, entry: LexiconEntry, act: ActReading): void {
  const { tokens, to, head } = place;
  if (act.operation === "GENERATE") {
    const object = askedObject(tokens, head.index + 1, to);
    if (object === null || !object.isHead || !NAMED_PRODUCTS.has(object.operation)) return;
    // "write a list" gathers what is; "brainstorm a list" makes it up
    if (object.operation === "RETRIEVE" && (entry.flags & F.light) === 0) return;
    act.operation = object.operation;
    act.token = object.token;
    act.role = "noun";
  } else if (act.operation === "CLARIFY" && act.loose) {
    if (namesObject(tokens, head.index + 1, to)) act.operation = "ANALYSE";
  } else if (act.loose && (act.operation === "ANALYSE" || act.operation === "RETRIEVE")) {
    // POS-CLS-07: an explanation for somebody, or told in a role, is something made
    if (toAudience(tokens, head.index + 1, to) || (place.persona && speaksToRole(tokens, head.index + 1, to))) {
      act.operation = "GENERATE";
    }
  }
}

function readQuestion(place: ClausePlace, entry: LexiconEntry, act: ActReading): void {
  const { tokens, from, to, head } = place;
  const predicate = head.kind === "polar" ? findPredicate(tokens, head.index + 1, to) : null;
  if (predicate !== null) {
    act.operation = "VERIFY";
    act.token = predicate;
    act.loose = false;
  } else if (head.kind === "polar") {
    // "…, or should we …": a choice
    const alternative = ((tokens[from]?.entry?.flags ?? 0) & F.alternative) !== 0;
    act.operation = alternative ? "COMPARE" : "RETRIEVE";
  } else {
    act.loose = entry.length < 3;
    if (entry.question === "ANALYSE" && (entry.flags & F.choice) !== 0 && offersChoice(tokens, head.index + 1, to)) {
      act.operation = "COMPARE";
    }
    if (place.persona && entry.question === "PLAN") act.operation = "GENERATE";
  }
}

function offersChoice(tokens: readonly RequestToken[], from: number, to: number): boolean {
  for (let index = from; index < to; index += 1) {
    const token = tokens[index] as RequestToken;
    if (!token.masked && ((token.entry?.flags ?? 0) & F.alternative) !== 0) return true;
  }
  return false;
}

function namesObject(tokens: readonly RequestToken[], from: number, to: number): boolean {
  for (let index = from; index < to; index += 1) {
    const token = tokens[index] as RequestToken;
    if (token.masked || (token.kind === WORD && (token.entry?.flags ?? 0) === 0)) return true;
  }
  return false;
}

/** A phrase that decides its clause; a comparison outranks the others, as "pros and cons of A versus B" is one. */
function findPhrase(
  tokens: readonly RequestToken[],
  from: number,
  to: number,
): { operation: StlOperation; token: number } | null {
  let found: { operation: StlOperation; token: number } | null = null;
  for (let index = from; index < to; index += 1) {
    const token = tokens[index] as RequestToken;
    const entry = token.entry;
    if (token.masked || entry === undefined) continue;
    if (entry.phrase === "COMPARE") return { operation: "COMPARE", token: index };
    if (entry.phrase !== null) found ??= { operation: entry.phrase, token: index };
    if ((entry.flags & (F.subordinator | F.infinitive | F.exception)) !== 0 && entry.question === null) return found;
  }
  return found;
}

function findPredicate(tokens: readonly RequestToken[], from: number, to: number): number | null {
  for (let index = from; index < to; index += 1) {
    const token = tokens[index] as RequestToken;
    if (token.masked || token.entry === undefined || token.entry.predicate === null) continue;
    if (((tokens[index - 1]?.entry?.flags ?? 0) & F.determiner) === 0) return index;
  }
  return null;
}

function toAudience(tokens: readonly RequestToken[], from: number, to: number): boolean {
  let marked = false;
  for (let index = from; index < to; index += 1) {
    const token = tokens[index] as RequestToken;
    if (token.masked) return false;
    const flags = token.entry?.flags ?? 0;
    if ((flags & (F.preposition | F.infinitive)) !== 0) marked = true;
    else if (marked && (flags & F.audience) !== 0) return true;
  }
  return false;
}

/** "describe your day", "how you survive". */
function speaksToRole(tokens: readonly RequestToken[], from: number, to: number): boolean {
  for (let index = from; index < to; index += 1) {
    if (((tokens[index] as RequestToken).entry?.flags ?? 0) & (F.possessive | F.subject)) return true;
  }
  return false;
}

/** A clause without a head may still hold a passive demand, a question further in, or a telling phrase. */
export function readHeadless(
  tokens: readonly RequestToken[],
  from: number,
  to: number,
  clause: number,
  acts: RequestAct[],
): void {
  let demanded = false;
  for (let index = from; index < to; index += 1) {
    const token = tokens[index] as RequestToken;
    const entry = token.entry;
    if (token.masked || entry === undefined) continue;
    const add = (operation: StlOperation, role: CueRole) => {
      const reasoning = (entry.flags & F.reasoning) !== 0;
      acts.push({
        operation,
        role,
        token: index,
        clause,
        negated: false,
        loose: true,
        effective: true,
        reasoning,
        rank: clause,
      });
    };
    if ((entry.flags & F.demand) !== 0) demanded = true;
    if (entry.phrase !== null && entry.length > 1) {
      add(entry.phrase, "noun");
      return;
    }
    if (entry.question !== null && asks(tokens, index, entry)) {
      add(entry.question, "question");
      return;
    }
    if (demanded && entry.verb !== null && (entry.form === "past" || entry.form === "finite"))
      add(entry.verb, "imperative");
  }
}

/** "I would like to know how many …", "… what time is it": a question inside a statement. */
function asks(tokens: readonly RequestToken[], index: number, entry: LexiconEntry): boolean {
  if (entry.length > 1) return true;
  for (let ahead = index + 1; ahead <= index + 2; ahead += 1) {
    if (((tokens[ahead]?.entry?.flags ?? 0) & F.auxiliary) !== 0) return true;
  }
  return false;
}
