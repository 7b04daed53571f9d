#!/usr/bin/env node
import { EXIT } from "./exit-codes.js";
import { runProgram } from "./program.js";
import { StrayFaults } from "./stray-faults.js";
import { processTerminal } from "./terminal.js";

const faults = new StrayFaults();
faults.watch();
// A reader that goes away (`| head`) is no fault of the command.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") faults.exit(EXIT.complete);
  // A full disk, say: what was to be said is lost, which a program that reads it must be able to tell.
  const code = "output_unwritable";
  process.stderr.write(`error ${code}: Standard output cannot be written: ${error.message}.\n`);
  faults.exit(EXIT.failure);
});
const code = await runProgram(process.argv.slice(2), processTerminal(faults));
// Pipes are written behind the program's back on some systems; a module's open timer or connection is not waited for.
for (const stream of [process.stdout, process.stderr]) {
  await new Promise<void>((resolve) => stream.write("", () => resolve()));
}
faults.exit(code);
