import type { DiagnosticCode } from "../../diagnostic/codes.js";
import type { Fix } from "../../diagnostic/diagnostic.js";
import type { DiagnosticList } from "../../diagnostic/diagnostic-list.js";
import type { DiagnosticExtras } from "../../diagnostic/make-diagnostic.js";
import { nearestName } from "../../diagnostic/nearest-name.js";
import { jsonPointer } from "../../diagnostic/pointer.js";
import { NumberToken } from "./number-token.js";

/** Stands for a value that was reported and could not be read. */
export const FAILED = Symbol("failed");

/** Where a decoder is in its input, what it has spent, and how it reports. */
export class DecodeCursor {
  readonly path: (string | number)[] = [];
  readonly #limit: number;
  readonly #report: DiagnosticList;
  #bytes = 0;
  #stopped = false;

  /** `limit`: estimated bytes of the value as JSON; shared parts count at each use, so that a small value cannot unfold. */
  constructor(limit: number, report: DiagnosticList) {
    this.#limit = limit;
    this.#report = report;
  }

  /** True after a budget ran out, that of diagnostics included: nothing more is read. */
  get stopped(): boolean {
    return this.#stopped || this.#report.overflowing;
  }

  stop(): void {
    this.#stopped = true;
  }

  /** Charges `bytes` against the size of a value and passes `value` on. */
  spend<T>(bytes: number, value: T): T | typeof FAILED {
    this.#bytes += bytes + 2;
    if (this.#bytes <= this.#limit) return value;
    this.#stopped = true;
    return this.add(2006, `the value is larger than ${this.#limit} bytes`, {
      detail: { budget: "document_bytes", limit: this.#limit, used: this.#bytes },
    });
  }

  add(code: DiagnosticCode, message: string, extras?: DiagnosticExtras, ...below: (string | number)[]): typeof FAILED {
    this.#report.add(code, jsonPointer([...this.path, ...below]), message, extras);
    return FAILED;
  }

  wrong(wanted: string, value: unknown, extras?: DiagnosticExtras): typeof FAILED {
    return this.add(2012, `${this.place()} must be ${wanted}, but is ${describe(value)}`, extras);
  }

  /** What is being read, as messages name it. */
  place(): string {
    const last = this.path[this.path.length - 1];
    if (last === undefined) return "the document";
    if (typeof last === "string") return `"${last}"`;
    const list = this.path[this.path.length - 2];
    return `element ${last} of "${list}"`;
  }

  replacement(value: unknown): Fix {
    return { kind: "json_patch", data: { ops: [{ kind: "replace", data: { path: jsonPointer(this.path), value } }] } };
  }

  /** Hint and fix for a misspelt word. */
  nearWord(word: string, words: Iterable<string>): DiagnosticExtras {
    const near = nearestName(word, words);
    if (near === null) return {};
    return {
      hint: `did you mean ${JSON.stringify(near.name)}?`,
      ...(near.unique ? { fixes: [this.replacement(near.name)] } : {}),
    };
  }
}

/** Objects of literals and of JSON, from any realm; no class instances (STRATA-LOAD-07). */
export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

export function listed(words: readonly string[]): string {
  return words.map((word) => `"${word}"`).join(", ");
}

function describe(value: unknown): string {
  if (value === null) return "null";
  if (typeof value === "string") return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
  if (value instanceof NumberToken) return value.text.slice(0, 40);
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return isPlainObject(value) ? "an object" : "an instance of a class";
  return typeof value === "number" || typeof value === "boolean" ? String(value) : `a ${typeof value}`;
}
