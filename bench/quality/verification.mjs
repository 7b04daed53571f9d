// False-pass and false-fail rates of the deterministic checks on the labelled verification set, from the built package.
// Usage: node bench/quality/verification.mjs [--misses] [--json]
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { verifyOutput } from "../../packages/core/dist/verify/verify-output.js";
import { labelledOutputs, verificationInput } from "../../packages/core/test/verify/labelled/mutations.mjs";

/** Below this score a run revises. */
export const THRESHOLD = 0.75;
/** Highest false-pass and false-fail rate. */
export const LIMIT = 0.1;
export const HALVES = ["first", "second"];

const folder = new URL("../../packages/core/test/verify/labelled/", import.meta.url);

/** Counts and rates of one half, with every miss. */
export function measureVerification(half) {
  const cases = JSON.parse(readFileSync(new URL(`${half}-half.json`, folder), "utf8"));
  const result = {
    half,
    good: 0,
    falseFails: 0,
    broken: 0,
    falsePasses: 0,
    mutations: new Set(),
    operations: {},
    misses: [],
  };
  for (const item of cases) {
    result.operations[item.operation] ??= { outputs: 0, misses: 0 };
    const operation = result.operations[item.operation];
    for (const labelled of labelledOutputs(item)) {
      const verdict = verifyOutput(verificationInput(item, labelled));
      const passes = verdict.score >= THRESHOLD;
      operation.outputs += 1;
      if (labelled.good) result.good += 1;
      else {
        result.broken += 1;
        result.mutations.add(labelled.mutation);
      }
      if (passes === labelled.good) continue;
      operation.misses += 1;
      if (labelled.good) result.falseFails += 1;
      else result.falsePasses += 1;
      const failed = verdict.checks.filter(({ outcome }) => outcome === "fail").map(({ id }) => id);
      result.misses.push({ id: labelled.id, good: labelled.good, score: verdict.score, failed });
    }
  }
  return {
    ...result,
    mutations: result.mutations.size,
    falsePassRate: result.falsePasses / result.broken,
    falseFailRate: result.falseFails / result.good,
  };
}

function print({
  half,
  good,
  broken,
  falseFails,
  falsePasses,
  falseFailRate,
  falsePassRate,
  mutations,
  operations,
  misses,
}) {
  console.log(`${half} half: ${good + broken} outputs, ${broken} of them broken by ${mutations} kinds of mutation`);
  console.log(`  false pass ${falsePassRate.toFixed(3)} (${falsePasses} of ${broken}), at most ${LIMIT}`);
  console.log(`  false fail ${falseFailRate.toFixed(3)} (${falseFails} of ${good}), at most ${LIMIT}`);
  const byOperation = Object.entries(operations).map(
    ([name, count]) => `${name} ${count.outputs - count.misses}/${count.outputs}`,
  );
  console.log(`  right by operation: ${byOperation.join(", ")}`);
  if (!process.argv.includes("--misses")) return;
  for (const { id, good: isGood, score, failed } of misses) {
    console.log(`  ${isGood ? "false fail" : "false pass"} ${id} ${score.toFixed(2)} ${failed.join(" ")}`);
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const measured = HALVES.map(measureVerification);
  if (process.argv.includes("--json")) console.log(JSON.stringify(measured));
  else for (const half of measured) print(half);
  if (measured.some(({ falsePassRate, falseFailRate }) => falsePassRate > LIMIT || falseFailRate > LIMIT))
    process.exitCode = 1;
}
