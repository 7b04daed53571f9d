import { SAFETY_CLASSES, type SafetyClass, STL_OPERATIONS, type StlOperation } from "@pelorus/core";
import type { ListedTool } from "./listed-tool.js";
import { type ToolEffect, verbEffect } from "./tool-verbs.js";

/** A step that retrieves, verifies, compares or analyses is not offered what changes the world. */
const WRITING: readonly StlOperation[] = ["TRANSFORM", "SYNTHESISE", "REVISE", "GENERATE"];
const READING: readonly StlOperation[] = STL_OPERATIONS.filter((operation) => operation !== "CLARIFY");

/**
 * The operations a tool may serve, from its annotations, the verbs of its name, and the first word of its description, in
 * this order. What only reads serves every operation but asking back; what writes serves those that bring something
 * about; what says nothing is taken for either.
 */
export function inferOperations(tool: ListedTool): StlOperation[] {
  const { readOnlyHint, destructiveHint } = tool.annotations;
  const named = nameEffect(tool);
  // POS-MCP-02
  if (readOnlyHint === true) return [...READING];
  if (named !== undefined) return [...(named === "reads" ? READING : WRITING)];
  if (readOnlyHint === false || destructiveHint === true) return [...WRITING];
  const [first = ""] = tool.description.trim().split(/[^\p{L}]/u, 1);
  const described = verbEffect(first);
  return [...(described === "writes" || described === "destroys" ? WRITING : READING)];
}

/**
 * The safety class of a tool from its annotations. What a hint leaves open counts as the worse case: without any hint the
 * class is human-oversight (POS-FAB-12), a tool that is not read-only destroys unless it says otherwise, and one that does
 * not deny it reaches the network. A name that begins with what a hint denies is believed over the hint.
 */
export function inferSafety(tool: ListedTool): SafetyClass {
  const { readOnlyHint, destructiveHint, openWorldHint, idempotentHint } = tool.annotations;
  const effect = leadingEffect(tool);
  const network: SafetyClass = openWorldHint === false ? "read-only" : "network";
  // POS-FAB-12: what says nothing about its effects is looked at by a person, call by call.
  if ([readOnlyHint, destructiveHint, openWorldHint, idempotentHint].every((hint) => hint === undefined)) {
    return "human-oversight";
  }
  // POS-MCP-01
  if (readOnlyHint === true) return worst(network, effect === "writes" ? "mutating" : classOf(effect));
  if (destructiveHint === false) return worst("mutating", network, classOf(effect));
  return "destructive";
}

/** Whether running a tool twice has the effect of once: it reads, or says so. */
export function inferIdempotent(tool: ListedTool): boolean {
  const { readOnlyHint, idempotentHint } = tool.annotations;
  return idempotentHint === true || (readOnlyHint === true && (leadingEffect(tool) ?? "reads") === "reads");
}

const classOf = (effect: ToolEffect | undefined): SafetyClass => (effect === "destroys" ? "destructive" : "read-only");

/** The classes are listed from the least to the most restrictive. */
function worst(...classes: readonly SafetyClass[]): SafetyClass {
  return SAFETY_CLASSES[Math.max(...classes.map((one) => SAFETY_CLASSES.indexOf(one)))] as SafetyClass;
}

function leadingEffect({ name }: ListedTool): ToolEffect | undefined {
  const [first] = nameWords(name);
  return first === undefined ? undefined : verbEffect(first);
}

/** The first verb of the name: servers put their own name in front. */
function nameEffect({ name }: ListedTool): ToolEffect | undefined {
  for (const word of nameWords(name)) {
    const effect = verbEffect(word);
    if (effect !== undefined) return effect;
  }
  return undefined;
}

/** Words of an identifier: split at everything that is no letter, and where a capital begins a word. */
function nameWords(name: string): string[] {
  return name
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== "");
}
