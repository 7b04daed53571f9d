import type { Span } from "../source/span.js";

/** A piece of text that could not be read as structure; it is kept, never interpreted. */
export interface Fragment {
  readonly text: string;
  readonly span?: Span;
}

/** An object. Spans are absent in a tree that was not read from text. */
export interface ObjectValue {
  readonly kind: "object";
  /** First occurrences, in source order. */
  readonly fields: readonly Field[];
  /** Later occurrences of a name that `fields` already holds. */
  readonly duplicates: readonly Field[];
  /** Text between the members that could not be read. */
  readonly unparsed: readonly Fragment[];
  readonly span?: Span;
}

/** An array; its items carry no confidence of their own. */
export interface ArrayValue {
  readonly kind: "array";
  readonly items: readonly Value[];
  readonly span?: Span;
}

/**
 * A string. `value` is its text with escapes resolved, `style` how it was written (`bare`: without quotes; `single`: in
 * apostrophes).
 */
export interface StringValue {
  readonly kind: "string";
  readonly value: string;
  readonly style: "quoted" | "bare" | "single";
  readonly span?: Span;
}

/** STTP-A-02: a number, exact in `decimal`. */
export interface NumberValue {
  readonly kind: "number";
  /** The nearest double, never −0. */
  readonly value: number;
  /** The exact value as written: no exponent, no sign on zero, no superfluous zeros. */
  readonly decimal: string;
  readonly span?: Span;
}

/** `true` or `false`. */
export interface BooleanValue {
  readonly kind: "boolean";
  readonly value: boolean;
  readonly span?: Span;
}

/** `null`. */
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

/** A value of the tree, told apart by `kind`. */
export type Value = ObjectValue | ArrayValue | StringValue | NumberValue | BooleanValue | NullValue | RawValue;

/** A member of an object: a name, perhaps a confidence, a value. */
export interface Field {
  /** As written, escapes of a quoted one resolved; an alias keeps its spelling. */
  readonly name: string;
  /** Whether the name stood in quotes. */
  readonly quoted: boolean;
  /** The number in the signature, also when it lies outside 0…1; never a default. */
  readonly confidence?: number;
  /** What stood in the parentheses where it was no number. */
  readonly confidenceText?: string;
  readonly value: Value;
  /** The whole member, its name and value included. */
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
