// Finds the statements that requirement ids stand above: a comment that names ids, and the code right under it.
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { breaksOf } from "./breaks.mjs";

const ts = createRequire(import.meta.url)("typescript");
const ID = "(?:POS|STTP|STRATA)-[A-Z0-9]+-[0-9]+";

/**
 * Every way to break a rule: id → [{file, source, line, start, end, text, how}], `source` being the whole text. A line
 * comment names the decisive statement; only where an id has none, the docstrings that name it count.
 */
export function findBreaks(root) {
  const found = { line: new Map(), docstring: new Map() };
  for (const folder of readdirSync(join(root, "packages"))) {
    const sources = join(root, "packages", folder, "src");
    for (const path of readdirSync(sources, { recursive: true, encoding: "utf8" })) {
      if (!path.endsWith(".ts") || path.endsWith(".generated.ts")) continue;
      for (const { ids, comment, ...rest } of breaksInFile(join(sources, path))) {
        for (const id of ids) found[comment].set(id, [...(found[comment].get(id) ?? []), rest]);
      }
    }
  }
  return new Map([...found.docstring, ...found.line]);
}

function breaksInFile(file) {
  const text = readFileSync(file, "utf8");
  if (!new RegExp(ID).test(text)) return [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found = [];
  const seen = new Set();
  const visit = (node) => {
    for (const comment of ts.getLeadingCommentRanges(text, node.getFullStart()) ?? []) {
      const ids = text.slice(comment.pos, comment.end).match(new RegExp(`${ID}(?![0-9])`, "g"));
      // The outermost node that begins here comes first; its parts begin at the same place.
      if (ids === null || seen.has(comment.pos)) continue;
      seen.add(comment.pos);
      const kind = comment.kind === ts.SyntaxKind.SingleLineCommentTrivia ? "line" : "docstring";
      const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      for (const change of breaksOf(node, source))
        found.push({ ids: new Set(ids), comment: kind, file, source: text, line, ...change });
    }
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(source, visit);
  return found;
}
