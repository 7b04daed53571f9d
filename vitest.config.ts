import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const source = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// Tests read the sources, not the build, so that a test never passes against yesterday's dist.
export const alias = [
  { find: /^@pelorus\/(sttp|strata|core|providers|mcp|server)$/, replacement: source("./packages/$1/src/index.ts") },
  {
    find: /^@pelorus\/(sttp|strata|core|providers|mcp|server)\/([a-z-]+)$/,
    replacement: source("./packages/$1/src/$2/index.ts"),
  },
];

export default defineConfig({
  resolve: { alias },
  test: {
    include: ["packages/*/test/**/*.test.ts", "test/**/*.test.ts", "examples/**/*.test.ts"],
    exclude: ["**/node_modules/**", "**/dist/**", "test/system/**"],
    testTimeout: 30_000,
    pool: "forks",
    maxWorkers: 2,
  },
});
