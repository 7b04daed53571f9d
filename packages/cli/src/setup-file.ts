import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { RunSetup } from "./run-setup.js";

const FILE = "setup.json";

/** Keeps with a record what the command line set the run up from, paths made absolute. */
export async function writeSetup(record: string, setup: RunSetup): Promise<void> {
  const { model, docs, tools, oversight, mcpServers } = setup;
  await mkdir(record, { recursive: true });
  const kept = {
    version: "1.0",
    model: model.startsWith("module:") ? `module:${resolve(model.slice("module:".length))}` : model,
    ...(docs === undefined ? {} : { docs: resolve(docs) }),
    ...(tools === undefined ? {} : { tools: tools.map((file) => resolve(file)) }),
    ...(oversight === undefined ? {} : { oversight }),
    ...(mcpServers === undefined ? {} : { mcpServers }),
  };
  await writeFile(join(record, FILE), `${JSON.stringify(kept, null, 2)}\n`);
}

/** The setup kept with a record, or null where there is none. */
export async function readSetup(record: string): Promise<RunSetup | null> {
  try {
    return JSON.parse(await readFile(join(record, FILE), "utf8")) as RunSetup;
  } catch {
    return null;
  }
}
