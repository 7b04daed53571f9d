import type { CapabilityDescriptor } from "../contract/capability.js";
import { type StrataPolicy, strataPolicy } from "../policy/strata-policy.js";

type Json = Readonly<Record<string, unknown>>;

const constant = (name: string): Json => ({ kind: "const", data: { name } });
const variable = (name: string): Json => ({ kind: "var", data: { name } });
const atom = (pred: string, ...args: readonly Json[]): Json => ({ pred, args });
const holds = (pred: string, ...args: readonly Json[]): Json => ({ kind: "pos", data: atom(pred, ...args) });
const rule = (head: Json, ...body: readonly Json[]): Json => ({ kind: "rule", data: { head, body } });

/**
 * Plan logic of a set of tools as a policy (STRATA-PLN-02): `reach` is the least cost of coming to a fact type from the
 * facts at hand, a tool that makes a goal is preferred by what its whole path costs, and a tool that needs another which
 * is not there is withheld (STRATA-PLN-01). Costs are `cap_cost`; the goal is the run's `goalFacts`.
 */
export function cheapestToolPath(
  tools: readonly Pick<CapabilityDescriptor, "capabilityId" | "consumesFacts" | "metadata">[],
  options: { readonly id?: string } = {},
): StrataPolicy {
  const items: Json[] = [
    predicate("needs", ["cap", "cap"], "bool"),
    predicate("known", ["cap"], "bool"),
    predicate("reach", ["fact_type"], "trop"),
    rule(atom("known", variable("K")), holds("capability", variable("K"), variable("_"), variable("_"))),
    rule(atom("needs", variable("A"), variable("B")), holds("requires", variable("A"), variable("B"))),
    rule(
      atom("needs", variable("A"), variable("C")),
      holds("requires", variable("A"), variable("B")),
      holds("needs", variable("B"), variable("C")),
    ),
    // STRATA-PLN-01: what needs a missing capability, at any distance, cannot be run.
    rule(
      atom("withhold", variable("A"), constant("a needed capability is missing")),
      holds("offered", variable("_"), variable("A")),
      holds("needs", variable("A"), variable("B")),
      { kind: "neg", data: atom("known", variable("B")) },
    ),
    rule(atom("reach", variable("F")), holds("have", variable("F"))),
    ...tools.flatMap(pathRules),
  ];
  return strataPolicy({ ir_version: "0.1.0", items }, { id: options.id ?? "cheapest-tool-path" });
}

/** One rule per fact type a tool makes, with one `reach` literal per input: every input is paid for. */
function pathRules({
  capabilityId,
  consumesFacts = [],
  metadata,
}: Pick<CapabilityDescriptor, "capabilityId" | "consumesFacts" | "metadata">): Json[] {
  const tool = constant(capabilityId);
  const inputs = [...new Set(consumesFacts)].map((type) => holds("reach", constant(type)));
  return [...new Set(metadata?.producesTypes ?? [])].flatMap((type) => [
    // STRATA-PLN-02: a path costs the sum of its inputs' paths and of the tool itself.
    rule(atom("reach", constant(type)), ...inputs, holds("cap_cost", tool)),
    rule(
      atom("prefer", tool),
      holds("offered", variable("_"), tool),
      holds("goal", constant(type)),
      ...inputs,
      holds("cap_cost", tool),
    ),
  ]);
}

function predicate(name: string, domains: readonly string[], annotation: "bool" | "trop"): Json {
  const args = domains.map((domain) => ({ kind: "domain", data: { name: domain } }));
  return { kind: "predicate", data: { name, sig: { args, annotation: { kind: annotation } } } };
}
