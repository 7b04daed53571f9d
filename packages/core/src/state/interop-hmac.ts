import { createHmac } from "node:crypto";
import type { CognitiveStateData } from "../contract/state.js";

/** Joins the fields of a window's signed text: the symbol for the unit separator. */
const UNIT_SEPARATOR = "\u241f";

/** One window of another implementation's chain. */
export interface WindowSignature {
  readonly sessionId: string;
  readonly windowNumber: number;
  /** ISO-8601, exactly as the other side wrote it. */
  readonly timestamp: string;
  readonly responseHash: string;
  readonly dpeReportHash: string;
  /** Signature of the window before; empty for the first. */
  readonly prevHmac: string;
}

/** Hex HMAC-SHA256 over the ids of a state alone. Takes any key. */
export function idOnlyHmac(
  state: Pick<CognitiveStateData, "csoId" | "windowNumber" | "priorCsoHash"> & {
    readonly decisions: readonly { readonly decisionId: string }[];
    readonly establishedFacts: readonly { readonly factId: string }[];
  },
  key: string | Uint8Array,
): string {
  // POS-CSO-08: for reading chains of other implementations only; our own seal covers the content, this does not.
  return hexHmac(idOnlyText(state), key);
}

/** The text `idOnlyHmac` signs: members sorted, `", "` and `": "` between them, non-ASCII escaped. */
export function idOnlyText(state: Parameters<typeof idOnlyHmac>[0]): string {
  const list = (ids: readonly string[]) => `[${ids.map(asciiString).join(", ")}]`;
  return (
    `{"cso_id": ${asciiString(state.csoId)}` +
    `, "decisions": ${list(state.decisions.map((decision) => decision.decisionId))}` +
    `, "facts": ${list(state.establishedFacts.map((fact) => fact.factId))}` +
    `, "prior_cso_hash": ${asciiString(state.priorCsoHash)}` +
    `, "window_number": ${state.windowNumber}}`
  );
}

/** `sha256:` and the hex HMAC-SHA256 of one window. Takes any key. */
export function windowHmac(window: WindowSignature, key: string | Uint8Array): string {
  return `sha256:${hexHmac(windowText(window), key)}`;
}

/** `windowHmac` of a window that continues several: their signatures, sorted and joined, stand for the one before. */
export function fanInHmac(
  window: Omit<WindowSignature, "prevHmac"> & { readonly parents: readonly string[] },
  key: string | Uint8Array,
): string {
  return windowHmac({ ...window, prevHmac: [...window.parents].sort().join("|") }, key);
}

/** The text `windowHmac` signs. */
export function windowText(window: WindowSignature): string {
  const { sessionId, windowNumber, timestamp, responseHash, dpeReportHash, prevHmac } = window;
  return [sessionId, windowNumber, timestamp, responseHash, dpeReportHash, prevHmac].join(UNIT_SEPARATOR);
}

function asciiString(text: string): string {
  return JSON.stringify(text).replace(
    /[^\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

function hexHmac(text: string, key: string | Uint8Array): string {
  return createHmac("sha256", key).update(text, "utf8").digest("hex");
}
