import type { ArgumentValidator } from "../contract/capability.js";
import type { FrameFact } from "../contract/frame.js";
import { AskedOutput } from "./asked/asked-output.js";
import { inDifferentLanguages } from "./reading/different-languages.js";
import { JoinedSets } from "./reading/joined-sets.js";
import { readingOf } from "./reading/recent-readings.js";
import type { TextReading } from "./reading/text-reading.js";
import { Source } from "./source.js";
import type { VerificationInput } from "./verification-input.js";

const factSources = new WeakMap<FrameFact, Source>();

/** One output, what was asked of it and what it may rest on: what every check reads. */
export class Evidence {
  readonly asked: AskedOutput;
  readonly output: TextReading;
  readonly finishReason: VerificationInput["finishReason"];
  readonly validateSchema: ArgumentValidator | undefined;
  readonly #input: VerificationInput;
  #sources: readonly Source[] | undefined;
  #allReadings: readonly TextReading[] | undefined;
  #sourceKeys: JoinedSets | undefined;
  #sourceNumbers: JoinedSets | undefined;
  #sourceFigures: JoinedSets | undefined;
  #sourceIds: ReadonlySet<string> | undefined;
  #sourceWords: JoinedSets | undefined;

  constructor(input: VerificationInput) {
    this.asked = new AskedOutput(input);
    // POS-VER-01: a mark that names a shown source claims nothing, whatever figures its lines have.
    this.output = readingOf(withoutSourceMarks(input.output, input.facts));
    this.finishReason = input.finishReason;
    this.validateSchema = input.validateSchema;
    this.#input = input;
  }

  get empty(): boolean {
    return this.#input.output.trim() === "";
  }

  get request(): string {
    return this.#input.request;
  }

  /** Everything the step was given beside its instruction. */
  get sources(): readonly Source[] {
    this.#sources ??= this.#readSources();
    return this.#sources;
  }

  /** Content keys of all sources and of the request. */
  get sourceKeys(): JoinedSets {
    this.#sourceKeys ??= this.#union((reading) => reading.keys);
    return this.#sourceKeys;
  }

  get sourceNumbers(): JoinedSets {
    this.#sourceNumbers ??= this.#union((reading) => reading.numberKeys);
    return this.#sourceNumbers;
  }

  /** Every figure of the sources with its unit, see `figureKey`. */
  get sourceFigures(): JoinedSets {
    this.#sourceFigures ??= new JoinedSets(this.sources.map(({ reading }) => reading.figureKeys));
    return this.#sourceFigures;
  }

  /** The values of all sources and of the request, each once, where they are at most `limit`; none where they are more. */
  fewValues(limit: number): readonly number[] {
    const values = new Set<number>();
    for (const { values: own } of this.#readings) {
      for (const value of own) values.add(value);
      if (values.size > limit) return [];
    }
    return [...values].sort((a, b) => a - b);
  }

  /** Whether a source or the request states a value from `least` to `most`. */
  statesValueWithin(least: number, most: number): boolean {
    return this.#readings.some(({ values }) => {
      const at = lowerBound(values, least);
      return at < values.length && (values[at] as number) <= most;
    });
  }

  /** Ids of calls that returned nothing: the step's own, and those it was told of. */
  get failedCalls(): readonly string[] {
    const { observations, failedCalls = [] } = this.#input;
    return [
      ...failedCalls,
      ...observations.flatMap(({ callId, outcome = "ok" }) => (outcome === "ok" ? [] : [callId])),
    ];
  }

  /** Ids by which a frame names its sources, and the words they are read as, lower case. */
  get sourceIds(): ReadonlySet<string> {
    this.#sourceIds ??= new Set(
      this.sources.flatMap(({ name }) => {
        const id = name.slice(name.indexOf(" ") + 1).toLowerCase();
        return [id, ...id.split(/[^\p{L}\p{N}]+/u)];
      }),
    );
    return this.#sourceIds;
  }

  /** Whole words of all sources and of the request. */
  get sourceWords(): JoinedSets {
    this.#sourceWords ??= this.#union((reading) => reading.words);
    return this.#sourceWords;
  }

  /** Whether what was given speaks of the subject at all: facts at hand may be about something else. */
  get sourcesBearOnGoal(): boolean {
    const { goalKeys } = this.asked;
    return this.sources.some(({ kind, reading }) => {
      if (kind === "derived" || kind === "material" || goalKeys.size === 0) return true;
      if (inDifferentLanguages(this.asked.instruction, reading)) return true;
      for (const key of goalKeys) if (reading.keys.has(key)) return true;
      return false;
    });
  }

  /** Texts of other steps and of the request that the output works on, the facts apart. */
  get originals(): readonly Source[] {
    const given = this.sources.filter(({ kind }) => kind === "derived");
    return given.length > 0 ? given : this.sources.filter(({ kind }) => kind === "material");
  }

  /** The one text the output works on, where it is one. */
  get original(): Source | null {
    const { originals } = this;
    return originals.length === 1 ? (originals[0] as Source) : null;
  }

  #readSources(): Source[] {
    const { facts, observations, derived } = this.#input;
    const sources = facts.map(factSource);
    for (const { callId, summary } of observations) {
      if (summary.trim() !== "") sources.push(new Source(`call ${callId}`, "observation", readingOf(summary)));
    }
    for (const { stepId, text } of derived) {
      if (text.trim() !== "") sources.push(new Source(`step ${stepId}`, "derived", readingOf(text)));
    }
    const { material } = this.asked.request;
    if (material.text !== "") sources.push(new Source("the material", "material", material));
    return sources;
  }

  /** The request's instruction and every source. */
  get #readings(): readonly TextReading[] {
    this.#allReadings ??= [this.asked.request.instruction, ...this.sources.map(({ reading }) => reading)];
    return this.#allReadings;
  }

  #union(part: (reading: TextReading) => ReadonlySet<string>): JoinedSets {
    return new JoinedSets(this.#readings.map(part));
  }
}

/** A fact is shown to many steps and read once. */
function factSource(fact: FrameFact): Source {
  let source = factSources.get(fact);
  if (source === undefined || source.reading.text !== fact.statement) {
    source = new Source(`fact ${fact.factId}`, "fact", readingOf(fact.statement));
    factSources.set(fact, source);
  }
  return source;
}

/** Index of the first value that is not below `limit` in an ascending list. */
function lowerBound(values: readonly number[], limit: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((values[middle] as number) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

const MARK = /\[([^[\]\n]{1,400})\]/g;

/** The output with blanks for every `[ref]` of a fact, so that places in it stay the same. */
function withoutSourceMarks(output: string, facts: readonly FrameFact[]): string {
  if (!output.includes("[")) return output;
  const refs = new Set(facts.map((fact) => fact.provenanceRef));
  return output.replace(MARK, (mark, ref: string) => (refs.has(ref) ? " ".repeat(mark.length) : mark));
}
