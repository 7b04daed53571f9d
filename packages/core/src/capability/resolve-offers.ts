import type { CapabilityDescriptor, RejectedCapability, RejectionReason } from "../contract/capability.js";

/** What resolving needs to know of the fabric and the run. */
export interface OfferContext {
  /** Slots of the selection. */
  readonly k: number;
  /** Calls the frame may make: a chain of dependencies must fit. */
  readonly maxCalls: number;
  /** Ids that already have an observation in this run. */
  readonly observed: ReadonlySet<string>;
  describe(capabilityId: string): CapabilityDescriptor | undefined;
  denied(capabilityId: string): boolean;
}

/** Which of the ranked candidates are offered, in which order, and why the others are not. */
export interface ResolvedOffers {
  /** Offered ids that another one needs, each after its own needs. They lead. */
  readonly dependencies: readonly string[];
  /** The other offered ids, best first. */
  readonly scored: readonly string[];
  readonly rejected: readonly RejectedCapability[];
}

const NOTHING: readonly string[] = [];

/**
 * Takes ranked candidates into the slots of a selection (POS-FAB-06): each with the dependencies that have no
 * observation yet, transitively, in topological order; a candidate whose dependency is missing, denied or does not fit
 * is rejected; of two that exclude each other, whichever side says so, the better stays.
 */
export function resolveOffers(candidates: readonly string[], context: OfferContext): ResolvedOffers {
  const dependencies = new Set<string>();
  const scored = new Set<string>();
  const rejected: RejectedCapability[] = [];
  const reject = (capabilityId: string, reason: RejectionReason): void => {
    rejected.push({ capabilityId, reason });
  };
  /** Ids that an offered capability declares itself exclusive with. */
  const shutOut = new Set<string>();
  const isOffered = (id: string): boolean => scored.has(id) || dependencies.has(id);
  const exclusions = (id: string) => context.describe(id)?.mutuallyExclusiveWith ?? NOTHING;

  for (const id of candidates) {
    const free = context.k - scored.size - dependencies.size;
    if (isOffered(id)) continue;
    if (free <= 0) {
      reject(id, "frame-capacity");
      continue;
    }
    const chain = dependencyChain(id, context);
    if (!Array.isArray(chain)) {
      reject(id, chain as RejectionReason);
      continue;
    }
    const added = [...chain, id].filter((member) => !isOffered(member));
    if (chain.length + 1 > context.maxCalls || added.length > free) {
      reject(id, "dependency-capacity");
      continue;
    }
    const together = new Set(added);
    const conflicting = added.some(
      (member) =>
        shutOut.has(member) ||
        // POS-FAB-06: one side's word is enough, and the better one is already there.
        exclusions(member).some((other) => other !== member && (isOffered(other) || together.has(other))),
    );
    if (conflicting) {
      reject(id, "mutually-excluded");
      continue;
    }
    for (const member of added) for (const other of exclusions(member)) shutOut.add(other);
    for (const need of chain) {
      scored.delete(need);
      dependencies.add(need);
    }
    scored.add(id);
  }
  return { dependencies: [...dependencies], scored: [...scored], rejected };
}

/** The unobserved dependencies of a capability, each after its own; or why there is no such chain. */
function dependencyChain(id: string, context: OfferContext): readonly string[] | RejectionReason {
  const own = context.describe(id)?.dependencies;
  if (own === undefined || own.length === 0) return NOTHING;
  const chain: string[] = [];
  const done = new Set<string>();
  const path = new Set<string>([id]);
  const stack: { readonly id: string; readonly needs: readonly string[]; next: number }[] = [
    { id, needs: own, next: 0 },
  ];
  while (stack.length > 0) {
    const top = stack[stack.length - 1] as (typeof stack)[number];
    const need = top.needs[top.next++];
    if (need === undefined) {
      stack.pop();
      path.delete(top.id);
      done.add(top.id);
      if (top.id !== id) chain.push(top.id);
      continue;
    }
    if (done.has(need) || context.observed.has(need)) continue;
    const descriptor = context.describe(need);
    // What needs itself can never be ready: it is as good as missing.
    if (path.has(need) || descriptor === undefined) return `dependency-missing:${need}`;
    if (context.denied(need)) return `dependency-denied:${need}`;
    path.add(need);
    stack.push({ id: need, needs: descriptor.dependencies ?? NOTHING, next: 0 });
  }
  return chain;
}
