import type { ParseSource, ToolCallProblem, ToolCallProblemKind } from "../contract/capability.js";
import type { FinishReason, JsonSchema, ModelResponse } from "../contract/model.js";
import { findEnvelopeCandidate } from "./envelope-candidate.js";
import { jsonText } from "./json-text.js";
import { matchCapability } from "./match-capability.js";
import { type FurtherCall, ParsedToolCall } from "./parsed-tool-call.js";
import { readArguments } from "./read-arguments.js";
import { type Envelope, readEnvelope, type StatedCall } from "./read-envelope.js";
import { repairEnvelope } from "./repair-envelope.js";
import { proseAround, visibleText } from "./reply-text.js";
import { type ScannedText, type Span, scanJson } from "./scan-json.js";
import { fromStrictArguments } from "./strict-schema.js";
import { validateArguments } from "./validate-arguments.js";
import type { VendorNames } from "./vendor-safe-names.js";

/** What parsing needs of a frame: the offered ids with their argument schemas, and how many calls may be made. */
export interface ParseFrame {
  readonly capabilities: readonly { readonly capabilityId: string; readonly inputSchema: JsonSchema }[];
  readonly maxCalls: number;
}

export interface ParseToolCallOptions {
  /** Wins over the finish reason of the response. Absent in both: `stop`. */
  readonly finishReason?: FinishReason;
  /** The map the provider was called with; native names are mapped back through it (POS-PRS-10). */
  readonly names?: Pick<VendorNames, "toId">;
}

interface Reply {
  readonly frame: ParseFrame;
  readonly mayRepair: boolean;
  /** What the reply says beside its calls. */
  readonly prose: string;
  readonly source: ParseSource;
}

/**
 * Reads a model's output against the frame it was asked with (POS-PRS-01…09): a call, an answer, or a typed problem.
 * Total: it never throws, never returns null, and never maps anything to a tool that the output did not name. Linear in
 * the length of the output. The validator and the repairer load on first use; see `loadToolCallSupport`.
 */
export function parseToolCall(
  rawOutput: string | ModelResponse,
  frame: ParseFrame,
  options: ParseToolCallOptions = {},
): ParsedToolCall {
  const response: Partial<ModelResponse> = typeof rawOutput === "string" ? { text: rawOutput } : (rawOutput ?? {});
  const text = typeof response.text === "string" ? response.text : "";
  const finish = options.finishReason ?? response.finishReason ?? "stop";
  const scanned = scanJson(text);
  const whole = visibleText(text, scanned);
  const native = response.toolCalls ?? [];

  // POS-PRS-06: what the output limit cut may be half a call; neither repaired nor run.
  if (finish === "length") return truncated(scanned, whole, native.length > 0);
  if (native.length > 0) {
    const calls = native.map((call) => ({
      id: options.names?.toId(call.name) ?? call.name,
      arguments: call.arguments,
    }));
    return judgeCalls(calls, { frame, mayRepair: true, prose: whole, source: "native" });
  }
  if (whole === "")
    return answered("", "prose", problemOf("empty", "The reply was empty; answer or call a capability."));
  return parseText(text, whole, scanned, frame);
}

function parseText(text: string, whole: string, scanned: ScannedText, frame: ParseFrame): ParsedToolCall {
  const found: { readonly envelope: Envelope; readonly span: Span }[] = [];
  const unparsed: Span[] = [];
  for (const span of scanned.values) {
    let value: unknown;
    try {
      value = JSON.parse(text.slice(span[0], span[1]));
    } catch {
      unparsed.push(span);
      continue;
    }
    const envelope = readEnvelope(value);
    if (envelope !== null) found.push({ envelope, span });
  }
  if (found.length === 0) return parseBroken(text, whole, scanned, unparsed, frame);

  const prose = proseAround(
    text,
    scanned,
    found.map(({ span }) => span),
  );
  const merged = mergeEnvelopes(text, found);
  if (merged === null) {
    const message = `The reply held ${found.length} different calls or answers; send exactly one.`;
    return answered(prose, "envelope", problemOf("ambiguous", message));
  }
  return judgeEnvelope(merged, { frame, mayRepair: true, prose, source: "envelope" });
}

/** No envelope stands there as JSON: one repair of what begins like one, else the reply is the answer. */
function parseBroken(
  text: string,
  whole: string,
  scanned: ScannedText,
  unparsed: readonly Span[],
  frame: ParseFrame,
): ParsedToolCall {
  const candidate = findEnvelopeCandidate(text, scanned, unparsed);
  if (candidate !== null) {
    const repaired = repairEnvelope(candidate.text);
    const envelope = readEnvelope(repaired);
    const prose = proseAround(text, scanned, [candidate.span]);
    if (envelope !== null) return judgeEnvelope(envelope, { frame, mayRepair: false, prose, source: "repaired" });
    if (candidate.isCall) {
      return candidate.closed
        ? answered(prose, "prose", problemOf("arguments-not-object", "The call is not readable as a JSON object."))
        : answered(prose, "prose", problemOf("truncated", "The JSON of the call was not closed; send it whole."));
    }
  }
  // POS-PRS-04: JSON in prose erases nothing, and data is an answer.
  return answered(whole, isOnlyData(text, scanned) ? "data" : "prose");
}

/**
 * Several envelopes mean one thing when they are equal, or when each stands in its own call wrapper: then they are a
 * list. Null when they contradict each other.
 */
function mergeEnvelopes(
  text: string,
  found: readonly { readonly envelope: Envelope; readonly span: Span }[],
): Envelope | null {
  const [only, second] = found;
  if (only !== undefined && second === undefined) return only.envelope;
  const distinct = new Map<string, (typeof found)[number]>();
  for (const entry of found) {
    const written = jsonText(entry.envelope, { sortKeys: true });
    distinct.set(written.kind === "text" ? written.text : String(entry.span[0]), entry);
  }
  const entries = [...distinct.values()];
  if (entries.length === 1) return (entries[0] as (typeof entries)[number]).envelope;
  const calls: StatedCall[] = [];
  for (const { envelope, span } of entries) {
    if (envelope.kind !== "calls" || !text.slice(0, span[0]).trimEnd().endsWith("<tool_call>")) return null;
    calls.push(...envelope.calls);
  }
  return { kind: "calls", calls };
}

function judgeEnvelope(envelope: Envelope, reply: Reply): ParsedToolCall {
  if (envelope.kind === "calls") return judgeCalls(envelope.calls, reply);
  const answer = (envelope.answer ?? reply.prose).trim();
  if (answer !== "") return answered(answer, reply.source);
  return answered("", reply.source, problemOf("empty", "The reply neither called a capability nor answered."));
}

function judgeCalls(calls: readonly StatedCall[], reply: Reply): ParsedToolCall {
  const [first, ...others] = calls as [StatedCall, ...StatedCall[]];
  const offered = reply.frame.capabilities.map((slot) => slot.capabilityId);
  const match = matchCapability(first.id, offered);
  // POS-PRS-03: an id nobody offered is never mapped to a tool, not even to the only one.
  if (match === null) {
    const names = offered.map((id) => JSON.stringify(id)).join(", ") || "none";
    const message = `No offered capability is called ${shown(first.id)}; offered: ${names}.`;
    return answered(reply.prose, reply.source, problemOf("unknown-capability", message));
  }
  const { capabilityId } = match;
  const note = match.exact ? undefined : `${shown(first.id)} was read as ${JSON.stringify(capabilityId)}`;
  const read = readArguments(first.arguments, reply.mayRepair);
  if (read === null) {
    const message = `The arguments of ${JSON.stringify(capabilityId)} must be one JSON object.`;
    const problem = problemOf("arguments-not-object", message);
    return new ParsedToolCall({ capabilityId, arguments: {}, answer: "", source: reply.source, problem, note });
  }
  const slot = reply.frame.capabilities.find((candidate) => candidate.capabilityId === capabilityId);
  const schema = slot?.inputSchema ?? {};
  const args = fromStrictArguments(schema, read.value);
  const faults = validateArguments(schema, args);
  const problem =
    faults === null
      ? undefined
      : problemOf(
          "arguments-invalid",
          `The arguments of ${JSON.stringify(capabilityId)} break its schema: ${faults
            .slice(0, 8)
            .map((fault) => `${fault.path || "/"} ${fault.message}`)
            .join("; ")}.`,
          faults.map((fault) => fault.path),
        );
  return new ParsedToolCall({
    capabilityId,
    arguments: args,
    answer: "",
    source: read.repaired ? "repaired" : reply.source,
    problem,
    note,
    rest: problem === undefined ? furtherCalls(others, reply, offered) : undefined,
  });
}

/** The other calls of a list, within the budget of the frame. Each is validated again when its turn comes. */
function furtherCalls(calls: readonly StatedCall[], reply: Reply, offered: readonly string[]): FurtherCall[] {
  const rest: FurtherCall[] = [];
  for (const call of calls) {
    // POS-PRS-04: no more calls wait than the frame may make.
    if (rest.length >= reply.frame.maxCalls - 1) break;
    const match = matchCapability(call.id, offered);
    const read = readArguments(call.arguments, false);
    if (match === null || read === null) continue;
    const slot = reply.frame.capabilities.find((candidate) => candidate.capabilityId === match.capabilityId);
    const args = fromStrictArguments(slot?.inputSchema ?? {}, read.value);
    rest.push({ capabilityId: match.capabilityId, arguments: args });
  }
  return rest;
}

function truncated(scanned: ScannedText, whole: string, native: boolean): ParsedToolCall {
  const structured = native || scanned.values.length > 0 || scanned.broken.length > 0;
  const message = "The output limit cut the reply; send a shorter one.";
  return answered(whole, native ? "native" : structured ? "data" : "prose", problemOf("truncated", message));
}

function answered(answer: string, source: ParseSource, problem?: ToolCallProblem): ParsedToolCall {
  return new ParsedToolCall({ capabilityId: null, arguments: {}, answer, source, problem });
}

function problemOf(kind: ToolCallProblemKind, message: string, paths?: readonly string[]): ToolCallProblem {
  return paths === undefined ? { kind, message } : { kind, message, paths };
}

function isOnlyData(text: string, scanned: ScannedText): boolean {
  return scanned.values.length > 0 && proseAround(text, scanned, scanned.values) === "";
}

/** An id as it came, short enough for a message. */
function shown(id: unknown): string {
  const written = jsonText(id, { maxBytes: 80 });
  return written.kind === "text" ? written.text : "that";
}
