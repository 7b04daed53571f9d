import type { CueRole, StlOperation } from "../contract/operation.js";
import { type ClauseHead, findClauseHead, headOperation } from "./clause-head.js";
import { type Lexicon, type LexiconEntry, WORD_FLAGS } from "./lexicon.js";
import { NEWLINE, type RequestToken, WORD } from "./tokenise-request.js";

/** One act a request states, or a cue of it that has no effect. */
export interface RequestAct {
  readonly operation: StlOperation;
  readonly role: CueRole;
  /** Tokens of the cue. */
  readonly token: number;
  readonly clause: number;
  readonly negated: boolean;
  /** The cue alone does not settle the operation. */
  readonly loose: boolean;
  /** Becomes a step; false for cues that are only listed. */
  readonly effective: boolean;
  /** Place in the stated order. */
  readonly rank: number;
}

/** A clause of the request: half-open range of tokens and how it begins. */
export interface RequestClause {
  readonly from: number;
  readonly to: number;
  readonly head: ClauseHead | null;
  readonly operation: StlOperation | null;
  /** Number of the sentence. */
  readonly sentence: number;
}

export interface RequestReading {
  readonly clauses: readonly RequestClause[];
  /** In order of the text. */
  readonly acts: readonly RequestAct[];
}

const F = WORD_FLAGS;
const COMMA = 44;
const SEMICOLON = 59;
const COLON = 58;
const STOP = 46;
const QUESTION = 63;
const EXCLAMATION = 33;

type Region = "main" | "relative" | "infinitive";

/** Parts a request into clauses and reads the act of each. One pass with bounded look ahead. */
export function readActs(request: string, tokens: readonly RequestToken[], lexicon: Lexicon): RequestReading {
  const clauses: RequestClause[] = [];
  const acts: RequestAct[] = [];
  const count = tokens.length;
  let from = 0;
  let sentence = 0;
  let negatedBefore = false;
  let pendingBefore: number[] = [];
  let index = 0;
  while (from < count) {
    const to = clauseEnd(request, tokens, from, lexicon);
    const head = findClauseHead(tokens, from, to, lexicon);
    const clause = clauses.length;
    const first = tokens[from]?.entry?.flags ?? 0;
    // POS-CLS-08: "or" and "and" carry a negation on; a contrast, a comma or a semicolon with a new verb ends it
    const carried: boolean =
      negatedBefore && (first & (F.alternative | F.conjunction)) !== 0 && (first & F.contrast) === 0;
    const negated: boolean = head !== null && (head.negated || carried);
    const start = acts.length;
    const operation = head === null ? null : readClause(tokens, from, to, clause, head, negated, lexicon, acts);
    if (head === null) readHeadless(tokens, from, to, clause, acts);
    clauses.push({ from, to, head, operation, sentence });
    if (head?.fronted === "before") for (let act = start; act < acts.length; act += 1) pendingBefore.push(act);
    else if (pendingBefore.length > 0 && acts.length > start) {
      // POS-CLS-09: "before X, Y" states Y, X
      for (const act of pendingBefore) acts[act] = { ...(acts[act] as RequestAct), rank: clause + 0.5 };
      pendingBefore = [];
    }
    negatedBefore = negated;
    index = to;
    while (index < count && isSeparator(tokens[index] as RequestToken)) {
      if ((tokens[index] as RequestToken).kind !== COMMA) {
        sentence += 1;
        negatedBefore = false;
      }
      index += 1;
    }
    from = index;
  }
  return { clauses, acts };
}

function isSeparator(token: RequestToken): boolean {
  return (
    token.kind === NEWLINE ||
    token.kind === STOP ||
    token.kind === EXCLAMATION ||
    token.kind === QUESTION ||
    token.kind === SEMICOLON ||
    token.kind === COLON ||
    token.kind === COMMA
  );
}

/** End of the clause that begins at `from`. */
function clauseEnd(request: string, tokens: readonly RequestToken[], from: number, lexicon: Lexicon): number {
  const count = tokens.length;
  let region: Region = "main";
  let index = from;
  while (index < count && (tokens[index] as RequestToken).masked) index += 1;
  const leading = tokens[index]?.entry?.flags ?? 0;
  const dependent = (leading & (F.before | F.after | F.subordinator)) !== 0;
  let seen = 0;
  for (; index < count; index += 1) {
    const token = tokens[index] as RequestToken;
    if (token.kind === WORD) {
      seen += 1;
      if (token.masked) continue;
      const flags = token.entry?.flags ?? 0;
      if (flags === 0 || index === from) continue;
      if ((flags & (F.conjunction | F.alternative | F.contrast | F.next | F.last | F.first)) !== 0) {
        if (seen > 1 && beginsClause(tokens, index, count, region, false, lexicon)) return index;
      } else if ((flags & (F.before | F.after)) !== 0) {
        if (seen > 1 && beginsFronted(tokens, index, count, lexicon)) return index;
      } else if ((flags & F.infinitive) !== 0) {
        const verb = tokens[index + 1]?.entry;
        if (verb !== undefined && (verb.verb !== null || (verb.flags & (F.otherVerb | F.light)) !== 0) && seen > 2)
          region = "infinitive";
      } else if ((flags & F.subordinator) !== 0 && index > from + 1 && (token.entry as LexiconEntry).verb === null)
        region = "relative";
      continue;
    }
    if (token.masked) continue;
    switch (token.kind) {
      case NEWLINE:
        if (!joinsNextLine(tokens, index, lexicon)) return index;
        break;
      case STOP:
        if (endsSentence(request, token, tokens, index)) return index;
        break;
      case EXCLAMATION:
      case QUESTION:
      case SEMICOLON:
      case COLON:
        return index;
      case COMMA:
        if (dependent && seen > 0) return index;
        if (seen > 0 && beginsClause(tokens, index + 1, count, region, true, lexicon)) return index;
        break;
    }
  }
  return count;
}

const ABBREVIATIONS = new Set([
  "vs",
  "e.g",
  "i.e",
  "g",
  "e",
  "etc",
  "mr",
  "mrs",
  "dr",
  "no",
  "fig",
  "st",
  "eg",
  "ie",
  "approx",
  "cf",
]);

/** A stop ends a sentence before a space or the end, unless it closes an abbreviation or a list number. */
function endsSentence(request: string, token: RequestToken, tokens: readonly RequestToken[], index: number): boolean {
  const after = request.charCodeAt(token.end);
  if (request.charCodeAt(token.start) !== STOP) return true;
  if (token.end < request.length && after > 32 && after !== 34 && after !== 41) return false;
  const before = tokens[index - 1];
  if (before === undefined || before.kind !== WORD || before.end !== token.start) return true;
  if (ABBREVIATIONS.has(before.word)) return false;
  const code = before.word.charCodeAt(0);
  const listNumber =
    code >= 48 &&
    code <= 57 &&
    before.word.length <= 2 &&
    (index < 2 || (tokens[index - 2] as RequestToken).kind === NEWLINE);
  return !listNumber;
}

/** A line that goes on in the middle of a sentence: the break is mere layout. */
function joinsNextLine(tokens: readonly RequestToken[], index: number, lexicon: Lexicon): boolean {
  const before = tokens[index - 1];
  const after = tokens[index + 1];
  if (before === undefined || after === undefined || before.kind !== WORD || after.kind !== WORD) return false;
  if (lexicon.verbAnywhere) return false;
  const flags =
    (before.entry?.flags ?? 0) & (F.preposition | F.determiner | F.conjunction | F.infinitive | F.possessive);
  return flags !== 0;
}

/** Does a new clause begin at `from`, which stands after a comma or at a joining word? */
function beginsClause(
  tokens: readonly RequestToken[],
  from: number,
  count: number,
  region: Region,
  comma: boolean,
  lexicon: Lexicon,
): boolean {
  if (lexicon.verbAnywhere && beginsAnywhere(tokens, from, count)) return true;
  const head = findClauseHead(tokens, from, Math.min(count, from + 24), lexicon, false);
  if (head === null) return false;
  if (head.fronted !== null) return head.kind === "imperative" || head.kind === "participle";
  const token = tokens[head.index] as RequestToken;
  const entry = token.entry as LexiconEntry;
  const following = tokens[head.index + 1];
  const ordered = head.order !== null;
  switch (head.kind) {
    case "question":
      return startsQuestion(tokens, head.index, entry) && (comma || ordered || (following?.entry?.flags ?? 0) !== 0);
    case "polar":
      return comma && region === "main";
    case "light":
    case "imperative": {
      if (head.gapped !== null) return true;
      if (region !== "main" && !ordered && !head.asked) {
        if (head.kind === "light" || entry.loose) return false;
        return pointsBack(following);
      }
      if (ordered || head.negated || head.asked) return true;
      if (entry.noun !== null && !opensObject(following) && !(comma && hasObject(following)))
        return followsHead(tokens, from, entry);
      return head.kind === "light"
        ? opensObject(following)
        : comma
          ? following !== undefined && following.word !== "of" && !isListItem(tokens, head.index)
          : hasObject(following);
    }
    case "other":
      return (
        region === "main" &&
        (comma || ordered || opensObject(following)) &&
        (opensObject(following) || hasObject(following) || ordered)
      );
    default:
      return false;
  }
}

function beginsAnywhere(tokens: readonly RequestToken[], from: number, count: number): boolean {
  // Where the act may stand last, a comma or "and" parts clauses when both sides hold an act.
  const limit = Math.min(count, from + 12);
  for (let index = from; index < limit; index += 1) {
    const token = tokens[index] as RequestToken;
    if (token.kind !== WORD) return false;
    const entry = token.entry;
    if (entry?.verb !== null && entry?.verb !== undefined && entry.form === "base") {
      const before = tokens[index - 1]?.entry?.flags ?? 0;
      return (before & (F.determiner | F.possessive | F.preposition)) === 0;
    }
  }
  return false;
}

/** "compare, contrast, and rank them" is a list of acts; "research, design, development" one of things. */
function isListItem(tokens: readonly RequestToken[], index: number): boolean {
  const entry = tokens[index]?.entry;
  const following = tokens[index + 1];
  return entry?.noun !== null && following !== undefined && following.kind === COMMA;
}

function startsQuestion(tokens: readonly RequestToken[], index: number, entry: LexiconEntry): boolean {
  if (entry.length > 1) return true;
  const following = tokens[index + 1]?.entry?.flags ?? 0;
  return (following & F.auxiliary) !== 0;
}

function beginsFronted(tokens: readonly RequestToken[], index: number, count: number, lexicon: Lexicon): boolean {
  const head = findClauseHead(tokens, index, Math.min(count, index + 12), lexicon, false);
  return head !== null && head.fronted !== null && (head.kind === "participle" || head.kind === "imperative");
}

/** "review and edit": the verb before the joining word is the head itself. */
function followsHead(tokens: readonly RequestToken[], joining: number, entry: LexiconEntry): boolean {
  const before = tokens[joining - 1];
  return (
    before?.entry?.verb !== null &&
    before?.entry?.verb !== undefined &&
    before.entry.form === "base" &&
    entry.verb !== null
  );
}

function pointsBack(token: RequestToken | undefined): boolean {
  const flags = token?.entry?.flags ?? 0;
  return (flags & (F.pronoun | F.demonstrative | F.questionWord)) !== 0;
}

function opensObject(token: RequestToken | undefined): boolean {
  if (token === undefined) return false;
  if (token.masked) return true;
  const flags = token.entry?.flags ?? 0;
  return (flags & (F.determiner | F.possessive | F.pronoun | F.demonstrative | F.questionWord)) !== 0;
}

function hasObject(token: RequestToken | undefined): boolean {
  if (token === undefined || token.kind !== WORD) return false;
  return token.word !== "of" && ((token.entry?.flags ?? 0) & (F.conjunction | F.alternative | F.auxiliary)) === 0;
}

/** Reads the act of one clause and lists its other cues; answers the operation of the act. */
function readClause(
  tokens: readonly RequestToken[],
  from: number,
  to: number,
  clause: number,
  head: ClauseHead,
  negated: boolean,
  lexicon: Lexicon,
  acts: RequestAct[],
): StlOperation | null {
  const token = tokens[head.index] as RequestToken;
  const entry = token.entry as LexiconEntry;
  // POS-CLS-09: "X after Y" states Y, X
  const rank = head.fronted === "after" && clause > 0 ? clause - 1.5 : clause;
  const push = (
    operation: StlOperation,
    role: CueRole,
    at: number,
    loose: boolean,
    effective: boolean,
    denied = negated,
  ) => {
    acts.push({ operation, role, token: at, clause, negated: denied, loose, effective: effective && !denied, rank });
  };
  if (head.kind === "dependent") {
    listRest(tokens, head.index + 1, to, clause, rank, acts);
    return null;
  }
  let operation = headOperation(head, entry);
  let at = head.index;
  let role: CueRole =
    head.kind === "question" || head.kind === "polar"
      ? "question"
      : head.kind === "noun" || head.kind === "light"
        ? "noun"
        : "imperative";
  let loose = head.gapped !== null ? head.gapped.loose : head.kind === "imperative" ? entry.loose : true;
  const phrase = findPhrase(tokens, head.index + 1, to);
  if (head.kind === "light") {
    const object = readObject(tokens, head.index + 1, to);
    if (object !== null) {
      // POS-CLS-06: the deliverable noun after a light verb gives the operation alone
      operation = object.operation;
      at = object.token;
      loose = operation === "GENERATE" || operation === "RETRIEVE";
    } else operation = null;
    if (phrase !== null && (operation === null || loose)) {
      operation = phrase.operation;
      at = phrase.token;
      loose = false;
    }
    if (operation === null) {
      operation = entry.verb ?? "GENERATE";
      role = "imperative";
    }
  } else if (head.kind === "imperative" && head.gapped === null) {
    const object =
      operation === "GENERATE" || entry.loose || (entry.flags & F.light) !== 0
        ? readObject(tokens, head.index + 1, to)
        : null;
    if (phrase !== null && (loose || (operation === "RETRIEVE" && phrase.operation === "COMPARE"))) {
      operation = phrase.operation;
      at = phrase.token;
      loose = false;
    } else if (
      object?.isHead &&
      object.operation !== operation &&
      CREATED.has(object.operation) &&
      operation === "GENERATE"
    ) {
      operation = object.operation;
      at = object.token;
      role = "noun";
    } else if (
      (operation === "ANALYSE" || operation === "RETRIEVE") &&
      loose &&
      toAudience(tokens, head.index + 1, to)
    ) {
      // POS-CLS-07: an explanation for somebody is something made
      operation = "GENERATE";
    } else if (operation === "CLARIFY" && loose && namesObject(tokens, head.index + 1, to)) {
      operation = "ANALYSE";
    }
  } else if (head.kind === "question" || head.kind === "polar") {
    const predicate = head.kind === "polar" ? findPredicate(tokens, head.index + 1, to) : null;
    if (phrase !== null) {
      operation = phrase.operation;
      at = phrase.token;
      loose = false;
    } else if (predicate !== null) {
      operation = "VERIFY";
      at = predicate;
      loose = false;
    } else if (head.kind === "polar") operation = "RETRIEVE";
    else loose = entry.length < 3;
    operation ??= "RETRIEVE";
  } else if (head.kind === "participle") {
    if (head.fronted === null) {
      push(entry.verb as StlOperation, "subordinate", head.index, true, false);
      listRest(tokens, head.index + 1, to, clause, rank, acts);
      return null;
    }
    loose = entry.loose;
  } else if (head.kind === "other") {
    listRest(tokens, head.index + 1, to, clause, rank, acts);
    return null;
  }
  if (operation === null) return null;
  push(operation, role, at, loose, true);
  if (head.kind === "light" || operation === "GENERATE") listFurtherObjects(tokens, at + 1, to, operation, push);
  listRest(tokens, Math.max(at, head.index) + 1, to, clause, rank, acts, operation);
  void from;
  void lexicon;
  return negated ? null : operation;
}

function namesObject(tokens: readonly RequestToken[], from: number, to: number): boolean {
  for (let index = from; index < to; index += 1) {
    const token = tokens[index] as RequestToken;
    if (token.masked || (token.kind === WORD && (token.entry?.flags ?? 0) === 0)) return true;
  }
  return false;
}

/** Operations whose product a creating verb may name: "write a summary" is a summary. */
const CREATED: ReadonlySet<StlOperation> = new Set([
  "PLAN",
  "COMPARE",
  "ANALYSE",
  "TRANSFORM",
  "SYNTHESISE",
  "RETRIEVE",
]);

const OBJECT_END =
  F.preposition |
  F.subordinator |
  F.infinitive |
  F.conjunction |
  F.alternative |
  F.auxiliary |
  F.contrast |
  F.exception;

/** The noun that names what is asked for: the last cue of the noun phrase at `from`. */
export function readObject(
  tokens: readonly RequestToken[],
  from: number,
  to: number,
): { operation: StlOperation; token: number; isHead: boolean } | null {
  let found: { operation: StlOperation; token: number } | null = null;
  let last = -1;
  for (let index = from; index < to; index += 1) {
    const token = tokens[index] as RequestToken;
    if (token.kind !== WORD || token.masked) break;
    const entry = token.entry;
    if (entry !== undefined) {
      if ((entry.flags & OBJECT_END) !== 0 && index > from) break;
      if (index > from && entry.verb !== null && entry.form === "participle" && entry.noun === null) break;
      if (entry.noun !== null) found = { operation: entry.noun, token: index };
    }
    last = index;
  }
  return found === null ? null : { ...found, isHead: found.token === last };
}

/** "a summary and a translation": each further noun act is asked for as well. */
function listFurtherObjects(
  tokens: readonly RequestToken[],
  from: number,
  to: number,
  operation: StlOperation,
  push: (operation: StlOperation, role: CueRole, at: number, loose: boolean, effective: boolean) => void,
): void {
  for (let index = from; index < to; index += 1) {
    const token = tokens[index] as RequestToken;
    if (token.kind !== WORD && token.kind !== COMMA) return;
    if (token.masked) return;
    const flags = token.entry?.flags ?? 0;
    if ((flags & (F.subordinator | F.infinitive)) !== 0) return;
    const joins = (flags & F.conjunction) !== 0 || token.kind === COMMA;
    if (!joins) continue;
    const next = tokens[index + 1];
    if (next === undefined || ((next.entry?.flags ?? 0) & F.determiner) === 0) continue;
    const object = readObject(tokens, index + 1, to);
    if (object?.isHead && object.operation !== operation && CREATED.has(object.operation))
      push(object.operation, "noun", object.token, false, true);
  }
}

function findPhrase(
  tokens: readonly RequestToken[],
  from: number,
  to: number,
): { operation: StlOperation; token: number } | null {
  for (let index = from; index < to; index += 1) {
    const token = tokens[index] as RequestToken;
    if (token.masked) continue;
    const entry = token.entry;
    if (entry === undefined) continue;
    if (entry.phrase !== null) return { operation: entry.phrase, token: index };
    if ((entry.flags & (F.subordinator | F.infinitive | F.exception)) !== 0 && entry.question === null) return null;
  }
  return null;
}

function findPredicate(tokens: readonly RequestToken[], from: number, to: number): number | null {
  for (let index = from; index < to; index += 1) {
    const token = tokens[index] as RequestToken;
    if (!token.masked && token.entry !== undefined && token.entry.predicate !== null) {
      const before = tokens[index - 1]?.entry?.flags ?? 0;
      if ((before & F.determiner) === 0) return index;
    }
  }
  return null;
}

function toAudience(tokens: readonly RequestToken[], from: number, to: number): boolean {
  let marked = false;
  for (let index = from; index < to; index += 1) {
    const token = tokens[index] as RequestToken;
    if (token.masked) return false;
    if (token.word === "to" || token.word === "for") marked = true;
    else if (marked && token.entry !== undefined && (token.entry.flags & F.audience) !== 0) return true;
  }
  return false;
}

/** Lists the acts that depend on the clause's own: without effect, but seen. */
function listRest(
  tokens: readonly RequestToken[],
  from: number,
  to: number,
  clause: number,
  rank: number,
  acts: RequestAct[],
  operation: StlOperation | null = null,
): void {
  let denied = false;
  for (let index = from; index < to; index += 1) {
    const token = tokens[index] as RequestToken;
    const entry = token.entry;
    if (entry === undefined || token.masked) continue;
    if ((entry.flags & (F.exception | F.negator)) !== 0) denied = true;
    const verb = entry.verb;
    if (verb === null || entry.loose || entry.form === "past" || entry.form === "finite") continue;
    const before = tokens[index - 1] as RequestToken;
    if (entry.form === "base") {
      const flags = before.entry?.flags ?? 0;
      if (entry.noun !== null || (flags & (F.infinitive | F.subordinator | F.exception | F.negator)) === 0) continue;
      acts.push({
        operation: verb,
        role: "subordinate",
        token: index,
        clause,
        negated: denied,
        loose: false,
        effective: false,
        rank,
      });
      continue;
    }
    // POS-CLS-11: the act inside a participle that describes the product comes before the product
    const describes = operation === "GENERATE" && !denied && before.entry?.noun === operation && FEEDING.has(verb);
    acts.push({
      operation: verb,
      role: describes ? "implied" : "subordinate",
      token: index,
      clause,
      negated: denied,
      loose: false,
      effective: describes,
      rank,
    });
  }
}

/** Operations that can feed a product from inside its description. */
const FEEDING: ReadonlySet<StlOperation> = new Set(["COMPARE", "ANALYSE", "VERIFY", "SYNTHESISE", "RETRIEVE"]);

/** A clause without a head may still hold a passive demand ("should be checked") or a telling phrase. */
function readHeadless(
  tokens: readonly RequestToken[],
  from: number,
  to: number,
  clause: number,
  acts: RequestAct[],
): void {
  let demanded = false;
  for (let index = from; index < to; index += 1) {
    const token = tokens[index] as RequestToken;
    if (token.masked) continue;
    const entry = token.entry;
    if (entry === undefined) continue;
    if (DEMANDS.has(token.word)) demanded = true;
    if (entry.phrase !== null && entry.length > 1) {
      acts.push({
        operation: entry.phrase,
        role: "noun",
        token: index,
        clause,
        negated: false,
        loose: true,
        effective: true,
        rank: clause,
      });
      return;
    }
    if (demanded && entry.verb !== null && (entry.form === "past" || entry.form === "finite")) {
      acts.push({
        operation: entry.verb,
        role: "imperative",
        token: index,
        clause,
        negated: false,
        loose: true,
        effective: true,
        rank: clause,
      });
      return;
    }
  }
}

const DEMANDS = new Set(["should", "must", "needs", "shall", "need"]);
