import { EXIT } from "./exit-codes.js";
import type { Terminal } from "./terminal.js";

/** One line of a batch: its object, with the members a command reads. */
export type BatchLine = Readonly<Record<string, unknown>>;

/** A line that cannot be answered; it is told in the line's place and the batch goes on. */
export class BatchLineError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * Answers JSON lines from standard input one by one: each non-blank line gives exactly one line, in order, with `id`
 * echoed where it was given. `answer` also gets the line's own text, for what parsing does not keep. Resolves with 0
 * when every line was answered and 1 when one was an error.
 */
export async function runBatch(
  terminal: Terminal,
  answer: (
    line: BatchLine,
    text: string,
  ) => Readonly<Record<string, unknown>> | Promise<Readonly<Record<string, unknown>>>,
): Promise<number> {
  let code: number = EXIT.complete;
  let number = 0;
  for await (const text of linesOf(terminal.stdin)) {
    number++;
    if (text.trim() === "") continue;
    let id: unknown;
    try {
      const line = readLine(text);
      id = line.id;
      terminal.out(`${JSON.stringify({ ...(id === undefined ? {} : { id }), ...(await answer(line, text)) })}\n`);
    } catch (error) {
      code = EXIT.failure;
      terminal.out(`${JSON.stringify({ ...(id === undefined ? {} : { id }), error: errorOf(error, number) })}\n`);
    }
  }
  return code;
}

/** A member that must be text. */
export function textMember(line: BatchLine, name: string): string {
  const value = line[name];
  if (typeof value !== "string") {
    throw new BatchLineError("line_member_missing", `The member "${name}" must be a string.`);
  }
  return value;
}

function readLine(text: string): BatchLine {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new BatchLineError(
      "line_not_json",
      `The line is no JSON: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new BatchLineError("line_not_object", "The line must be a JSON object.");
  }
  return value as BatchLine;
}

function errorOf(error: unknown, line: number): { code: string; message: string; line: number } {
  const code = (error as { code?: unknown } | null)?.code;
  return {
    code: typeof code === "string" ? code : "internal_error",
    message: error instanceof Error ? error.message : String(error),
    line,
  };
}

/** Lines of a byte stream, without their ends; the last one needs none. */
async function* linesOf(input: AsyncIterable<Uint8Array | string>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let parts: string[] = [];
  for await (const chunk of input) {
    const text = typeof chunk === "string" ? chunk : decoder.decode(chunk, { stream: true });
    let start = 0;
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", start)) {
      parts.push(text.slice(start, end));
      yield parts.join("");
      parts = [];
      start = end + 1;
    }
    if (start < text.length) parts.push(text.slice(start));
  }
  parts.push(decoder.decode());
  const rest = parts.join("");
  if (rest !== "") yield rest;
}
