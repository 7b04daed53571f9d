import { contradicts } from "../contradicts.js";
import type { Evidence, Source } from "../evidence.js";
import { failed, type OutputCheck, passed, SERIOUS } from "../output-check.js";
import { type Assertion, readAssertion, readAssertions } from "../reading/assertions.js";
import { clausesOf } from "../reading/clauses.js";
import type { SentenceRange, TextReading } from "../reading/text-reading.js";

/** Sentences of sources that are held against the output: the last ones, which are the most relevant. */
const MOST_ASSERTIONS = 256;

const CONSISTENT = passed("The output contradicts nothing that was established.");

interface SourceAssertion {
  readonly source: Source;
  readonly assertion: Assertion;
}

/** Nothing in the output states another number than a valid source for the same subject, or denies what it says. */
export const contradictionCheck: OutputCheck = {
  id: "contradiction",
  weight: SERIOUS,
  states: ({ operation }) => (operation === "CLARIFY" ? null : "no fact contradicted"),
  examine(evidence) {
    // A question asserts nothing.
    if (evidence.asked.operation === "CLARIFY") return null;
    const established = establishedAssertions(evidence);
    if (established.length === 0) return null;
    const bySubject = new Map<string, SourceAssertion[]>();
    for (const entry of established) {
      const subject = entry.assertion.keys.values().next().value as string;
      const known = bySubject.get(subject);
      if (known === undefined) bySubject.set(subject, [entry]);
      else known.push(entry);
    }
    const { output } = evidence;
    for (const range of output.sentences) {
      const rivals = rivalsOf(output, range, bySubject);
      // POS-VER-01: only a sentence about the same subject can contradict.
      if (rivals.size === 0) continue;
      for (const clause of clausesOf(output, range)) {
        const fault = faultIn(readAssertion(output, clause), rivals, evidence);
        if (fault !== null) return failed(fault, output.spanOf(clause));
      }
    }
    return CONSISTENT;
  },
};

function faultIn(stated: Assertion, rivals: ReadonlySet<SourceAssertion>, { sourceFigures }: Evidence): string | null {
  if (stated.question) return null;
  for (const { source, assertion } of rivals) {
    const fault = contradicts(stated, assertion, sourceFigures);
    if (fault !== null) return `The output ${fault}, against ${source.name}.`;
  }
  return null;
}

const NONE: ReadonlySet<SourceAssertion> = new Set();

/** The established assertions whose subject a sentence names. */
function rivalsOf(
  { keyList }: TextReading,
  { first, last }: SentenceRange,
  bySubject: ReadonlyMap<string, readonly SourceAssertion[]>,
): ReadonlySet<SourceAssertion> {
  let subjects: Set<string> | undefined;
  for (let at = first; at < last; at += 1) {
    const key = keyList[at];
    if (key === null || key === undefined || !bySubject.has(key)) continue;
    subjects ??= new Set();
    subjects.add(key);
  }
  if (subjects === undefined) return NONE;
  return new Set([...subjects].flatMap((subject) => bySubject.get(subject) ?? []));
}

function establishedAssertions({ sources, asked }: Evidence): SourceAssertion[] {
  const found: SourceAssertion[] = [];
  const seen = new Set<string>();
  for (let at = sources.length - 1; at >= 0 && found.length < MOST_ASSERTIONS; at -= 1) {
    const source = sources[at] as Source;
    // What is to be judged or changed may be wrong: the output is free to say so.
    if (source.kind === "material" && JUDGES.has(asked.operation)) continue;
    if (source.kind === "derived" && JUDGES.has(asked.operation)) continue;
    for (const assertion of readAssertions(source.reading, MOST_ASSERTIONS - found.length)) {
      if (assertion.question || assertion.keys.size < 2) continue;
      // Sources repeat one another; what is said twice is held against the output once.
      const said = source.reading.text.slice(...source.reading.spanOf(assertion.range));
      if (seen.has(said)) continue;
      seen.add(said);
      found.push({ source, assertion });
    }
  }
  return found;
}

const JUDGES: ReadonlySet<string> = new Set(["VERIFY", "REVISE"]);
