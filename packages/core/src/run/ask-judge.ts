import { DEPTH_BUDGETS } from "../contract/depth.js";
import type { PromptSection } from "../contract/prompt-section.js";
import type { Verdict, VerdictCheck } from "../contract/verdict.js";
import { scoreChecks } from "../verify/score-checks.js";
import { tokensEnded } from "./call-model.js";
import type { Run } from "./run.js";
import { shownFacts } from "./shown-facts.js";
import type { StepRecord } from "./step-record.js";

const JUDGE_SCHEMA = {
  type: "object",
  additionalProperties: false,
  required: ["checks"],
  properties: {
    checks: {
      type: "array",
      items: {
        type: "object",
        additionalProperties: false,
        required: ["id", "outcome", "detail"],
        properties: {
          id: { type: "string" },
          outcome: { enum: ["pass", "fail", "unknown"] },
          detail: { type: "string" },
        },
      },
    },
  },
} as const;

/**
 * Lets the judge decide the checks that are still `unknown` (POS-VER-04). It never overrules a deterministic outcome,
 * and when it fails or answers something else the deterministic verdict stands.
 */
export async function askJudge(
  run: Run,
  lane: number,
  record: StepRecord,
  output: string,
  verdict: Verdict,
): Promise<Verdict> {
  const open = verdict.checks.filter((check) => check.outcome === "unknown");
  if (run.judge === null || open.length === 0 || record.judgePasses >= DEPTH_BUDGETS[run.depth].judgePasses)
    return verdict;
  if (tokensEnded(record)) return verdict;
  if (run.settings.profile === "small-local" && !["ANALYSE", "VERIFY"].includes(record.step.operation)) return verdict;
  record.judgePasses++;
  record.measures.attempted++;
  let decided: Map<string, VerdictCheck["outcome"]>;
  try {
    const reply = await run.judge.call({
      stepId: record.step.id,
      attempt: record.attempts,
      act: "judge",
      purpose: "judge",
      lane,
      sections: judgeSections(run, record, output, open),
      schema: JUDGE_SCHEMA,
    });
    record.spentTokens += reply.inputTokens + reply.outputTokens;
    decided = readJudgement(reply.text);
  } catch (error) {
    if (run.signal.aborted) throw error;
    record.measures.failed++;
    return verdict;
  }
  const checks = verdict.checks.map((check) => {
    const outcome = check.outcome === "unknown" ? decided.get(check.id) : undefined;
    return outcome === undefined ? check : { ...check, outcome };
  });
  return { ...scoreChecks(checks), by: "judge" };
}

function judgeSections(run: Run, record: StepRecord, output: string, open: readonly VerdictCheck[]): PromptSection[] {
  const facts = shownFacts(run, record).map((fact) => `- ${fact.statement}`);
  return [
    {
      name: "rules",
      text: "Judge an output against the listed checks. Use only the request and the facts below. Say unknown where they do not decide.",
      priority: 100,
      trim: "never",
    },
    { name: "request", text: `Request:\n${run.request}`, priority: 60, trim: "tail" },
    { name: "facts", text: facts.length === 0 ? "" : `Facts:\n${facts.join("\n")}`, priority: 50, trim: "oldest-line" },
    { name: "output", text: `Output to judge:\n${output}`, priority: 80, trim: "tail" },
    {
      name: "checks",
      text: `Checks:\n${open.map((check) => `- ${check.id}: ${check.detail}`).join("\n")}\nAnswer with JSON {"checks": [{"id", "outcome": pass|fail|unknown, "detail"}]}.`,
      priority: 100,
      trim: "never",
    },
  ];
}

function readJudgement(text: string): Map<string, VerdictCheck["outcome"]> {
  const start = text.indexOf("{");
  const end = text.lastIndexOf("}");
  const parsed: unknown = JSON.parse(text.slice(start, end + 1));
  const checks = (parsed as { checks?: unknown }).checks;
  if (!Array.isArray(checks)) throw new SyntaxError("the judge gave no checks");
  const decided = new Map<string, VerdictCheck["outcome"]>();
  for (const check of checks as { id?: unknown; outcome?: unknown }[]) {
    if (typeof check?.id === "string" && (check.outcome === "pass" || check.outcome === "fail"))
      decided.set(check.id, check.outcome);
  }
  return decided;
}
