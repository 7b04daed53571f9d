import type { Path } from "../source/span.js";

/** `version`: not a document of this kind · `missing` · `type` · `value`: out of its range · `unknown_member`. */
export type JsonErrorCode = "version" | "missing" | "type" | "value" | "unknown_member";

/** Where a JSON document does not fit, and why. `path` leads from the document to the member at fault. */
export interface JsonError {
  readonly path: Path;
  readonly code: JsonErrorCode;
}

type Members = ReadonlyMap<string, unknown>;

/** Reads untrusted JSON values: what does not fit becomes an error with its path, never an exception. */
export class JsonReader {
  readonly errors: JsonError[] = [];

  fail(path: Path, code: JsonErrorCode): null {
    this.errors.push({ path, code });
    return null;
  }

  /** The members of an object, each of a known name; names are looked up in a map, so none of them is special. */
  members(value: unknown, path: Path, known: readonly string[]): Members | null {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return this.fail(path, "type");
    const members = new Map(Object.entries(value).filter(([, member]) => member !== undefined));
    // STTP-P-07: nothing is dropped silently.
    for (const name of members.keys()) if (!known.includes(name)) this.fail([...path, name], "unknown_member");
    return members;
  }

  /** A required member read by `read`. */
  required<T>(members: Members, name: string, path: Path, read: (value: unknown, path: Path) => T | null): T | null {
    if (!members.has(name)) return this.fail([...path, name], "missing");
    return read(members.get(name), [...path, name]);
  }

  optional<T>(members: Members, name: string, path: Path, read: (value: unknown, path: Path) => T | null): T | null {
    return members.has(name) ? read(members.get(name), [...path, name]) : null;
  }

  array<T>(value: unknown, path: Path, read: (value: unknown, path: Path) => T | null): T[] {
    if (!Array.isArray(value)) {
      this.fail(path, "type");
      return [];
    }
    const items: T[] = [];
    for (const [index, item] of value.entries()) {
      const result = read(item, [...path, index]);
      if (result !== null) items.push(result);
    }
    return items;
  }

  string = (value: unknown, path: Path): string | null => (typeof value === "string" ? value : this.fail(path, "type"));

  boolean = (value: unknown, path: Path): boolean | null =>
    typeof value === "boolean" ? value : this.fail(path, "type");

  finite = (value: unknown, path: Path): number | null => {
    if (typeof value !== "number") return this.fail(path, "type");
    return Number.isFinite(value) ? value : this.fail(path, "value");
  };

  ordinal = (value: unknown, path: Path): number | null => {
    if (typeof value !== "number") return this.fail(path, "type");
    return Number.isInteger(value) && value >= 0 && value <= 999_999_999 ? value : this.fail(path, "value");
  };
}
