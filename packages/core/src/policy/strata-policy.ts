import type { EvaluationBudget, HostFacts, Program } from "@pelorus/strata";
import { PolicyError } from "../contract/error.js";
import type { PolicyProgram } from "./policy-context.js";

/** How a host takes a policy program up. */
export interface StrataPolicyOptions {
  /** 1–64 of `a–z`, `0–9` and `-`; what decisions are told by. */
  readonly id: string;
  /** Whether the policy's `allow` rows count. Default false. */
  readonly trusted?: boolean;
  /** What holds for a call no policy decides on; `deny` in one policy is `deny` for the run. Default `allow`. */
  readonly defaultVerdict?: "allow" | "deny";
  /** What one evaluation may use; what is not named is the policy budget of the language. */
  readonly budget?: EvaluationBudget;
  /** Rows of the host: of the program's own predicates, and `cap_cost`. */
  readonly facts?: HostFacts;
}

/** A Strata program as a policy. Data only, so that the journal of a run holds the policies it was started with. */
export interface StrataPolicy extends PolicyProgram {
  /** 1–64 of a–z, 0–9 and `-`, unique in a run. */
  readonly id: string;
  /** Surface text, JSON text, a program object, or the JSON value of one. */
  readonly program: string | Program | Readonly<Record<string, unknown>>;
  /** Whether the program's `allow` counts (STRATA-POL-05). */
  readonly trusted: boolean;
  /** What holds for a call the program says nothing of (STRATA-POL-02). */
  readonly defaultVerdict: "allow" | "deny";
  readonly budget?: EvaluationBudget;
  readonly facts?: HostFacts;
}

const ID = /^[a-z0-9-]{1,64}$/;

const made = new WeakSet<object>();

/**
 * Makes a policy of a Strata program (POS-POL-03). The program itself is read and checked when a run starts with it.
 * Throws `PolicyError` for options that are none.
 */
export function strataPolicy(program: StrataPolicy["program"], options: StrataPolicyOptions): StrataPolicy {
  const { id, trusted = false, defaultVerdict = "allow", budget, facts } = options;
  if (typeof id !== "string" || !ID.test(id)) {
    throw new PolicyError(`A policy's id is 1–64 of a–z, 0–9 and "-", not ${JSON.stringify(id) ?? typeof id}.`, null);
  }
  const fault = faultOf(program, { trusted, defaultVerdict, budget, facts });
  if (fault !== null) throw new PolicyError(`Policy ${id}: ${fault}`, id);
  const policy: StrataPolicy = Object.freeze({
    id,
    program,
    trusted,
    defaultVerdict,
    ...(budget === undefined ? {} : { budget }),
    ...(facts === undefined ? {} : { facts }),
  });
  made.add(policy);
  return policy;
}

/** The policy itself where `strataPolicy` made it; one that was read back from a journal as data is made again. */
export function asStrataPolicy(program: PolicyProgram): StrataPolicy {
  if (made.has(program)) return program as StrataPolicy;
  if (typeof program !== "object" || program === null) throw new PolicyError("A policy program is an object.", null);
  const data = program as StrataPolicy;
  return strataPolicy(data.program, data);
}

function faultOf(
  program: unknown,
  { trusted, defaultVerdict, budget, facts }: Readonly<Record<string, unknown>>,
): string | null {
  const isObject = (value: unknown) => typeof value === "object" && value !== null;
  if (typeof program !== "string" && !isObject(program)) return "a program is text or an object.";
  if (typeof trusted !== "boolean") return "trusted is true or false.";
  if (defaultVerdict !== "allow" && defaultVerdict !== "deny") return 'defaultVerdict is "allow" or "deny".';
  if (budget !== undefined && !isObject(budget)) return "budget is an object.";
  if (facts !== undefined && !Array.isArray(facts)) return "facts is a list.";
  return null;
}
