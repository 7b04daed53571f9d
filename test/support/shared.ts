import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { describe } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The folder of acceptance inputs beside the project, or null where a user has none. */
export function sharedFolder(): string | null {
  const folder = resolve(root, "../shared");
  if (existsSync(join(folder, "vectors"))) return folder;
  if (process.env.PELORUS_SHARED === "required") {
    throw new Error("PELORUS_SHARED=required, but there is no shared/vectors folder beside the project");
  }
  return null;
}

/** Registers a suite only where the shared inputs exist; `read` takes a path below that folder. */
export function describeShared(name: string, suite: (read: (path: string) => string) => void): void {
  const folder = sharedFolder();
  if (folder === null) return;
  describe(name, () => suite((path) => readFileSync(join(folder, path), "utf8")));
}
