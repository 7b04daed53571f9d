import type { Item } from "../ir/program.js";
import { type CheckContext, complain, quote } from "./check-context.js";
import { checkGround } from "./check-fact.js";
import type { Trail } from "./walk-variables.js";

/** The rules of answer-set programs: E1004 and E1011. Unsafe rules and any use of `not` are legal there. */
export function checkAsp(context: CheckContext): void {
  for (const [index, item] of context.program.items.entries()) {
    const trail: Trail = ["items", index, "data"];
    const refused = refusal(item);
    if (refused !== null)
      complain(context, 1011, [...trail, ...refused.below], `${refused.what} in a program with @asp`);
    else if (item.kind === "fact") checkGround(context, item.data, trail);
  }
}

interface Refusal {
  readonly what: string;
  readonly below: Trail;
}

function refusal(item: Item): Refusal | null {
  switch (item.kind) {
    case "query":
      return { what: "a query cannot stand", below: [] };
    case "input":
      return { what: "an input cannot stand", below: [] };
    case "predicate":
      if (item.data.neural === undefined) return null;
      return { what: `the neural predicate ${quote(item.data.name)} cannot stand`, below: ["neural"] };
    case "fact": {
      if (item.data.weight !== undefined) return { what: "a weight cannot stand", below: ["weight"] };
      if (item.data.prob !== undefined) return { what: "a probability cannot stand", below: ["prob"] };
      const column = item.data.atom.args.findIndex(({ kind }) => kind === "compound");
      return column < 0 ? null : { what: "a fact with a compound cannot stand", below: ["atom", "args", column] };
    }
    default:
      return null;
  }
}
