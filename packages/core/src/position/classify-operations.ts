import type { StlOperation } from "../contract/operation.js";
import { classifyRequest } from "./classify-request.js";

/** The distinct operations of a request in execution order. Throws a TypeError for anything but a string. */
export function classifyOperations(userRequest: string): StlOperation[] {
  return classifyRequest(userRequest).operations;
}
