import type { RequestedForm } from "../contract/frame.js";
import type { StlOperation } from "../contract/operation.js";

/** States the checks that will run on the output, for the frame's success test (POS-FRM-07). */
export function successTestFor(operation: StlOperation, request: string, form: RequestedForm, language: string): string {
  void operation;
  void request;
  void form;
  void language;
  return "The output is not empty and ends by itself.";
}
