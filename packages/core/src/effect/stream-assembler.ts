import type { ModelResponse, ModelStreamPart } from "../contract/model.js";
import type { SecretMask } from "../contract/secret-mask.js";

export type DeltaKind = "text" | "reasoning" | "tool_input";

/** One delta as it is recorded: its length in UTF-16 units; the text itself stands in the response. */
export interface DeltaPart {
  readonly kind: DeltaKind;
  readonly length: number;
  readonly callId?: string;
  /** Display text of `tool_input` deltas, which the response does not hold. */
  readonly delta?: string;
}

/** Puts a streamed answer together and cuts no character in two (POS-EVT-02). */
export class StreamAssembler {
  #text = "";
  #reasoning = "";
  readonly #parts: DeltaPart[] = [];
  /** What waits for what comes next, per kind: half a surrogate pair, the beginning of what may be a secret. */
  readonly #held = { text: "", reasoning: "" };
  /** The same of what is shown of calls' arguments, by call. */
  readonly #heldInputs = new Map<string, string>();
  readonly #mask: SecretMask | null;

  constructor(mask: SecretMask | null = null) {
    this.#mask = mask;
  }

  /** Takes one part; returns the delta that may be shown now, or null. */
  push(part: Exclude<ModelStreamPart, { type: "finish" }>): { kind: DeltaKind; delta: string; callId?: string } | null {
    if (part.type === "tool_input") {
      if (this.#mask === null) return this.#addInput(part.callId, part.delta);
      const { told, held } = this.#mask.split((this.#heldInputs.get(part.callId) ?? "") + part.delta);
      this.#heldInputs.set(part.callId, held);
      return told === "" ? null : this.#addInput(part.callId, told);
    }
    const raw = this.#held[part.type] + part.delta;
    // POS-SEC-01: a secret may come in pieces.
    const { told, held } = this.#mask === null ? { told: raw, held: "" } : this.#mask.split(raw);
    const last = told.charCodeAt(told.length - 1);
    const cut = last >= 0xd800 && last <= 0xdbff ? told.length - 1 : told.length;
    this.#held[part.type] = told.slice(cut) + held;
    return this.#add(part.type, told.slice(0, cut));
  }

  /** What is still held back when the stream ends: an unpaired half becomes U+FFFD. */
  flush(): { kind: DeltaKind; delta: string; callId?: string }[] {
    const rest: { kind: DeltaKind; delta: string; callId?: string }[] = [];
    for (const [callId, held] of this.#heldInputs) {
      if (held !== "") rest.push(this.#addInput(callId, this.#mask?.text(held) ?? held));
    }
    this.#heldInputs.clear();
    for (const kind of ["reasoning", "text"] as const) {
      const delta = this.#add(kind, this.#mask?.text(this.#held[kind]) ?? this.#held[kind]);
      this.#held[kind] = "";
      if (delta !== null) rest.push(delta);
    }
    return rest;
  }

  /** What has come so far. */
  partial(): { text: string; reasoning?: string; parts: readonly DeltaPart[] } {
    return {
      text: this.#text,
      ...(this.#reasoning === "" ? {} : { reasoning: this.#reasoning }),
      parts: [...this.#parts],
    };
  }

  #addInput(callId: string, raw: string): { kind: DeltaKind; delta: string; callId: string } {
    const delta = raw.toWellFormed();
    this.#parts.push({ kind: "tool_input", length: delta.length, callId, delta });
    return { kind: "tool_input", delta, callId };
  }

  #add(kind: "text" | "reasoning", raw: string): { kind: DeltaKind; delta: string } | null {
    if (raw === "") return null;
    const delta = raw.toWellFormed();
    if (kind === "text") this.#text += delta;
    else this.#reasoning += delta;
    this.#parts.push({ kind, length: delta.length });
    return { kind, delta };
  }
}

/** The deltas of a recorded answer. One that was not streamed is one delta. */
export function recordedDeltas(
  recorded: Pick<ModelResponse, "text" | "reasoning"> & { readonly parts?: readonly DeltaPart[] },
): { kind: DeltaKind; delta: string; callId?: string }[] {
  const { text, reasoning = "", parts } = recorded;
  if (parts === undefined) {
    return [
      ...(reasoning === "" ? [] : [{ kind: "reasoning" as const, delta: reasoning }]),
      ...(text === "" ? [] : [{ kind: "text" as const, delta: text }]),
    ];
  }
  const position = { text: 0, reasoning: 0 };
  const source = { text, reasoning };
  return parts.map((part) => {
    if (part.kind === "tool_input") {
      return {
        kind: part.kind,
        delta: part.delta ?? "",
        ...(part.callId === undefined ? {} : { callId: part.callId }),
      };
    }
    const start = position[part.kind];
    position[part.kind] += part.length;
    return { kind: part.kind, delta: source[part.kind].slice(start, start + part.length) };
  });
}
