import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterEach, expect, it } from "vitest";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = `${root}examples/ag-ui-client`;

const started: ChildProcess[] = [];
const made: string[] = [];
afterEach(async () => {
  for (const child of started.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill("SIGTERM");
    await once(child, "exit");
  }
  for (const path of made.splice(0)) rmSync(path, { recursive: true, force: true });
});

/** Starts a process and gives what it has written so far. */
function start(args: readonly string[]): { child: ChildProcess; written: () => string } {
  const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "pipe"] });
  started.push(child);
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (bytes: Buffer) => {
      text += bytes.toString();
    });
  return { child, written: () => text };
}

it("the AG-UI client talks to a server and checks what comes back", async () => {
  const { stdout, stderr } = await run(process.execPath, ["demo.mjs"], { cwd: folder, timeout: 60_000 });
  expect(stdout).toContain("▸ RETRIEVE s1");
  expect(stdout).toContain("Petronella Ashgrove");
  expect(stdout).toContain('? May delete_file be called with {"path":"meetings/draft.md"}?');
  expect(stdout).toContain("— success");
  expect(stderr).toBe("");
});

it("the AG-UI client talks to `pelorus serve`, and asks its user", async () => {
  const record = mkdtempSync(join(tmpdir(), "served-"));
  made.push(record);
  const server = start([
    `${root}packages/cli/dist/bin.js`,
    "serve",
    ...["--docs", `${root}examples/demo-documents`, "--port", "0", "--oversight", "read-only", "--record", record],
  ]);
  await expect.poll(server.written, { timeout: 20_000 }).toMatch(/^http:\S+\/$/m);
  const url = /^http:\S+\/$/m.exec(server.written())?.[0];
  const client = start([`${folder}/client.mjs`, `${url}ag-ui`]);
  const said = (text: string) => expect.poll(client.written, { timeout: 20_000 }).toContain(text);
  await said("You:");
  client.child.stdin?.write("Who approves a trip abroad?\n");
  await said("May search_documents be called with");
  expect(client.written()).not.toContain("Petronella");
  client.child.stdin?.write("y\n");
  await said("Petronella Ashgrove");
  await said("— success");
  client.child.stdin?.end();
  const [code] = await once(client.child, "exit");
  expect(code).toBe(0);
}, 60_000);
