import { defineConfig } from "vitest/config";

// Tests that need more than npm packages: a clean checkout, later a browser and databases. Run by `.ci/run`.
export default defineConfig({
  test: {
    include: ["test/system/**/*.test.ts"],
    testTimeout: 600_000,
    hookTimeout: 600_000,
    pool: "forks",
    maxWorkers: 1,
  },
});
