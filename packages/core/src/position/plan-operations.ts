import type { PlannedOperation } from "../contract/operation.js";
import { type ClassifyOptions, classifyRequest } from "./classify-request.js";

/** The steps of a request, repeats kept. Throws a TypeError for anything but a string. */
export function planOperations(request: string, options: ClassifyOptions = {}): PlannedOperation[] {
  return classifyRequest(request, options).steps;
}
