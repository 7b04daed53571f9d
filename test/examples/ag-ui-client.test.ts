import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const run = promisify(execFile);
const folder = fileURLToPath(new URL("../../examples/ag-ui-client", import.meta.url));

it("the AG-UI client talks to a server and checks what comes back", async () => {
  const { stdout, stderr } = await run(process.execPath, ["demo.mjs"], { cwd: folder, timeout: 60_000 });
  expect(stdout).toContain("▸ RETRIEVE s1");
  expect(stdout).toContain("Petronella Ashgrove");
  expect(stdout).toContain('? May delete_file be called with {"path":"meetings/draft.md"}?');
  expect(stdout).toContain("— success");
  expect(stderr).toBe("");
});
