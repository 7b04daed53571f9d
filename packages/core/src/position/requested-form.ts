import type { RequestedForm } from "../contract/frame.js";
import { lazySchema } from "../contract/lazy-schema.js";
import { formTokens } from "./form-tokens.js";
import {
  APPROXIMATIONS,
  CODE_NAMES,
  CODE_NAMES_OF_A_LANGUAGE,
  EXACTNESS,
  FORM_FILLERS,
  FORM_NAMES,
  LANGUAGE_FOLLOWERS,
  LANGUAGE_LEADS,
  LANGUAGE_NAMES,
  LENGTH_LEADS,
  LENGTH_UNITS,
  LOWER_BOUNDS,
  LOWER_SUFFIXES,
  MAKING_LEADS,
  NUMBER_WORDS,
  PROGRAMMING_LANGUAGES,
  RESULT_LEADS,
  SOURCE_LEADS,
  UPPER_BOUNDS,
  UPPER_SUFFIXES,
} from "./requested-form-cues.js";
import { requestedLength } from "./requested-length.js";
import { instructionOf } from "./split-request.js";
import { statedSchema } from "./stated-schema.js";

/** UTF-16 units of an instruction that are read: what asks for a form stands at its beginning or its end. */
const READ_UNITS = 4000;
/** Most fillers between a lead and a form. */
const LONGEST_GAP = 4;

const FORM_BY_NAME = lazySchema(
  () =>
    new Map(FORM_NAMES.flatMap(([kind, names]) => names.map((name): [string, RequestedForm["kind"]] => [name, kind]))),
);
const HAN_OR_KANA = /[\u3041-\u30ff\u3400-\u9fff]/;
const dictionary = lazySchema(() => {
  const sets: Iterable<string>[] = [
    FORM_BY_NAME().keys(),
    LANGUAGE_NAMES.keys(),
    LENGTH_UNITS.keys(),
    NUMBER_WORDS.keys(),
    UPPER_BOUNDS,
    LOWER_BOUNDS,
    APPROXIMATIONS,
    EXACTNESS,
    UPPER_SUFFIXES,
    LOWER_SUFFIXES,
    RESULT_LEADS,
    SOURCE_LEADS,
    LENGTH_LEADS,
    FORM_FILLERS,
    CODE_NAMES,
    CODE_NAMES_OF_A_LANGUAGE,
    MAKING_LEADS,
  ];
  const entries = new Set(sets.flatMap((set) => [...set]).filter((entry) => HAN_OR_KANA.test(entry)));
  return { entries, longest: Math.max(...[...entries].map((entry) => entry.length)) };
});

/**
 * The form, language and length a request asks for, read off its instruction alone: what stands in supplied material
 * asks for nothing (POS-FRM-07). `language` is that of the instruction, where it is known. Deterministic; linear.
 */
export function readRequestedForm(request: string, language?: string): RequestedForm {
  const { entries, longest } = dictionary();
  const tokens = formTokens(readPart(unquoted(instructionOf(request))), entries, longest);
  const schema = statedSchema(request);
  const kind = requestedKind(tokens);
  const target = requestedLanguage(tokens);
  const length = requestedLength(tokens, language);
  return {
    kind: schema !== undefined && asksForSchema(tokens, kind) ? "json" : kind,
    ...(schema !== undefined && asksForSchema(tokens, kind) ? { schema } : {}),
    ...(target === undefined ? {} : { language: target }),
    ...(length === undefined ? {} : { length }),
  };
}

/** A schema in a request is the answer's when the request wants JSON or speaks of following a schema. */
function asksForSchema(tokens: readonly string[], kind: RequestedForm["kind"]): boolean {
  return (
    kind === "json" ||
    (kind === "prose" && tokens.some((token) => token === "schema" || token === "schéma" || token === "esquema"))
  );
}

function readPart(text: string): string {
  return text.length <= READ_UNITS ? text : `${text.slice(0, READ_UNITS / 2)}\n${text.slice(-READ_UNITS / 2)}`;
}

const QUOTED = /"[^"\n]{0,400}"|“[^”\n]{0,400}”|«[^»\n]{0,400}»|「[^」\n]{0,400}」|`[^`\n]{0,400}`/g;

/** Quoted words are mentioned, not meant. */
function unquoted(text: string): string {
  return text.replace(QUOTED, " , ");
}

const STRUCTURED: ReadonlySet<RequestedForm["kind"]> = new Set(["json", "csv", "xml", "yaml"]);

function requestedKind(tokens: readonly string[]): RequestedForm["kind"] {
  let structured: RequestedForm["kind"] | null = null;
  let laidOut: RequestedForm["kind"] | null = null;
  for (let at = 0; at < tokens.length; at += 1) {
    const [kind, size] = formAt(tokens, at);
    if (kind === null) continue;
    if (isResult(tokens, at, size)) {
      // "CSV to JSON": the last structured form is the target; a table outranks a list inside it.
      if (STRUCTURED.has(kind)) structured = kind;
      else if (laidOut !== "table") laidOut = kind;
    }
    at += size - 1;
  }
  return structured ?? laidOut ?? (asksForCode(tokens) ? "code" : "prose");
}

function formAt(tokens: readonly string[], at: number): [RequestedForm["kind"] | null, number] {
  for (let size = 3; size >= 1; size -= 1) {
    const kind = FORM_BY_NAME().get(tokens.slice(at, at + size).join(" "));
    if (kind !== undefined && at + size <= tokens.length) return [kind, size];
  }
  return [null, 1];
}

/** True when the form at `at` is what the answer is to be, not what the request is about. */
function isResult(tokens: readonly string[], at: number, size: number): boolean {
  let lead = at - 1;
  for (let gap = 0; gap < LONGEST_GAP && lead >= 0; gap += 1) {
    const token = tokens[lead] as string;
    const shaped = (token === "de" || token === "d'un" || token === "d'une") && /^form/.test(tokens[lead - 1] ?? "");
    if (!shaped && !FORM_FILLERS.has(token)) break;
    lead -= 1;
  }
  const token = tokens[lead];
  // "I want to list them": an infinitive, not a target.
  if (token === "to" && lead === at - 1 && (tokens[at] === "list" || tokens[at] === "table")) return false;
  if (token !== undefined && RESULT_LEADS.has(token)) return true;
  const next = tokens[at + size];
  const limited = next === "only" || next === "alone" || next === "で" || next === "にして" || next === "格式";
  return limited && (token === undefined || !SOURCE_LEADS.has(token));
}

function asksForCode(tokens: readonly string[]): boolean {
  const language = tokens.some((token) => PROGRAMMING_LANGUAGES.has(token));
  return tokens.some((token, at) => {
    const named = CODE_NAMES.has(token) || (language && CODE_NAMES_OF_A_LANGUAGE.has(token));
    if (!named || tokens[at + 1] === "of") return false;
    return tokens.slice(Math.max(0, at - 6), at).some((earlier) => MAKING_LEADS.has(earlier));
  });
}

const LANGUAGE_FILLERS: ReadonlySet<string> = new Set([
  "the",
  "plain",
  "simple",
  "formal",
  "idiomatic",
  "good",
  "clear",
  "einfaches",
  "einfachem",
]);
const HAN_LANGUAGE_LEADS: ReadonlySet<string> = new Set(["用", "成", "为", "译", "以", "为", "到"]);

function requestedLanguage(tokens: readonly string[]): string | undefined {
  let found: string | undefined;
  for (const [at, token] of tokens.entries()) {
    const tag = LANGUAGE_NAMES.get(token);
    if (tag === undefined) continue;
    let lead = at - 1;
    while (lead >= 0 && LANGUAGE_FILLERS.has(tokens[lead] as string)) lead -= 1;
    const before = tokens[lead] ?? "";
    const next = tokens[at + 1];
    if (HAN_OR_KANA.test(token)) {
      if (HAN_LANGUAGE_LEADS.has(before) || RESULT_LEADS.has(before) || next === "で" || next === "に") found = tag;
    } else if (
      LANGUAGE_LEADS.has(before) &&
      (next === undefined || !isWordToken(next) || LANGUAGE_FOLLOWERS.has(next))
    ) {
      found = tag;
    }
  }
  return found;
}

function isWordToken(token: string): boolean {
  return /[\p{L}\p{N}]/u.test(token);
}
