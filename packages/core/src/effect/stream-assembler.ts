import type { ModelResponse, ModelStreamPart } from "../contract/model.js";

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
  /** A high surrogate that waits for its other half, per kind. */
  readonly #held = { text: "", reasoning: "" };

  /** Takes one part; returns the delta that may be shown now, or null. */
  push(part: Exclude<ModelStreamPart, { type: "finish" }>): { kind: DeltaKind; delta: string; callId?: string } | null {
    if (part.type === "tool_input") {
      const delta = part.delta.toWellFormed();
      this.#parts.push({ kind: "tool_input", length: delta.length, callId: part.callId, delta });
      return { kind: "tool_input", delta, callId: part.callId };
    }
    const raw = this.#held[part.type] + part.delta;
    const last = raw.charCodeAt(raw.length - 1);
    const cut = last >= 0xd800 && last <= 0xdbff ? raw.length - 1 : raw.length;
    this.#held[part.type] = raw.slice(cut);
    return this.#add(part.type, raw.slice(0, cut));
  }

  /** What is still held back when the stream ends: an unpaired half becomes U+FFFD. */
  flush(): { kind: DeltaKind; delta: string }[] {
    const rest: { kind: DeltaKind; delta: string }[] = [];
    for (const kind of ["reasoning", "text"] as const) {
      const delta = this.#add(kind, this.#held[kind]);
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
