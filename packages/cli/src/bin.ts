#!/usr/bin/env node
import { EXIT } from "./exit-codes.js";
import { runProgram } from "./program.js";
import { processTerminal } from "./terminal.js";

// A reader that goes away (`| head`) is no fault of the command.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(0);
  // A full disk, say: what was to be said is lost, which a program that reads it must be able to tell.
  const code = "output_unwritable";
  process.stderr.write(`error ${code}: Standard output cannot be written: ${error.message}.\n`);
  process.exit(EXIT.failure);
});
process.exitCode = await runProgram(process.argv.slice(2), processTerminal());
