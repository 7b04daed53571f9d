// `npm test`: everything the whole test suite needs, then the suite.
import { build, install, run } from "./set-up.mjs";

install();
build();
run(process.execPath, ["node_modules/vitest/vitest.mjs", "run", ...process.argv.slice(2)]);
