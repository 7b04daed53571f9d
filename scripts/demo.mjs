// `npm run demo`: sets up, then runs a real request over a folder of documents on the embedded model.
import { build, install, run } from "./set-up.mjs";

install();
build();
run(process.execPath, [
  "packages/cli/dist/bin.js",
  "run",
  process.argv[2] ?? "Compare the two vendor proposals and recommend one.",
  "--docs",
  "examples/demo-documents",
  "--record",
  ".pelorus/demo",
]);
