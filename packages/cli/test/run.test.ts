import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { verifies } from "../../../test/support/verifies.js";
import { runCli } from "./run-cli.js";

const folder = mkdtempSync(join(tmpdir(), "pelorus-cli-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const documents = fileURLToPath(new URL("../../../examples/demo-documents", import.meta.url));
const trip = fileURLToPath(new URL("trip-tools.mjs", import.meta.url));
const log = join(folder, "trip.log");
const executions = () => (existsSync(log) ? readFileSync(log, "utf8").trim().split("\n").filter(Boolean) : []);
const counts = () => {
  const found: Record<string, number> = {};
  for (const id of executions()) found[id] = (found[id] ?? 0) + 1;
  return found;
};
const tripRun = (record: string) => [
  "run",
  "Book the trip to Oslo.",
  "--model",
  `module:${trip}`,
  "--tools",
  trip,
  "--depth",
  "D4",
  "--record",
  record,
];
const onlyRun = (record: string) => join(record, readdirSync(record).filter((name) => name !== "blobs")[0] as string);

describe("pelorus run", () => {
  it("answers from documents, names the sources, and leaves a record", async () => {
    const record = join(folder, "documents");
    const run = await runCli(["run", "Who approves a trip abroad?", "--docs", documents, "--record", record]);
    expect(run.code, run.err).toBe(0);
    expect(run.out).toContain("Petronella Ashgrove");
    expect(run.err).toContain("staff/travel-policy.md");
    expect(run.err).toMatch(/Status: complete/);
    const path = onlyRun(record);
    expect(readdirSync(path).sort()).toEqual(
      expect.arrayContaining(["events.jsonl", "journal.jsonl", "record.sttp", "run.json", "state.json"]),
    );
    expect(JSON.parse(readFileSync(join(path, "run.json"), "utf8"))).toMatchObject({
      version: "1.0",
      status: "complete",
    });
  }, 60_000);

  it("--json prints events as JSON lines and nothing else on standard output", async () => {
    const run = await runCli([
      "run",
      "Who approves a trip abroad?",
      "--docs",
      documents,
      "--json",
      "--record",
      join(folder, "json"),
    ]);
    expect(run.code).toBe(0);
    const events = run.out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(events[0]).toMatchObject({ seq: 1, kind: "run_started", data: { version: "1.0" } });
    expect(events.at(-1)).toMatchObject({ kind: "run_finished", data: { status: "complete" } });
    expect(events.map((event) => event.seq)).toEqual(events.map((_, index) => index + 1));
  }, 60_000);

  it("wrong command lines end with code 2 and one clear sentence", async () => {
    for (const args of [
      ["run"],
      ["run", "x", "--model", "no-such-model"],
      ["run", "x", "--docs", join(folder, "nowhere")],
      ["run", "x", "--profile", "huge"],
      ["run", "x", "--oversight", "everything"],
      ["resume", join(folder, "nowhere")],
      ["answer", join(folder, "nowhere"), "id", "yes"],
      ["frobnicate"],
    ]) {
      const run = await runCli(args);
      expect(run.code, `${args.join(" ")}: ${run.err}`).toBe(2);
      expect(run.err.trim(), args.join(" ")).not.toBe("");
      expect(run.err, args.join(" ")).not.toMatch(/\n\s+at /);
    }
  }, 60_000);

  it("waits for an approval with code 5, takes the answer, and goes on", async () => {
    rmSync(log, { force: true });
    const record = join(folder, "approval");
    const env = { TRIP_LOG: log };
    const first = await runCli(tripRun(record), { env });
    expect(first.code, first.err).toBe(5);
    const id = /Waiting for approval (\S+):/.exec(first.err)?.[1] as string;
    const path = onlyRun(record);
    expect((await runCli(["answer", path, "appr_ffffffffffff", "yes"], { env })).code).toBe(2);
    expect((await runCli(["answer", path, id, "perhaps"], { env })).code).toBe(2);
    expect((await runCli(["answer", path, id, "yes"], { env })).code).toBe(0);
    const second = await runCli(["resume", path], { env });
    expect(second.code, second.err).toBe(0);
    expect(second.out).toContain("The trip to Oslo is booked");
    expect(counts()).toEqual({ find_train: 1, reserve_seat: 1, pay_ticket: 1 });
    const again = await runCli(["resume", path], { env });
    expect(again.code).toBe(0);
    expect(again.out).toBe(second.out);
    expect(counts()).toEqual({ find_train: 1, reserve_seat: 1, pay_ticket: 1 });
  }, 60_000);

  it("a request without words, or one beside --jsonl, is a usage error before anything begins", async () => {
    const record = join(folder, "no-words");
    for (const [request, input] of [
      ["", ""],
      ["  \n", ""],
      ["-", " \n"],
    ] as const) {
      const run = await runCli(["run", request, "--record", record], { input });
      expect(run.code, run.err).toBe(2);
      expect(run.err).toMatch(/request/);
    }
    expect(existsSync(record)).toBe(false);
    expect((await runCli(["classify", "Find it", "--jsonl"])).code).toBe(2);
  }, 60_000);

  it("- takes the request from standard input, of any size", async () => {
    const record = join(folder, "stdin");
    const run = await runCli(["run", "-", "--docs", documents, "--record", record], {
      input: "Who approves a trip abroad?\n",
    });
    expect(run.code, run.err).toBe(0);
    expect(run.out).toContain("Petronella Ashgrove");
  }, 60_000);

  it("tells its version", async () => {
    const run = await runCli(["--version"]);
    expect(run).toMatchObject({ code: 0, err: "" });
    expect(run.out).toMatch(/^\d+\.\d+\.\d+/);
  });

  it("a list with something that is no capability says which item", async () => {
    const tools = join(folder, "plain-tools.mjs");
    writeFileSync(tools, "export const tools = [{ capabilityId: 'count', execute() {} }];");
    const run = await runCli(["run", "Count.", "--tools", tools, "--record", join(folder, "plain")]);
    expect(run.code).toBe(2);
    expect(run.err).toMatch(/item 1 of "tools".*defineCapability/);
  }, 60_000);

  it("a folder that cannot be written, a damaged setup and a renamed record each say so", async () => {
    const blocked = join(folder, "a-file");
    writeFileSync(blocked, "");
    const first = await runCli(["run", "Hello.", "--record", blocked]);
    expect(first.code, first.err).toBe(2);
    expect(first.err).toContain("--record");
    const record = join(folder, "moved");
    await runCli(["run", "Who approves a trip abroad?", "--docs", documents, "--record", record]);
    const path = onlyRun(record);
    const setup = readFileSync(join(path, "setup.json"), "utf8");
    writeFileSync(join(path, "setup.json"), setup.slice(0, 20));
    const damaged = await runCli(["resume", path]);
    expect(damaged.code).toBe(2);
    expect(damaged.err).toContain("setup.json cannot be read");
    writeFileSync(join(path, "setup.json"), setup);
    renameSync(path, join(record, "renamed"));
    const renamed = await runCli(["resume", join(record, "renamed")]);
    expect(renamed.code, renamed.err).toBe(1);
    expect(renamed.err).toMatch(/journal of run run_/);
  }, 60_000);

  it("SIGTERM stops like an interrupt, with a code of its own", async () => {
    rmSync(log, { force: true });
    const record = join(folder, "terminated");
    const env = { TRIP_LOG: log };
    const run = await runCli(tripRun(record), { env, interruptOn: /find_train: ok/, interruptBy: "SIGTERM" });
    expect(run.code, run.err).toBe(143);
    expect(run.err).toContain("go on with: pelorus resume");
  }, 60_000);

  it("an interrupt aborts cleanly, says what was kept, and the run can be resumed", async () => {
    rmSync(log, { force: true });
    const record = join(folder, "interrupt");
    const env = { TRIP_LOG: log };
    const run = await runCli(tripRun(record), { env, interruptOn: /find_train: ok/ });
    expect(run.code, run.err).toBe(130);
    expect(run.err).toContain("Kept:");
    const resumed = await runCli(["resume", onlyRun(record)], { env });
    expect(resumed.code, resumed.err).toBe(5);
    expect(counts().find_train).toBe(1);
  }, 60_000);

  it(`${verifies("POS-EFF-06")}a hard kill at ten points of a run changes neither its result nor how often a tool ran`, async () => {
    const env = { TRIP_LOG: log };
    rmSync(log, { force: true });
    const started = Date.now();
    const whole = await runToEnd(join(folder, "whole"), env, []);
    const took = Date.now() - started;
    expect(whole).toContain("The trip to Oslo is booked");
    let killed = 0;
    for (let round = 1; round <= 10; round++) {
      rmSync(log, { force: true });
      const record = join(folder, `kill-${round}`);
      const first = await runCli(tripRun(record), { env, killAfter: (took / 3) * Math.random() + 120 });
      if (first.signal === "SIGKILL") killed++;
      if (!existsSync(record) || readdirSync(record).length === 0) continue;
      if (!existsSync(join(onlyRun(record), "journal.jsonl"))) {
        // Stopped before it began: nothing was done, and the command says so.
        expect(counts()).toEqual({});
        const resumed = await runCli(["resume", onlyRun(record)], { env });
        expect(resumed.code).toBe(2);
        expect(resumed.err).toContain("stopped before it began");
        continue;
      }
      const text = await runToEnd(record, env, first.signal === null ? [first.err] : []);
      const ran = counts();
      for (const [id, count] of Object.entries(ran)) expect(count, `${id} in round ${round}`).toBe(1);
      expect(text, `round ${round}`).toContain("Oslo");
      // A call that was cut in its middle is said to be lost; every other run ends like the whole one.
      if (Object.keys(ran).length === 3) expect(text).toBe(whole);
    }
    expect(killed).toBeGreaterThan(0);
  }, 240_000);
});

/** Starts or resumes a run until it is over, answering what it asks. Returns its answer. */
async function runToEnd(record: string, env: Record<string, string>, told: readonly string[]): Promise<string> {
  let run = existsSync(record)
    ? await runCli(["resume", onlyRun(record)], { env })
    : await runCli(tripRun(record), { env });
  let err = `${told.join("")}${run.err}`;
  for (let leg = 0; leg < 6 && run.code === 5; leg++) {
    const ids = [...err.matchAll(/Waiting for approval (\S+):/g)].map((match) => match[1] as string);
    await runCli(["answer", onlyRun(record), ids.at(-1) as string, "yes"], { env });
    run = await runCli(["resume", onlyRun(record)], { env });
    err = run.err;
  }
  expect([0, 3], run.err).toContain(run.code);
  return run.out;
}
