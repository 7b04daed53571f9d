import type { DiagnosticCode } from "./codes.js";
import type { Diagnostic } from "./diagnostic.js";
import { type DiagnosticExtras, makeDiagnostic } from "./make-diagnostic.js";

/** Collects diagnostics up to a limit, so that a hostile document cannot make the report larger than itself. */
export class DiagnosticList {
  readonly #limit: number;
  readonly #kept: Diagnostic[] = [];
  #count = 0;
  #errors = 0;
  readonly #errorCodes = new Map<number, number>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  get errors(): number {
    return this.#errors;
  }

  /** The number of errors with other codes than this one. */
  errorsBeside(code: DiagnosticCode): number {
    return this.#errors - (this.#errorCodes.get(code) ?? 0);
  }

  /** True once further entries are only counted: a caller may then skip costly messages. */
  get full(): boolean {
    return this.#kept.length >= this.#limit;
  }

  /** True once something was cut: whoever reads hostile input may stop looking for more. */
  get overflowing(): boolean {
    return this.#count > this.#limit;
  }

  add(code: DiagnosticCode, path: string, message: string, extras?: DiagnosticExtras): void {
    this.push(makeDiagnostic(code, path, message, extras));
  }

  push(diagnostic: Diagnostic): void {
    this.#count += 1;
    if (diagnostic.severity === "error") {
      this.#errors += 1;
      this.#errorCodes.set(diagnostic.code, (this.#errorCodes.get(diagnostic.code) ?? 0) + 1);
    }
    if (this.#kept.length < this.#limit) {
      this.#kept.push(diagnostic);
      return;
    }
    // A warning must not crowd out the error that explains why there is no result.
    if (diagnostic.severity !== "error") return;
    const weak = this.#kept.findLastIndex((kept) => kept.severity !== "error");
    if (weak >= 0) this.#kept[weak] = diagnostic;
  }

  /** What was kept, in order of `order` (or as added), and a closing note when something was cut. */
  finish(order?: (left: Diagnostic, right: Diagnostic) => number): Diagnostic[] {
    const kept = order === undefined ? [...this.#kept] : [...this.#kept].sort(order);
    if (this.#count <= this.#kept.length) return kept;
    // STRATA-BUD-01: a report that was cut says so instead of looking complete.
    kept.push(
      makeDiagnostic(2006, "", `there are more than ${this.#limit} diagnostics: the others are not shown`, {
        severity: "note",
        detail: { budget: "diagnostics", limit: this.#limit, used: this.#count },
      }),
    );
    return kept;
  }
}
