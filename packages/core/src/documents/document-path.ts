import { DocumentError } from "./document-error.js";

/** Longest path in characters; also what an error message may repeat of it. */
const LONGEST_PATH = 1024;

/**
 * Checks a path as a caller gives it and returns it in its one spelling: relative to the folder, `/` between the steps, no
 * `.` steps. Pure: looks at the text only. An empty path is the folder itself when `mayBeFolder`.
 * Throws DocumentError `document_path_invalid` for absolute paths (also `C:\`, `\\host`, `file:`), `..`, backslashes and
 * control characters, `document_not_found` for hidden steps and `node_modules`.
 */
export function documentPath(given: string, options: { mayBeFolder?: boolean } = {}): string {
  const shown = JSON.stringify(given.length > 200 ? `${given.slice(0, 200)}…` : given);
  const invalid = (why: string) => new DocumentError("document_path_invalid", `The path ${shown} ${why}.`);
  if (given.length > LONGEST_PATH) throw invalid(`has more than ${LONGEST_PATH} characters`);
  if (/\p{Cc}/u.test(given)) throw invalid("has control characters");
  if (given.includes("\\")) throw invalid("has a backslash; steps are separated by `/`");
  const steps = given.split("/").filter((step) => step !== "" && step !== ".");
  const path = steps.join("/");
  // A drive or a scheme may also hide behind a first `.` step.
  if (given.startsWith("/") || /^[a-z][a-z0-9+.-]*:\//i.test(`${path}/`)) throw invalid("is absolute");
  if (steps.includes("..")) throw invalid("climbs with `..`");
  if (steps.some(isHiddenStep)) {
    throw new DocumentError("document_not_found", `There is no document ${shown}: hidden entries are no documents.`);
  }
  if (steps.length === 0 && options.mayBeFolder !== true) throw invalid("names no document");
  return path;
}

/** Whether an entry of this name, and all below it, is left alone: settings, version control, installed packages. */
export function isHiddenStep(name: string): boolean {
  return name.startsWith(".") || name === "node_modules";
}
