// The project's tests with one source broken in memory: no file is ever touched.
import { readFileSync } from "node:fs";
import { mergeConfig } from "vitest/config";
import base from "../../vitest.config.js";

interface Break {
  /** Absolute path of the source. */
  readonly file: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const given = process.env.PELORUS_BREAK;
const broken = given === undefined ? null : (JSON.parse(given) as Break);

export default mergeConfig(base, {
  test: { maxWorkers: 1 },
  plugins: [
    {
      name: "break-one-statement",
      enforce: "pre" as const,
      load(id: string) {
        if (broken === null || id.split("?")[0] !== broken.file) return null;
        const source = readFileSync(broken.file, "utf8");
        return source.slice(0, broken.start) + broken.text + source.slice(broken.end);
      },
    },
  ],
});
