import { assertNode } from "../layer/assert-node.js";
import type { AvecView, SttpNode } from "../layer/node.js";
import { keyOf } from "../layer/project.js";
import { layerSchemas } from "../layer/schema.js";
import { hasUnpairedSurrogate } from "../source/character.js";
import { encodeUtf8 } from "../source/encode-utf8.js";
import { misuse } from "../source/misuse.js";
import { daysIn, readTimestamp, type TimestampParts } from "../validate/read-timestamp.js";
import { float32Text } from "./float32-text.js";
import { sha256Hex } from "./sha256.js";

/** What a sync key is made of beside the node (STTP-M-06). */
export interface SyncKeyOptions {
  /** The exact text that was given to `parse`, untrimmed, or the node's slice of a document. */
  readonly raw: string;
  /** Stands for the envelope's session. */
  readonly sessionId?: string;
}

/** The key, or the members without which there is none. */
export type SyncKeyResult =
  | { readonly ok: true; readonly key: string }
  | { readonly ok: false; readonly missing: readonly string[] };

/**
 * STTP-M-06: the identity under which stores exchange a node: SHA-256, in lower-case hex, of its facts and its text.
 * Never made up: what is missing, mistyped or not encodable is named instead. Throws TypeError for wrong arguments.
 */
export function syncKey(node: SttpNode, options: SyncKeyOptions): SyncKeyResult {
  assertNode(node);
  if (typeof options?.raw !== "string") throw misuse("STTP_ARGUMENT_TYPE", "options.raw must be a string");
  if (options.sessionId !== undefined && typeof options.sessionId !== "string") {
    throw misuse("STTP_ARGUMENT_TYPE", "options.sessionId must be a string");
  }
  const missing: string[] = [];
  const members: string[] = [];
  const put = (name: string, text: string | null): void => {
    if (text === null) missing.push(name);
    else members.push(`"${name}":${text}`);
  };
  const { provenance, envelope, metrics } = node;
  put("session_id", stringText(options.sessionId ?? envelope?.session_id));
  put("tier", stringText(envelope?.tier));
  put("timestamp", timestampText(envelope?.timestamp));
  put("compression_depth", provenance?.compression_depth === undefined ? null : String(provenance.compression_depth));
  const parent = provenance?.parent_node;
  put("parent_node_id", parent === undefined ? null : parent.kind === "none" ? "null" : stringText(parent.id));
  put("raw", stringText(options.raw));
  put("user_avec", avecText(envelope?.user_avec));
  put("model_avec", avecText(envelope?.model_avec));
  put("compression_avec", isAbsent(node) ? "null" : avecText(metrics?.compression_avec));
  put("rho", numberText(metrics?.rho));
  put("kappa", numberText(metrics?.kappa));
  put("psi", numberText(metrics?.psi));
  // STTP-M-06: no key rather than one of made-up facts.
  if (missing.length > 0) return { ok: false, missing };
  return { ok: true, key: sha256Hex(encodeUtf8(`{${members.join(",")}}`)) };
}

/** Only an absent compression_avec counts as null; one of another type is mistyped. */
function isAbsent(node: SttpNode): boolean {
  const { metrics } = node;
  if (metrics === null || metrics.compression_avec !== undefined) return false;
  const fields = metrics.blocks[0]?.object.fields ?? [];
  return !fields.some((field) => keyOf(layerSchemas.metrics, field.name)?.name === "compression_avec");
}

function numberText(value: number | undefined): string | null {
  return value === undefined || !Number.isFinite(Math.fround(value)) ? null : float32Text(value);
}

function avecText(avec: AvecView | undefined): string | null {
  if (avec === undefined) return null;
  const texts: string[] = [];
  for (const name of ["stability", "friction", "logic", "autonomy"] as const) {
    const text = numberText(avec[name]);
    if (text === null) return null;
    texts.push(`"${name}":${text}`);
  }
  return `{${texts.join(",")}}`;
}

const shortEscapes: ReadonlyMap<string, string> = /* @__PURE__ */ new Map([
  ['"', '\\"'],
  ["\\", "\\\\"],
  ["\b", "\\b"],
  ["\f", "\\f"],
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"],
]);

function stringText(text: string | undefined): string | null {
  if (text === undefined || hasUnpairedSurrogate(text)) return null;
  let out = '"';
  let copied = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code >= 0x20 && code !== 0x22 && code !== 0x5c) continue;
    out += text.slice(copied, index);
    out += shortEscapes.get(text[index]!) ?? `\\u${code.toString(16).padStart(4, "0")}`;
    copied = index + 1;
  }
  return `${out}${text.slice(copied)}"`;
}

function timestampText(text: string | undefined): string | null {
  const parts = text === undefined ? null : readTimestamp(text);
  const utc = parts && toUtc(parts);
  if (!utc) return null;
  const date = `${digits(utc.year, 4)}-${digits(utc.month, 2)}-${digits(utc.day, 2)}`;
  const time = `${digits(utc.hour, 2)}:${digits(utc.minute, 2)}:${digits(utc.second, 2)}`;
  return `"${date}T${time}${fractionText(utc.fraction)}+00:00"`;
}

/** The same instant in UTC, or null where it lies outside the years 0000 to 9999. */
function toUtc(parts: TimestampParts): TimestampParts | null {
  const minutes = parts.hour * 60 + parts.minute - parts.offsetMinutes;
  const days = Math.floor(minutes / 1440);
  let { year, month, day } = parts;
  day += days;
  if (day < 1) {
    month--;
    if (month < 1) {
      month = 12;
      year--;
    }
    day = daysIn(year, month);
  } else if (day > daysIn(year, month)) {
    day = 1;
    month++;
    if (month > 12) {
      month = 1;
      year++;
    }
  }
  if (year < 0 || year > 9999) return null;
  const rest = minutes - days * 1440;
  return { ...parts, year, month, day, hour: Math.floor(rest / 60), minute: rest % 60, offsetMinutes: 0 };
}

/** 0, 3, 6 or 9 digits, as few as are exact. */
function fractionText(fraction: string): string {
  const nanoseconds = fraction.padEnd(9, "0").replace(/(?:000)+$/, "");
  return nanoseconds === "" ? "" : `.${nanoseconds.padEnd(Math.ceil(nanoseconds.length / 3) * 3, "0")}`;
}

function digits(value: number, width: number): string {
  return String(value).padStart(width, "0");
}
