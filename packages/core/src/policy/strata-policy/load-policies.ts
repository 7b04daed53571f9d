import type { HostFacts, Outcome, Program } from "@pelorus/strata";
import { canonicalJson } from "../../contract/canonical-json.js";
import { sha256Digest } from "../../contract/digest.js";
import { PolicyError } from "../../contract/error.js";
import type { PolicyProgram } from "../policy-context.js";
import { asStrataPolicy, type StrataPolicy } from "../strata-policy.js";
import type { LoadedPolicy } from "./loaded-policy.js";

type Strata = typeof import("@pelorus/strata");

/** Problems an error names; the rest is counted. */
const NAMED_PROBLEMS = 5;

const loadedPolicies = new WeakMap<StrataPolicy, LoadedPolicy>();

/**
 * Reads, checks and compiles policies. The language is loaded only when there is a policy. Throws `PolicyError` for the
 * first policy that is none, naming what is wrong with it.
 */
export async function loadPolicies(programs: readonly PolicyProgram[]): Promise<readonly LoadedPolicy[]> {
  if (!Array.isArray(programs)) throw new PolicyError("The programs of a policy are a list.", null);
  if (programs.length === 0) return [];
  const strata = await import("@pelorus/strata");
  const loaded: LoadedPolicy[] = [];
  for (const program of programs) {
    const policy = asStrataPolicy(program);
    if (loaded.some((other) => other.policy.id === policy.id)) {
      throw new PolicyError(`Two policies have the id ${policy.id}.`, policy.id);
    }
    let known = loadedPolicies.get(policy);
    if (known === undefined) {
      known = loadPolicy(strata, policy);
      loadedPolicies.set(policy, known);
    }
    loaded.push(known);
  }
  return loaded;
}

function loadPolicy(strata: Strata, policy: StrataPolicy): LoadedPolicy {
  const { policyVocabulary, policyReserved, POLICY_BUDGET } = strata;
  const budget = { ...POLICY_BUDGET, ...withoutTermPolicy(policy.budget) };
  const read = readProgram(strata, policy.program, budget);
  // STRATA-POL-06: a policy that does not load or check stops the run from starting.
  if (!read.ok) throw notValid(strata, policy, read);
  const reserved = policyReserved();
  const compiled = strata.compile(read.value, { prelude: policyVocabulary(), reserved, budget });
  if (!compiled.ok) throw notValid(strata, policy, compiled);
  const forged = suppliedFact(policy.facts ?? [], new Set(reserved));
  if (forged !== null) {
    // STRATA-POL-04: what the runtime supplies is the runtime's alone, also among the host's facts.
    throw new PolicyError(
      `Policy ${policy.id}: the facts state ${forged}, which only the runtime supplies.`,
      policy.id,
    );
  }
  const loaded = {
    policy,
    compiled: compiled.value,
    reads: readPredicates(read.value),
    hostCosts: hostCosts(policy.facts ?? []),
    digest: sha256Digest(canonicalJson(JSON.parse(JSON.stringify([policy.program, policy.facts ?? []])))),
  };
  tryOut(strata, loaded);
  return loaded;
}

function readProgram(
  { parseProgram, parseText, loadProgram, isJsonText }: Strata,
  program: StrataPolicy["program"],
  budget: object,
): Outcome<Program> {
  if (typeof program === "string") {
    return isJsonText(program) ? parseProgram(program, { budget }) : parseText(program, { budget });
  }
  // A program object is checked when it is compiled; the JSON of one is told by the spelling of its version.
  return "ir_version" in program
    ? loadProgram(program, { budget })
    : { ok: true, value: program as Program, diagnostics: [] };
}

/** Evaluates once over the host's facts: rows of the wrong shape, and programs nothing can be decided by, show now. */
function tryOut(strata: Strata, { policy, compiled }: LoadedPolicy): void {
  const budget = { ...strata.POLICY_BUDGET, ...policy.budget };
  const tried = strata.evaluate(compiled, {
    budget,
    ...(policy.facts === undefined ? {} : { facts: policy.facts }),
    select: [...strata.POLICY_DECISIONS],
  });
  if (!tried.ok) throw notValid(strata, policy, tried);
  for (const decision of strata.POLICY_DECISIONS) {
    try {
      tried.value.rows(decision, { limit: 0 });
    } catch (cause) {
      throw new PolicyError(`Policy ${policy.id}: ${decision} rests on soft facts, which decide nothing.`, policy.id, {
        cause,
      });
    }
  }
}

function withoutTermPolicy(budget: StrataPolicy["budget"]) {
  const { onTermDepth: _, ...counts } = budget ?? {};
  return counts;
}

/** `cap_cost` is the host's choice; every other row the runtime supplies it makes itself. */
function suppliedFact(facts: HostFacts, reserved: ReadonlySet<string>): string | null {
  for (const fact of facts) {
    const pred = "atom" in fact ? fact.atom?.pred : fact.pred;
    if (pred !== "cap_cost" && reserved.has(pred)) return pred;
  }
  return null;
}

function hostCosts(facts: HostFacts): Set<string> {
  const terms = facts.flatMap((fact) => {
    if ("atom" in fact) return fact.atom.pred === "cap_cost" ? [fact.atom.args[0]] : [];
    return fact.pred === "cap_cost" ? fact.rows.map(([first]) => first) : [];
  });
  return new Set(
    terms.flatMap((term) => {
      if (typeof term === "string") return [term];
      return typeof term === "object" && term.kind === "const" ? [term.data.name] : [];
    }),
  );
}

function readPredicates(program: Program): Set<string> {
  const names = new Set<string>();
  for (const item of program.items) {
    if (item.kind === "query") names.add(item.data.atom.pred);
    if (item.kind !== "rule") continue;
    for (const literal of item.data.body) {
      if (literal.kind === "pos" || literal.kind === "neg") names.add(literal.data.pred);
    }
  }
  return names;
}

function notValid({ printCode, locateInText }: Strata, policy: StrataPolicy, outcome: Outcome<unknown>): PolicyError {
  const { id, program } = policy;
  const text = typeof program === "string" ? program : null;
  const { diagnostics } = text === null ? outcome : locateInText(text, outcome);
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  const named = errors.slice(0, NAMED_PROBLEMS).map(({ code, path, span, message, hint }) => {
    const advice = hint === undefined ? "" : ` (${hint})`;
    const place = text === null || span === undefined ? [] : [lineAndColumn(text, span.start)];
    if (path !== "") place.push(path);
    return `${printCode(code)} at ${place.length === 0 ? "the document" : place.join(" ")}: ${message}${advice}`;
  });
  const more = errors.length > NAMED_PROBLEMS ? `; and ${errors.length - NAMED_PROBLEMS} more` : "";
  return new PolicyError(`Policy ${id} does not check: ${named.join("; ")}${more}.`, id, { cause: { diagnostics } });
}

/** `line:column`, both from 1, columns in UTF-16 units. */
function lineAndColumn(text: string, offset: number): string {
  const before = text.slice(0, offset);
  return `${before.split("\n").length}:${offset - before.lastIndexOf("\n")}`;
}
