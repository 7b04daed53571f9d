/** A half-open range of UTF-16 code-unit offsets into the text that was read. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Where an element lies: layer first, then names and array indices, e.g. `["content", "decision", 0, "parser_mode"]`. */
export type Path = readonly (string | number)[];
