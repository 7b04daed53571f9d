import { CHARACTERISTIC_DEPTH, DEPTH_LEVELS, type DepthLevel, type DepthMetadata } from "../contract/depth.js";
import type { StlOperation } from "../contract/operation.js";
import { type LexiconEntry, WORD_FLAGS } from "./lexicon.js";
import type { ReadRequest } from "./read-request.js";
import { type RequestToken, WORD } from "./tokenise-request.js";

export type DepthSignals = NonNullable<DepthMetadata["signals"]>;
/** Operations whose work grows with every subject; what is made to a list of wishes is still one thing. */
const EXAMINING: ReadonlySet<StlOperation> = new Set(["COMPARE", "ANALYSE", "VERIFY"]);

type Evidence = { text: string; span: [number, number] }[];

const F = WORD_FLAGS;

/** Reads from a request what speaks for which depth, each signal with the words behind it. */
export function depthSignals(read: ReadRequest, operations: readonly StlOperation[]): DepthSignals {
  const signals: DepthSignals = { base: { value: baseDepth(operations), evidence: [] } };
  const breadth = operations.some((operation) => EXAMINING.has(operation)) ? subjectsOf(read) : [];
  const examined =
    breadth.length >= 3 && (operations.includes("COMPARE") || isObject(read, breadth[0] as RequestToken));
  if (examined) signals.breadth = { value: 1, evidence: breadth.map((token) => quote(read, token)) };
  const shallow: Evidence = [];
  const deep: Evidence = [];
  const stakes: Evidence = [];
  const scope: Evidence = [];
  let exhaustive = false;
  for (let index = 0; index < read.tokens.length; index += 1) {
    const token = read.tokens[index] as RequestToken;
    const entry = token.entry;
    if (entry === undefined || token.masked) continue;
    if (entry.stakes !== null) stakes.push(quote(read, token));
    if (entry.depth === null) continue;
    const following = read.tokens[index + 1]?.entry;
    // POS-DEP-02: a cue inside a name ("short story", "deep learning") governs nothing
    if (following?.depthName === true) continue;
    if (entry.depth === "deepAdjectives" && !EXAMINING.has(following?.noun as StlOperation)) continue;
    if (entry.depth === "scope") scope.push(quote(read, token));
    else if (entry.depth === "shallow") shallow.push(quote(read, token));
    else {
      deep.push(quote(read, token));
      exhaustive ||= entry.depth === "exhaustive";
    }
  }
  if (scope.length > 0 && read.reading.clauses.some((clause) => clause.head?.negated === true)) {
    signals.scope = { value: -1, evidence: scope };
  }
  if (deep.length > 0) signals.explicit = { value: exhaustive ? "D5" : "D4", evidence: deep };
  else if (shallow.length > 0) signals.explicit = { value: "D1", evidence: shallow };
  if (stakes.length > 0) signals.stakes = { value: 1, evidence: stakes };
  return signals;
}

/** The highest characteristic depth; two distinct operations need at least D2, three at least D3. */
export function baseDepth(operations: readonly StlOperation[]): DepthLevel {
  const distinct = new Set(operations);
  let level = distinct.size >= 3 ? 2 : distinct.size === 2 ? 1 : 0;
  for (const operation of distinct) level = Math.max(level, DEPTH_LEVELS.indexOf(CHARACTERISTIC_DEPTH[operation]));
  return DEPTH_LEVELS[level] as DepthLevel;
}

/** Combines signals in the order of POS-DEP-01. */
export function combineSignals(signals: DepthSignals): DepthLevel {
  let level = DEPTH_LEVELS.indexOf((signals.base?.value ?? "D2") as DepthLevel);
  if (signals.breadth !== undefined) level += 1;
  if (signals.scope !== undefined) level = Math.max(0, level - 1);
  const explicit = signals.explicit?.value as DepthLevel | undefined;
  // POS-DEP-01: a shallow cue gives D1, a deep cue at least its level, and then stakes add one
  if (explicit === "D1") level = 0;
  else if (explicit !== undefined) level = Math.max(level, DEPTH_LEVELS.indexOf(explicit));
  if (signals.stakes !== undefined) level += 1;
  return DEPTH_LEVELS[Math.min(level, DEPTH_LEVELS.length - 1)] as DepthLevel;
}

function quote(read: ReadRequest, token: RequestToken): Evidence[number] {
  return { text: read.request.slice(token.start, token.end), span: [token.start, token.end] };
}

/**
 * The subjects of the first list of three or more names: "React, Vue and Svelte". Items are words of no function, cue or
 * other list; a list of acts is none of subjects.
 */
function subjectsOf(read: ReadRequest): RequestToken[] {
  let items: RequestToken[] = [];
  let current: RequestToken | null = null;
  let joined = false;
  for (const token of read.tokens) {
    if (token.masked) continue;
    const flags = token.entry?.flags ?? 0;
    const joins = token.kind === 44 || (flags & (F.conjunction | F.alternative)) !== 0;
    if (joins) {
      if (current !== null) items.push(current);
      joined ||= (flags & (F.conjunction | F.alternative)) !== 0;
      current = null;
      continue;
    }
    if (token.kind === WORD && isSubject(token.entry)) {
      current ??= token;
      continue;
    }
    if (current !== null && joined && items.length >= 2) return [...items, current];
    if (token.kind === WORD && (flags & (F.determiner | F.possessive)) !== 0) continue;
    items = [];
    current = null;
    joined = false;
  }
  return current !== null && joined && items.length >= 2 ? [...items, current] : [];
}

/** The list is what an act is done to: it begins right after the act, or after an article. */
function isObject(read: ReadRequest, first: RequestToken): boolean {
  return read.reading.clauses.some(({ head }) => {
    if (head === null) return false;
    const next = read.tokens[head.index + 1];
    return (
      next === first || (read.tokens[head.index + 2] === first && ((next?.entry?.flags ?? 0) & F.determiner) !== 0)
    );
  });
}

function isSubject(entry: LexiconEntry | undefined): boolean {
  if (entry === undefined) return true;
  return entry.flags === 0 && (entry.verb === null || entry.form !== "base") && entry.depth === null;
}
