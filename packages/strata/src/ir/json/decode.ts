import type { DiagnosticCode } from "../../diagnostic/codes.js";
import type { Fix, PatchOp } from "../../diagnostic/diagnostic.js";
import type { DiagnosticList } from "../../diagnostic/diagnostic-list.js";
import type { DiagnosticExtras } from "../../diagnostic/make-diagnostic.js";
import { nearestName } from "../../diagnostic/nearest-name.js";
import { jsonPointer } from "../../diagnostic/pointer.js";
import type { Field, Shape, StructShape, TaggedShape } from "../shape.js";
import { NumberToken } from "./number-token.js";
import { patchValue } from "./patch-value.js";

/** Limits on a value that was not read from text, which text has already met. */
export interface DecodeLimits {
  readonly nesting: number;
  /** Estimated bytes of the value as JSON: shared parts count at each use, so that a small value cannot unfold. */
  readonly bytes: number;
  readonly list: { readonly key: string; readonly limit: number; readonly budget: string };
}

export interface DecodeOptions {
  /** Field names of the input: those of JSON, or those of the TypeScript objects. */
  readonly names: "json" | "typescript";
  readonly limits: DecodeLimits;
}

type PlainObject = Readonly<Record<string, unknown>>;

const FAILED = Symbol("failed");

/**
 * Copies `value` into the TypeScript form of `shape`, collecting every structural problem (STRATA-LOAD-06). Fields at
 * their default are left out, shorthand becomes the tagged form.
 * @returns the copy; meaningless when `report` has errors.
 */
export function decode(shape: Shape, value: unknown, options: DecodeOptions, report: DiagnosticList): unknown {
  const result = new Decoder(options, report).value(shape, value);
  return result === FAILED ? undefined : result;
}

class Decoder {
  readonly #options: DecodeOptions;
  readonly #report: DiagnosticList;
  readonly #path: (string | number)[] = [];
  readonly #open = new Set<object>();
  #bytes = 0;
  #stopped = false;

  constructor(options: DecodeOptions, report: DiagnosticList) {
    this.#options = options;
    this.#report = report;
  }

  value(shape: Shape, value: unknown): unknown {
    if (this.#stopped) return FAILED;
    switch (shape.type) {
      case "string":
        return typeof value === "string" ? this.#spend(value.length, value) : this.#wrong("a string", value);
      case "boolean":
        return typeof value === "boolean" ? this.#spend(4, value) : this.#wrong("true or false", value);
      case "number":
        return this.#number(value);
      case "integer":
        return this.#integer(value, shape.min, shape.max, "an integer");
      case "weight":
        return this.#weight(value);
      case "words":
        return this.#word(value, shape.words);
      case "opaque":
        return value;
      case "list":
        return this.#list(shape.of(), value);
      case "struct":
        return this.#struct(shape, value);
      case "tagged":
        return this.#tagged(shape, value);
    }
  }

  /** Charges `bytes` against the size of a value and passes `value` on. */
  #spend<T>(bytes: number, value: T): T | typeof FAILED {
    this.#bytes += bytes + 2;
    const { bytes: limit } = this.#options.limits;
    if (this.#bytes <= limit) return value;
    this.#stopped = true;
    this.#add(2006, `the value is larger than ${limit} bytes`, {
      detail: { budget: "document_bytes", limit, used: this.#bytes },
    });
    return FAILED;
  }

  #add(code: DiagnosticCode, message: string, extras?: DiagnosticExtras, ...below: (string | number)[]): typeof FAILED {
    this.#report.add(code, jsonPointer([...this.#path, ...below]), message, extras);
    return FAILED;
  }

  #wrong(wanted: string, value: unknown, extras?: DiagnosticExtras): typeof FAILED {
    return this.#add(2012, `${this.#place()} must be ${wanted}, but is ${describe(value)}`, extras);
  }

  #place(): string {
    const last = this.#path[this.#path.length - 1];
    if (last === undefined) return "the document";
    if (typeof last === "string") return `"${last}"`;
    const list = this.#path[this.#path.length - 2];
    return `element ${last} of "${list}"`;
  }

  #number(value: unknown): unknown {
    const number = value instanceof NumberToken ? value.toNumber() : value;
    if (typeof number !== "number") return this.#wrong("a number", value);
    if (!Number.isFinite(number)) return this.#wrong("a number a double can hold", value);
    return this.#spend(1, number === 0 ? 0 : number);
  }

  #integer(value: unknown, min: number, max: number, wanted: string): unknown {
    if (value instanceof NumberToken) return this.#notSafe(value.text, value.toNumber(), min, max);
    if (typeof value !== "number") return this.#wrong(wanted, value);
    if (!Number.isSafeInteger(value) || value < min || value > max)
      return this.#notSafe(String(value), value, min, max);
    return this.#spend(1, value === 0 ? 0 : value);
  }

  #notSafe(token: string, number: number, min: number, max: number): typeof FAILED {
    const exact = Number.isSafeInteger(number) && number >= min && number <= max;
    const range = min === Number.MIN_SAFE_INTEGER ? "-(2^53-1)..2^53-1" : `${min}..${max}`;
    const shown = token.length > 40 ? `${token.slice(0, 40)}…` : token;
    const wanted = exact ? `write ${number === 0 ? 0 : number}` : `write a plain integer within ${range}`;
    // STRATA-LOAD-05: an integer is written as one; a token that means one gets the repair.
    return this.#add(2007, `${this.#place()} is ${shown}, which is not a plain integer: ${wanted}`, {
      detail: { token: shown },
      ...(exact ? { fixes: [this.#replace(number === 0 ? 0 : number)] } : {}),
    });
  }

  #weight(value: unknown): unknown {
    if (value === "inf") return value;
    const wanted = 'an integer or "inf"';
    if (typeof value !== "string") {
      return this.#integer(value, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, wanted);
    }
    if (nearestName(value, ["inf"]) === null) return this.#wrong(wanted, value);
    if (value.startsWith("-")) return this.#wrong(wanted, value, { hint: "there is no minus infinity" });
    return this.#wrong(wanted, value, { hint: 'did you mean "inf"?', fixes: [this.#replace("inf")] });
  }

  #word(value: unknown, words: readonly string[]): unknown {
    const wanted = `one of ${listed(words)}`;
    if (typeof value === "string") {
      if (words.includes(value)) return this.#spend(value.length, value);
      return this.#wrong(wanted, value, this.#nearWord(value, words));
    }
    const kind = isPlainObject(value) ? value.kind : undefined;
    if (typeof kind === "string" && words.includes(kind)) {
      return this.#wrong(`${wanted}, a bare string`, value, {
        hint: `write ${JSON.stringify(kind)}`,
        fixes: [this.#replace(kind)],
      });
    }
    return this.#wrong(wanted, value);
  }

  #nearWord(word: string, words: Iterable<string>): DiagnosticExtras {
    const near = nearestName(word, words);
    if (near === null) return {};
    return {
      hint: `did you mean ${JSON.stringify(near.name)}?`,
      ...(near.unique ? { fixes: [this.#replace(near.name)] } : {}),
    };
  }

  #list(element: Shape, value: unknown): unknown {
    if (!Array.isArray(value)) return this.#wrong("a list", value);
    const { key, limit, budget } = this.#options.limits.list;
    if (this.#path.length === 1 && this.#path[0] === key && value.length > limit) {
      this.#stopped = true;
      return this.#add(2006, `more than ${limit} ${key}`, { detail: { budget, limit, used: value.length } });
    }
    if (!this.#enter(value)) return FAILED;
    const result: unknown[] = [];
    for (let index = 0; index < value.length && !this.#stopped; index += 1) {
      this.#path.push(index);
      result.push(this.value(element, value[index]));
      this.#path.pop();
    }
    this.#open.delete(value);
    return result;
  }

  /** Begins an object or list: charges it, and refuses cycles and excessive depth. */
  #enter(value: object): boolean {
    if (this.#open.has(value)) {
      this.#add(2010, `${this.#place()} contains itself: a program is a tree`);
      return false;
    }
    const { nesting } = this.#options.limits;
    if (this.#open.size >= nesting) {
      this.#add(2010, `the value nests deeper than ${nesting} levels`, {
        detail: { budget: "nesting", limit: nesting, used: nesting + 1 },
      });
      return false;
    }
    this.#open.add(value);
    this.#spend(0, value);
    return true;
  }

  #struct(shape: StructShape, value: unknown): unknown {
    if (!isPlainObject(value)) return this.#wrong(`an object ${this.#example(shape.fields)}`, value);
    if (!this.#enter(value)) return FAILED;
    const result: Record<string, unknown> = {};
    this.#fields(shape.name, shape.fields, value, result);
    const known = (key: string) => shape.fields.has(this.#fieldName(shape.fields, key));
    this.#unknownFields(value, known, () => this.#keys(shape.fields));
    this.#open.delete(value);
    return result;
  }

  /** Reads `fields` out of `value` into `result`. */
  #fields(
    owner: string,
    fields: ReadonlyMap<string, Field>,
    value: PlainObject,
    result: Record<string, unknown>,
  ): void {
    for (const field of fields.values()) {
      const key = this.#key(field);
      const given = Object.hasOwn(value, key) ? value[key] : undefined;
      if (given === undefined || (given === null && field.nullOk)) {
        if (!field.optional) {
          this.#add(2012, `${owner} lacks the field "${key}": it needs ${this.#example(fields)}`);
        }
        continue;
      }
      this.#path.push(key);
      const read = given === null && field.optional ? this.#nullField(key) : this.value(field.shape(), given);
      this.#path.pop();
      // STRATA-ENC-04: a default that is written out reads the same as an absent field.
      if (!isDefault(field, read)) result[field.name] = read;
    }
  }

  #nullField(key: string): typeof FAILED {
    const ops: PatchOp[] = [{ kind: "remove", data: { path: jsonPointer(this.#path) } }];
    return this.#add(2012, `"${key}" is null: leave it out`, { fixes: [{ kind: "json_patch", data: { ops } }] });
  }

  #unknownFields(value: PlainObject, known: (key: string) => boolean, names: () => readonly string[]): void {
    for (const key of Object.keys(value)) {
      if (known(key) || value[key] === undefined) continue;
      const near = nearestName(key, names());
      const free = near?.unique && !Object.hasOwn(value, near.name);
      // STRATA-ENC-09: a misspelt field must not read as an absent one.
      this.#add(
        2005,
        `there is no field ${JSON.stringify(key)} here: the fields are ${listed(names())}`,
        {
          ...(near === null ? {} : { hint: `did you mean "${near.name}"?` }),
          ...(near !== null && free ? this.#rename(key, near.name, value[key]) : {}),
        },
        key,
      );
    }
  }

  #tagged(shape: TaggedShape, value: unknown): unknown {
    if (typeof value === "string") {
      const meant = shape.shorthand?.(value) ?? null;
      if (meant !== null) return this.#spend(value.length, meant);
      return this.#bareString(shape, value);
    }
    if (!isPlainObject(value)) return this.#wrong(`{"kind": …} (${shape.name})`, value);
    if (!this.#enter(value)) return FAILED;
    const result = this.#variant(shape, value);
    this.#open.delete(value);
    return result;
  }

  #bareString(shape: TaggedShape, text: string): typeof FAILED {
    const near = shape.variants.has(text) ? text : nearestName(text, shape.variants.keys())?.name;
    const payload = near === undefined ? null : shape.variants.get(near)?.payload;
    if (near === undefined) return this.#wrong(`{"kind": …, "data": …} (${shape.name})`, text);
    if (payload === null) {
      return this.#wrong(`{"kind": "${near}"}`, text, { fixes: [this.#replace({ kind: near })] });
    }
    return this.#wrong(`{"kind": "${near}", "data": …}`, text, { hint: `"${near}" needs its data` });
  }

  #variant(shape: TaggedShape, value: PlainObject): unknown {
    const kind = Object.hasOwn(value, "kind") ? value.kind : undefined;
    const kinds = [...shape.variants.keys()];
    if (kind === undefined) return this.#add(2012, `${shape.name} lacks the field "kind": one of ${listed(kinds)}`);
    const variant = typeof kind === "string" ? shape.variants.get(kind) : undefined;
    if (typeof kind !== "string" || variant === undefined) {
      this.#path.push("kind");
      const near = typeof kind === "string" ? this.#nearWord(kind, kinds) : {};
      this.#wrong(`one of ${listed(kinds)}`, kind, near);
      this.#path.pop();
      return FAILED;
    }
    const result: Record<string, unknown> = { kind };
    const payload = variant.payload?.() ?? null;
    if (payload === null) this.#noData(kind, value);
    else this.#data(kind, payload, value, result);
    this.#fields(shape.name, shape.beside, value, result);
    const known = (key: string) =>
      key === "kind" || key === "data" || shape.beside.has(this.#fieldName(shape.beside, key));
    this.#unknownFields(value, known, () => [
      "kind",
      ...(payload === null ? [] : ["data"]),
      ...this.#keys(shape.beside),
    ]);
    return result;
  }

  #noData(kind: string, value: PlainObject): void {
    if (value.data === undefined || value.data === null || !Object.hasOwn(value, "data")) return;
    this.#path.push("data");
    const ops: PatchOp[] = [{ kind: "remove", data: { path: jsonPointer(this.#path) } }];
    this.#add(2012, `"${kind}" carries no data: write {"kind": "${kind}"}`, {
      fixes: [{ kind: "json_patch", data: { ops } }],
    });
    this.#path.pop();
  }

  #data(kind: string, payload: Shape, value: PlainObject, result: Record<string, unknown>): void {
    const given = Object.hasOwn(value, "data") ? value.data : undefined;
    if (given === undefined) {
      const form = payload.type === "struct" ? this.#example(payload.fields) : "…";
      this.#add(
        2012,
        `"${kind}" lacks its data: write {"kind": "${kind}", "data": ${form}}`,
        this.#wrapped(payload, value),
      );
      return;
    }
    this.#path.push("data");
    result.data = this.value(payload, given);
    this.#path.pop();
  }

  /** The repair for payload fields written beside `kind` instead of inside `data`. */
  #wrapped(payload: Shape, value: PlainObject): DiagnosticExtras {
    if (payload.type !== "struct") return {};
    const moved = Object.keys(value).filter(
      (key) => key !== "kind" && payload.fields.has(this.#fieldName(payload.fields, key)),
    );
    const complete = [...payload.fields.values()].every((field) => field.optional || moved.includes(this.#key(field)));
    if (!complete || moved.length === 0) return {};
    const here = jsonPointer(this.#path);
    const ops: PatchOp[] = moved.map((key) => ({ kind: "remove", data: { path: `${here}${jsonPointer([key])}` } }));
    const data = patchValue(Object.fromEntries(moved.map((key) => [key, value[key]])));
    if (data === undefined) return {};
    ops.push({ kind: "add", data: { path: `${here}/data`, value: data } });
    return { hint: 'put these fields inside "data"', fixes: [{ kind: "json_patch", data: { ops } }] };
  }

  #key(field: Field): string {
    return this.#options.names === "json" ? field.key : field.name;
  }

  #keys(fields: ReadonlyMap<string, Field>): string[] {
    return [...fields.values()].map((field) => this.#key(field));
  }

  /** The TypeScript name of the field an input key stands for, or the key itself. */
  #fieldName(fields: ReadonlyMap<string, Field>, key: string): string {
    if (this.#options.names === "typescript" || key.indexOf("_") === -1) {
      const field = fields.get(key);
      return field === undefined || this.#key(field) === key ? key : "";
    }
    for (const field of fields.values()) if (field.key === key) return field.name;
    return key;
  }

  #example(fields: ReadonlyMap<string, Field>): string {
    const required = [...fields.values()].filter((field) => !field.optional);
    return `{${required.map((field) => `"${this.#key(field)}": …`).join(", ")}}`;
  }

  #replace(value: unknown): Fix {
    return { kind: "json_patch", data: { ops: [{ kind: "replace", data: { path: jsonPointer(this.#path), value } }] } };
  }

  #rename(key: string, name: string, value: unknown): DiagnosticExtras {
    const moved = patchValue(value);
    if (moved === undefined) return {};
    const here = jsonPointer(this.#path);
    const ops: PatchOp[] = [
      { kind: "remove", data: { path: `${here}${jsonPointer([key])}` } },
      { kind: "add", data: { path: `${here}${jsonPointer([name])}`, value: moved } },
    ];
    return { fixes: [{ kind: "json_patch", data: { ops } }] };
  }
}

function isDefault(field: Field, value: unknown): boolean {
  if (field.fallback === "empty" && typeof value === "object" && value !== null) {
    return Array.isArray(value) ? value.length === 0 : Object.keys(value).length === 0;
  }
  return field.fallback !== undefined && value === field.fallback;
}

/** Objects of literals and of JSON, from any realm; no class instances (STRATA-LOAD-07). */
function isPlainObject(value: unknown): value is PlainObject {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function listed(words: readonly string[]): string {
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
