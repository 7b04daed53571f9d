import { contentField, contentObject, createNode, type StrictNode, type SttpNode } from "@pelorus/sttp";
import { StateError } from "../../contract/error.js";
import { type AvecDimensionValues, roundedAvec } from "../measure-avec.js";
import { at, readContent, textOf } from "./node-content.js";

/** Facts and questions a rollup keeps at most; the rest is counted. */
const MAX_STATEMENTS = 64;

/** What the node of a period is to say of itself. */
export interface RollUpOptions {
  readonly tier: "daily" | "weekly" | "monthly";
  /** Session of the rollup; default that of the newest node. */
  readonly sessionId?: string;
  /** Time of the rollup, ISO-8601 UTC; default that of its newest node. */
  readonly timestamp?: string;
}

/**
 * One strict-valid node for a period: what was done, the facts that still hold, what stayed open, and the mean vectors.
 * Nothing is made up: every statement stands in one of the nodes. Throws `StateError` for an empty period.
 */
export function rollUp(nodes: readonly SttpNode[], options: RollUpOptions): StrictNode {
  const dated = nodes
    .filter((node) => !Number.isNaN(Date.parse(node.envelope?.timestamp ?? "")))
    .sort((a, b) => Date.parse(a.envelope?.timestamp ?? "") - Date.parse(b.envelope?.timestamp ?? ""));
  const last = dated.at(-1);
  const first = dated[0];
  if (last === undefined || first === undefined) {
    throw new StateError("state_invalid", "There is no dated node to roll up.");
  }
  const facts = new Map<string, { statement: string; confidence: number; ref: string }>();
  const operations = new Map<string, number>();
  const questions = new Set<string>();
  const objectives = new Set<string>();
  let failed = 0;
  for (const node of dated) {
    const content = readContent(node);
    const token = textOf(content, "operation", "token");
    if (token !== "") operations.set(token, (operations.get(token) ?? 0) + 1);
    if (textOf(content, "result", "outcome") === "failed") failed++;
    const objective = textOf(content, "goal", "objective");
    if (objective !== "") objectives.add(objective);
    for (const [, field] of at(content, ["facts"])?.members ?? []) {
      const id = textOf(field.members, "id");
      if (id !== "") {
        facts.set(`${node.envelope?.session_id ?? ""}/${id}`, {
          statement: textOf(field.members, "statement"),
          confidence: field.confidence ?? 0.5,
          ref: `${textOf(content, "operation", "run")}/${textOf(content, "operation", "step")}`,
        });
      }
    }
    for (const id of (at(content, ["invalidated"])?.value as unknown[] | undefined) ?? []) {
      facts.delete(`${node.envelope?.session_id ?? ""}/${String(id)}`);
    }
    for (const question of (at(content, ["questions"])?.value as unknown[] | undefined) ?? [])
      questions.add(String(question));
  }
  const kept = [...facts.values()].sort((a, b) => b.confidence - a.confidence).slice(0, MAX_STATEMENTS);
  const modelAvec = roundedAvec(meanOf(dated));
  const userAvec = roundedAvec(dimensionsOf(last.envelope?.user_avec));
  const { psi: _psi, ...attractor } = modelAvec;
  return createNode({
    ordinal: 0,
    provenance: {
      trigger: "scheduled",
      response_format: "temporal_node",
      origin_session: first.provenance?.origin_session ?? first.envelope?.session_id ?? "",
      compression_depth: 1 + Math.max(...dated.map((node) => node.provenance?.compression_depth ?? 0)),
      parent_node: null,
      prime: {
        attractor_config: attractor,
        context_summary: summaryOf(dated.length, [...objectives]),
        relevant_tier: "raw",
        retrieval_budget: 0,
      },
    },
    envelope: {
      timestamp: options.timestamp ?? last.envelope?.timestamp ?? "",
      tier: options.tier,
      session_id: options.sessionId ?? last.envelope?.session_id ?? "",
      schema_version: "sttp-1.0",
      user_avec: userAvec,
      model_avec: modelAvec,
    },
    content: [
      contentField(
        "period",
        1,
        contentObject([
          contentField("from", 1, first.envelope?.timestamp ?? ""),
          contentField("to", 1, last.envelope?.timestamp ?? ""),
          contentField("nodes", 1, dated.length),
          contentField("failed", 1, failed),
        ]),
      ),
      ...(operations.size === 0
        ? []
        : [
            contentField(
              "operations",
              1,
              contentObject([...operations].map(([token, count]) => contentField(token, 1, count))),
            ),
          ]),
      ...(objectives.size === 0 ? [] : [contentField("objectives", 1, [...objectives].slice(0, MAX_STATEMENTS))]),
      ...(kept.length === 0
        ? []
        : [
            contentField(
              "facts",
              Math.min(...kept.map((fact) => fact.confidence)),
              contentObject(
                kept.map((fact, index) =>
                  contentField(
                    `f_${index + 1}`,
                    fact.confidence,
                    contentObject([
                      contentField("statement", fact.confidence, fact.statement),
                      contentField("ref", 1, fact.ref),
                    ]),
                  ),
                ),
              ),
            ),
            contentField("facts_left_out", 1, facts.size - kept.length),
          ]),
      ...(questions.size === 0 ? [] : [contentField("questions", 1, [...questions].slice(0, MAX_STATEMENTS))]),
    ],
    metrics: {
      rho: facts.size === 0 ? 1 : Math.round((kept.length / facts.size) * 10_000) / 10_000,
      kappa: 1,
      psi: modelAvec.psi,
      compression_avec: modelAvec,
    },
  });
}

function summaryOf(count: number, objectives: readonly string[]): string {
  const named = objectives.slice(0, 3).map((objective) => objective.replace(/\s+/gu, " ").slice(0, 120));
  return `${count} operations${named.length === 0 ? "" : `: ${named.join(" | ")}`}`;
}

function meanOf(nodes: readonly SttpNode[]): AvecDimensionValues {
  const sum = { stability: 0, friction: 0, logic: 0, autonomy: 0 };
  for (const node of nodes) {
    const avec = dimensionsOf(node.envelope?.model_avec);
    for (const dimension of ["stability", "friction", "logic", "autonomy"] as const) sum[dimension] += avec[dimension];
  }
  const { length } = nodes;
  return {
    stability: sum.stability / length,
    friction: sum.friction / length,
    logic: sum.logic / length,
    autonomy: sum.autonomy / length,
  };
}

function dimensionsOf(avec: Partial<AvecDimensionValues> | undefined): AvecDimensionValues {
  return {
    stability: avec?.stability ?? 0.5,
    friction: avec?.friction ?? 0.5,
    logic: avec?.logic ?? 0.5,
    autonomy: avec?.autonomy ?? 0.5,
  };
}
