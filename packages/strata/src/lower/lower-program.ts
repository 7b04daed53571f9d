import type { CheckedProgram } from "../check/checked-program.js";
import { addFact } from "../evaluate/add-fact.js";
import { Relation } from "../evaluate/relation.js";
import { itemSource } from "../evaluate/source.js";
import type { Fact } from "../ir/fact.js";
import type { Query } from "../ir/program.js";
import type { Compiled, LoweredComponent, LoweredQuery, SoftFact } from "./compiled.js";
import { lowerRule } from "./lower-rule.js";
import type { LoweredRule } from "./lowered-rule.js";
import { PlanTable } from "./plan-table.js";
import { ValueTable } from "./value-table.js";

/** What a predicate of unknown size is taken to hold. */
const UNKNOWN_SIZE = 1000;

/** How a program is lowered. */
export interface LoweringOptions {
  /** False under the profile `interchange`, where sorts only warn (STRATA-CHK-04). */
  readonly enforceSorts: boolean;
  readonly select: readonly number[] | null;
}

/** Turns a checked program into its compiled form: interned values, integer-coded facts, rules over slots. */
export function lowerProgram(checked: CheckedProgram, { enforceSorts, select }: LoweringOptions): Compiled {
  const values = new ValueTable();
  const { facts, softFacts } = lowerFacts(checked, values);
  // Answer-set programs may hold unsafe rules, which no plan can join; they are refused before evaluation.
  const checkedRules = checked.pragmas.has("asp") ? [] : checked.rules;
  const context = { predicates: checked.predicates, values, enforceSorts };
  const rules = checkedRules.map((rule) => lowerRule(rule, context));
  const sizeOf = (predicate: number): number => facts[predicate]?.count ?? UNKNOWN_SIZE;
  return {
    checked,
    values,
    facts,
    factCount: checked.facts.length,
    softFacts,
    rules,
    rulesOf: groupByHead(checked, rules),
    components: checked.pragmas.has("asp") ? [] : lowerComponents(checked, rules),
    queries: checked.queries.map((item) => lowerQuery(checked, item)),
    plans: new PlanTable(sizeOf),
    enforceSorts,
    select,
    frameLength: rules.reduce((longest, rule) => Math.max(longest, rule.template.length), 1),
    valuesPerTuple: rules.reduce((most, rule) => Math.max(most, rule.compounds.size + rule.variableCount), 1),
    widestArity: checked.predicates.reduce((widest, { argTypes }) => Math.max(widest, argTypes.length), 0),
  };
}

function lowerFacts(checked: CheckedProgram, values: ValueTable) {
  const facts = checked.predicates.map((): Relation | null => null);
  const softFacts: SoftFact[] = [];
  for (const item of checked.facts) {
    const { atom, weight, prob } = checked.program.items[item]!.data as Fact;
    const predicate = checked.predicateIds.get(atom.pred)!;
    const tuple = Int32Array.from(atom.args, (arg) => values.term(arg));
    if (prob !== undefined) {
      softFacts.push({ predicate, tuple, prob, source: itemSource(item) });
      continue;
    }
    facts[predicate] ??= new Relation(tuple.length);
    addFact(facts[predicate], tuple, weight ?? null, itemSource(item));
  }
  for (const relation of facts) {
    if (relation === null) continue;
    relation.settle();
    relation.frozen = true;
  }
  return { facts, softFacts };
}

function groupByHead(checked: CheckedProgram, rules: readonly LoweredRule[]): LoweredRule[][] {
  const groups = checked.predicates.map((): LoweredRule[] => []);
  for (const rule of rules) groups[rule.head.predicate]!.push(rule);
  return groups;
}

function lowerComponents(checked: CheckedProgram, rules: readonly LoweredRule[]): LoweredComponent[] {
  return checked.components.map((component) => {
    const own = new Set(component.predicates);
    const reads = new Set<number>();
    const strictReads = new Set<number>();
    const lowered: LoweredComponent & Record<"aggregates" | "exits" | "recursive", LoweredRule[]> = {
      predicates: component.predicates,
      aggregates: [],
      exits: [],
      recursive: [],
      ruleCount: component.rules.length,
      reads: [],
      strictReads,
    };
    for (const index of component.rules) {
      const rule = rules[index]!;
      let readsItself = false;
      for (const literal of rule.literals) {
        if (literal.kind !== "pos" && literal.kind !== "neg") continue;
        if (own.has(literal.predicate)) {
          readsItself = true;
          continue;
        }
        reads.add(literal.predicate);
        if (literal.kind === "neg" || rule.aggregate !== null) strictReads.add(literal.predicate);
      }
      // STRATA-EVAL-08: aggregate rules run once, before the ordinary rules.
      if (rule.aggregate !== null) lowered.aggregates.push(rule);
      else if (readsItself) lowered.recursive.push(rule);
      else lowered.exits.push(rule);
    }
    return { ...lowered, reads: [...reads] };
  });
}

function lowerQuery(checked: CheckedProgram, item: number): LoweredQuery {
  const query = checked.program.items[item]!.data as Query;
  return { item, query, predicate: checked.predicateIds.get(query.atom.pred)! };
}
