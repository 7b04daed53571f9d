import type { Span } from "../source/span.js";
import { createDiagnostic, type Diagnostic, type DiagnosticCounts, type DiagnosticDetail } from "./diagnostic.js";
import { type DiagnosticCode, diagnosticTable, type Severity } from "./table.js";

const position: ReadonlyMap<string, number> = /* @__PURE__ */ new Map(
  Object.keys(diagnosticTable).map((code, index) => [code, index]),
);

/** Gathers the diagnostics of one result: keeps the first `limit`, counts all. */
export class DiagnosticCollector {
  /** Whether anything with strict impact was found, kept or not. */
  strictImpact = false;
  readonly limit: number;
  /** Told of every kept diagnostic at once; used by the stream. */
  listener: ((diagnostic: Diagnostic) => void) | null = null;
  readonly #kept: Diagnostic[] = [];
  readonly #counts: Record<Severity, number> = { fatal: 0, error: 0, warning: 0, info: 0 };
  readonly #dropped: Record<Severity, number> = { fatal: 0, error: 0, warning: 0, info: 0 };
  #droppedAny = false;

  constructor(limit: number) {
    this.limit = limit;
  }

  /** Whether one more diagnostic would be kept; callers spare themselves the detail when not. */
  get open(): boolean {
    return this.#kept.length < this.limit;
  }

  add(code: DiagnosticCode, start: number, end: number, detail?: DiagnosticDetail): void {
    const row = diagnosticTable[code];
    this.#counts[row.severity]++;
    if (row.strictImpact) this.strictImpact = true;
    if (this.#kept.length < this.limit) {
      this.#keep(createDiagnostic(code, { start, end }, detail));
      return;
    }
    // STTP-D-03: past the limit only the counts grow, but a fatal finding is never the one left out.
    this.#droppedAny = true;
    if (row.severity === "fatal" && this.limit > 0) {
      const replaced = this.#kept.pop()!;
      this.#dropped[replaced.severity]++;
      this.#keep(createDiagnostic(code, { start, end }, detail));
    } else this.#dropped[row.severity]++;
  }

  /** Takes over what another collector found earlier in the text. */
  absorb(other: DiagnosticCollector): void {
    for (const diagnostic of other.#kept) {
      const { span, code, layer, path, related, data } = diagnostic;
      const detail: DiagnosticDetail = {
        ...(layer && { layer }),
        ...(path && { path }),
        ...(related && { related }),
        ...(data && { data }),
      };
      this.add(code, span.start, span.end, detail);
    }
    for (const severity of ["fatal", "error", "warning", "info"] as const) {
      this.#counts[severity] += other.#dropped[severity];
      this.#dropped[severity] += other.#dropped[severity];
    }
    this.#droppedAny ||= other.#droppedAny;
    this.strictImpact ||= other.strictImpact;
  }

  counts(): DiagnosticCounts {
    return { ...this.#counts };
  }

  /** STTP-D-01: sorted by start, end, place in the table, order of emission; the note on truncation comes last. */
  finish(end: Span): Diagnostic[] {
    const sorted = this.#kept
      .map((diagnostic, order) => ({ diagnostic, order }))
      .sort(
        (a, b) =>
          // STTP-D-01: start, end, place in the table, order of emission.
          a.diagnostic.span.start - b.diagnostic.span.start ||
          a.diagnostic.span.end - b.diagnostic.span.end ||
          position.get(a.diagnostic.code)! - position.get(b.diagnostic.code)! ||
          a.order - b.order,
      )
      .map(({ diagnostic }) => diagnostic);
    if (this.#droppedAny) {
      this.#counts.info++;
      const note = createDiagnostic("STTP_DIAGNOSTICS_TRUNCATED", end, { data: { ...this.#dropped } });
      this.listener?.(note);
      sorted.push(note);
    }
    return sorted;
  }

  #keep(diagnostic: Diagnostic): void {
    this.#kept.push(diagnostic);
    this.listener?.(diagnostic);
  }
}
