// Checks what may import what (.dependency-cruiser.cjs), and that the model port is called in one place.
//
//   node scripts/check-rooms.mjs [folder that has packages/ and tsconfig.test.json]
//
// A dependency checker that finds no module passes in silence, so the number of modules visited is asserted.
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { cruise } from "dependency-cruiser";
import extractConfig from "dependency-cruiser/config-utl/extract-depcruise-config";
import extractTsConfig from "dependency-cruiser/config-utl/extract-ts-config";

const ts = createRequire(import.meta.url)("typescript");
const project = fileURLToPath(new URL("..", import.meta.url));
const root = process.argv[2] ?? project;
process.chdir(root);

/** The one module of the runtime that may call a model's methods. */
const FUNNEL = "packages/core/src/effect/generate.ts";
/** Behind the port, models may wrap models; a run reaches them through the funnel only. */
const BEHIND_THE_PORT = "packages/providers/src/";
const MODEL_METHODS = new Set(["doGenerate", "doStream"]);

const sources = readdirSync("packages").map((name) => `packages/${name}/src`);
const files = sources.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .map((path) => join(folder, path).replaceAll("\\", "/")),
);

const config = await extractConfig(join(project, ".dependency-cruiser.cjs"));
const { output } = await cruise(
  sources,
  { ...config.options, baseDir: root, ruleSet: config, validate: true },
  {},
  {
    tsConfig: extractTsConfig(join(root, "tsconfig.test.json")),
  },
);

const problems = output.summary.violations.map(
  (violation) =>
    `${violation.rule.name}: ${violation.from} → ${violation.cycle?.map(({ name }) => name).join(" → ") ?? violation.to}`,
);
const visited = new Set(output.modules.map(({ source }) => source));
const unseen = files.filter((file) => !visited.has(file));
if (files.length === 0 || unseen.length > 0) {
  problems.push(`${unseen.length} of ${files.length} source files were not visited, ${unseen[0] ?? "all"} among them`);
}
// A file that imports by relative path and has no resolved dependency was not read as TypeScript.
const dependencies = output.modules.reduce((sum, module) => sum + module.dependencies.length, 0);
if (dependencies < files.length) problems.push(`only ${dependencies} dependencies were found in ${files.length} files`);
problems.push(...files.flatMap(modelCallsIn));

for (const problem of problems) console.error(problem);
console.log(`${files.length} source files, ${dependencies} dependencies, ${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;

/** POS-BUD-08: calls of the model port outside the funnel. */
function modelCallsIn(file) {
  const text = readFileSync(file, "utf8");
  if (file === FUNNEL || file.startsWith(BEHIND_THE_PORT) || ![...MODEL_METHODS].some((name) => text.includes(name)))
    return [];
  const found = [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const visit = (node) => {
    if (
      ts.isCallExpression(node) &&
      ts.isPropertyAccessExpression(node.expression) &&
      MODEL_METHODS.has(node.expression.name.text)
    ) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      found.push(`model-called-outside-the-funnel: ${file}:${line + 1}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}
