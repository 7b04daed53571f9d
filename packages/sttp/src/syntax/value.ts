import type { Span } from "../source/span.js";

/** A piece of text that could not be read as structure; it is kept, never interpreted. */
export interface Fragment {
  readonly text: string;
  readonly span?: Span;
}

export interface ObjectValue {
  readonly kind: "object";
  /** First occurrences, in source order. */
  readonly fields: readonly Field[];
  /** Later occurrences of a name that `fields` already holds. */
  readonly duplicates: readonly Field[];
  readonly unparsed: readonly Fragment[];
  readonly span?: Span;
}

export interface ArrayValue {
  readonly kind: "array";
  readonly items: readonly Value[];
  readonly span?: Span;
}

export interface StringValue {
  readonly kind: "string";
  readonly value: string;
  readonly style: "quoted" | "bare" | "single";
  readonly span?: Span;
}

export interface NumberValue {
  readonly kind: "number";
  /** The nearest double, never −0. */
  readonly value: number;
  /** The exact value as written: no exponent, no sign on zero, no superfluous zeros. */
  readonly decimal: string;
  readonly span?: Span;
}

export interface BooleanValue {
  readonly kind: "boolean";
  readonly value: boolean;
  readonly span?: Span;
}

export interface NullValue {
  readonly kind: "null";
  readonly span?: Span;
}

/** Text in a value's place that is no value of the grammar. */
export interface RawValue {
  readonly kind: "raw";
  readonly text: string;
  readonly span?: Span;
}

export type Value = ObjectValue | ArrayValue | StringValue | NumberValue | BooleanValue | NullValue | RawValue;

export interface Field {
  readonly name: string;
  readonly quoted: boolean;
  /** The number in the signature, also when it lies outside 0…1; never a default. */
  readonly confidence?: number;
  /** What stood in the parentheses where it was no number. */
  readonly confidenceText?: string;
  readonly value: Value;
  readonly span?: Span;
  readonly nameSpan?: Span;
  /** The parentheses, given only where the confidence is no number in 0…1. */
  readonly confidenceSpan?: Span;
}

/** The empty list that trees share, so that what most objects lack costs them nothing. */
export const NONE: readonly never[] = Object.freeze([]);

/** Adds to a list that may still be the shared empty one; answers the list to keep. */
export function appended<T>(list: readonly T[], item: T): T[] {
  if (list === NONE) return [item];
  (list as T[]).push(item);
  return list as T[];
}
