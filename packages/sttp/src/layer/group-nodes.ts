import { isDigit, isSpace } from "../source/character.js";
import { glyph, type LayerKind } from "../source/glyph.js";

const ranks: Readonly<Record<LayerKind, number>> = { provenance: 0, envelope: 1, content: 2, delta: 2.5, metrics: 3 };

/** The place of a layer in the canonical order. */
export function rankOf(kind: LayerKind): number {
  return ranks[kind];
}

/** Decides which layers form a node together. */
export class NodeGrouping {
  readonly #kinds = new Set<LayerKind>();
  #last: LayerKind | null = null;
  #metricsAfterContent = false;

  /** Whether nothing that follows can join the open node any more. */
  get complete(): boolean {
    return this.#metricsAfterContent;
  }

  /** STTP-R-00: whether a layer, hollow ones aside, begins another node than the one that is open. */
  beginsNode(kind: LayerKind, proseBetween: () => boolean): boolean {
    // STTP-R-00: content and the metrics behind it complete a node.
    if (this.#last === null || this.#metricsAfterContent) return true;
    // STTP-R-18: a repeated layer alone begins no node.
    if (this.#kinds.has(kind) && (kind === "provenance" || this.#kinds.has("metrics") || proseBetween())) return true;
    return ranks[kind] < ranks[this.#last] && proseBetween();
  }

  begin(): void {
    this.#kinds.clear();
    this.#last = null;
    this.#metricsAfterContent = false;
  }

  join(kind: LayerKind): void {
    if (kind === "metrics" && this.#kinds.has("content")) this.#metricsAfterContent = true;
    this.#kinds.add(kind);
    this.#last = kind;
  }
}

/** Whether a text between two layers says anything: more than whitespace, markers, digits and closers. */
export function isProse(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (!isSpace(code) && code !== glyph.marker && !isDigit(code) && !isClosingBracket(code)) return true;
  }
  return false;
}

/** `⟩`, `}`, `]` or `)`. */
export function isClosingBracket(code: number): boolean {
  return code === glyph.close || code === 0x7d || code === 0x5d || code === 0x29;
}
