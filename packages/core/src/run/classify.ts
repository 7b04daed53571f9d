import type { Classification } from "../contract/operation.js";
import { lexicalClassifier } from "../position/lexical-classifier.js";
import type { DepthReading } from "../position/propose-depth.js";
import { askClassifier, type ClassifierAnswer } from "./ask-classifier.js";
import { haltFor } from "./call-model.js";
import { Halt } from "./halt.js";
import type { Run } from "./run.js";

/** The tables that classify a request also say how deep it goes. */
export function depthReading({ options: { cueTables } }: Run): DepthReading {
  return cueTables === undefined ? {} : { cueTables };
}

/** Classifies the request. The plan is an effect: a resume runs the recorded one, whatever the classifier says now. */
export async function classify(run: Run): Promise<Classification> {
  const { classifier, contextFacts = [], priorCso } = run.options;
  const context = {
    facts: contextFacts.map((fact) => (typeof fact === "string" ? fact : fact.statement)),
    hasPriorState: priorCso !== undefined,
  };
  // A classifier that asks a model does so through the guarded call, itself an effect of the run.
  const ask = async (prompt: string, schema: Readonly<Record<string, unknown>>): Promise<string> => {
    try {
      const reply = await run.caller.call({
        stepId: "run",
        attempt: 0,
        act: "model",
        purpose: "classify",
        lane: 0,
        sections: [{ name: "classify", text: prompt, priority: 100, trim: "tail" }],
        schema,
      });
      return reply.text;
    } catch (error) {
      throw haltFor(error);
    }
  };
  // The built-in classifier asks nobody, so a replay need not run it again.
  const answered = classifier === undefined ? null : await askClassifier(run, classifier, context, ask);
  const plan = await run.door.effect<ClassifierAnswer>({
    key: `${run.runId}/run/0/plan`,
    act: "plan",
    input: run.request,
    idempotent: true,
    perform: () => answered ?? lexicalClassifier(depthReading(run)).classify(run.request, context),
  });
  // POS-CLS-18
  if ("error" in plan) throw new Halt("classifier_failed", { error: plan.error });
  return plan;
}
