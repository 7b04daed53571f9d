import type { StlOperation } from "../contract/operation.js";
import { WORD_FLAGS } from "./lexicon.js";
import type { RequestAct } from "./request-act.js";
import type { RequestToken } from "./tokenise-request.js";

const F = WORD_FLAGS;

/** Operations that can feed a product from inside its description. */
const FEEDING: ReadonlySet<StlOperation> = new Set(["COMPARE", "ANALYSE", "VERIFY", "SYNTHESISE", "RETRIEVE"]);

/** What stands after an act in its clause. */
export interface ClauseRest {
  readonly tokens: readonly RequestToken[];
  readonly from: number;
  readonly to: number;
  readonly clause: number;
  readonly rank: number;
  /** Operation of the clause's act; null when it has none. */
  readonly operation: StlOperation | null;
}

/**
 * Lists the acts that depend on a clause's own act. They have no effect, except a participle that says what goes into a
 * product ("a memo comparing …").
 */
export function listDependentCues(rest: ClauseRest, acts: RequestAct[]): void {
  const { tokens, clause, rank } = rest;
  let denied = false;
  for (let index = rest.from; index < rest.to; index += 1) {
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
      rest.operation === "GENERATE" &&
      !denied &&
      before.entry?.noun === rest.operation &&
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
      rank,
    });
  }
}
