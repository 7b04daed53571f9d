// Which test files cite which requirement ids through `verifies("…")`.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const CALL = /\bverifies\(((?:\s*"[^"\n]*"\s*,?)+)/g;
const ID = /"((?:POS|STTP|STRATA)-[A-Z0-9]+-[0-9]+)"/g;

/** id → paths below the root. */
export function citingFiles(root) {
  const folders = ["test", "examples", ...readdirSync(join(root, "packages")).map((name) => `packages/${name}/test`)];
  const cited = new Map();
  for (const folder of folders.filter((path) => existsSync(join(root, path)))) {
    for (const path of readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })) {
      if (!path.endsWith(".test.ts") || path.includes("node_modules")) continue;
      const text = readFileSync(join(root, folder, path), "utf8");
      const ids = new Set([...text.matchAll(CALL)].flatMap((call) => [...call[1].matchAll(ID)].map((id) => id[1])));
      for (const id of ids) cited.set(id, [...(cited.get(id) ?? []), `${folder}/${path}`]);
    }
  }
  return cited;
}
