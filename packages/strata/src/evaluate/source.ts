/** Where a fact was stated; what proofs call a source (STRATA-EXP-01). */
export type Source =
  | { readonly kind: "item"; readonly data: { readonly index: number } }
  | { readonly kind: "host"; readonly data: { readonly index: number } }
  | { readonly kind: "input"; readonly data: { readonly item: number; readonly row: number } };

/** The rows one `input` item brought: numbers from `first` on, up to the next input's. */
export interface InputRows {
  readonly item: number;
  readonly first: number;
}

// A source is kept as one small number per fact: four times an index, plus what it indexes.
const ITEM = 0;
const HOST = 1;
const INPUT = 2;

export function itemSource(item: number): number {
  return item * 4 + ITEM;
}

export function hostSource(index: number): number {
  return index * 4 + HOST;
}

/** `row` counts the rows of all inputs of the evaluation. */
export function inputSource(row: number): number {
  return row * 4 + INPUT;
}

export function sourceOf(code: number, inputs: readonly InputRows[]): Source {
  const index = Math.floor(code / 4);
  switch (code % 4) {
    case ITEM:
      return { kind: "item", data: { index } };
    case HOST:
      return { kind: "host", data: { index } };
    default: {
      const input = inputs.findLast(({ first }) => first <= index)!;
      return { kind: "input", data: { item: input.item, row: index - input.first } };
    }
  }
}
