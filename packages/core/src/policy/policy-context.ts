import type { CapabilityDescriptor, RejectionReason, SafetyClass } from "../contract/capability.js";
import { PolicyError } from "../contract/error.js";
import { documentCodec, toSnakeCase } from "../contract/json-codec.js";
import { lazySchema } from "../contract/lazy-schema.js";
import { type PolicyContextData, policyContextSchema } from "../contract/policy.js";
import { isWithinTargets } from "./target-match.js";

/** A program that decides beside the declarative rules; the run evaluates it at the inspection points (POS-POL-03). */
export interface PolicyProgram {
  /** `[a-z0-9-]{1,64}` */
  readonly id: string;
}

/** Further limits from outside; they only ever take away. */
export interface PolicyNarrowing {
  readonly allowlist?: readonly string[];
  readonly blocklist?: readonly string[];
  readonly maxToolCallsPerOperation?: number;
}

/** One call as the scope, egress and irreversibility rules see it. */
export interface Invocation {
  readonly capabilityId: string;
  /** Where the call's data goes, every place of it; null or empty when that cannot be told. */
  readonly target: string | readonly string[] | null;
  readonly dataLabels?: readonly string[];
  readonly irreversible?: boolean;
  /** Class of the capability; absent counts as not read-only. */
  readonly safetyClass?: SafetyClass;
}

/** What the declarative rules say of a call. */
export interface InvocationVerdict {
  readonly verdict: "allow" | "deny" | "require_approval";
  /** In the order of the rules. */
  readonly reasons: readonly string[];
}

const codec = lazySchema(() => documentCodec(policyContextSchema()));

/**
 * The declarative rules of a policy and its programs (POS-POL-01). Immutable. A rule that is absent forbids nothing;
 * unknown or ill-typed rules are a `PolicyError`, so that a misspelt rule never counts as no rule.
 */
export class PolicyContext<P extends PolicyProgram = PolicyProgram> {
  readonly data: PolicyContextData;
  readonly programs: readonly P[];
  readonly #blocked: ReadonlySet<string>;
  readonly #allowed: ReadonlySet<string> | null;

  constructor(options: PolicyContextData & { readonly programs?: readonly P[] } = {}) {
    const { programs = [], ...data } = options;
    this.data = checkedPolicy(data);
    this.programs = programs;
    this.#blocked = new Set(data.blocklist);
    this.#allowed = data.allowlist == null ? null : new Set(data.allowlist);
  }

  /** A context of what an option may hold: data, a context, or nothing. */
  static from<P extends PolicyProgram>(
    policy: PolicyContext<P> | (PolicyContextData & { readonly programs?: readonly P[] }) | null | undefined,
  ): PolicyContext<P> {
    return policy instanceof PolicyContext ? policy : new PolicyContext(policy ?? {});
  }

  /** Reads the rules from public JSON; programs are documents of their own. Throws `PolicyError`. */
  static fromJson(json: unknown): PolicyContext {
    const known = new Set(Object.keys(policyContextSchema().shape).map(toSnakeCase));
    const unknown = Object.keys((json ?? {}) as object).filter((key) => !known.has(key));
    if (unknown.length > 0) throw new PolicyError(`Unknown rules: ${unknown.join(", ")}.`, null);
    try {
      return new PolicyContext(codec().decode(json));
    } catch (cause) {
      if (cause instanceof PolicyError) throw cause;
      throw new PolicyError("The policy is not valid.", null, { cause });
    }
  }

  /** The rules as public JSON (snake_case), without programs. */
  toJSON(): Record<string, unknown> {
    return codec().encode(this.data) as Record<string, unknown>;
  }

  get maxToolCallsPerOperation(): number | undefined {
    return this.data.maxToolCallsPerOperation;
  }

  /** Why a capability may not be offered, or null. */
  rejectReason(descriptor: CapabilityDescriptor): RejectionReason | null {
    const { capabilityId, costProfile, dataResidency, allowedPolicyDomains } = descriptor;
    const { blockedSafetyClasses, dataResidency: region, policyDomains } = this.data;
    // POS-POL-01: blocklist, allowlist, class, residency, domain; programs come after, in the run.
    if (this.#blocked.has(capabilityId)) return "blocklist";
    if (this.#allowed !== null && !this.#allowed.has(capabilityId)) return "not-in-allowlist";
    if (blockedSafetyClasses?.includes(costProfile.safetyClass)) {
      return `safety-class-blocked:${costProfile.safetyClass}`;
    }
    if (region !== undefined && dataResidency !== undefined && dataResidency !== region) {
      return `data-residency-conflict:${dataResidency}!=${region}`;
    }
    const restricted = policyDomains !== undefined && allowedPolicyDomains !== undefined;
    if (restricted && !allowedPolicyDomains.some((domain) => policyDomains.includes(domain))) {
      return "policy-domain-mismatch";
    }
    return null;
  }

  /** Whether a call may go where it goes with what it carries. */
  evaluateInvocation(invocation: Invocation): InvocationVerdict {
    const targets = targetList(invocation.target);
    const denials = [...this.#scopeDenials(invocation, targets), ...this.#egressDenials(invocation, targets)];
    const irreversible = invocation.irreversible === true ? ["irreversible-action"] : [];
    const reasons = [...denials, ...irreversible];
    // POS-POL-02: enforced for every call once its arguments are known.
    if (denials.length > 0) return { verdict: "deny", reasons };
    return { verdict: irreversible.length > 0 ? "require_approval" : "allow", reasons };
  }

  /** This policy with further limits: lists of what is allowed are intersected, all else is added. */
  narrowWith(narrowing: PolicyNarrowing): PolicyContext<P> {
    const { allowlist, blocklist = [], maxToolCallsPerOperation: limit } = narrowing;
    const limits = [this.data.maxToolCallsPerOperation, limit].filter((value) => value !== undefined);
    return new PolicyContext({
      ...this.data,
      // POS-POL-01: headers and hosts narrow a policy and never widen it.
      ...(allowlist === undefined ? {} : { allowlist: allowlist.filter((id) => this.#allowed?.has(id) ?? true) }),
      ...(blocklist.length === 0 ? {} : { blocklist: [...this.#blocked, ...blocklist] }),
      ...(limits.length === 0 ? {} : { maxToolCallsPerOperation: Math.min(...limits) }),
      programs: this.programs,
    });
  }

  #scopeDenials(invocation: Invocation, targets: readonly string[]): string[] {
    const { authorisedScope } = this.data;
    if (authorisedScope === undefined) return [];
    if (targets.length === 0) return invocation.safetyClass === "read-only" ? [] : ["out-of-scope:unknown"];
    return targets
      .filter((target) => !isWithinTargets(target, authorisedScope))
      .map((target) => `out-of-scope:${target}`);
  }

  #egressDenials(invocation: Invocation, targets: readonly string[]): string[] {
    const { approvedSinks } = this.data;
    if (approvedSinks === undefined) return [];
    // Labels found may be incomplete: a call that could send anything anywhere is not let through.
    if (targets.length === 0) return invocation.safetyClass === "read-only" ? [] : ["egress-taint:unknown"];
    if ((invocation.dataLabels ?? []).length === 0) return [];
    return targets
      .filter((target) => !isWithinTargets(target, approvedSinks))
      .map((target) => `egress-taint:${target}`);
  }
}

function targetList(target: Invocation["target"]): readonly string[] {
  if (target === null) return [];
  return typeof target === "string" ? [target] : target;
}

function checkedPolicy(data: PolicyContextData): PolicyContextData {
  const known = policyContextSchema().shape;
  const unknown = Object.keys(data).filter((key) => !Object.hasOwn(known, key));
  if (unknown.length > 0) throw new PolicyError(`Unknown rules: ${unknown.join(", ")}.`, null);
  const checked = policyContextSchema().safeParse(data);
  if (!checked.success) {
    const problems = checked.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
    throw new PolicyError(`The policy is not valid: ${problems.join("; ")}.`, null);
  }
  return checked.data;
}
