import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { runCli } from "./run-cli.js";

const folder = mkdtempSync(join(tmpdir(), "pelorus-stray-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const module = fileURLToPath(new URL("stray-module.mjs", import.meta.url));
const bookTrip = (record: string) => [
  "run",
  "Book the trip to Oslo.",
  "--model",
  `module:${module}`,
  "--tools",
  module,
  "--depth",
  "D4",
  "--record",
  record,
];

describe("a module that fails where nothing catches it", () => {
  it.each([
    ["throw", /error stray_fault: socket hang up\. Thrown at .*stray-module\.mjs:\d+:\d+/],
    ["reject", /error stray_fault: no such field\. Thrown at .*stray-module\.mjs:\d+:\d+/],
    ["text", /error stray_fault: just a text\. Thrown, where nothing catches it/],
    ["exit", /error stray_fault: The process was ended .*called process\.exit\(0\)/],
    ["never", /error stray_fault: Nothing is left that could go on: .* waits for something that never comes/],
  ])(
    "ends the run with what was wrong (%s), what is kept and how to go on, and the run goes on",
    async (stray, told) => {
      const record = join(folder, stray);
      const run = await runCli(bookTrip(record), { env: { STRAY: stray } });
      expect(run.code, run.err).toBe(1);
      const lines = run.err.trimEnd().split("\n").slice(-2);
      expect(lines[0]).toMatch(told);
      const path = join(record, readdirSync(record)[0] as string);
      // Before its plan is made a run has no operations to count.
      const kept = stray === "never" ? "the run as far as it came" : "0 of 1 operations";
      expect(lines[1]).toBe(`Kept: ${kept}; go on with: pelorus resume ${path}`);
      expect(run.err).not.toMatch(/\n\s+at /);
      const resumed = await runCli(["resume", path]);
      expect(resumed.code, resumed.err).toBe(0);
      expect(resumed.out).toContain("The trip to Oslo is booked");
    },
    60_000,
  );

  it("on import ends the command before anything begins", async () => {
    const record = join(folder, "import");
    const file = join(folder, "late-import.mjs");
    writeFileSync(
      file,
      "setTimeout(() => { throw new Error('not ready'); }, 0);\nexport const tools = [];\nawait new Promise((go) => setTimeout(go, 50));",
    );
    const run = await runCli(["run", "Hello.", "--tools", file, "--record", record]);
    expect(run.code).toBe(1);
    expect(run.err).toMatch(/^error stray_fault: not ready\. Thrown at .*late-import\.mjs:1:/);
    expect(existsSync(record)).toBe(false);
  }, 60_000);

  it("ends a server, too, once the runs it has are kept", async () => {
    const file = join(folder, "late-server.mjs");
    writeFileSync(file, "export const tools = [];\nsetTimeout(() => { throw new Error('not ready'); }, 4000);");
    const record = join(folder, "served");
    const run = await runCli(["serve", "--port", "0", "--tools", file, "--record", record], { killAfter: 30_000 });
    expect(run.code, run.err).toBe(1);
    expect(run.err).toMatch(/error stray_fault: not ready\. .*\n.*Stopped\./);
  }, 60_000);

  it("that keeps something open does not keep the command from ending", async () => {
    const run = await runCli(bookTrip(join(folder, "timer")), { env: { STRAY: "timer" } });
    expect(run.code, run.err).toBe(0);
    expect(run.out).toContain("The trip to Oslo is booked");
  }, 60_000);
});
