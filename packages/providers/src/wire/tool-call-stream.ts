import type { NativeToolCall } from "@pelorus/core";
import { SurrogateHold } from "./surrogate-hold.js";

/** One fragment of a tool call as it comes over the wire. */
export interface ToolCallFragment {
  readonly index?: unknown;
  readonly id?: unknown;
  readonly name?: unknown;
  /** A piece of JSON text, or the whole arguments as an object. */
  readonly arguments?: unknown;
}

interface OpenCall {
  readonly callId: string;
  readonly index: number | undefined;
  id: string | undefined;
  name: string;
  text: string;
  whole: unknown;
  readonly hold: SurrogateHold;
}

export interface ToolInputDelta {
  readonly callId: string;
  readonly delta: string;
}

/**
 * Puts streamed tool calls together. A new id is a new call, though the index repeats; without an id, fragments of one
 * index belong together, unless the arguments so far are whole and a name comes again.
 */
export class ToolCallStream {
  readonly #calls: OpenCall[] = [];

  /** Takes a fragment; returns the input that may be shown now, or null. */
  push(fragment: ToolCallFragment): ToolInputDelta | null {
    const index = typeof fragment.index === "number" ? fragment.index : undefined;
    const id = wordOf(fragment.id);
    const name = wordOf(fragment.name);
    const call = this.#callFor(index, id, name) ?? this.#open(index, id);
    call.id ??= id;
    if (call.name === "" && name !== undefined) call.name = name;
    const stated = fragment.arguments;
    if (typeof stated === "string") {
      if (stated === "") return null;
      call.text += stated;
      return shown(call, stated);
    }
    if (stated === undefined || stated === null) return null;
    call.whole = stated;
    return shown(call, JSON.stringify(stated) ?? "");
  }

  /** Input still held back when the stream ends. */
  flush(): ToolInputDelta[] {
    return this.#calls.flatMap((call) => {
      const delta = call.hold.flush();
      return delta === "" ? [] : [{ callId: call.callId, delta }];
    });
  }

  /** The calls in the order in which they began. Arguments are as they came: an object, or JSON text. */
  calls(): NativeToolCall[] {
    return this.#calls.map(({ callId, name, text, whole }) => ({
      id: callId,
      name,
      arguments: whole ?? (text === "" ? {} : text.toWellFormed()),
    }));
  }

  #callFor(index: number | undefined, id: string | undefined, name: string | undefined): OpenCall | undefined {
    const last = this.#calls.findLast((call) => index === undefined || call.index === index);
    if (last === undefined) return undefined;
    // POS-ADP-05: an index that repeats says nothing; an id does.
    if (id !== undefined) {
      // An id that comes after the first fragment belongs to the call that has none yet.
      if (last.id === undefined && last.text === "" && last.whole === undefined) return last;
      return this.#calls.findLast((call) => call.id === id && (index === undefined || call.index === index));
    }
    return name !== undefined && isWhole(last) ? undefined : last;
  }

  #open(index: number | undefined, id: string | undefined): OpenCall {
    const callId = id ?? `call_${this.#calls.length + 1}`;
    const call = { callId, index, id, name: "", text: "", whole: undefined, hold: new SurrogateHold() };
    this.#calls.push(call);
    return call;
  }
}

function shown(call: OpenCall, text: string): ToolInputDelta | null {
  const delta = call.hold.take(text);
  return delta === "" ? null : { callId: call.callId, delta };
}

function isWhole(call: OpenCall): boolean {
  if (call.whole !== undefined) return true;
  if (!call.text.endsWith("}")) return false;
  try {
    JSON.parse(call.text);
    return true;
  } catch {
    return false;
  }
}

function wordOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
