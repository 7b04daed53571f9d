import { join, resolve } from "node:path";
import type { RecordFolder } from "@pelorus/core";
import type { RunSetup } from "./run-setup.js";
import { UsageError } from "./usage-error.js";

const FILE = "setup.json";

/** Keeps with the record of a run what the command line set the run up from, paths made absolute. */
export async function writeSetup(folder: RecordFolder, runId: string, setup: RunSetup): Promise<void> {
  const { model, docs, tools, oversight, mcpServers, key } = setup;
  const kept = {
    version: "1.0",
    model: model.startsWith("module:") ? `module:${resolve(model.slice("module:".length))}` : model,
    ...(docs === undefined ? {} : { docs: resolve(docs) }),
    ...(tools === undefined ? {} : { tools: tools.map((file) => resolve(file)) }),
    ...(oversight === undefined ? {} : { oversight }),
    ...(mcpServers === undefined ? {} : { mcpServers }),
    ...(key === undefined ? {} : { key }),
  };
  try {
    await folder.writeBeside(runId, FILE, `${JSON.stringify(kept, null, 2)}\n`);
  } catch (cause) {
    throw new UsageError(
      "record_unwritable",
      `The record cannot be kept: ${cause instanceof Error ? cause.message : String(cause)} Name a folder that can be written with --record.`,
    );
  }
}

/** The setup kept with the record of a run, or null where there is none. Throws `UsageError` for one that is damaged. */
export async function readSetup(folder: RecordFolder, runId: string): Promise<RunSetup | null> {
  const path = join(folder.pathOf(runId), FILE);
  const text = await folder.readBeside(runId, FILE);
  if (text === null) return null;
  try {
    const setup = JSON.parse(text) as Partial<RunSetup> | null;
    if (typeof setup?.model === "string") return setup as RunSetup;
  } catch (error) {
    throw damaged(path, error);
  }
  throw damaged(path, new Error("it names no model"));
}

function damaged(path: string, cause: unknown): UsageError {
  return new UsageError(
    "setup_damaged",
    `${path} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}. It says what the run was set up from; put it right, such as {"version": "1.0", "model": "offline", "docs": "/path"}. The run itself is in journal.jsonl.`,
  );
}
