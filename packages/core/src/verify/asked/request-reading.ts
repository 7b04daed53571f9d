import { TextReading } from "../reading/text-reading.js";
import { splitRequest } from "./split-request.js";

/** A request as the checks read it: instruction and material apart. */
export interface RequestReading {
  readonly request: string;
  readonly instruction: TextReading;
  /** What the request supplies to work on; its text is "" where it supplies nothing. */
  readonly material: TextReading;
}

let last: RequestReading | undefined;

/** Reads a request. All steps of a run share one request, so the last reading is kept. */
export function readRequest(request: string): RequestReading {
  if (last === undefined || last.request !== request) {
    const { instruction, material } = splitRequest(request);
    last = { request, instruction: new TextReading(instruction), material: new TextReading(material) };
  }
  return last;
}
