import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type RunEvent, recordFolder, replayRun } from "@pelorus/core";
import { createClient } from "@pelorus/server/client";
import { afterAll, describe, expect, it } from "vitest";
import { bin, runCli } from "./run-cli.js";

const folder = mkdtempSync(join(tmpdir(), "pelorus-serve-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const trip = fileURLToPath(new URL("trip-tools.mjs", import.meta.url));
const slow = fileURLToPath(new URL("slow-tools.mjs", import.meta.url));
const documents = fileURLToPath(new URL("../../../examples/demo-documents", import.meta.url));
const TOKEN = "serve-test-0123456789";
const ODD_TOKEN = "50%-of-a+b/c=#&?0123";

/** Serves while `use` runs, then sends the signal; resolves with what the process said and ended with. */
async function whileServing(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  use: (url: string) => Promise<void>,
  signal: NodeJS.Signals = "SIGTERM",
): Promise<{ readonly code: number | null; readonly err: string }> {
  const child = spawn(process.execPath, [bin, "serve", "--port", "0", ...args], {
    env: { PATH: process.env.PATH ?? "", ...env },
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let err = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    err += text;
  });
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  try {
    const url = await new Promise<string>((resolve, reject) => {
      let out = "";
      child.stdout.setEncoding("utf8").on("data", (text: string) => {
        out += text;
        if (out.includes("\n")) resolve(out.trim());
      });
      child.on("exit", () => reject(new Error(err)));
    });
    await use(url);
  } finally {
    child.kill(signal);
  }
  const late = setTimeout(() => child.kill("SIGKILL"), 10_000);
  const code = await ended;
  clearTimeout(late);
  return { code, err };
}

describe("pelorus serve", () => {
  it("prints its address, runs requests, and ends when it is told to", async () => {
    const { code, err } = await whileServing(["--docs", documents], {}, async (url) => {
      const client = createClient({ baseUrl: url });
      const run = await client.start("Who approves a trip abroad?");
      expect(await run.result()).toMatchObject({ text: expect.stringContaining("Petronella Ashgrove") });
      expect((await fetch(`${url}ag-ui`, { method: "POST" })).status).toBe(400);
      expect(await (await fetch(url)).text()).toContain("<title>Pelorus</title>");
    });
    expect(code, err).toBe(0);
    expect(err).toContain("No run was open.");
  });

  it("says what to do where its port is taken", async () => {
    await whileServing(["--docs", documents], {}, async (url) => {
      const taken = await runCli(["serve", "--docs", documents, "--port", new URL(url).port, "--record", folder]);
      expect(taken.code).toBe(2);
      expect(taken.err).toMatch(/Port \d+ of 127\.0\.0\.1 is in use.*--port/);
    });
  });

  it("keeps a run that waits, which goes on without it", async () => {
    const log = join(folder, "trip.log");
    let runId = "";
    let request = "";
    const { code, err } = await whileServing(
      ["--model", `module:${trip}`, "--tools", trip],
      { TRIP_LOG: log },
      async (url) => {
        const run = await createClient({ baseUrl: url }).start({ request: "Book the trip to Oslo.", depth: "D4" });
        runId = run.runId;
        for await (const event of run.events()) {
          if (event.kind === "approval_requested") request = event.data.id;
          if (event.kind === "run_waiting") break;
        }
      },
      "SIGINT",
    );
    expect(code, err).toBe(0);
    expect(err).toContain(
      `${runId} waits for an answer; go on with: pelorus answer .pelorus/runs/${runId} <id> <value>`,
    );
    const record = join(folder, ".pelorus/runs", runId);
    const answered = await runCli(["answer", record, request, "yes"], { env: { TRIP_LOG: log } });
    expect(answered.code, answered.err).toBe(0);
    const resumed = await runCli(["resume", record], { env: { TRIP_LOG: log } });
    expect(resumed.code, resumed.err).toBe(0);
    expect(resumed.out).toContain("ticket paid");
  });

  it.each([
    ["SIGINT", "waits for an answer"],
    ["SIGKILL", "waits for an answer"],
  ] as const)("started again after %s, finds the run that waits and goes on with it", async (signal, what) => {
    const log = join(folder, `again-${signal}.log`);
    const record = join(folder, `again-${signal}`);
    const first = ["--record", record, "--model", `module:${trip}`, "--tools", trip];
    let runId = "";
    await whileServing(
      first,
      { TRIP_LOG: log },
      async (url) => {
        const run = await createClient({ baseUrl: url }).start({ request: "Book the trip to Oslo.", depth: "D4" });
        runId = run.runId;
        for await (const event of run.events()) if (event.kind === "run_waiting") break;
      },
      signal,
    );
    // The next server is set up otherwise: a run goes on with what it was set up from.
    const { code, err } = await whileServing(["--record", record], { TRIP_LOG: log }, async (url) => {
      const client = createClient({ baseUrl: url });
      const [listed] = (await client.list()).runs;
      expect(listed).toMatchObject({ run_id: runId, status: "waiting", recovered_from: "server" });
      const run = client.run(runId);
      const [request] = (await run.status()).pending;
      await run.answer(request?.kind === "approval" ? request.data.id : "", true);
      expect(await run.result()).toMatchObject({ status: "complete", text: expect.stringContaining("ticket paid") });
    });
    expect(code, err).toBe(0);
    expect(err).toContain(`One unfinished run found in ${record}:\n  ${runId} ${what}: Book the trip to Oslo.`);
    expect(readFileSync(log, "utf8").trim().split("\n")).toEqual(["find_train", "reserve_seat", "pay_ticket"]);
  });

  it("started again after it was killed in the middle of a run, finds the run interrupted and resumes it", async () => {
    const record = join(folder, "killed");
    const journal = recordFolder(record);
    const log = join(folder, "killed.log");
    const args = ["--record", record, "--model", `module:${slow}`, "--tools", slow];
    let runId = "";
    const wait = { SLOW_LOG: log, SLOW_HANGS: "yes" };
    await whileServing(
      args,
      wait,
      async (url) => {
        const run = await createClient({ baseUrl: url }).start({
          request: "Count the crates in the store.",
          depth: "D4",
        });
        runId = run.runId;
        // What the stream has brought is in the file when the process is killed.
        const isTold = async () => (await journal.readEvents(runId)).some(({ kind }) => kind === "text_delta");
        while (!(await isTold())) await new Promise((resolve) => setTimeout(resolve, 20));
      },
      "SIGKILL",
    );
    const { err } = await whileServing(args, { SLOW_LOG: log }, async (url) => {
      const client = createClient({ baseUrl: url });
      expect((await client.list()).runs).toMatchObject([{ run_id: runId, status: "interrupted" }]);
      const run = client.run(runId);
      await run.resume();
      let text = "";
      for await (const event of run.events()) {
        if (event.kind === "text_started") text = "";
        if (event.kind === "text_delta") text += event.data.delta;
      }
      expect(text).toBe("There are twelve crates in the store.");
      expect(await run.result()).toMatchObject({ status: "complete", text });
    });
    expect(err).toContain(`${runId} was interrupted`);
    // The tool ran once: its result was in the record.
    expect(readFileSync(log, "utf8")).toBe("count_crates\n");
    // The record of the resumed run is whole, whatever the killed stream had left in it.
    const told = (events: readonly RunEvent[]) =>
      events.map((event) => [event.seq, event.kind, event.kind === "text_delta" ? event.data.delta : ""]);
    const events = await recordFolder(record).readEvents(runId);
    expect(told(events)).toEqual(told((await replayRun({ journal, runId })).events));
  });

  it("asks for tokens of a file, one per line, or of the environment", async () => {
    const file = join(folder, "tokens");
    writeFileSync(file, `# who may\n\n${TOKEN}\nanother-0123456789\n`);
    const sources = [
      [["--token-file", file], {}],
      [[], { PELORUS_SERVER_TOKEN: TOKEN }],
      // Characters that mean something in an address.
      [[], { PELORUS_SERVER_TOKEN: ODD_TOKEN }],
    ] as const;
    for (const [args, env] of sources) {
      const expected = Object.values(env)[0] ?? TOKEN;
      await whileServing(args, env, async (url) => {
        const [base = "", written = ""] = url.split("#token=");
        const token = decodeURIComponent(written);
        expect(token).toBe(expected);
        expect((await fetch(`${base}runs`)).status).toBe(401);
        expect((await createClient({ baseUrl: base, token }).list()).runs).toEqual([]);
      });
    }
  });

  it("refuses to be reached by others without a token, and tokens that are none", async () => {
    const open = await runCli(["serve", "--host", "0.0.0.0", "--port", "0"]);
    expect([open.code, open.err]).toEqual([2, expect.stringContaining("bind_refused")]);
    const weak = await runCli(["serve", "--port", "0"], { env: { PELORUS_SERVER_TOKEN: "short" } });
    expect([weak.code, weak.err]).toEqual([2, expect.stringContaining("token_weak")]);
    const missing = await runCli(["serve", "--port", "0", "--token-file", join(folder, "none")]);
    expect(missing.code).toBe(2);
    writeFileSync(join(folder, "empty"), "\n# nobody\n");
    const empty = await runCli(["serve", "--port", "0", "--token-file", join(folder, "empty")]);
    expect([empty.code, empty.err]).toEqual([2, expect.stringContaining("holds no token")]);
    expect((await runCli(["serve", "--port", "99999"])).code).toBe(2);
  });
});
