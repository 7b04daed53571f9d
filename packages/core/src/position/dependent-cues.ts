import type { StlOperation } from "../contract/operation.js";
import type { ClauseHead } from "./clause-head.js";
import { WORD_FLAGS } from "./lexicon.js";
import type { ClausePlace, RequestAct } from "./request-act.js";
import type { RequestToken } from "./tokenise-request.js";

const F = WORD_FLAGS;

/** Operations that can feed a product from inside its description. */
const FEEDING: ReadonlySet<StlOperation> = new Set(["COMPARE", "ANALYSE", "VERIFY", "SYNTHESISE", "RETRIEVE"]);

/** Place of a clause in the stated order. */
export function rankOf(head: ClauseHead, clause: number): number {
  // POS-CLS-09: "X after Y" states Y, X
  return head.fronted === "after" && clause > 0 ? clause - 1.5 : clause;
}

/**
 * Lists the acts from `from` on that depend on a clause's own act, of `operation`. They have no effect, except a
 * participle that says what goes into a product ("a memo comparing …").
 */
export function listDependentCues(
  place: ClausePlace,
  from: number,
  operation: StlOperation | null,
  acts: RequestAct[],
): void {
  const { tokens, clause } = place;
  let denied = false;
  for (let index = from; index < place.to; index += 1) {
    const token = tokens[index] as RequestToken;
    const entry = token.entry;
    if (entry === undefined || token.masked) continue;
    if ((entry.flags & (F.exception | F.negator)) !== 0) denied = true;
    const verb = entry.verb;
    if (verb === null || entry.loose || entry.form === "past" || entry.form === "finite") continue;
    const before = tokens[index - 1] as RequestToken;
    if (entry.form === "base") {
      const flags = before.entry?.flags ?? 0;
      if (entry.noun !== null || (flags & (F.infinitive | F.subordinator | F.exception | F.negator)) === 0) continue;
    }
    // POS-CLS-11: the act inside a participle that describes the product comes before the product
    const describes =
      entry.form === "participle" &&
      operation === "GENERATE" &&
      !denied &&
      before.entry?.noun === operation &&
      FEEDING.has(verb);
    acts.push({
      operation: verb,
      role: describes ? "implied" : "subordinate",
      token: index,
      clause,
      negated: denied,
      loose: false,
      effective: describes,
      reasoning: false,
      rank: rankOf(place.head, clause),
    });
  }
}
