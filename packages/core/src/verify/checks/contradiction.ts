import { contradicts } from "../contradicts.js";
import type { Evidence, Source } from "../evidence.js";
import { failed, type OutputCheck, passed, SERIOUS } from "../output-check.js";
import { type Assertion, readAssertions } from "../reading/assertions.js";

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
  states: ({ operation }) => (operation === "CLARIFY" ? null : "no contradiction of a given fact"),
  examine(evidence) {
    const established = establishedAssertions(evidence);
    if (established.length === 0) return null;
    const bySubject = new Map<string, SourceAssertion[]>();
    for (const entry of established) {
      const subject = entry.assertion.keys.values().next().value as string;
      const known = bySubject.get(subject);
      if (known === undefined) bySubject.set(subject, [entry]);
      else known.push(entry);
    }
    for (const stated of readAssertions(evidence.output, Number.POSITIVE_INFINITY)) {
      if (stated.question || stated.keys.size === 0) continue;
      // POS-VER-01: only a sentence about the same subject can contradict.
      for (const key of stated.keys) {
        for (const { source, assertion } of bySubject.get(key) ?? []) {
          const fault = contradicts(stated, assertion, evidence.sourceNumbers);
          if (fault !== null)
            return failed(`The output ${fault}, against ${source.name}.`, evidence.output.spanOf(stated.range));
        }
      }
    }
    return CONSISTENT;
  },
};

function establishedAssertions({ sources, asked }: Evidence): SourceAssertion[] {
  const found: SourceAssertion[] = [];
  for (let at = sources.length - 1; at >= 0 && found.length < MOST_ASSERTIONS; at -= 1) {
    const source = sources[at] as Source;
    // What is to be judged or changed may be wrong: the output is free to say so.
    if (source.kind === "material" && JUDGES.has(asked.operation)) continue;
    if (source.kind === "derived" && JUDGES.has(asked.operation)) continue;
    for (const assertion of readAssertions(source.reading, MOST_ASSERTIONS - found.length)) {
      if (!assertion.question && assertion.keys.size >= 2) found.push({ source, assertion });
    }
  }
  return found;
}

const JUDGES: ReadonlySet<string> = new Set(["VERIFY", "REVISE", "CLARIFY"]);
