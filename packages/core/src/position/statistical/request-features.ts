import type { StlOperation } from "../../contract/operation.js";
import type { DraftStep } from "../draft-steps.js";
import { WORD_FLAGS } from "../lexicon.js";
import type { ReadRequest } from "../read-request.js";
import { NEWLINE, type RequestToken, WORD } from "../tokenise-request.js";

/** What the statistical part sees of a request: hashed features with their values, and measures of its form. */
export interface RequestFeatures {
  /** Signed 32-bit hashes, without repeats. */
  readonly hashes: number[];
  /** Value of the feature of the same index. */
  readonly values: number[];
  /** As many numbers as the weights have measures, unscaled. */
  readonly measures: number[];
}

// Namespaces keep the same word apart in different places; any fixed distinct numbers do.
const SPACE = {
  word: 0x01,
  material: 0x02,
  head: 0x03,
  firstHead: 0x04,
  lastHead: 0x05,
  object: 0x06,
  next: 0x07,
  heads: 0x08,
  operation: 0x09,
  operations: 0x0a,
  firstOperation: 0x0b,
  lastOperation: 0x0c,
  step: 0x0d,
  settled: 0x0e,
  evidence: 0x0f,
  form: 0x10,
  formOfOperation: 0x11,
} as const;

/** How much a cue counts beside one word. */
const WEIGHT = { operation: 4, operations: 3, firstOperation: 2 } as const;

const MOST_WORDS = 4_000;
const MOST_HEADS = 24;
const OBJECT_STOP = WORD_FLAGS.preposition | WORD_FLAGS.subordinator | WORD_FLAGS.infinitive | WORD_FLAGS.conjunction;
const PASSED = WORD_FLAGS.determiner | WORD_FLAGS.possessive;
const QUESTION = 63;
const MATHS = new Set([..."+=*^/<>"].map((mark) => mark.charCodeAt(0)));
const CODE = new Set([..."{};="].map((mark) => mark.charCodeAt(0)));

/** FNV-1a over UTF-16 units, from a seed. */
function hashText(seed: number, text: string): number {
  let hash = seed;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash | 0;
}

function mix(space: number, value: number): number {
  let hash = Math.imul(value ^ (space * 0x9e3779b1), 0x85ebca6b);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

const FNV_BASIS = 0x811c9dc5;
const NUMBER_WORD = hashText(FNV_BASIS, "#");

/** Hash of a word as it stands in the request; all numbers are one word. */
function wordHash(request: string, token: RequestToken): number {
  const code = request.charCodeAt(token.start);
  if (code >= 48 && code <= 57) return NUMBER_WORD;
  const entry = token.entry;
  if (entry === undefined || entry.length === 1) return hashText(FNV_BASIS, token.word);
  return hashText(FNV_BASIS, request.slice(token.start, token.end).toLowerCase());
}

function log2Bucket(count: number, most: number): number {
  return Math.min(most, 31 - Math.clz32(count + 1));
}

const OPERATION_NUMBER: Readonly<Record<StlOperation, number>> = {
  PLAN: 1,
  RETRIEVE: 2,
  VERIFY: 3,
  CLARIFY: 4,
  COMPARE: 5,
  ANALYSE: 6,
  TRANSFORM: 7,
  SYNTHESISE: 8,
  REVISE: 9,
  GENERATE: 10,
};

const ROLE_NUMBER = { imperative: 1, question: 2, noun: 3, subordinate: 4, implied: 5 } as const;

/**
 * Features of a request as read: its words, the heads of its clauses with their objects, what the cue tables made of it,
 * and its form. Linear; words after the first 4,000 count for its form only.
 */
export function requestFeatures(read: ReadRequest, drafts: readonly DraftStep[]): RequestFeatures {
  const hashes: number[] = [];
  const values: number[] = [];
  const seen = beginSeen();
  const add = (space: number, value: number, weight = 1) => {
    const hash = mix(space, value);
    let place = hash & SEEN_MASK;
    while (seen.marks[place] === seen.mark) {
      if (seen.keys[place] === hash) return;
      place = (place + 1) & SEEN_MASK;
    }
    seen.marks[place] = seen.mark;
    seen.keys[place] = hash;
    hashes.push(hash);
    values.push(weight);
  };
  const measures = addWords(read, drafts, add);
  addHeads(read, add);
  addOperations(read, drafts, add);
  return { hashes, values, measures };
}

// A set of hashes that is emptied by counting up: a request has at most a few thousand features.
const SEEN_MASK = (1 << 14) - 1;
const seenHashes = { keys: new Int32Array(0), marks: new Uint32Array(0), mark: 0 };

function beginSeen(): typeof seenHashes {
  if (seenHashes.keys.length === 0 || seenHashes.mark === 0xffff_ffff) {
    seenHashes.keys = new Int32Array(SEEN_MASK + 1);
    seenHashes.marks = new Uint32Array(SEEN_MASK + 1);
    seenHashes.mark = 0;
  }
  seenHashes.mark += 1;
  return seenHashes;
}

type Add = (space: number, value: number, weight?: number) => void;

function addWords({ request, tokens, hasMaterial }: ReadRequest, drafts: readonly DraftStep[], add: Add): number[] {
  let words = 0;
  let masked = 0;
  let letters = 0;
  let long = 0;
  let digits = 0;
  let maths = 0;
  let questions = 0;
  let code = 0;
  let lines = 0;
  let commas = 0;
  let sentences = 0;
  let lastMark = 0;
  let capitals = 0;
  let acronyms = 0;
  let follows = false;
  for (const token of tokens) {
    const { kind } = token;
    if (kind === WORD) {
      const size = token.end - token.start;
      letters += size;
      if (isUpper(request.charCodeAt(token.start))) {
        if (size > 1 && isUpper(request.charCodeAt(token.start + 1))) acronyms += 1;
        else if (follows) capitals += 1;
      }
      follows = true;
      if (size > 8) long += 1;
      if (token.masked) masked += 1;
      else words += 1;
      if (words + masked <= MOST_WORDS) {
        const hash = wordHash(request, token);
        add(token.masked ? SPACE.material : SPACE.word, hash);
        if (hash === NUMBER_WORD && !token.masked) digits += 1;
      }
      lastMark = 0;
      continue;
    }
    follows = false;
    if (kind === NEWLINE) {
      lines += 1;
      continue;
    }
    lastMark = kind;
    if (kind === 44) commas += 1;
    if (kind === 46 || kind === 33 || kind === QUESTION) sentences += 1;
    if (CODE.has(kind)) code += 1;
    if (token.masked) continue;
    if (kind === QUESTION) questions += 1;
    else if (MATHS.has(kind)) maths += 1;
  }
  const first = drafts[0] === undefined ? 0 : OPERATION_NUMBER[drafts[0].operation];
  const form = (number: number, value: number) => add(SPACE.form, number * 256 + value);
  // What a form says depends on the act: a long GENERATE is specified, a long ANALYSE has a tale to it.
  const formOfOperation = (number: number, value: number) =>
    add(SPACE.formOfOperation, (first * 16 + number) * 256 + value);
  form(1, hasMaterial ? 1 : 0);
  form(2, Math.min(2, questions));
  form(3, Math.min(3, digits));
  form(4, Math.min(2, maths));
  form(5, code > 1 ? 1 : 0);
  form(6, log2Bucket(words, 7));
  form(7, log2Bucket(masked, 9));
  form(8, Math.min(4, lines));
  form(9, (hasMaterial ? 4 : 0) + Math.min(3, questions));
  formOfOperation(1, hasMaterial ? 1 : 0);
  formOfOperation(2, Math.min(1, questions));
  formOfOperation(3, digits > 2 ? 2 : Math.min(1, digits));
  formOfOperation(4, log2Bucket(words, 7));
  formOfOperation(5, Math.min(2, lines));
  const all = words + masked + 1;
  return [
    Math.log(all),
    Math.log(request.length + 1),
    letters / all,
    lines > 0 ? 1 : 0,
    Math.min(sentences, 20) / 5,
    long / all,
    Math.log1p(long),
    Math.min(commas, 10) / 5,
    drafts.length,
    lastMark === QUESTION ? 1 : 0,
    startsUpper(request, tokens) ? 1 : 0,
    Math.log1p(acronyms),
    Math.log1p(capitals),
  ];
}

function isUpper(code: number): boolean {
  return code >= 65 && code <= 90;
}

function startsUpper(request: string, tokens: readonly RequestToken[]): boolean {
  const first = tokens[0];
  if (first === undefined) return false;
  const character = request.charAt(first.start);
  return character !== character.toLowerCase();
}

const KIND_NUMBER = {
  imperative: 1,
  participle: 2,
  light: 3,
  question: 4,
  polar: 5,
  other: 6,
  noun: 7,
  dependent: 8,
} as const;

function addHeads({ request, tokens, reading }: ReadRequest, add: Add): void {
  let count = 0;
  let first = 0;
  let last = 0;
  for (const clause of reading.clauses) {
    const { head } = clause;
    if (head === null) continue;
    count += 1;
    if (count > MOST_HEADS) continue;
    const word = wordHash(request, tokens[head.index] as RequestToken);
    const key = word ^ KIND_NUMBER[head.kind];
    add(SPACE.head, key);
    if (first === 0) {
      first = key;
      add(SPACE.firstHead, key);
    }
    last = key;
    const next = tokens[head.index + 1];
    if (next?.kind === WORD && !next.masked) add(SPACE.next, Math.imul(word, 31) ^ wordHash(request, next));
    const limit = Math.min(clause.to, head.index + 6);
    for (let index = head.index + 1, named = false; index < limit; index += 1) {
      const token = tokens[index] as RequestToken;
      if (token.kind !== WORD || token.masked) break;
      const flags = token.entry?.flags ?? 0;
      if ((flags & OBJECT_STOP) !== 0 && named) break;
      if ((flags & PASSED) !== 0) continue;
      named = true;
      add(SPACE.object, Math.imul(word, 33) ^ wordHash(request, token));
    }
  }
  add(SPACE.form, 10 * 256 + Math.min(3, count));
  if (count > 0) {
    add(SPACE.lastHead, last);
    add(SPACE.heads, Math.imul(first, 31) ^ last);
  }
}

function addOperations({ reading }: ReadRequest, drafts: readonly DraftStep[], add: Add): void {
  let set = 0;
  let settled = 0;
  for (const draft of drafts) {
    const number = OPERATION_NUMBER[draft.operation];
    set |= 1 << number;
    if (!draft.loose) settled += 1;
    add(SPACE.operation, number, WEIGHT.operation);
    const act = draft.acts.length > 0 ? reading.acts[draft.acts[0] as number] : undefined;
    add(SPACE.step, number * 16 + (act === undefined ? 0 : ROLE_NUMBER[act.role]));
  }
  if (drafts.length === 0) add(SPACE.operation, 0, WEIGHT.operation);
  const first = drafts[0];
  const last = drafts.at(-1);
  add(SPACE.operations, set, WEIGHT.operations);
  add(SPACE.firstOperation, first === undefined ? 0 : OPERATION_NUMBER[first.operation], WEIGHT.firstOperation);
  add(SPACE.lastOperation, last === undefined ? 0 : OPERATION_NUMBER[last.operation]);
  add(SPACE.settled, set * 4 + (drafts.length === 0 ? 0 : settled === 0 ? 1 : settled < drafts.length ? 2 : 3));
  for (let index = 0; index < reading.acts.length && index < MOST_HEADS; index += 1) {
    const act = reading.acts[index];
    if (act !== undefined) add(SPACE.evidence, OPERATION_NUMBER[act.operation] * 16 + ROLE_NUMBER[act.role]);
  }
}
