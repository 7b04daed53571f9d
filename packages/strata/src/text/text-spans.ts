import type { TextSpan } from "../diagnostic/diagnostic.js";

/** Where the parts of a parsed program stand in its text, by the objects that represent them. */
export class TextSpans {
  readonly #nodes = new Map<object, TextSpan>();
  readonly #names = new Map<object, TextSpan>();

  addNode(node: object, span: TextSpan): void {
    this.#nodes.set(node, span);
  }

  /** Notes where the predicate name of an atom stands. */
  addName(node: object, span: TextSpan): void {
    this.#names.set(node, span);
  }

  node(node: unknown): TextSpan | undefined {
    return typeof node === "object" && node !== null ? this.#nodes.get(node) : undefined;
  }

  name(node: unknown): TextSpan | undefined {
    return typeof node === "object" && node !== null ? this.#names.get(node) : undefined;
  }
}
