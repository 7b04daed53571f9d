import { contradicts } from "../contradicts.js";
import type { Evidence } from "../evidence.js";
import { failed, type OutputCheck, passed, SERIOUS } from "../output-check.js";
import { Assertion } from "../reading/assertions.js";
import { clausesOf } from "../reading/clauses.js";
import type { SentenceRange, TextReading } from "../reading/text-reading.js";
import type { Claim, Source } from "../source.js";

/** Sentences of sources that are held against the output: the last ones, which are the most relevant. */
const MOST_ASSERTIONS = 256;

const CONSISTENT = passed("The output contradicts nothing that was established.");

/** Nothing in the output states another number than a valid source for the same subject, or denies what it says. */
export const contradictionCheck: OutputCheck = {
  id: "contradiction",
  weight: SERIOUS,
  states: ({ operation }) => (operation === "CLARIFY" ? null : "no fact contradicted"),
  examine(evidence) {
    // A question asserts nothing.
    if (evidence.asked.operation === "CLARIFY") return null;
    const established = establishedClaims(evidence);
    if (established.length === 0) return null;
    const { output } = evidence;
    const bySubject = new Map<string, Claim[]>();
    for (const claim of established) {
      if (!output.keys.has(claim.subject)) continue;
      const known = bySubject.get(claim.subject);
      if (known === undefined) bySubject.set(claim.subject, [claim]);
      else known.push(claim);
    }
    if (bySubject.size === 0) return CONSISTENT;
    for (const range of output.sentences) {
      const rivals = rivalsOf(output, range, bySubject);
      // POS-VER-01: only a sentence about the same subject can contradict.
      if (rivals.length === 0) continue;
      for (const clause of clausesOf(output, range)) {
        const fault = faultIn(new Assertion(output, clause), rivals, evidence);
        if (fault !== null) return failed(fault, output.spanOf(clause));
      }
    }
    return CONSISTENT;
  },
};

function faultIn(stated: Assertion, rivals: readonly Claim[], evidence: Evidence): string | null {
  if (stated.question) return null;
  for (const { source, assertion } of rivals) {
    const fault = contradicts(stated, assertion, evidence);
    if (fault !== null) return `The output ${fault}, against ${source.name}.`;
  }
  return null;
}

/** The established claims whose subject a sentence names. */
function rivalsOf(
  { keyList }: TextReading,
  { first, last }: SentenceRange,
  bySubject: ReadonlyMap<string, readonly Claim[]>,
): readonly Claim[] {
  const subjects: string[] = [];
  let rivals: readonly Claim[] = [];
  for (let at = first; at < last; at += 1) {
    const key = keyList[at];
    const claims = key === null || key === undefined ? undefined : bySubject.get(key);
    if (claims === undefined || subjects.includes(key as string)) continue;
    subjects.push(key as string);
    rivals = rivals.length === 0 ? claims : [...rivals, ...claims];
  }
  return rivals;
}

function establishedClaims({ sources, asked }: Evidence): Claim[] {
  const found: Claim[] = [];
  const seen = new Set<string>();
  for (let at = sources.length - 1; at >= 0 && found.length < MOST_ASSERTIONS; at -= 1) {
    const source = sources[at] as Source;
    // What is to be judged or changed may be wrong: the output is free to say so.
    if (source.kind === "material" && JUDGES.has(asked.operation)) continue;
    if (source.kind === "derived" && JUDGES.has(asked.operation)) continue;
    for (const claim of source.claims(MOST_ASSERTIONS - found.length)) {
      // Sources repeat one another; what is said twice is held against the output once.
      if (seen.has(claim.text)) continue;
      seen.add(claim.text);
      found.push(claim);
    }
  }
  return found;
}

const JUDGES: ReadonlySet<string> = new Set(["VERIFY", "REVISE"]);
