import type { Compiled } from "@pelorus/strata";
import type { StrataPolicy } from "../strata-policy.js";

/** A policy whose program was read, checked and compiled: once, to be asked many times. */
export interface LoadedPolicy {
  readonly policy: StrataPolicy;
  readonly compiled: Compiled;
  /** Predicates the program reads; rows of others are not supplied. */
  readonly reads: ReadonlySet<string>;
  /** Capabilities whose `cap_cost` the host states itself. */
  readonly hostCosts: ReadonlySet<string>;
  /** `sha256:` of program and host facts: with the supplied rows, what a decision depends on. */
  readonly digest: string;
}
