import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { type Command, Option } from "commander";
import type { Terminal } from "./terminal.js";
import { UsageError } from "./usage-error.js";

/** Where the key that seals a record comes from. Kept with the record; the key itself never is. */
export type KeySource = { readonly file: string } | { readonly variable: string };

/** Flags of the command line. */
export interface KeyFlags {
  readonly keyFile?: string | undefined;
  readonly keyEnv?: string | undefined;
}

/** Looked at where no flag names a key. */
const VARIABLE = "PELORUS_RECORD_KEY";
const MIN_KEY_BYTES = 16;

/**
 * Adds the options that name the key of a record to a command. A key on the command line would show to other users.
 * `otherwise` says what holds without them.
 */
export function addKeyOptions(
  command: Command,
  purpose: string,
  otherwise: string = `without either, ${VARIABLE} is looked at`,
): Command {
  return command
    .addOption(new Option("--key-file <file>", `file with the key ${purpose}; at least 16 bytes`).conflicts("keyEnv"))
    .option("--key-env <name>", `variable with that key; ${otherwise}`);
}

/** The source the flags name, else the usual variable where it is set; undefined: no key. */
export function keySource({ keyFile, keyEnv }: KeyFlags, terminal: Terminal): KeySource | undefined {
  if (keyFile !== undefined) return { file: resolve(keyFile) };
  if (keyEnv !== undefined) return { variable: keyEnv };
  return (terminal.env[VARIABLE] ?? "") === "" ? undefined : { variable: VARIABLE };
}

/**
 * The key's bytes: those of the file without a line end at its end, or the UTF-8 of the variable. Throws `UsageError` for
 * one that is not there or too short.
 */
export async function readKey(source: KeySource, terminal: Terminal): Promise<Uint8Array> {
  const [where, key] =
    "file" in source
      ? [`The key file ${source.file}`, withoutLineEnd(await readKeyFile(source.file))]
      : [`The key in ${source.variable}`, Buffer.from(readVariable(source.variable, terminal), "utf8")];
  if (key.length >= MIN_KEY_BYTES) return key;
  throw new UsageError(
    "input_invalid",
    `${where} has ${key.length} bytes; a key needs at least ${MIN_KEY_BYTES} random ones, such as those of: openssl rand -hex 32.`,
  );
}

async function readKeyFile(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (cause) {
    throw new UsageError("input_unreadable", `The key file ${path} could not be read: ${(cause as Error).message}`);
  }
}

function withoutLineEnd(bytes: Buffer): Buffer {
  let end = bytes.length;
  if (bytes[end - 1] === 0x0a) end--;
  if (end < bytes.length && bytes[end - 1] === 0x0d) end--;
  return bytes.subarray(0, end);
}

function readVariable(name: string, terminal: Terminal): string {
  const value = terminal.env[name] ?? "";
  if (value !== "") return value;
  throw new UsageError(
    "variable_missing",
    `The environment has no variable ${name} with the key of the record; set it, or name another place with --key-file or --key-env.`,
  );
}
