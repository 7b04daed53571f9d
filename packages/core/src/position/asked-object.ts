import type { StlOperation } from "../contract/operation.js";
import { WORD_FLAGS } from "./lexicon.js";
import { type RequestToken, WORD } from "./tokenise-request.js";

const F = WORD_FLAGS;
const COMMA = 44;

/** A noun cue that names what a verb asks for. */
export interface AskedObject {
  readonly operation: StlOperation;
  readonly token: number;
  /** It heads its noun phrase: "a plan", not "a plan template". */
  readonly isHead: boolean;
}

/** Operations whose product a creating verb may name: "write a summary" is a summary. */
export const NAMED_PRODUCTS: ReadonlySet<StlOperation> = new Set([
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

/** The last noun cue of the noun phrase that begins at `from`; null when it holds none. */
export function askedObject(tokens: readonly RequestToken[], from: number, to: number): AskedObject | null {
  let found: { operation: StlOperation; token: number } | null = null;
  let last = -1;
  for (let index = from; index < to; index += 1) {
    const token = tokens[index] as RequestToken;
    if (token.kind !== WORD || token.masked) break;
    const entry = token.entry;
    if (entry !== undefined) {
      if ((entry.flags & OBJECT_END) !== 0 && index > from) break;
      if (index > from && entry.verb !== null && entry.form === "participle" && entry.noun === null) break;
      if (entry.noun !== null) {
        found = { operation: entry.noun, token: index };
        if (entry.open) return { ...found, isHead: true };
      }
    }
    last = index;
  }
  return found === null ? null : { ...found, isHead: found.token === last };
}

/** "a summary and a translation": further noun acts that are asked for beside the one before `from`. */
export function furtherObjects(tokens: readonly RequestToken[], from: number, to: number): AskedObject[] {
  const found: AskedObject[] = [];
  for (let index = from; index < to; index += 1) {
    const token = tokens[index] as RequestToken;
    if ((token.kind !== WORD && token.kind !== COMMA) || token.masked) return found;
    const flags = token.entry?.flags ?? 0;
    if ((flags & (F.subordinator | F.infinitive)) !== 0) return found;
    if ((flags & F.conjunction) === 0 && token.kind !== COMMA) continue;
    if (((tokens[index + 1]?.entry?.flags ?? 0) & F.determiner) === 0) continue;
    const object = askedObject(tokens, index + 1, to);
    if (object?.isHead && NAMED_PRODUCTS.has(object.operation)) found.push(object);
  }
  return found;
}
