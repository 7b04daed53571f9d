import { type Classification, classificationSchema } from "../contract/operation.js";
import { showValue } from "../contract/show-value.js";

/** Steps are named in effect keys and nodes by their ids; `run` stands in keys for the run itself. */
const STEP_ID = /^(?!run$)[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/;

/**
 * What a caller's classifier answered, checked: a `Classification` with the members of its schema only, or a sentence that
 * names the first thing wrong with it, where it stands, and what was expected (POS-CLS-18).
 */
export function checkClassification(
  answered: unknown,
): { readonly classification: Classification } | { readonly fault: string } {
  const parsed = classificationSchema().safeParse(answered);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const path = issue?.path ?? [];
    return { fault: `${whereOf(path)}: got ${showValue(valueAt(answered, path))}; ${issue?.message ?? "no plan"}` };
  }
  const fault = planFault(parsed.data);
  return fault === null ? { classification: parsed.data } : { fault };
}

/** What the schema cannot say: steps that refer backwards, one deliverable, the operations of the steps and no others. */
function planFault({ steps, operations, confidence, divergence }: Classification): string | null {
  if (steps.length === 0) return "steps: got an empty list; expected at least one step";
  const earlier = new Set<string>();
  for (const [index, { id, assignment, dependsOn }] of steps.entries()) {
    const where = `steps[${index}]`;
    if (!STEP_ID.test(id)) {
      return `${where}.id: got ${showValue(id)}; expected 1–64 letters, digits, "_", "-" or ".", and not "run"`;
    }
    if (earlier.has(id)) return `${where}.id: got ${showValue(id)}; an earlier step has this id`;
    if (assignment.trim() === "") return `${where}.assignment: got ${showValue(assignment)}; expected the step's words`;
    const unknown = dependsOn.find((other) => !earlier.has(other));
    if (unknown !== undefined) {
      return `${where}.dependsOn: got ${showValue(unknown)}; expected ids of earlier steps`;
    }
    earlier.add(id);
  }
  const deliverables = steps.filter(({ deliverable }) => deliverable).length;
  if (deliverables !== 1) return `steps: ${deliverables} are the deliverable; expected exactly one`;
  const planned = new Set(steps.map(({ operation }) => operation));
  if (operations.length !== planned.size || !operations.every((operation) => planned.has(operation))) {
    return `operations: got ${operations.join(", ") || "none"}; expected those of the steps, each once: ${[...planned].join(", ")}`;
  }
  for (const [name, share] of Object.entries({ confidence, divergence })) {
    if (share < 0 || share > 1) return `${name}: got ${share}; expected a number from 0 to 1`;
  }
  return null;
}

function whereOf(path: readonly PropertyKey[]): string {
  if (path.length === 0) return "its answer";
  return path
    .map((part, at) => (typeof part === "number" ? `[${part}]` : `${at === 0 ? "" : "."}${String(part)}`))
    .join("");
}

function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  let value = root;
  for (const part of path) value = (value as Record<PropertyKey, unknown> | null | undefined)?.[part];
  return value;
}
