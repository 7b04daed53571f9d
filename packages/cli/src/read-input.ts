import { readFile } from "node:fs/promises";
import type { Terminal } from "./terminal.js";
import { UsageError } from "./usage-error.js";

/** The text of a file, or of standard input for `-`. Throws `UsageError` where it cannot be read. */
export async function readInput(path: string, terminal: Terminal): Promise<string> {
  if (path !== "-") {
    try {
      return await readFile(path, "utf8");
    } catch (cause) {
      throw new UsageError(
        "input_unreadable",
        `${path} could not be read: ${cause instanceof Error ? cause.message : String(cause)}`,
      );
    }
  }
  const decoder = new TextDecoder();
  const parts: string[] = [];
  for await (const chunk of terminal.stdin)
    parts.push(typeof chunk === "string" ? chunk : decoder.decode(chunk, { stream: true }));
  parts.push(decoder.decode());
  return parts.join("");
}
