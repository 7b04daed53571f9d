import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";

const run = promisify(execFile);
const folder = fileURLToPath(new URL("../../examples", import.meta.url));

describe("examples check themselves", () => {
  const files = readdirSync(folder).filter((file) => file.endsWith(".mjs"));

  it("there are some", () => {
    expect(files.length).toBeGreaterThanOrEqual(6);
  });

  for (const file of files) {
    it(file, async () => {
      const { stdout } = await run(process.execPath, [file], { cwd: folder, timeout: 60_000 });
      expect(stdout.trim()).not.toBe("");
    });
  }
});
