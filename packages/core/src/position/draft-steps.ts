import { STL_OPERATIONS, type StlOperation } from "../contract/operation.js";
import { WORD_FLAGS } from "./lexicon.js";
import type { RequestAct, RequestClause, RequestReading } from "./request-act.js";
import type { RequestToken } from "./tokenise-request.js";

/** A step before it has an id: what is done, for which clause, on which cues. */
export interface DraftStep {
  readonly operation: StlOperation;
  readonly clause: number;
  /** Further clauses it carries out: those of acts merged into it. */
  readonly further: readonly number[];
  readonly implied: boolean;
  /** The cue alone did not settle the operation. */
  readonly loose: boolean;
  /** Indices of its acts. */
  readonly acts: readonly number[];
}

/** A step while acts are merged into it: its lists grow in place, so that drafting stays linear. */
interface GrowingStep extends DraftStep {
  operation: StlOperation;
  readonly further: number[];
  readonly acts: number[];
}

const TABLE_ORDER: Readonly<Record<StlOperation, number>> = Object.fromEntries(
  STL_OPERATIONS.map((operation, index) => [operation, index]),
) as Record<StlOperation, number>;

/** Place of an operation among acts of one clause that state no order (POS-CLS-09). */
export function tableOrder(operation: StlOperation): number {
  return TABLE_ORDER[operation];
}

/** Turns the acts of a reading into steps, in the stated order, elaborations merged into the step they elaborate. */
export function draftSteps(tokens: readonly RequestToken[], reading: RequestReading): DraftStep[] {
  const { acts, clauses } = reading;
  const order: number[] = [];
  for (let index = 0; index < acts.length; index += 1) if ((acts[index] as RequestAct).effective) order.push(index);
  // POS-CLS-09: clause order is the stated order; acts of one clause stand in table order
  order.sort((left, right) => {
    const a = acts[left] as RequestAct;
    const b = acts[right] as RequestAct;
    return a.rank - b.rank || tableOrder(a.operation) - tableOrder(b.operation) || left - right;
  });
  moveFirst(order, acts, reading);
  const steps: GrowingStep[] = [];
  const stated = new Map<StlOperation, GrowingStep>();
  for (const index of order) {
    const act = acts[index] as RequestAct;
    const previous = steps.at(-1);
    if (previous !== undefined && previous.operation === act.operation && previous.clause === act.clause) continue;
    // "how many …? explain your answer": the question is to be worked out
    if (act.reasoning && previous?.loose && previous.operation === "RETRIEVE") {
      takeIn(previous, act, index);
      previous.operation = "ANALYSE";
      stated.set("ANALYSE", previous);
      continue;
    }
    if (previous !== undefined && elaborates(act, previous, stated, tokens, clauses)) {
      // It says more about the last step of its operation, unless it points back at the step before it.
      const back = pointsBack(act, tokens, clauses[act.clause] as RequestClause);
      takeIn(back ? previous : (stated.get(act.operation) ?? previous), act, index);
      continue;
    }
    const step: GrowingStep = {
      operation: act.operation,
      clause: act.clause,
      further: [],
      implied: act.role === "implied",
      loose: act.loose,
      acts: [index],
    };
    steps.push(step);
    stated.set(act.operation, step);
  }
  return steps;
}

/**
 * "Write a story. Write it in the first person", "review it and tell me whether it is safe", "Solve it. Give me the final
 * answer": a later act of the same operation that points back, or whose cue is weak, says more about a step and adds none.
 */
function elaborates(
  act: RequestAct,
  previous: DraftStep,
  stated: ReadonlyMap<StlOperation, DraftStep>,
  tokens: readonly RequestToken[],
  clauses: readonly RequestClause[],
): boolean {
  const clause = clauses[act.clause];
  if (clause === undefined || clause.head?.order != null) return false;
  if (act.loose && stated.has(act.operation)) return true;
  const laterSentence = clause.sentence !== clauses[previous.clause]?.sentence;
  if (act.loose && act.role !== "question" && laterSentence && !previous.loose) return true;
  return previous.operation === act.operation && pointsBack(act, tokens, clause);
}

/** A pronoun or demonstrative stands right after the cue. */
function pointsBack(act: RequestAct, tokens: readonly RequestToken[], clause: RequestClause): boolean {
  const limit = Math.min(clause.to, act.token + 4);
  for (let index = act.token + 1; index < limit; index += 1) {
    if (((tokens[index] as RequestToken).entry?.flags ?? 0) & (WORD_FLAGS.pronoun | WORD_FLAGS.demonstrative))
      return true;
  }
  return false;
}

/** Has a step carry out one act more. */
function takeIn(step: GrowingStep, act: RequestAct, index: number): void {
  step.further.push(act.clause);
  step.acts.push(index);
}

/** An act marked "first" in a later clause comes before the acts stated before it. */
function moveFirst(order: number[], acts: readonly RequestAct[], reading: RequestReading): void {
  const position = order.findIndex((index) => {
    const clause = reading.clauses[(acts[index] as RequestAct).clause];
    return clause?.head?.order === "first";
  });
  if (position <= 0) return;
  const [first] = order.splice(position, 1);
  order.unshift(first as number);
}
