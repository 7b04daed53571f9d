import { type ModelRequest, parseSections } from "@pelorus/core";
import { detectLanguage } from "../language/detect-language.js";
import type { Language } from "../language/function-words.js";
import { type Passage, passageOf } from "./passage.js";
import { type Entry, readEntries } from "./read-entries.js";
import { returnedPassages } from "./returned-passages.js";
import { splitMaterial } from "./split-material.js";

/** A call of the run so far, as the frame shows it. */
export interface EarlierCall {
  readonly capabilityId: string;
  readonly argumentsText: string;
  readonly outcome: string;
  readonly summary: string;
}

/** What a prompt says, in parts. */
export interface Frame {
  /** Operation token; empty where the prompt names none. */
  readonly operation: string;
  /** The last step of its plan, whose output is the answer. */
  readonly isLast: boolean;
  readonly assignment: string;
  /** The instruction of the request, without supplied material. */
  readonly request: string;
  /** Text the request brings along to be worked on; empty: none. */
  readonly material: string;
  readonly language: Language;
  /** Most relevant first. */
  readonly passages: readonly Passage[];
  /** Outputs of earlier steps. */
  readonly derived: readonly { readonly operation: string; readonly text: string }[];
  readonly calls: readonly EarlierCall[];
  /** Calls of this step that were refused, with the reason, by the id of the tool. */
  readonly refusals: ReadonlyMap<string, string>;
  readonly contract: string;
  /** The end of what is written already, in a continuation; else null. */
  readonly lastText: string | null;
  /** The text of the `tools` section; empty outside tool frames. */
  readonly toolsText: string;
}

/** Reads a prompt that frames made, or a plain one, whose first paragraph counts as the request. Linear; never throws. */
export function readFrame(request: Pick<ModelRequest, "prompt">): Frame {
  const sections = new Map(parseSections(request.prompt).map(({ name, text }) => [name, text]));
  const section = (name: Parameters<typeof sections.get>[0]): string => sections.get(name) ?? "";
  if (sections.size === 0) return plainFrame(request.prompt);
  const { instruction, material } = splitMaterial(section("request"));
  const place = /^[A-Z]+, step (\d{1,3}) of (\d{1,3}),/.exec(section("operation"));
  const only = place?.[2] === "1";
  // The only step is for the whole request.
  const assignment = (only ? instruction : splitMaterial(section("assignment")).instruction) || instruction;
  const facts = readEntries(section("facts"));
  const derived = readEntries(section("derived"));
  const calls = readEntries(section("observations")).map(readCall);
  return {
    operation: /^[A-Z]+/.exec(section("operation"))?.[0] ?? "",
    isLast: place === null || place[1] === place[2],
    assignment,
    request: instruction,
    material,
    language: detectLanguage(instruction || assignment),
    passages: evidence(facts, derived, calls),
    derived: derived.map(({ head, text }) => ({ operation: head[2] ?? "", text })),
    calls,
    refusals: refusalsIn(section("feedback")),
    contract: section("output_contract"),
    lastText: sections.get("last_text") ?? null,
    toolsText: section("tools"),
  };
}

function plainFrame(prompt: string): Frame {
  const { instruction, material } = splitMaterial(prompt);
  return {
    operation: "",
    isLast: true,
    assignment: instruction,
    request: instruction,
    material,
    language: detectLanguage(instruction),
    passages: [],
    derived: [],
    calls: [],
    refusals: new Map(),
    contract: "",
    lastText: null,
    toolsText: "",
  };
}

const REFUSAL = /^- The call to (\S+) was refused: (.*?)\.?$/;

function refusalsIn(feedback: string): Map<string, string> {
  const refusals = new Map<string, string>();
  for (const line of feedback.split("\n")) {
    const [, capabilityId, reason] = REFUSAL.exec(line) ?? [];
    if (capabilityId !== undefined && reason !== undefined && !refusals.has(capabilityId)) {
      refusals.set(capabilityId, reason);
    }
  }
  return refusals;
}

function readCall({ head, text }: Entry): EarlierCall {
  const end = text.indexOf("\n");
  return {
    capabilityId: head[2] ?? "",
    argumentsText: end < 0 ? text : text.slice(0, end),
    outcome: head[3] ?? "",
    summary: end < 0 ? "" : text.slice(end + 1),
  };
}

/**
 * Facts as passages, the most relevant first, a call's own summary only where its pieces are not shown; then results that
 * stand beside the facts. What earlier steps state is evidence only where there is nothing else.
 */
function evidence(facts: readonly Entry[], derived: readonly Entry[], calls: readonly EarlierCall[]): Passage[] {
  const cut = new Set(facts.flatMap(({ head }) => (head[0]?.includes("/") ? [head[0].split("/")[0]] : [])));
  const passages: Passage[] = [];
  for (const { head, text } of [...facts].reverse()) {
    const [, kind = "", ref = ""] = head;
    if (kind === "DERIVED") continue;
    const call = /^call:([^/]*)/.exec(ref)?.[1];
    if (call !== undefined && !head[0]?.includes("/")) {
      const returned = text.indexOf(") returned ");
      if (cut.has(call)) continue;
      if (returned > 0) {
        passages.push(passageOf(unquoted(text.slice(returned + ") returned ".length)), ref));
        continue;
      }
    }
    passages.push(passageOf(text, ref === "" ? (head[0] ?? "") : ref));
  }
  const told = new Set(passages.map(({ ref }) => ref));
  passages.push(...returnedPassages(calls).filter(({ ref }) => !told.has(ref)));
  // Where passages of documents are shown, what a call returned besides is their list and no statement.
  if (passages.some(({ lines }) => lines !== null)) {
    return passages.filter(({ lines, text }) => lines !== null || !/^\s*(?:[[{]|object with |list of )/.test(text));
  }
  return passages.length > 0 ? passages : derived.flatMap(statementsOf);
}

/** The content of a text that is one JSON string without escapes: as it stands there. */
function unquoted(text: string): string {
  return /^"[^"\\]*"$/.test(text) ? text.slice(1, -1) : text;
}

/** What an earlier step stated, line by line, under the sources it named. */
function statementsOf({ head, text }: Entry): Passage[] {
  const step = head[0] ?? "";
  const passages: Passage[] = [];
  for (const line of text.split("\n")) {
    if (line.trim() === "") continue;
    const stated = line.trim().replace(/^(?:[-*•]|\d{1,3}[.)])\s+/, "");
    const open = stated.endsWith("]") ? stated.lastIndexOf("[") : -1;
    const text = open > 0 ? stated.slice(0, open).trim() : stated;
    passages.push({ ...passageOf(text, open > 0 ? stated.slice(open + 1, -1) : step), headings: [], text });
  }
  return passages;
}
