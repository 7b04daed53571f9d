// POS-SPD-04: puts each entry of the package into one file, with shared chunks, over the entries tsc wrote: loading
// several hundred small modules takes several times what running them does. Run by `pnpm build`, behind tsc.
//
// Only the entries are replaced; the modules beside them stay as tsc wrote them. tsc writes again only what changed, so
// it would leave an old bundle standing. Its build information is therefore voided first: the next `tsc -b` writes every
// file anew, entries included, and what runs after either command is what the sources say.
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const folder = fileURLToPath(new URL(".", import.meta.url));
const { exports } = JSON.parse(readFileSync(`${folder}package.json`, "utf8"));
const entries = Object.values(exports).map((entry) => entry.default.replace(/^\.\/dist\/(.+)\.js$/, "$1"));

// Empty, tsc counts it as unreadable and the project as out of date. A file that is missing would not do: turbo, putting
// a build back, would leave the one that stands there.
writeFileSync(`${folder}dist/.tsbuildinfo`, "");
rmSync(`${folder}dist/chunks`, { recursive: true, force: true });

const bundle = await rolldown({
  input: Object.fromEntries(entries.map((entry) => [entry, `${folder}src/${entry}.ts`])),
  platform: "node",
  tsconfig: `${folder}tsconfig.json`,
  external: /^[^./]/,
  resolve: { extensionAlias: { ".js": [".ts"] } },
  onLog(_level, log) {
    throw new Error(log.message);
  },
});
const { output } = await bundle.write({
  dir: `${folder}dist`,
  format: "esm",
  sourcemap: true,
  entryFileNames: "[name].js",
  // Without a hash: what turbo puts back then replaces what stands there.
  chunkFileNames: "chunks/[name].js",
  comments: false,
  // Text of one byte a character is read and compiled faster.
  charset: "ascii",
});
await bundle.close();
for (const part of output) {
  if (part.type === "chunk" && part.isEntry && !entries.includes(part.name)) {
    throw new Error(`${part.fileName} is an entry that the package does not export`);
  }
}
