import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

/** One question of the proof set. `keyFacts` and `sources` are empty exactly for the unanswerable ones. */
export interface ProofQuestion {
  readonly id: string;
  readonly kind: "answerable" | "unanswerable";
  /** What makes the question hard (`table`, `why`, `lure` …), for printing misses by kind. */
  readonly form: string;
  readonly question: string;
  /** Texts of the corpus that settle the question. */
  readonly keyFacts: readonly string[];
  /** Whether one key fact suffices or, as in a comparison, all are needed. */
  readonly require: "any" | "all";
  /** Paths of the documents in which the key facts stand, relative to the corpus. */
  readonly sources: readonly string[];
}

/** The folder of the corpus, absolute. */
export const corpusFolder = fileURLToPath(new URL("../fixtures/corpus/", import.meta.url));

/** Reads questions, those of the proof set unless told others. Throws a TypeError that names the first entry of a wrong shape. */
export function readQuestions(
  file: URL = new URL("../fixtures/questions.json", import.meta.url),
): readonly ProofQuestion[] {
  const parsed: unknown = JSON.parse(readFileSync(file, "utf8"));
  if (!Array.isArray(parsed)) throw new TypeError("questions.json must hold an array");
  return parsed.map(questionFromJson);
}

/** Reads a folder of documents: path (with `/`, relative to the folder) → text, in code-unit order of the paths. */
export function readCorpus(folder = corpusFolder): ReadonlyMap<string, string> {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll("\\", "/"))
    .sort((a, b) => (a < b ? -1 : 1));
  return new Map(paths.map((path) => [path, readFileSync(join(folder, path), "utf8")]));
}

function questionFromJson(value: unknown, index: number): ProofQuestion {
  const entry = value as Record<string, unknown>;
  const { id, kind, form, question, key_facts: keyFacts, require = "any", sources } = entry;
  if (
    typeof id !== "string" ||
    (kind !== "answerable" && kind !== "unanswerable") ||
    typeof form !== "string" ||
    typeof question !== "string" ||
    (require !== "any" && require !== "all") ||
    !isTextArray(keyFacts) ||
    !isTextArray(sources)
  ) {
    throw new TypeError(`questions.json: entry ${index} has a wrong shape`);
  }
  return { id, kind, form, question, keyFacts, require, sources };
}

function isTextArray(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string" && item !== "");
}
