import type { PromptSection } from "../contract/prompt-section.js";
import { verifyOutput } from "../verify/verify-output.js";
import { callModel } from "./call-model.js";
import type { Run } from "./run.js";
import type { StepRecord } from "./step-record.js";

const STRUCTURED_FORMS: ReadonlySet<string> = new Set(["json", "csv", "xml", "yaml"]);

/** The run's answer: the deliverable as it is, and one sentence about what is missing from it (POS-ASM). */
export async function assemble(run: Run): Promise<string> {
  const text = run.options.includeHeadings === true ? withHeadings(run) : await deliverableText(run);
  // POS-ASM-02: a requested form is returned in that form, and only that.
  if (STRUCTURED_FORMS.has(run.form.kind)) {
    run.uncertainties.push(...shortcomings(run));
    // POS-ASM-03: half a JSON text is none; what there is of it stands with its step in the record.
    const isHalf = run.form.kind === "json" && (deliverableRecord(run)?.incomplete ?? null) !== null;
    if (isHalf && run.options.includeHeadings !== true) return "";
    return run.options.includeHeadings === true ? text : structuredOnly(run.form.kind, text);
  }
  const missing = shortcomings(run);
  return missing.length === 0
    ? text
    : `${text.trimEnd()}${text.trim() === "" ? "" : "\n\n"}${closingSentence(missing)}`;
}

/** The answer of a run that was halted: the best output so far, or nothing. */
export function bestOutputSoFar(run: Run): string {
  const deliverable = deliverableRecord(run);
  if (deliverable !== undefined && deliverable.output.trim() !== "") return deliverable.output;
  const told = run.text.openText;
  if (told !== null && told.trim() !== "") return told;
  const outputs = [...run.steps.values()].filter(
    (record) => record.outcome !== "failed" && record.output.trim() !== "",
  );
  return outputs.at(-1)?.output ?? "";
}

export function deliverableRecord(run: Run): StepRecord | undefined {
  for (const record of run.steps.values()) if (record.step.deliverable) return record;
  return undefined;
}

function withHeadings(run: Run): string {
  return [...run.steps.values()].map((record) => `## ${record.step.operation}\n\n${record.output.trim()}`).join("\n\n");
}

async function deliverableText(run: Run): Promise<string> {
  const record = deliverableRecord(run);
  if (record === undefined) return "";
  if (record.outcome !== "failed" && record.output.trim() !== "") return record.output;
  if (record.detail === "selection-only") return record.output;
  const prose = [...run.steps.values()].some(
    (other) => other.outcome !== "failed" && other.observations.length === 0 && other.output.trim() !== "",
  );
  const observed = [...run.steps.values()].flatMap((other) =>
    other.observations.filter((shown) => shown.outcome === "ok"),
  );
  if (prose || observed.length === 0) return record.output;
  return synthesise(run, record);
}

/**
 * Writes the answer from observations when no operation produced prose (POS-ASM-02). When that fails, the observations
 * are listed and said to be a list; sentences the observations do not support are marked (POS-ASM-04).
 */
async function synthesise(run: Run, record: StepRecord): Promise<string> {
  const observations = [...run.steps.values()].flatMap((other) =>
    other.observations.filter((shown) => shown.outcome === "ok"),
  );
  const sections: PromptSection[] = [
    {
      name: "rules",
      text: "Answer the request from the observations below and from nothing else.",
      priority: 100,
      trim: "never",
    },
    { name: "request", text: `Request:\n${run.request}`, priority: 80, trim: "tail" },
    {
      name: "observations",
      text: observations.map((shown) => `- ${shown.capabilityId}: ${shown.summary}`).join("\n"),
      priority: 60,
      trim: "oldest-line",
    },
  ];
  try {
    const reply = await callModel(run, 0, record, "synthesise", sections, { act: "synth" });
    // POS-ASM-04: what the observations do not support is taken out.
    const supported = splitSentences(reply.text).filter((sentence) => isSupported(run, record, sentence, observations));
    if (supported.length > 0) return supported.join(" ");
  } catch (error) {
    if (run.signal.aborted) throw error;
  }
  return `Nothing could be written from them; these are the observations themselves:\n${observations
    .map((shown) => `- ${shown.capabilityId}: ${shown.summary}`)
    .join("\n")}`;
}

function isSupported(
  run: Run,
  record: StepRecord,
  sentence: string,
  observations: StepRecord["observations"],
): boolean {
  const { checks } = verifyOutput({
    operation: "SYNTHESISE",
    assignment: record.step.assignment,
    request: run.request,
    output: sentence,
    form: { kind: "prose" },
    deliverable: true,
    facts: [],
    observations,
    derived: observations.map((shown) => ({ stepId: shown.callId, text: shown.summary })),
    language: run.language,
  });
  return !checks.some(({ id, outcome }) => outcome === "fail" && UNSUPPORTED.has(id));
}

/** Checks that fail where a sentence says what nothing supports. */
const UNSUPPORTED: ReadonlySet<string> = new Set(["grounding", "contradiction", "nothing-new"]);

function splitSentences(text: string): string[] {
  return text
    .split(/(?<=[.!?。！？])\s+/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== "");
}

/** What the plan asked for and the answer does not have. */
function shortcomings(run: Run): string[] {
  const missing: string[] = [];
  for (const record of run.steps.values()) {
    if (record.outcome === "failed") missing.push(`${record.step.operation} ${record.step.id} failed`);
    else if (record.outcome === "unverified")
      missing.push(`${record.step.operation} ${record.step.id} could not be verified`);
    if (record.outcome !== "failed" && record.cut)
      missing.push(`${record.step.operation} ${record.step.id} was cut by a limit`);
  }
  for (const dropped of run.dropped)
    missing.push(`${dropped.operation} ${dropped.stepId} was left out (${dropped.reason})`);
  return missing;
}

// POS-ASM-03: said in one closing sentence.
function closingSentence(missing: readonly string[]): string {
  return `Note: ${missing.join("; ")}.`;
}

/** A fence around the whole of a structured answer is packaging, not data. */
function structuredOnly(kind: string, text: string): string {
  const trimmed = text.trim();
  if (!trimmed.startsWith("```") || !trimmed.endsWith("```") || trimmed.length < 6)
    return kind === "csv" ? text : trimmed;
  const lineEnd = trimmed.indexOf("\n");
  return lineEnd < 0 ? trimmed : trimmed.slice(lineEnd + 1, -3).trimEnd();
}
