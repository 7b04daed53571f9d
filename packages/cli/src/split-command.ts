import { UsageError } from "./usage-error.js";

/**
 * Splits a command line into the program and its arguments, by a small rule of its own: white space separates; single and
 * double quotes hold parts together, and a part may be several of them, as in `--name="a b"`; a backslash before white
 * space, a quote or a backslash stands for that character, outside quotes and inside double ones; every other backslash,
 * and every `$`, `*`, `|`, `;` or `&`, is itself. No shell is involved. Throws `UsageError` for a quote that does not end
 * and for a line without a program.
 */
export function splitCommand(line: string): readonly [command: string, ...args: string[]] {
  const parts: string[] = [];
  let part: string | null = null;
  let quote: string | null = null;
  for (let at = 0; at < line.length; at++) {
    const character = line[at] as string;
    const next = line[at + 1];
    if (character === "\\" && quote !== "'" && next !== undefined && isEscapable(next, quote)) {
      part = (part ?? "") + next;
      at++;
    } else if (quote !== null) {
      if (character === quote) quote = null;
      else part += character;
    } else if (character === '"' || character === "'") {
      quote = character;
      part ??= "";
    } else if (/\s/.test(character)) {
      if (part !== null) parts.push(part);
      part = null;
    } else part = (part ?? "") + character;
  }
  if (quote !== null) throw new UsageError("command_invalid", `The quote ${quote} does not end in: ${line}`);
  if (part !== null) parts.push(part);
  const [command = "", ...args] = parts;
  if (command === "") throw new UsageError("command_invalid", "There is no program in an empty command.");
  return [command, ...args];
}

function isEscapable(character: string, quote: string | null): boolean {
  return character === "\\" || character === '"' || (quote === null && (character === "'" || /\s/.test(character)));
}
