import { findClauseHead } from "./clause-head.js";
import { type Lexicon, type LexiconEntry, WORD_FLAGS } from "./lexicon.js";
import { NEWLINE, type RequestToken, WORD } from "./tokenise-request.js";

const F = WORD_FLAGS;
const COMMA = 44;
const SEMICOLON = 59;
const COLON = 58;
const STOP = 46;
const QUESTION = 63;
const EXCLAMATION = 33;

/** Where in a clause the reader is: a relative or infinitive part belongs to what it describes. */
type Region = "main" | "relative" | "infinitive";

/** Marks and line breaks part clauses; a comma does not part sentences. */
export function isSeparator(token: RequestToken): boolean {
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
export function clauseEnd(request: string, tokens: readonly RequestToken[], from: number, lexicon: Lexicon): number {
  const count = tokens.length;
  let region: Region = "main";
  let index = from;
  while (index < count && (tokens[index] as RequestToken).masked) index += 1;
  const leading = tokens[index]?.entry?.flags ?? 0;
  // What comes before the act ("given a word that …, list …") holds nothing back: only an act opens a region
  const opening = findClauseHead(tokens, from, Math.min(count, from + 24), lexicon, false);
  const acting =
    opening !== null && opening.kind !== "dependent" && opening.kind !== "participle" && opening.kind !== "noun";
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
        if (verb !== undefined && (verb.verb !== null || (verb.flags & (F.otherVerb | F.light)) !== 0) && seen > 2) {
          if (acting) region = "infinitive";
        }
      } else if (
        acting &&
        (flags & F.subordinator) !== 0 &&
        index > from + 1 &&
        (token.entry as LexiconEntry).verb === null
      ) {
        region = "relative";
      }
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

/** A stop ends a sentence before a space or the end, unless it closes an abbreviation or a list number. */
function endsSentence(request: string, token: RequestToken, tokens: readonly RequestToken[], index: number): boolean {
  const after = request.charCodeAt(token.end);
  if (request.charCodeAt(token.start) !== STOP) return true;
  if (token.end < request.length && after > 32 && after !== 34 && after !== 41) return false;
  const before = tokens[index - 1];
  if (before === undefined || before.kind !== WORD || before.end !== token.start) return true;
  if (before.entry?.abbreviation === true) return false;
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
          ? following !== undefined && following.entry?.genitive !== true && !isListItem(tokens, head.index)
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
  return (
    token.entry?.genitive !== true && ((token.entry?.flags ?? 0) & (F.conjunction | F.alternative | F.auxiliary)) === 0
  );
}
