// `npm run demo`: sets up, then runs a real request over a folder of documents on the embedded model.
import { build, install, run } from "./set-up.mjs";

install();
build();
run(process.execPath, [
  "packages/cli/dist/bin.js",
  "run",
  process.argv[2] ?? "Compare Larkspur Gate and Quillon Desk: which of them meets all four requirements?",
  "--docs",
  "examples/demo-documents",
  "--record",
  ".pelorus/demo",
]);
