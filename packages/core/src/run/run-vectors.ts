import type { QueryEmbedding } from "../capability/blend-embedding.js";
import type { Embedder } from "../contract/capability.js";
import type { EffectDoor } from "../effect/door.js";
import { embedTexts } from "../effect/embed-texts.js";
import type { FactEmbeddings, FactIndex } from "../position/fact-index.js";

/** Most texts of one call: what vendors of embeddings take at a time. */
const BATCH = 96;

export interface RunVectorsOptions {
  readonly embedder: Embedder;
  readonly runId: string;
  readonly door: EffectDoor;
  readonly facts: FactIndex;
  /** Milliseconds one call may take. */
  readonly timeoutMs: number;
  /** Told once, when the embedder has failed. */
  readonly onFailure: (asker: VectorAsker, problem: string) => void;
}

/** Who asks for vectors. */
export interface VectorAsker {
  readonly lane: number;
  readonly stepId: string;
  readonly attempt: number;
}

/** What a step needs vectors of. */
export interface VectorNeeds {
  /** Texts to find something for. */
  readonly queries: readonly string[];
  /** Whether there are facts to choose among. */
  readonly facts: boolean;
}

/**
 * The vectors of a run: those of its facts, and of what facts and tools are found for. A text is embedded once; an
 * embedder that fails is not asked again, and the run goes by words alone (POS-FRM-03).
 */
export class RunVectors {
  readonly #options: RunVectorsOptions;
  readonly #byText = new Map<string, readonly number[]>();
  readonly #byFact = new Map<string, readonly number[]>();
  readonly #batches = new Map<string, number>();
  /** Facts of the index that have been looked at. */
  #seen = 0;
  #failed = false;
  /** Lanes that wait for the texts another one is asking for; null while nobody asks. */
  #waiting: (() => void)[] | null = null;

  constructor(options: RunVectorsOptions) {
    this.#options = options;
  }

  /** Name of the model that makes the vectors. */
  get model(): string {
    return this.#options.embedder.model;
  }

  /** What tools are compared with for a query that was asked for; undefined where there is no vector. */
  forTools(query: string): QueryEmbedding | undefined {
    const vector = this.#failed ? undefined : this.#byText.get(query);
    return vector === undefined ? undefined : { model: this.model, vector };
  }

  /** What facts are chosen by for a query that was asked for, beside words; undefined where there is no vector. */
  forFacts(query: string): FactEmbeddings | undefined {
    const vector = this.#failed ? undefined : this.#byText.get(query);
    return vector === undefined ? undefined : { query: vector, facts: this.#byFact };
  }

  /** Has those vectors made that are needed and not there yet, through the door. */
  async ensure(asker: VectorAsker, needs: VectorNeeds): Promise<void> {
    while (!this.#failed) {
      if (this.#waiting !== null) {
        const waiting = this.#waiting;
        // What another lane is asking for is not asked for twice.
        await this.#options.door.standBy((wake) => waiting.push(wake));
        continue;
      }
      const missing = this.#missing(needs);
      if (missing.length === 0) {
        if (needs.facts) this.#assign();
        return;
      }
      await this.#embed(asker, missing.slice(0, BATCH));
    }
  }

  #missing(needs: VectorNeeds): string[] {
    const texts = needs.facts
      ? [...needs.queries, ...this.#options.facts.addedAfter(this.#seen).map((fact) => fact.statement)]
      : needs.queries;
    return [...new Set(texts)].filter((text) => text.trim() !== "" && !this.#byText.has(text));
  }

  async #embed(asker: VectorAsker, texts: readonly string[]): Promise<void> {
    const { door, embedder, timeoutMs } = this.#options;
    const waiting: (() => void)[] = [];
    this.#waiting = waiting;
    try {
      const outcome = await embedTexts(door, embedder, { key: this.#nextKey(asker), texts, timeoutMs });
      if (outcome.problem === undefined) {
        for (const [at, text] of texts.entries()) this.#byText.set(text, outcome.vectors[at] as readonly number[]);
      } else {
        // POS-FRM-03: one that fails once costs its time at every step, and says no more the next time.
        this.#failed = true;
        this.#options.onFailure(asker, outcome.problem);
      }
    } finally {
      this.#waiting = null;
      for (const wake of waiting) wake();
    }
  }

  #assign(): void {
    const { facts } = this.#options;
    for (const { factId, statement } of facts.addedAfter(this.#seen)) {
      const vector = this.#byText.get(statement);
      if (vector !== undefined) this.#byFact.set(factId, vector);
    }
    this.#seen = facts.added;
  }

  #nextKey({ stepId, attempt }: VectorAsker): string {
    const first = `${this.#options.runId}/${stepId}/${attempt}/embed`;
    const before = this.#batches.get(first) ?? 0;
    this.#batches.set(first, before + 1);
    return before === 0 ? first : `${first}.${before}`;
  }
}
