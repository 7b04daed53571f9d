// Prints what several test runs came to as one closing line, and fails when none ran or one failed.
import { readFileSync } from "node:fs";

let passed = 0;
let failed = 0;
let skipped = 0;
for (const file of process.argv.slice(2)) {
  const result = JSON.parse(readFileSync(file, "utf8"));
  passed += result.numPassedTests;
  failed += result.numFailedTests;
  skipped += result.numPendingTests;
}
console.log(`${passed} passed, ${failed} failed${skipped === 0 ? "" : `, ${skipped} skipped`}`);
process.exit(failed > 0 || passed === 0 ? 1 : 0);
