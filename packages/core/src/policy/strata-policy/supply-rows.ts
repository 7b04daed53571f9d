import type { FactGroup } from "@pelorus/strata";
import type { CapabilityDescriptor } from "../../contract/capability.js";
import { isWithinTargets, normaliseTarget } from "../target-match.js";
import { argumentRows } from "./argument-rows.js";
import type { PolicySituation } from "./policy-situation.js";

type Value = string | number;
type Rows = readonly (readonly Value[])[];

/** What is supplied to one evaluation, or the budget the situation exceeds. */
export type SuppliedRows =
  | { readonly kind: "rows"; readonly data: readonly FactGroup[] }
  | { readonly kind: "over_budget"; readonly data: string };

/**
 * The rows of the policy vocabulary for a situation (STRATA-POL-09), of the predicates in `reads` only. `hostCosts` are
 * capabilities whose `cap_cost` the host states itself.
 */
export function supplyRows(
  situation: PolicySituation,
  reads: ReadonlySet<string>,
  hostCosts: ReadonlySet<string> = new Set(),
): SuppliedRows {
  const { call } = situation;
  const leaves = call?.known === undefined || !reads.has("argument") ? [] : argumentRows(call.known.arguments);
  // STRATA-POL-08: a call nobody could write down is not judged by the part that fits.
  if (leaves === null) return { kind: "over_budget", data: "The call has more than 1,000 argument leaves." };
  const groups: FactGroup[] = [];
  const tables: Readonly<Record<string, () => Rows>> = {
    ...runTables(situation),
    ...capabilityTables(situation.capabilities),
    ...callTables(situation),
    argument: () => (call === undefined ? [] : leaves.map(([name, value]) => [call.id, name, value])),
  };
  for (const [pred, rowsOf] of Object.entries(tables)) {
    if (!reads.has(pred)) continue;
    const rows = distinct(rowsOf());
    if (rows.length > 0) groups.push({ pred, rows });
  }
  if (reads.has("cap_cost")) {
    const own = situation.capabilities.filter(({ capabilityId }) => !hostCosts.has(capabilityId));
    if (own.length > 0) {
      groups.push({
        pred: "cap_cost",
        rows: own.map(({ capabilityId }) => [capabilityId]),
        weights: own.map(({ costProfile }) => whole(costProfile.tokens) + whole(costProfile.latencyMs)),
      });
    }
  }
  return { kind: "rows", data: groups };
}

function runTables(situation: PolicySituation): Record<string, () => Rows> {
  const { operations, transition, currentId, tokenLimit, sessionRegion } = situation;
  const single = (value: Value | undefined): Rows => (value === undefined ? [] : [[value]]);
  const column = (values: readonly Value[]): Rows => values.map((value) => [value]);
  return {
    inspection: () => [[situation.point]],
    transition: () => (transition === undefined ? [] : [[transition.from, transition.to]]),
    operation: () => operations.map(({ id, operation }) => [id, operation]),
    current: () => single(currentId),
    completed: () => column(operations.filter(({ completed }) => completed).map(({ id }) => id)),
    depends_on: () => operations.flatMap(({ id, dependsOn }) => dependsOn.map((needed) => [id, needed])),
    depth: () => operations.map(({ id, depth }) => [id, depth]),
    calls_made: () => operations.map(({ id, calls }) => [id, calls]),
    run_calls: () => [[situation.runCalls]],
    tokens_spent: () => [[whole(situation.tokensSpent)]],
    // STRATA-POL-09: no row where there is no limit.
    token_limit: () => single(tokenLimit),
    offered: () => (currentId === undefined ? [] : situation.offered.map((id) => [currentId, id])),
    have: () => column(situation.have),
    goal: () => column(situation.goal),
    session_region: () => single(sessionRegion),
    session_area: () => column(situation.sessionAreas),
    approved_sink: () => column(approvedSinks(situation)),
  };
}

function capabilityTables(capabilities: readonly CapabilityDescriptor[]): Record<string, () => Rows> {
  const each = (values: (descriptor: CapabilityDescriptor) => readonly Value[] | undefined) => (): Rows =>
    capabilities.flatMap((descriptor) => (values(descriptor) ?? []).map((value) => [descriptor.capabilityId, value]));
  return {
    capability: () =>
      capabilities.map(({ capabilityId, kind, costProfile }) => [capabilityId, kind, costProfile.safetyClass]),
    supports: each(({ operationTypes }) => operationTypes),
    requires: each(({ dependencies }) => dependencies),
    consumes: each(({ consumesFacts }) => consumesFacts),
    produces: each(({ metadata }) => metadata?.producesTypes),
    cost_tokens: each(({ costProfile }) => [whole(costProfile.tokens)]),
    latency_ms: each(({ costProfile }) => [whole(costProfile.latencyMs)]),
    residency: each(({ dataResidency }) => (dataResidency === undefined ? [] : [dataResidency])),
    policy_area: each(({ allowedPolicyDomains }) => allowedPolicyDomains),
  };
}

function callTables({ call }: PolicySituation): Record<string, () => Rows> {
  if (call === undefined) return {};
  const { id, known } = call;
  return {
    proposed: () => [[id, call.operationId, call.capabilityId]],
    irreversible: () => (call.irreversible ? [[id]] : []),
    // STRATA-POL-03: the row of a person's yes to this very call.
    approved: () => (call.approved ? [[id]] : []),
    label: () => (known?.labels ?? []).map((label) => [id, label]),
    target: () => (known?.targets ?? []).map((target) => [id, normaliseTarget(target)]),
  };
}

/**
 * Names of approved targets. A call's target is approved where everything the call names by it lies within the approved
 * sinks; a sink that is only a part of a host, such as a URL with a path, approves no host as a whole.
 */
function approvedSinks({ approvedSinks: sinks, call }: PolicySituation): string[] {
  const named = new Set(
    sinks.filter((sink) => normaliseTarget(sink) === sink.trim().toLowerCase()).map(normaliseTarget),
  );
  const within = new Map<string, boolean>();
  for (const target of call?.known?.targets ?? []) {
    const name = normaliseTarget(target);
    within.set(name, (within.get(name) ?? true) && isWithinTargets(target, sinks));
  }
  for (const [name, isWithin] of within) {
    if (isWithin) named.add(name);
    else named.delete(name);
  }
  return [...named];
}

/** Costs may have fractions; rows are whole numbers the language can hold. */
function whole(value: number): number {
  return Math.min(Math.round(value), 2 ** 52);
}

function distinct(rows: Rows): Rows {
  return [...new Map(rows.map((row) => [JSON.stringify(row), row])).values()];
}
