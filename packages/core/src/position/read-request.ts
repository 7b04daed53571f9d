import { partsFor } from "./classifier-parts.js";
import type { CueTable } from "./cue-tables/cue-table.js";
import { type Lexicon, WORD_FLAGS } from "./lexicon.js";
import { maskMaterial } from "./mask-material.js";
import { maskQuotes } from "./mask-quotes.js";
import { readActs } from "./read-acts.js";
import type { RequestReading } from "./request-act.js";
import { type RequestToken, tokeniseRequest, WORD } from "./tokenise-request.js";

/** A request as its words, marks, clauses and acts. */
export interface ReadRequest {
  readonly request: string;
  /** BCP 47 tag of its main language: what the caller says, else what its words tell; `und` where they tell nothing. */
  readonly language: string;
  readonly lexicon: Lexicon;
  readonly tokens: readonly RequestToken[];
  readonly reading: RequestReading;
  /** Some of the text is quoted or supplied material. */
  readonly hasMaterial: boolean;
}

interface ReadOptions {
  readonly language?: string;
  readonly cueTables?: readonly CueTable[];
}

/** From this length on (UTF-16 units) reading a request twice takes longer than anybody should wait. */
const LONG = 4096;
/** The long request read last: a run classifies it and then proposes a depth. Held only as long as there is memory for it. */
let lastLong: WeakRef<{ readonly read: ReadRequest; readonly options: ReadOptions }> | undefined;

/** Tokenises, masks and reads a request in its language. Linear in its length. */
export function readRequest(request: string, options: ReadOptions): ReadRequest {
  if (request.length < LONG) return readAnew(request, options);
  const last = lastLong?.deref();
  const isSame =
    last?.read.request === request &&
    last.options.language === options.language &&
    last.options.cueTables === options.cueTables;
  if (isSame) return last.read;
  const read = readAnew(request, options);
  lastLong = new WeakRef({ read, options });
  return read;
}

function readAnew(request: string, options: ReadOptions): ReadRequest {
  const parts = partsFor(options.cueTables);
  const named = options.language === undefined ? null : parts.forLanguage(options.language);
  let lexicon = named ?? parts.main();
  let tokens = tokeniseRequest(request, lexicon);
  const told = options.language?.toLowerCase().split("-")[0] || undefined;
  let language = told ?? lexicon.tables[0]?.language ?? "und";
  if (named === null && !isAtHome(tokens)) {
    const detected = parts.detect(request);
    language = told ?? detected.language;
    if (detected.lexicon !== lexicon) {
      lexicon = detected.lexicon;
      tokens = tokeniseRequest(request, lexicon);
    }
  }
  const quoted = maskQuotes(request, tokens);
  const supplied = maskMaterial(tokens, lexicon);
  const reading = readActs(request, tokens, lexicon);
  return { request, language, lexicon, tokens, reading, hasMaterial: quoted || supplied };
}

const FUNCTION_WORDS =
  WORD_FLAGS.determiner |
  WORD_FLAGS.preposition |
  WORD_FLAGS.auxiliary |
  WORD_FLAGS.subject |
  WORD_FLAGS.conjunction |
  WORD_FLAGS.infinitive |
  WORD_FLAGS.questionWord |
  WORD_FLAGS.opener |
  WORD_FLAGS.possessive;

/** Every third of the first words is known and at least one is no mere content word: the first table's language it is. */
function isAtHome(tokens: readonly RequestToken[]): boolean {
  let words = 0;
  let known = 0;
  let plain = true;
  for (let index = 0; index < tokens.length && words < 40; index += 1) {
    const token = tokens[index] as RequestToken;
    if (token.kind !== WORD) continue;
    words += 1;
    if (token.entry !== undefined && (token.entry.flags & FUNCTION_WORDS) !== 0) known += 1;
    else if (token.entry === undefined && token.word.charCodeAt(0) > 127) plain = false;
    else if (index === 0 && token.entry?.verb != null) known += 1;
  }
  return plain && known * 3 >= words && known > 0;
}
