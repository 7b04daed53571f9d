import type { PatchOp } from "../../diagnostic/diagnostic.js";
import type { DiagnosticList } from "../../diagnostic/diagnostic-list.js";
import type { DiagnosticExtras } from "../../diagnostic/make-diagnostic.js";
import { nearestName } from "../../diagnostic/nearest-name.js";
import { jsonPointer } from "../../diagnostic/pointer.js";
import { isDefault } from "../is-default.js";
import type { Field, Shape, StructShape, TaggedShape } from "../shape.js";
import { DecodeCursor, FAILED, isPlainObject, listed } from "./decode-cursor.js";
import { decodeScalar } from "./decode-scalar.js";
import { patchValue } from "./patch-value.js";

/** Limits on a value that was not read from text, which text has already met. */
interface DecodeLimits {
  readonly nesting: number;
  /** Estimated bytes of the value as JSON, above what JSON takes; infinite for a value that was read from text. */
  readonly bytes: number;
  readonly list: { readonly key: string; readonly limit: number; readonly budget: string };
}

export interface DecodeOptions {
  /** Field names of the input: those of JSON, or those of the TypeScript objects. */
  readonly names: "json" | "typescript";
  readonly limits: DecodeLimits;
}

type PlainObject = Readonly<Record<string, unknown>>;

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
  readonly #cursor: DecodeCursor;
  readonly #open = new Set<object>();

  constructor(options: DecodeOptions, report: DiagnosticList) {
    this.#options = options;
    this.#cursor = new DecodeCursor(options.limits.bytes, report);
  }

  value(shape: Shape, value: unknown): unknown {
    if (this.#cursor.stopped) return FAILED;
    switch (shape.type) {
      case "list":
        return this.#list(shape.of(), value);
      case "struct":
        return this.#struct(shape, value);
      case "tagged":
        return this.#tagged(shape, value);
      default:
        return decodeScalar(shape, value, this.#cursor);
    }
  }

  #list(element: Shape, value: unknown): unknown {
    if (!Array.isArray(value)) return this.#cursor.wrong("a list", value);
    const { key, limit, budget } = this.#options.limits.list;
    if (this.#cursor.path.length === 1 && this.#cursor.path[0] === key && value.length > limit) {
      this.#cursor.stop();
      return this.#cursor.add(2006, `more than ${limit} ${key}`, { detail: { budget, limit, used: value.length } });
    }
    if (!this.#enter(value)) return FAILED;
    const result: unknown[] = [];
    for (let index = 0; index < value.length && !this.#cursor.stopped; index += 1) {
      // An element costs something even when it is a hole, or a list of holes would be free and endless.
      this.#cursor.spend(0, null);
      this.#cursor.path.push(index);
      // STRATA-LOAD-06: an element that fails does not keep the next one from being read.
      result.push(this.value(element, value[index]));
      this.#cursor.path.pop();
    }
    this.#open.delete(value);
    return result;
  }

  /** Begins an object or list: charges it, and refuses cycles and excessive depth. */
  #enter(value: object): boolean {
    if (this.#open.has(value)) {
      this.#cursor.add(2010, `${this.#cursor.place()} contains itself: a program is a tree`);
      return false;
    }
    const { nesting } = this.#options.limits;
    if (this.#open.size >= nesting) {
      this.#cursor.add(2010, `the value nests deeper than ${nesting} levels`, {
        detail: { budget: "nesting", limit: nesting, used: nesting + 1 },
      });
      return false;
    }
    this.#open.add(value);
    this.#cursor.spend(0, value);
    return true;
  }

  #struct(shape: StructShape, value: unknown): unknown {
    if (!isPlainObject(value)) return this.#cursor.wrong(`an object ${this.#example(shape.fields)}`, value);
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
          this.#cursor.add(2012, `${owner} lacks the field "${key}": it needs ${this.#example(fields)}`);
        }
        continue;
      }
      this.#cursor.path.push(key);
      const read = given === null && field.optional ? this.#nullField(key) : this.value(field.shape(), given);
      this.#cursor.path.pop();
      // STRATA-ENC-04: a default that is written out reads the same as an absent field.
      if (!isDefault(field, read)) result[field.name] = read;
    }
  }

  #nullField(key: string): typeof FAILED {
    const ops: PatchOp[] = [{ kind: "remove", data: { path: jsonPointer(this.#cursor.path) } }];
    return this.#cursor.add(2012, `"${key}" is null: leave it out`, { fixes: [{ kind: "json_patch", data: { ops } }] });
  }

  #unknownFields(value: PlainObject, known: (key: string) => boolean, names: () => readonly string[]): void {
    for (const key of Object.keys(value)) {
      if (this.#cursor.stopped) return;
      if (known(key) || value[key] === undefined) continue;
      const near = nearestName(key, names());
      const free = near?.unique && !Object.hasOwn(value, near.name);
      // STRATA-ENC-09: a misspelt field must not read as an absent one.
      this.#cursor.add(
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
      if (meant !== null) return this.#cursor.spend(value.length, meant);
      return this.#bareString(shape, value);
    }
    if (!isPlainObject(value)) return this.#cursor.wrong(`{"kind": …} (${shape.name})`, value);
    if (!this.#enter(value)) return FAILED;
    const result = this.#variant(shape, value);
    this.#open.delete(value);
    return result;
  }

  #bareString(shape: TaggedShape, text: string): typeof FAILED {
    const near = shape.variants.has(text) ? text : nearestName(text, shape.variants.keys())?.name;
    const payload = near === undefined ? null : shape.variants.get(near)?.payload;
    if (near === undefined) return this.#cursor.wrong(`{"kind": …, "data": …} (${shape.name})`, text);
    if (payload === null) {
      return this.#cursor.wrong(`{"kind": "${near}"}`, text, { fixes: [this.#cursor.replacement({ kind: near })] });
    }
    return this.#cursor.wrong(`{"kind": "${near}", "data": …}`, text, { hint: `"${near}" needs its data` });
  }

  #variant(shape: TaggedShape, value: PlainObject): unknown {
    const kind = Object.hasOwn(value, "kind") ? value.kind : undefined;
    const variant = typeof kind === "string" ? shape.variants.get(kind) : undefined;
    if (typeof kind !== "string" || variant === undefined) return this.#unknownKind(shape, kind);
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

  #unknownKind(shape: TaggedShape, kind: unknown): typeof FAILED {
    const kinds = [...shape.variants.keys()];
    if (kind === undefined) {
      return this.#cursor.add(2012, `${shape.name} lacks the field "kind": one of ${listed(kinds)}`);
    }
    this.#cursor.path.push("kind");
    this.#cursor.wrong(
      `one of ${listed(kinds)}`,
      kind,
      typeof kind === "string" ? this.#cursor.nearWord(kind, kinds) : {},
    );
    this.#cursor.path.pop();
    return FAILED;
  }

  #noData(kind: string, value: PlainObject): void {
    if (value.data === undefined || value.data === null || !Object.hasOwn(value, "data")) return;
    this.#cursor.path.push("data");
    const ops: PatchOp[] = [{ kind: "remove", data: { path: jsonPointer(this.#cursor.path) } }];
    this.#cursor.add(2012, `"${kind}" carries no data: write {"kind": "${kind}"}`, {
      fixes: [{ kind: "json_patch", data: { ops } }],
    });
    this.#cursor.path.pop();
  }

  #data(kind: string, payload: Shape, value: PlainObject, result: Record<string, unknown>): void {
    const given = Object.hasOwn(value, "data") ? value.data : undefined;
    if (given === undefined) {
      const form = payload.type === "struct" ? this.#example(payload.fields) : "…";
      this.#cursor.add(
        2012,
        `"${kind}" lacks its data: write {"kind": "${kind}", "data": ${form}}`,
        this.#wrapped(payload, value),
      );
      return;
    }
    this.#cursor.path.push("data");
    result.data = this.value(payload, given);
    this.#cursor.path.pop();
  }

  /** The repair for payload fields written beside `kind` instead of inside `data`. */
  #wrapped(payload: Shape, value: PlainObject): DiagnosticExtras {
    if (payload.type !== "struct") return {};
    const moved = Object.keys(value).filter(
      (key) => key !== "kind" && payload.fields.has(this.#fieldName(payload.fields, key)),
    );
    const complete = [...payload.fields.values()].every((field) => field.optional || moved.includes(this.#key(field)));
    if (!complete || moved.length === 0) return {};
    const here = jsonPointer(this.#cursor.path);
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

  #rename(key: string, name: string, value: unknown): DiagnosticExtras {
    const moved = patchValue(value);
    if (moved === undefined) return {};
    const here = jsonPointer(this.#cursor.path);
    const ops: PatchOp[] = [
      { kind: "remove", data: { path: `${here}${jsonPointer([key])}` } },
      { kind: "add", data: { path: `${here}${jsonPointer([name])}`, value: moved } },
    ];
    return { fixes: [{ kind: "json_patch", data: { ops } }] };
  }
}
