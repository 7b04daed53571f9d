// Which test files cite which requirement ids through `verifies("…")`.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

const CALL = /\bverifies\(((?:\s*"[^"\n]*"\s*,?)+)/g;
const ID = /"((?:POS|STTP|STRATA)-[A-Z0-9]+-[0-9]+)"/g;
const IMPORT = /\bfrom\s+"(\.[^"\n]+)\.js"/g;

/** id → paths below the root. A file that runs a suite of another one, as a contract, cites what that one cites. */
export function citingFiles(root) {
  const folders = ["test", "examples", ...readdirSync(join(root, "packages")).map((name) => `packages/${name}/test`)];
  const cited = new Map();
  for (const folder of folders.filter((path) => existsSync(join(root, path)))) {
    for (const path of readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })) {
      if (!path.endsWith(".test.ts") || path.includes("node_modules")) continue;
      const file = `${folder}/${path}`;
      for (const id of idsOf(root, file, folder)) cited.set(id, [...(cited.get(id) ?? []), file]);
    }
  }
  return cited;
}

/** Ids that a test file cites, itself or through the suites of its folder that it imports. */
function idsOf(root, file, folder) {
  const ids = new Set();
  const reached = new Set([file]);
  for (const path of reached) {
    const text = readFileSync(join(root, path), "utf8");
    for (const call of text.matchAll(CALL)) for (const [, id] of call[1].matchAll(ID)) ids.add(id);
    for (const [, name] of text.matchAll(IMPORT)) {
      const imported = relative(root, join(root, dirname(path), `${name}.ts`));
      if (imported.startsWith(`${folder}/`) && existsSync(join(root, imported))) reached.add(imported);
    }
  }
  return ids;
}
