#!/usr/bin/env node
import { runProgram } from "./program.js";
import { processTerminal } from "./terminal.js";

// A reader that goes away (`| head`) is no fault of the command.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(0);
  throw error;
});
process.exitCode = await runProgram(process.argv.slice(2), processTerminal());
