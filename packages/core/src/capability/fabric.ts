import {
  type CapabilityDefinition,
  type CapabilityDescriptor,
  type CapabilityProfile,
  PROFILE_LIMITS,
  type RejectedCapability,
  type RejectionReason,
  type ScoreParts,
  type SelectedCapability,
} from "../contract/capability.js";
import { DescriptorError } from "../contract/error.js";
import type { StlOperation } from "../contract/operation.js";
import { showValue } from "../contract/show-value.js";
import { blendEmbedding, type QueryEmbedding } from "./blend-embedding.js";
import { checkDescriptor, type DescriptorWarning } from "./check-descriptor.js";
import { type FabricEntry, fabricEntry, operationBit } from "./fabric-entry.js";
import { FabricSelection } from "./fabric-selection.js";
import { rankDocument } from "./rank-document.js";
import { RankIndex } from "./rank-index.js";
import { RANK_WEIGHTS } from "./rank-weights.js";
import { resolveOffers } from "./resolve-offers.js";
import { jaccardQuery, scoreJaccard } from "./score-jaccard.js";
import {
  type AvailableFact,
  argumentEvidence,
  intentShare,
  satisfiableShare,
  selectionQuery,
} from "./selection-query.js";

/** Weights of the addends of a score (POS-FAB-02). */
const WEIGHTS = { relevance: 0.5, intent: 0.2, schema: 0.2, cost: 0.1 } as const;

/** Below this relevance a tool is not offered (POS-FAB-05). */
const MIN_RELEVANCE = 0.02;

export interface FabricOptions {
  /** Tools below this relevance, 0 to 1, are not offered; default 0.02. At 0 every request gets the best there is. */
  readonly minRelevance?: number;
}

/** What one selection may offer, and what it knows of the run (POS-FAB-02). */
export interface SelectOptions {
  /** Default `frontier`. */
  readonly profile?: CapabilityProfile;
  /** Why a capability may not be offered; null when it may. */
  readonly policy?: { rejectReason(descriptor: CapabilityDescriptor): RejectionReason | null };
  /** Facts at hand: statements, fact types, or objects with both. */
  readonly availableFacts?: readonly AvailableFact[];
  readonly queryEmbedding?: QueryEmbedding;
  /** Slots of the selection, an integer ≥ 1; default the profile's K, which it may exceed. */
  readonly k?: number;
  /** `fields` (default), or `jaccard`: the baseline, without threshold. */
  readonly ranking?: "fields" | "jaccard";
  /** Ids with an observation in this run: as dependencies they are done. */
  readonly observed?: ReadonlySet<string>;
  /** Weights that reorder offers: finite ones first, ascending, then those without, then infinite ones. */
  readonly prefer?: ReadonlyMap<string, number>;
  /** Calls the frame may make; default no limit. */
  readonly maxCalls?: number;
  /** False: candidates as scored, whatever they depend on. Default true. */
  readonly withDependencies?: boolean;
}

const ANY_OPERATION = -1;
const NOTHING_OBSERVED: ReadonlySet<string> = new Set();

interface Candidate {
  readonly entry: FabricEntry;
  readonly score: number;
  readonly parts: ScoreParts;
}

/** The catalogue of capabilities, from which each operation gets the few that serve it (POS-FAB). */
export class ToolCapabilityFabric {
  readonly #entries = new Map<string, FabricEntry>();
  readonly #index = new RankIndex();
  readonly #freePlaces: number[] = [];
  /** Tools below this relevance are not offered. */
  readonly minRelevance: number;
  #places = 0;
  #registrations = 0;

  /** Throws a RangeError for a `minRelevance` that is no number from 0 to 1. */
  constructor({ minRelevance = MIN_RELEVANCE }: FabricOptions = {}) {
    if (!(minRelevance >= 0 && minRelevance <= 1)) {
      throw new RangeError(`minRelevance: expected a number from 0 to 1, got ${showValue(minRelevance)}`);
    }
    this.minRelevance = minRelevance;
  }

  /** Number of registered capabilities. */
  get size(): number {
    return this.#entries.size;
  }

  /** Whether a capability is registered under exactly this id. */
  has(capabilityId: string): boolean {
    return this.#entries.has(capabilityId);
  }

  /** The registered descriptor, or undefined. */
  get(capabilityId: string): CapabilityDescriptor | undefined {
    return this.#entries.get(capabilityId)?.descriptor;
  }

  /** The registered descriptors, in the order of registration. */
  descriptors(): CapabilityDescriptor[] {
    return Array.from(this.#entries.values(), (entry) => entry.descriptor);
  }

  /**
   * Adds a capability to the catalogue and its index (POS-FAB-01, POS-FAB-09). Throws a `DescriptorError` that names
   * every problem with its path, or that the id is taken; returns the checked descriptor and what was skipped.
   */
  register(input: CapabilityDescriptor | CapabilityDefinition): {
    readonly descriptor: CapabilityDescriptor;
    readonly warnings: readonly DescriptorWarning[];
  } {
    const stated = "descriptor" in input ? input.descriptor : input;
    const { descriptor, warnings } = checkDescriptor(stated);
    const id = descriptor.capabilityId;
    if (this.#entries.has(id)) {
      throw new DescriptorError("capability_duplicate", [
        { path: "/capabilityId", message: `${JSON.stringify(id)} is registered already` },
      ]);
    }
    const place = this.#freePlaces.pop() ?? this.#places++;
    const entry = fabricEntry(descriptor, place, this.#registrations++);
    this.#index.add(place, rankDocument(descriptor));
    this.#entries.set(id, entry);
    return { descriptor, warnings };
  }

  /** Takes a capability out of the catalogue and its index. False when there was none. */
  unregister(capabilityId: string): boolean {
    const entry = this.#entries.get(capabilityId);
    if (entry === undefined) return false;
    this.#entries.delete(capabilityId);
    this.#index.remove(entry.place, rankDocument(entry.descriptor));
    this.#freePlaces.push(entry.place);
    return true;
  }

  /**
   * The capabilities that serve an operation, best first; null searches all kinds (POS-FAB-02). Every retrieved one is
   * selected or rejected with a reason (POS-FAB-08). A `k` that is no integer ≥ 1 is a RangeError.
   */
  select(operation: StlOperation | null, queryText: string, options: SelectOptions = {}): FabricSelection {
    const profile = options.profile ?? "frontier";
    const maxK = options.k ?? PROFILE_LIMITS[profile].k;
    if (!Number.isInteger(maxK) || maxK < 1) throw new RangeError(`k must be an integer of at least 1, not ${maxK}`);
    const retrieved = this.#retrieve(operation);
    const rejected: RejectedCapability[] = [];
    const { policy } = options;
    // A denial outranks relevance: the reason a person looks for is the policy's.
    const permitted =
      policy === undefined
        ? retrieved
        : retrieved.filter(({ descriptor }) => {
            const reason = policy.rejectReason(descriptor);
            if (reason !== null) rejected.push({ capabilityId: descriptor.capabilityId, reason });
            return reason === null;
          });
    const candidates =
      options.ranking === "jaccard"
        ? this.#scoreJaccard(queryText, permitted)
        : this.#scoreFields(queryText, permitted, options, rejected);
    candidates.sort(byScore);
    const ordered = options.prefer === undefined ? candidates : reorder(candidates, options.prefer);
    const { selected, rejected: refused } = this.#offer(ordered, maxK, options);
    for (const refusal of refused) rejected.push(refusal);
    return new FabricSelection({ operation, profile, selected, rejected, maxK, describe: (id) => this.get(id) });
  }

  #retrieve(operation: StlOperation | null): FabricEntry[] {
    const bit = operation === null ? ANY_OPERATION : operationBit(operation);
    const retrieved: FabricEntry[] = [];
    for (const entry of this.#entries.values()) if ((entry.operations & bit) !== 0) retrieved.push(entry);
    return retrieved;
  }

  #scoreFields(
    queryText: string,
    entries: readonly FabricEntry[],
    options: SelectOptions,
    rejected: RejectedCapability[],
  ): Candidate[] {
    const query = selectionQuery(queryText, options.availableFacts ?? []);
    const { evidence, sufficiency: found } = this.#index.evidence(query, this.#places);
    const threshold = query.words.length === 0 ? 0 : this.minRelevance;
    // Without a threshold nobody asks whether any tool serves, only which serves best.
    const sufficiency = threshold === 0 ? 1 : found;
    let best = Number.MIN_VALUE;
    for (const { place, needs } of entries) {
      const words = evidence[place] as number;
      // Values alone speak for no capability: any that takes a number would serve any text with one.
      if (words > 0) evidence[place] = words + argumentEvidence(query, needs);
      best = Math.max(best, evidence[place] as number);
    }
    const candidates: Candidate[] = [];
    for (const entry of entries) {
      const share = (evidence[entry.place] as number) / best;
      // A power of a share is never more than the share: what lies below the threshold needs no power to be told.
      const lexical = share < threshold ? 0 : sufficiency * share ** RANK_WEIGHTS.power;
      const relevance = blendEmbedding(lexical, entry.descriptor, options.queryEmbedding);
      // A search serves words that stand in other texts than its description, so a low relevance says nothing of its use;
      // its rank stays.
      const least = entry.descriptor.kind === "query" ? 0 : threshold;
      // POS-FAB-05: no tool at all serves better than one that has nothing to do with the request.
      if (relevance < least) {
        rejected.push({ capabilityId: entry.descriptor.capabilityId, reason: "below-relevance" });
        continue;
      }
      const intent = intentShare(query, entry.intents);
      const schema = satisfiableShare(query, entry.needs);
      candidates.push(candidate(entry, { relevance, intent, schema, cost: entry.cost }));
    }
    return candidates;
  }

  #scoreJaccard(queryText: string, entries: readonly FabricEntry[]): Candidate[] {
    const query = jaccardQuery(queryText);
    return entries.map((entry) => candidate(entry, { ...scoreJaccard(query, entry.descriptor), cost: entry.cost }));
  }

  #offer(
    candidates: readonly Candidate[],
    k: number,
    options: SelectOptions,
  ): { readonly selected: readonly SelectedCapability[]; readonly rejected: readonly RejectedCapability[] } {
    const alone = options.withDependencies === false;
    const offers = resolveOffers(
      candidates.map(({ entry }) => entry.descriptor.capabilityId),
      {
        k,
        maxCalls: options.maxCalls ?? Number.POSITIVE_INFINITY,
        observed: options.observed ?? NOTHING_OBSERVED,
        describe: (id) => (alone ? withoutDependencies(this.get(id)) : this.get(id)),
        denied: (id) => {
          const descriptor = this.get(id);
          return descriptor !== undefined && (options.policy?.rejectReason(descriptor) ?? null) !== null;
        },
      },
    );
    // Only what is offered is looked up again: a few out of perhaps thousands.
    const wanted = new Set([...offers.dependencies, ...offers.scored]);
    const byId = new Map<string, Candidate>();
    for (const scored of candidates) {
      const id = scored.entry.descriptor.capabilityId;
      if (wanted.has(id)) byId.set(id, scored);
    }
    const selectedOf = (id: string, reason: SelectedCapability["reason"]): SelectedCapability => {
      const scored = byId.get(id);
      // A dependency may serve another operation or lie below the threshold: only its cost speaks for it.
      const cost = this.#entries.get(id)?.cost ?? 0;
      const parts = scored?.parts ?? { relevance: 0, intent: 0, schema: 0, cost };
      return { capabilityId: id, score: scored?.score ?? WEIGHTS.cost * cost, reason, parts };
    };
    return {
      selected: [
        ...offers.dependencies.map((id) => selectedOf(id, "dependency")),
        ...offers.scored.map((id) => selectedOf(id, "scored")),
      ],
      rejected: offers.rejected,
    };
  }
}

function candidate(entry: FabricEntry, parts: ScoreParts): Candidate {
  const score =
    WEIGHTS.relevance * parts.relevance +
    WEIGHTS.intent * parts.intent +
    WEIGHTS.schema * parts.schema +
    WEIGHTS.cost * parts.cost;
  return { entry, score, parts };
}

/** Ties go to the earlier registration (POS-FAB-02). */
const byScore = (left: Candidate, right: Candidate): number =>
  right.score - left.score || left.entry.order - right.entry.order;

function reorder(candidates: readonly Candidate[], prefer: ReadonlyMap<string, number>): Candidate[] {
  const weight = (entry: Candidate): number => {
    const stated = prefer.get(entry.entry.descriptor.capabilityId);
    return stated === undefined ? Number.MAX_VALUE : stated;
  };
  return [...candidates].sort((left, right) => {
    const [a, b] = [weight(left), weight(right)];
    return a < b ? -1 : a > b ? 1 : byScore(left, right);
  });
}

function withoutDependencies(descriptor: CapabilityDescriptor | undefined): CapabilityDescriptor | undefined {
  return descriptor?.dependencies === undefined ? descriptor : { ...descriptor, dependencies: [] };
}
