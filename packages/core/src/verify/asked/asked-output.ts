import type { RequestedForm } from "../../contract/frame.js";
import type { StlOperation } from "../../contract/operation.js";
import { scriptOfLanguage } from "../../contract/script.js";
import { TextReading } from "../reading/text-reading.js";
import { type Aspect, askedAspect } from "./asked-aspect.js";
import { type ComparedItem, readComparedItems } from "./compared-items.js";
import { type RequestReading, readRequest } from "./request-reading.js";
import { type RequestedCount, requestedCount } from "./requested-count.js";
import { readWordConstraints, type WordConstraints } from "./word-constraints.js";

/** Forms that are records: "for three towns" is their number. */
const RECORDS: ReadonlySet<string> = new Set(["json", "csv", "table", "yaml", "xml"]);

/** What is known before there is an output. */
export interface OutputAssignment {
  readonly operation: StlOperation;
  /** The whole request, supplied material included. */
  readonly request: string;
  /** The clause of this step; the instruction of the request where absent. */
  readonly assignment?: string;
  readonly form: RequestedForm;
  /** True for the step whose output is the answer: constraints of the whole request hold for it. */
  readonly deliverable: boolean;
  /** Language of the request, BCP 47. */
  readonly language: string;
}

/** The language an output is to be in. */
export interface ExpectedLanguage {
  readonly tag: string;
  /** False where neither the request nor its form shows it: then another language is no fault. */
  readonly sure: boolean;
}

/** What is asked of one output, read off its assignment; each part is read once and only when asked for. */
export class AskedOutput {
  readonly operation: StlOperation;
  readonly form: RequestedForm;
  readonly deliverable: boolean;
  readonly #assignment: OutputAssignment;
  #instruction: TextReading | undefined;
  #count: RequestedCount | null | undefined;
  #words: WordConstraints | undefined;
  #items: readonly ComparedItem[] | undefined;
  #aspect: Aspect | null | undefined;

  constructor(assignment: OutputAssignment) {
    this.operation = assignment.operation;
    this.form = assignment.form;
    this.deliverable = assignment.deliverable;
    this.#assignment = assignment;
  }

  get request(): RequestReading {
    return readRequest(this.#assignment.request);
  }

  /** What tells this step what to do: the request's instruction for the answer, else the step's own clause. */
  get instruction(): TextReading {
    if (this.#instruction === undefined) {
      const { assignment, request } = this.#assignment;
      const own = assignment !== undefined && assignment.trim() !== "" && assignment !== request;
      this.#instruction = own && !this.deliverable ? new TextReading(assignment) : this.request.instruction;
    }
    return this.#instruction;
  }

  get language(): ExpectedLanguage {
    const { form } = this;
    if (form.language !== undefined) return { tag: form.language, sure: true };
    const { language, script } = this.request.instruction.language;
    if (language !== null) return { tag: language, sure: true };
    // A script that is not Latin shows the language even where its words do not.
    const { language: tag } = this.#assignment;
    return { tag, sure: script !== null && script !== "latin" && scriptOfLanguage(tag) === script };
  }

  get count(): RequestedCount | null {
    if (this.#count === undefined) {
      const { length } = this.form;
      this.#count =
        this.deliverable && length?.unit === "items"
          ? { min: length.min ?? 1, max: length.max ?? Number.POSITIVE_INFINITY }
          : requestedCount(this.instruction.scanned, RECORDS.has(this.form.kind));
    }
    return this.#count;
  }

  get words(): WordConstraints {
    this.#words ??= readWordConstraints(this.instruction.text);
    return this.#words;
  }

  get comparedItems(): readonly ComparedItem[] {
    this.#items ??= readComparedItems(this.instruction.text);
    return this.#items;
  }

  get aspect(): Aspect | null {
    if (this.#aspect === undefined) this.#aspect = askedAspect(this.instruction);
    return this.#aspect;
  }

  /** Keys of the words that name the subject of the assignment. */
  get goalKeys(): ReadonlySet<string> {
    return this.instruction.keys;
  }
}
