import type { CapabilityDescriptor } from "../contract/capability.js";
import { splitWords } from "./split-words.js";
import { stemWord } from "./stem-word.js";
import { isStopWord } from "./stop-words.js";

/** The fields of a descriptor that are searched (POS-FAB-03). */
export const RANK_FIELDS = ["id", "description", "argumentName", "argumentDescription", "enumValue"] as const;

/** A descriptor as the ranking reads it. */
export interface RankDocument {
  /** Stems per field, in the order of `RANK_FIELDS`, repeats kept. */
  readonly stems: readonly (readonly string[])[];
  /** The text whose letter sequences are compared: id and description, words lower-case, separated by blanks. */
  readonly letters: string;
}

/** At most this many arguments are read, nested ones included: a schema may be as large as its author likes. */
const MAX_ARGUMENTS = 200;

/** Stems of a text without stop words. */
export function stemsOf(text: string): string[] {
  return splitWords(text)
    .filter((word) => !isStopWord(word))
    .map(stemWord);
}

/** Reads a descriptor for the ranking. */
export function rankDocument(descriptor: CapabilityDescriptor): RankDocument {
  const description = descriptor.metadata?.description ?? "";
  const names: string[] = [];
  const descriptions: string[] = [];
  const values: string[] = [];
  for (const { name, schema } of argumentsOf(descriptor.inputSchema)) {
    names.push(name);
    if (typeof schema.description === "string") descriptions.push(schema.description);
    if (Array.isArray(schema.enum)) values.push(...schema.enum.filter((value) => typeof value === "string"));
  }
  const texts = [descriptor.capabilityId, description, names.join(" "), descriptions.join(" "), values.join(" ")];
  return {
    stems: texts.map(stemsOf),
    letters: splitWords(`${descriptor.capabilityId} ${description}`).join(" "),
  };
}

/** The arguments of a schema, nested ones after those that hold them. */
export function argumentsOf(
  schema: Readonly<Record<string, unknown>>,
): { readonly name: string; readonly schema: Readonly<Record<string, unknown>> }[] {
  const found: { name: string; schema: Record<string, unknown> }[] = [];
  const pending: unknown[] = [schema];
  for (let index = 0; index < pending.length && found.length < MAX_ARGUMENTS; index++) {
    const current = pending[index] as { properties?: unknown; items?: unknown };
    if (typeof current !== "object" || current === null) continue;
    if (typeof current.items === "object") pending.push(current.items);
    if (typeof current.properties !== "object" || current.properties === null) continue;
    for (const [name, member] of Object.entries(current.properties)) {
      if (found.length === MAX_ARGUMENTS) break;
      const described = typeof member === "object" && member !== null ? (member as Record<string, unknown>) : {};
      found.push({ name, schema: described });
      pending.push(described);
    }
  }
  return found;
}
