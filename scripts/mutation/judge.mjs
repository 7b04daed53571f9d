// Runs tests for scripts/mutate.mjs over and over in one process, so that what a break leaves alone is transformed once.
// Asked `{pattern, files, broken: {file, code} | null}`, it answers `{result, failed}`: `passed`, `failed` with the files that
// did, or `missing` when no test ran.
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createVitest } from "vitest/node";

const root = fileURLToPath(new URL("../..", import.meta.url));
/** The one source that is given another text, in memory: no file is ever touched. */
let broken = null;

const vitest = await createVitest(
  "test",
  {
    root,
    config: join(root, "vitest.config.ts"),
    watch: false,
    bail: 1,
    maxWorkers: 1,
    reporters: [{}],
    // The order they are asked for in: the likeliest to notice come first.
    sequence: {
      sequencer: class {
        shard(files) {
          return files;
        }
        sort(files) {
          return files;
        }
      },
    },
  },
  {
    plugins: [
      {
        name: "break-one-statement",
        enforce: "pre",
        load(id) {
          const [file] = id.split("?");
          return file === broken?.file ? broken.code : null;
        },
      },
    ],
  },
);
await vitest.standalone();

process.on("message", async ({ pattern, files, broken: next }) => {
  if (broken !== null) vitest.invalidateFile(broken.file);
  broken = next;
  if (broken !== null) vitest.invalidateFile(broken.file);
  vitest.setGlobalTestNamePattern(new RegExp(pattern));
  const project = vitest.getRootProject();
  const specifications = files.map((file) => project.createSpecification(join(root, file)));
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
  const failed = testModules.filter((module) => !module.ok());
  const passed = testModules.reduce((sum, { children }) => sum + [...children.allTests("passed")].length, 0);
  const isFailure = failed.length > 0 || unhandledErrors.length > 0;
  process.send({
    result: isFailure ? "failed" : passed === 0 ? "missing" : "passed",
    failed: failed.map((module) => module.moduleId.slice(root.length)),
  });
});
process.on("disconnect", () => process.exit());
process.send({ result: "ready" });
