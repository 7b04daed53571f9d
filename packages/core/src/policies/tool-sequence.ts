interface ProofNode {
  readonly kind: string;
  readonly data: {
    readonly fact: { readonly pred: string; readonly args: readonly { readonly data: { readonly name?: string } }[] };
    readonly premises?: readonly { readonly kind: string; readonly data: unknown }[];
  };
}

/**
 * The tools a proof of `reach` or `prefer` spends, in the order they have to run (STRATA-PLN-02): the `cap_cost` leaves
 * of the proof in post-order. `proof` is the one a decision carries.
 */
export function toolSequence(proof: unknown): string[] {
  const sequence: string[] = [];
  const open: ProofNode[] = [proof as ProofNode];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const { fact, premises = [] } = node.data;
    const tool = fact.args[0]?.data.name;
    if (fact.pred === "cap_cost" && tool !== undefined) sequence.push(tool);
    // STRATA-PLN-02: leaves only, so that post-order is the order of the premises.
    for (let at = premises.length - 1; at >= 0; at--) {
      const premise = premises[at];
      if (premise?.kind === "proof") open.push(premise.data as ProofNode);
    }
  }
  return sequence;
}
