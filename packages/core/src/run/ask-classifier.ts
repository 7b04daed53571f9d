import { AbortedError, ClassifierError, PelorusError } from "../contract/error.js";
import type { RunErrorData } from "../contract/event.js";
import type { Classification, ClassificationContext, RequestClassifier } from "../contract/operation.js";
import { redactCredentials } from "../contract/redact-credentials.js";
import { checkClassification } from "../position/check-classification.js";
import { Halt } from "./halt.js";
import type { Run } from "./run.js";

/** What asking a caller's classifier came to, as it is journalled: a plan, or why there is none. */
export type ClassifierAnswer = Classification | { readonly error: RunErrorData };

/**
 * Asks the classifier a caller gave (POS-CLS-18). What it throws and what is no plan becomes an error of the classifier;
 * a failure of the model it asked, and the end of the run, are passed on.
 */
export async function askClassifier(
  run: Run,
  classifier: RequestClassifier,
  context: ClassificationContext,
  ask: NonNullable<Parameters<RequestClassifier["classify"]>[2]>,
): Promise<ClassifierAnswer> {
  const name = typeof classifier.name === "string" && classifier.name !== "" ? ` "${classifier.name}"` : "";
  try {
    const answered = await untilAborted(run, async () => classifier.classify(run.request, context, ask));
    const checked = checkClassification(answered);
    if ("classification" in checked) return checked.classification;
    return failed(new ClassifierError(`The classifier${name} answered what is no plan: ${checked.fault}.`));
  } catch (error) {
    if (error instanceof Halt || PelorusError.isInstance(error)) throw error;
    const thrown = error instanceof Error ? error.message : String(error);
    return failed(new ClassifierError(`The classifier${name} threw: ${redactCredentials(thrown)}`, { cause: error }));
  }
}

function failed({ code, message, isRetryable }: ClassifierError): ClassifierAnswer {
  return { error: { code, message, isRetryable } };
}

/**
 * Ends with the run, whether or not the classifier heeds it; what comes later is dropped (POS-RUN-07). A run that is taken up
 * again goes through its record first.
 */
function untilAborted<T>({ signal, door }: Run, perform: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      if (!door.isReplaying) reject(new AbortedError("The run was aborted.", { cause: signal.reason }));
    };
    if (signal.aborted && !door.isReplaying) return stop();
    signal.addEventListener("abort", stop, { once: true });
    perform()
      .finally(() => signal.removeEventListener("abort", stop))
      .then(resolve, reject);
  });
}
