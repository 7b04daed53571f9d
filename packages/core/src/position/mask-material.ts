import { findClauseHead, isNumber } from "./clause-head.js";
import { type Lexicon, WORD_FLAGS } from "./lexicon.js";
import { NEWLINE, type RequestToken, WORD } from "./tokenise-request.js";

const COLON = 58;
const BULLETS = new Set(["-", "*", "•", "+", "|", "·"].map((mark) => mark.charCodeAt(0)));

interface Line {
  readonly from: number;
  readonly to: number;
  /** Number of the block of lines without a blank one between. */
  readonly block: number;
  /** Begins with an act or a question. */
  readonly acts: boolean;
  /** Token of a colon that follows an act, or −1. */
  readonly colon: number;
  /** The line is "Label: …" or "Label:". */
  readonly labelled: boolean;
  /** The line is one word and a colon, which is a label where an instruction precedes ("List: …"). */
  readonly entitled: boolean;
  readonly bullet: boolean;
  /** Its last token is a colon. */
  readonly opens: boolean;
}

/**
 * Masks what is supplied to be worked on, when an instruction stands elsewhere: what follows an instruction's colon,
 * blocks after a label, data lines, and blocks after the instruction that ask for nothing themselves.
 */
// POS-CLS-05: supplied material is data, not instruction
export function maskMaterial(tokens: readonly RequestToken[], lexicon: Lexicon): boolean {
  if (!tokens.some((token) => !token.masked && (token.kind === NEWLINE || token.kind === COLON))) return false;
  const lines = settleLists(readLines(tokens, lexicon));
  const first = lines.findIndex((line) => line.acts && !line.labelled);
  if (first < 0) return false;
  const last = lastInstruction(lines, first);
  let found = false;
  let supplied = false;
  let listMaterial = false;
  const mask = (from: number, to: number) => {
    for (let index = from; index < to; index += 1) (tokens[index] as RequestToken).masked = true;
    if (to > from) found = true;
  };
  const instructionBlock = (lines[first] as Line).block;
  const expects = expectsMaterial(tokens, lines, instructionBlock);
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] as Line;
    if (supplied) {
      mask(line.from, line.to);
      continue;
    }
    const label = line.labelled || (line.entitled && index > first);
    if (label && index !== first) {
      mask(line.from, line.to);
      listMaterial = true;
      if (index > first && last === null) supplied = true;
      continue;
    }
    if (line.colon >= 0 && index >= first && line.acts) {
      mask(line.colon + 1, line.to);
      if (index + 1 < lines.length) supplied = true;
      continue;
    }
    if (index > first && line.block > instructionBlock) {
      if (!line.acts || expects) {
        mask(line.from, line.to);
        listMaterial = true;
        if (expects) supplied = true;
        continue;
      }
      listMaterial = false;
    } else if (index > first && line.bullet && !line.acts) {
      mask(line.from, line.to);
      continue;
    }
    if (index < first && (line.bullet || (listMaterial && !line.acts))) mask(line.from, line.to);
  }
  return found;
}

function readLines(tokens: readonly RequestToken[], lexicon: Lexicon): Line[] {
  const lines: Line[] = [];
  let block = 0;
  let from = 0;
  for (let index = 0; index <= tokens.length; index += 1) {
    const token = tokens[index];
    if (token !== undefined && (token.kind !== NEWLINE || token.masked)) continue;
    if (index === from) {
      if (lines.length > 0) block = (lines[lines.length - 1] as Line).block + 1;
    } else lines.push(readLine(tokens, from, index, block, lexicon));
    from = index + 1;
  }
  return lines;
}

/** A list of which one item asks for nothing is a list of things: none of its items is an instruction. */
function settleLists(lines: readonly Line[]): Line[] {
  const settled: Line[] = [];
  for (let from = 0; from < lines.length; ) {
    let to = from;
    let acts = true;
    for (; to < lines.length && lines[to]?.bullet; to += 1) acts &&= (lines[to] as Line).acts;
    if (to === from) settled.push(lines[to++] as Line);
    else for (const line of lines.slice(from, to)) settled.push(acts ? line : { ...line, acts: false });
    from = to;
  }
  return settled;
}

function readLine(tokens: readonly RequestToken[], from: number, to: number, block: number, lexicon: Lexicon): Line {
  const first = tokens[from] as RequestToken;
  const mark = tokens[from + 1]?.kind;
  const numbered = isNumber(first.word) && (mark === 46 || mark === 41);
  const bullet = BULLETS.has(first.kind) || (first.kind === WORD && numbered);
  let acts = startsAct(tokens, from, to, lexicon);
  let colon = -1;
  for (let index = from; index < to; index += 1) {
    const token = tokens[index] as RequestToken;
    if (token.masked) continue;
    if (token.kind === COLON && acts && index > from) {
      colon = index;
      break;
    }
    if (!acts && isSentenceEnd(token) && index + 1 < to) acts = startsAct(tokens, index + 1, to, lexicon);
  }
  return {
    from,
    to,
    block,
    acts,
    colon,
    labelled: isLabelled(tokens, from, to),
    entitled: tokens[from + 1]?.kind === COLON && first.kind === WORD,
    bullet,
    opens: tokens[to - 1]?.kind === COLON,
  };
}

function isSentenceEnd(token: RequestToken): boolean {
  return token.kind === 46 || token.kind === 33 || token.kind === 63 || token.kind === COLON || token.kind === 44;
}

function startsAct(tokens: readonly RequestToken[], from: number, to: number, lexicon: Lexicon): boolean {
  const head = findClauseHead(tokens, from, Math.min(to, from + 24), lexicon);
  if (head === null) return false;
  if (head.kind === "light") return to > head.index + 2;
  return head.kind === "imperative" || head.kind === "question" || head.kind === "polar" || head.kind === "other";
}

/** "Text: …", "Sentence 1: …", "Name: …": up to three words, a colon, and no act among them. */
function isLabelled(tokens: readonly RequestToken[], from: number, to: number): boolean {
  const limit = Math.min(to, from + 4);
  for (let index = from; index < limit; index += 1) {
    const token = tokens[index] as RequestToken;
    if (token.kind === COLON) return index > from;
    if (token.kind !== WORD || token.masked) return false;
    const entry = token.entry;
    if (entry !== undefined && entry.verb !== null && entry.form === "base" && entry.noun === null && index === from) {
      if ((entry.flags & WORD_FLAGS.materialLabel) === 0) return false;
    }
    if (
      entry !== undefined &&
      (entry.flags & (WORD_FLAGS.determiner | WORD_FLAGS.demonstrative | WORD_FLAGS.pronoun)) !== 0
    )
      return false;
  }
  return false;
}

/** The instruction says that material follows: "the following text", "given the word", "this email". */
function expectsMaterial(tokens: readonly RequestToken[], lines: readonly Line[], block: number): boolean {
  for (const line of lines) {
    if (line.block !== block) continue;
    for (let index = line.from; index < line.to; index += 1) {
      const token = tokens[index] as RequestToken;
      const flags = token.entry?.flags ?? 0;
      if ((flags & WORD_FLAGS.materialPointer) !== 0) return true;
      if ((flags & WORD_FLAGS.materialLabel) === 0 || index === line.from) continue;
      const before = tokens[index - 1]?.entry?.flags ?? 0;
      if ((before & (WORD_FLAGS.demonstrative | WORD_FLAGS.determiner)) !== 0) return true;
    }
  }
  return false;
}

/** The instruction that stands after the material, if one does. */
function lastInstruction(lines: readonly Line[], first: number): Line | null {
  for (let index = lines.length - 1; index > first; index -= 1) {
    const line = lines[index] as Line;
    if (line.acts && !line.labelled && !line.bullet) return line;
  }
  return null;
}
