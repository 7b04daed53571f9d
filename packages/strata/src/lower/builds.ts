import type { LoweredRule } from "./lowered-rule.js";
import type { Build } from "./plan.js";

/** What has to be built so that `slots` have values, parts before wholes; variables must be bound already. */
export function buildsFor(rule: LoweredRule, slots: readonly number[]): readonly Build[] {
  if (rule.compounds.size === 0) return NOTHING;
  const needed = new Set<number>();
  const pending = [...slots];
  while (pending.length > 0) {
    const slot = pending.pop()!;
    const compound = rule.compounds.get(slot);
    if (compound === undefined || needed.has(slot)) continue;
    needed.add(slot);
    pending.push(...compound.args);
  }
  // Slots were given out parts first.
  return [...needed]
    .sort((left, right) => left - right)
    .map((slot) => {
      const { functor, args } = rule.compounds.get(slot)!;
      return { functor, args, into: slot };
    });
}

const NOTHING: readonly Build[] = [];
