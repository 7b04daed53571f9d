import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const ID = "(?:POS|STTP|STRATA)-[A-Z0-9]+-[0-9]+";

/** Where an id stands. */
export interface Place {
  readonly id: string;
  /** Path below the project root. */
  readonly file: string;
}

/** Every requirement of `specs/`: an item of a list, or the row of a table, that begins with the id. */
export function specifiedIds(): Place[] {
  const places: Place[] = [];
  for (const file of filesBelow("specs", (name) => name.endsWith(".md"))) {
    for (const match of read(file).matchAll(new RegExp(`^(?:- (?:\\*\\*)?|\\| *)(${ID})(?![0-9])`, "gm"))) {
      places.push({ id: match[1] ?? "", file });
    }
  }
  return places;
}

/** Every citation: `verifies("ID", …)` in a test, and `goal("ID", …)` in a bench that measures a requirement. */
export function citations(): Place[] {
  const tests = ["test", "examples", ...packageFolders().map((name) => `packages/${name}/test`)].flatMap((folder) =>
    filesBelow(folder, (name) => name.endsWith(".test.ts")),
  );
  return [
    ...tests.flatMap((file) => citedIn(file, "verifies")),
    ...filesBelow("bench", (name) => name.endsWith(".mjs")).flatMap((file) => citedIn(file, "goal")),
  ];
}

function citedIn(file: string, call: string): Place[] {
  const places: Place[] = [];
  for (const match of read(file).matchAll(new RegExp(`\\b${call}\\(((?:\\s*"[^"\\n]*"\\s*,?)+)`, "g"))) {
    for (const id of (match[1] ?? "").matchAll(new RegExp(`"(${ID})"`, "g"))) places.push({ id: id[1] ?? "", file });
  }
  return places;
}

/** Paths below the root of the files in a folder, generated and installed ones left out. */
export function filesBelow(folder: string, wanted: (name: string) => boolean): string[] {
  const full = join(root, folder);
  if (!existsSync(full)) return [];
  const found: string[] = [];
  for (const entry of readdirSync(full, { withFileTypes: true })) {
    if (entry.name === "node_modules" || entry.name === "dist") continue;
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) found.push(...filesBelow(path, wanted));
    else if (wanted(entry.name)) found.push(path);
  }
  return found.sort();
}

export function packageFolders(): string[] {
  return readdirSync(join(root, "packages")).sort();
}

/** The text of a file below the root. */
export function read(file: string): string {
  return readFileSync(join(root, file), "utf8");
}
