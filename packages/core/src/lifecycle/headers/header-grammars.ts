import type { StlOperation } from "../../contract/operation.js";
import { STL_OPERATIONS } from "../../contract/operation.js";
import type { HeaderValues, OperationPlanValue, SchemaReference } from "./header-values.js";
import { OUTPUT_CONTRACT_MODES } from "./header-values.js";

export interface HeaderWriting {
  /** Only the eight operations of the older protocol: VERIFY is EVALUATE, CLARIFY and REVISE do not exist. */
  readonly strict8: boolean;
}

/** What was read; a list may have a value and problems of some of its items. */
export interface HeaderReading<T> {
  readonly value?: T;
  readonly problems: readonly string[];
}

/** How one kind of header value is written and read. */
export interface HeaderGrammar<T> {
  /** Null when the value has no text in this grammar; the header is then left out. */
  write(value: T, writing: HeaderWriting): string | null;
  read(text: string): HeaderReading<T>;
}

export const found = <T>(value: T): HeaderReading<T> => ({ value, problems: [] });
export const wrong = <T>(message: string): HeaderReading<T> => ({ problems: [message] });

const DIGEST = /^sha256:[0-9a-f]{64}$/;
const CAPABILITY_ID = /^[A-Za-z0-9_.-]{1,128}$/;
const TOKEN = /^[\x21-\x7e]{1,256}$/;
const DIGITS = /^[0-9]{1,15}$/;
const DECIMALS = /^[0-9]{1,9}\.[0-9]{2}$/;

export const isDigest = (text: string): boolean => DIGEST.test(text);
export const isCount = (value: number): boolean => Number.isInteger(value) && value >= 0 && value < 1e15;
export const readCount = (text: string | undefined): number | null =>
  text !== undefined && DIGITS.test(text) ? Number(text) : null;
export const isCapabilityId = (text: string): boolean => CAPABILITY_ID.test(text);

/** One word of a closed list. */
export function word<const T extends string>(words: readonly T[]): HeaderGrammar<T> {
  return {
    write: (value) => (words.includes(value) ? value : null),
    read: (text) => {
      const known = words.find((candidate) => candidate === text);
      return known === undefined ? wrong(`not one of ${words.join(", ")}`) : found(known);
    },
  };
}

export const operation: HeaderGrammar<StlOperation> = {
  write: (value, { strict8 }) => {
    if (!strict8) return value;
    if (value === "CLARIFY" || value === "REVISE") return null;
    return value === "VERIFY" ? "EVALUATE" : value;
  },
  read: (text) => {
    const known = text === "EVALUATE" ? "VERIFY" : STL_OPERATIONS.find((token) => token === text);
    return known === undefined ? wrong("not an operation") : found(known);
  },
};

/** A list with `,` and optional space between items; items that break their grammar are left out and reported. */
export function list<T>(item: HeaderGrammar<T>): HeaderGrammar<readonly T[]> {
  return {
    write: (values, writing) =>
      values
        .map((value) => item.write(value, writing))
        .filter((text) => text !== null)
        .join(","),
    read: (text) => {
      const values: T[] = [];
      const problems: string[] = [];
      if (text === "") return found(values);
      for (const part of text.split(",")) {
        const reading = item.read(part.trim());
        if (reading.value !== undefined) values.push(reading.value);
        problems.push(...reading.problems.map((problem) => `${JSON.stringify(part.trim())}: ${problem}`));
      }
      return { value: values, problems };
    },
  };
}

export const capabilityId: HeaderGrammar<string> = {
  write: (value) => (isCapabilityId(value) ? value : null),
  read: (text) => (isCapabilityId(text) ? found(text) : wrong("ids have letters, digits, - _ and . only")),
};

/** An id without spaces, printable. */
export const token: HeaderGrammar<string> = {
  write: (value) => (TOKEN.test(value) ? value : null),
  read: (text) => (TOKEN.test(text) ? found(text) : wrong("not a printable word")),
};

export const count: HeaderGrammar<number> = {
  write: (value) => (isCount(value) ? String(value) : null),
  read: (text) => {
    const value = readCount(text);
    return value === null ? wrong("not a number of digits") : found(value);
  },
};

export const positiveCount: HeaderGrammar<number> = {
  write: (value) => (isCount(value) && value > 0 ? String(value) : null),
  read: (text) => {
    const value = readCount(text);
    return value === null || value === 0 ? wrong("not a number of digits above 0") : found(value);
  },
};

/** A number with exactly two decimals. */
export const decimals: HeaderGrammar<number> = {
  write: (value) => (value >= 0 && value < 1e9 - 1 ? value.toFixed(2) : null),
  read: (text) => (DECIMALS.test(text) ? found(Number(text)) : wrong("not a number with two decimals")),
};

const operations = list(operation);
export const operationPlan: HeaderGrammar<OperationPlanValue> = {
  write: (plan, writing) =>
    plan.kind === "operations" ? operations.write(plan.data, writing) : isDigest(plan.data) ? plan.data : null,
  read: (text) => {
    if (isDigest(text)) return found({ kind: "digest", data: text });
    const { value, problems } = operations.read(text);
    return value === undefined || problems.length > 0
      ? { problems }
      : { value: { kind: "operations", data: value }, problems };
  },
};

/** JSON with every character outside printable ASCII escaped. */
export function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[^\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

export const schemaReference: HeaderGrammar<SchemaReference> = {
  write: (schema) => {
    if (schema.kind === "digest") return isDigest(schema.data) ? schema.data : null;
    return asciiJson(schema.data);
  },
  read: (text) => {
    if (isDigest(text)) return found({ kind: "digest", data: text });
    try {
      const data: unknown = JSON.parse(text);
      if (typeof data === "object" && data !== null && !Array.isArray(data)) {
        return found({ kind: "inline", data: data as Record<string, unknown> });
      }
    } catch {
      // Said below.
    }
    return wrong("neither sha256: with 64 hex digits nor a JSON object");
  },
};

const contractMode = word(OUTPUT_CONTRACT_MODES);
export const outputContract: HeaderGrammar<NonNullable<HeaderValues["structuredOutputContract"]>> = {
  write: ({ mode, schema }, writing) => {
    const written = schemaReference.write(schema, writing);
    return written === null ? null : `${mode}/${written}`;
  },
  read: (text) => {
    const slash = text.indexOf("/");
    const mode = contractMode.read(text.slice(0, Math.max(slash, 0)));
    const schema = schemaReference.read(text.slice(slash + 1));
    return mode.value === undefined || schema.value === undefined
      ? { problems: [...mode.problems, ...schema.problems] }
      : found({ mode: mode.value, schema: schema.value });
  },
};
