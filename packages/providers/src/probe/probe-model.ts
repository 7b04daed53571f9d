import type { LanguageModel } from "@pelorus/core";
import { checkAnswer } from "./check-answer.js";
import { type ConstrainedAlternative, checkConstrained } from "./check-constrained.js";
import { askWindow, checkFilled } from "./check-window.js";
import type { ModelProbe, ProbeCheck } from "./probe-check.js";

/** How a model is probed. `signal` ends the probe; nothing of it is kept. */
export interface ProbeOptions {
  readonly signal: AbortSignal;
  /** The model with other ways to be held to a schema; tried where its own does not work. */
  readonly alternatives?: readonly ConstrainedAlternative[];
  /** Also sends one prompt that fills the window. Costs what such a prompt costs. */
  readonly fillsWindow?: boolean;
}

/**
 * Finds out what a model really does, by two small calls: its window, whether it answers, streams, counts, and holds a
 * reply to a schema. What does not work is a check, not an exception; only the caller's signal rejects.
 */
export async function probeModel(model: LanguageModel, options: ProbeOptions): Promise<ModelProbe> {
  const { signal, alternatives = [], fillsWindow = false } = options;
  const checks: ProbeCheck[] = [];
  let known: Pick<ModelProbe, "window" | "windowSource"> = { window: null, windowSource: "default" };
  const about = { provider: model.provider, modelId: model.modelId };
  const attempt = async (name: ProbeCheck["name"], make: () => Promise<ProbeCheck[]>): Promise<boolean> => {
    try {
      checks.push(...(await make()));
      return true;
    } catch (error) {
      signal.throwIfAborted();
      checks.push({ name, status: "failed", detail: error instanceof Error ? error.message : String(error) });
      return false;
    }
  };
  const isThere = await attempt("window", async () => {
    const { check, ...said } = await askWindow(model, signal);
    known = said;
    return [check];
  });
  // Whoever cannot be asked for its window, or does not answer, is asked nothing else.
  if (!isThere || !(await attempt("answer", () => checkAnswer(model, signal)))) return { ...about, ...known, checks };
  // The built-in model reads frames only and writes as they say; no server holds it to anything.
  if (model.provider === "offline") return { ...about, ...known, checks };
  await attempt("constrained", async () => [await checkConstrained(model, alternatives, signal)]);
  const { window } = known;
  if (fillsWindow && window !== null) await attempt("filled", async () => [await checkFilled(model, window, signal)]);
  return { ...about, ...known, checks };
}
