import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { REDACTED, Redaction } from "../src/log/redaction.js";
import { secretArguments } from "../src/log/secret-arguments.js";
import { isSecretName } from "../src/log/secret-names.js";
import { runInProcess } from "./run-in-process.js";

const loads = vi.hoisted(() => ({ pino: 0 }));
vi.mock("pino", async (original) => {
  loads.pino++;
  return await original();
});

const folder = mkdtempSync(join(tmpdir(), "pelorus-log-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const documents = fileURLToPath(new URL("../../../examples/demo-documents", import.meta.url));
const safe = fileURLToPath(new URL("safe-tools.mjs", import.meta.url));
let runs = 0;

/** Runs a command line; a run leaves its record in a folder of its own. */
async function run(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const record = join(folder, `record-${++runs}`);
  const told = await runInProcess([...args, ...(args[0] === "run" ? ["--record", record] : [])], { env });
  return { record, ...told };
}

interface Line {
  readonly level: string;
  readonly time: string;
  readonly event?: string;
  readonly seq?: number;
  readonly run_id?: string;
  readonly step_id?: string;
  readonly msg: string;
  readonly [member: string]: unknown;
}
const lines = (text: string) =>
  text
    .trim()
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Line);

const question = ["run", "Who approves a trip abroad?", "--docs", documents];
const opening = ["run", "Open the safe.", "--model", `module:${safe}`, "--tools", safe, "--depth", "D2"];
const SECRETS = ["left-12-right-40", "pin-7341", "gatehouse", "key-of-the-maker", "bearer-value-1", "token-of-tonight"];

describe("the diagnostic log", () => {
  beforeEach(() => {
    process.env.SAFE_TOKEN = "token-of-tonight";
    return () => {
      delete process.env.SAFE_TOKEN;
    };
  });

  it("is silent until asked, and then nothing of it was loaded", async () => {
    const before = loads.pino;
    const { code, err } = await run(question);
    expect(code).toBe(0);
    expect(err).toContain("Status: complete");
    expect(err).not.toContain('"level"');
    expect(loads.pino).toBe(before);
    expect((await run([...question, "--log-level", "error"])).err).toBe("");
    expect(loads.pino).toBe(before + 1);
  });

  it("takes the place of progress on standard error, as JSON lines that name run and step", async () => {
    const { code, out, err, record } = await run([...question, "--log-level", "debug"]);
    expect(code).toBe(0);
    expect(out).toContain("Petronella Ashgrove");
    const written = lines(err);
    const runId = readdirSync(record).find((name) => name.startsWith("run_")) as string;
    const events = lines(readFileSync(join(record, runId, "events.jsonl"), "utf8")) as unknown as {
      seq: number;
      kind: string;
      data: { step_id?: string };
    }[];
    const told = written.filter(({ event }) => event !== undefined);
    expect(new Set(told.map((line) => line.run_id))).toEqual(new Set([runId]));
    // What is not of the finest level is there, each once and in order.
    const expected = events.filter(({ kind }) => !/^(text|reasoning|tool_input)_/.test(kind));
    expect(told.map(({ seq, event }) => [seq, event])).toEqual(expected.map(({ seq, kind }) => [seq, kind]));
    for (const { seq, data } of expected.filter(({ data }) => data.step_id !== undefined)) {
      expect(told.find((line) => line.seq === seq)?.step_id).toBe(data.step_id);
    }
    for (const line of written) expect(Date.parse(line.time)).toBeGreaterThan(0);
  });

  it("binds what goes on with a call to the call's step", async () => {
    const written = lines((await run([...opening, "--log-level", "trace"], { SAFE_TOKEN: "token-of-tonight" })).err);
    const finished = written.filter(({ event }) => event === "tool_call_finished" || event === "model_call_finished");
    expect(finished.length).toBeGreaterThan(1);
    for (const line of finished) expect(line.step_id, JSON.stringify(line)).toMatch(/^s\d/);
  });

  it("writes what matters at its level, and only from the level that was asked for", async () => {
    const levels = async (level: string) => {
      const written = lines((await run([...opening, "--log-level", level])).err);
      return new Set(written.map((line) => line.level));
    };
    expect(await levels("warn")).toEqual(new Set(["warn"]));
    expect(await levels("info")).toEqual(new Set(["info", "warn"]));
    expect(await levels("trace")).toEqual(new Set(["info", "warn", "debug", "trace"]));
    const failed = lines((await run([...opening, "--log-level", "warn"])).err);
    expect(failed[0]).toMatchObject({ event: "tool_call_finished", outcome: "error", capability_id: "open_safe" });
  });

  it("writes nothing of what the run is about below debug", async () => {
    const { err } = await run([...question, "--log-level", "info"]);
    for (const word of ["Petronella", "abroad", "approves"]) expect(err).not.toContain(word);
    const { err: more } = await run([...question, "--log-level", "trace"]);
    expect(more).not.toContain("Petronella");
    expect(lines(more).find(({ event }) => event === "run_started")?.request_length).toBe(27);
  });

  it("never writes secrets: marked arguments, names and forms of secrets, values of the environment", async () => {
    for (const level of ["warn", "info", "debug", "trace"]) {
      const { err } = await run([...opening, "--log-level", level], { SAFE_TOKEN: "token-of-tonight" });
      for (const secret of SECRETS) expect(err, level).not.toContain(secret);
      expect(err).toContain(REDACTED);
    }
    const { err } = await run([...opening, "--log-level", "debug"]);
    expect(lines(err).find(({ event }) => event === "tool_call_started")?.arguments).toEqual({
      safe: "cellar",
      combination: REDACTED,
      holder: { pin: REDACTED },
      note: `see https://${REDACTED}@safes.invalid/`,
      api_key: REDACTED,
    });
  });

  it("shows marked arguments to nobody who watches the progress", async () => {
    const { err } = await run(opening, { SAFE_TOKEN: "token-of-tonight" });
    expect(err).toContain('open_safe {"safe":"cellar","combination":"[redacted]"');
    expect(err).not.toContain("left-12-right-40");
  });

  it("takes the level from PELORUS_LOG, and before that from the option", async () => {
    expect(lines((await run(question, { PELORUS_LOG: "info" })).err).length).toBeGreaterThan(0);
    expect((await run([...question, "--log-level", "fatal"], { PELORUS_LOG: "trace" })).err).toBe("");
    expect((await run(question, { PELORUS_LOG: "" })).err).toContain("Status: complete");
  });

  it("refuses a word that is no level", async () => {
    for (const { code, err } of [
      await run([...question, "--log-level", "loud"]),
      await run(question, { PELORUS_LOG: "loud" }),
    ]) {
      expect(code).toBe(2);
      expect(err).toMatch(/^error: (?:PELORUS_LOG|--log-level): "loud" is no level; there are silent, fatal,/);
    }
  });

  it("tells the error a command ended with as a line, too", async () => {
    const { code, err } = await run([...question, "--model", "no-such-model", "--log-level", "error"]);
    expect(code).toBe(2);
    expect(lines(err)).toMatchObject([{ level: "fatal", error: { code: "model_unknown" }, msg: "command failed" }]);
  });
});

describe("redaction", () => {
  it("knows the names of secrets however they are spelt, and no others", () => {
    for (const name of ["apiKey", "OPENAI_API_KEY", "X-Api-Key", "Authorization", "access_token", "DB_PASSWORD"]) {
      expect(isSecretName(name), name).toBe(true);
    }
    for (const name of ["key", "tokens", "input_tokens", "max_output_tokens", "author", "capability_id", "monkey"]) {
      expect(isSecretName(name), name).toBe(false);
    }
  });

  it("finds the values of secret variables inside other text, the longest first, and leaves short ones alone", () => {
    const redaction = new Redaction({ A_TOKEN: "abcdefgh", B_TOKEN: "abcdefghij", C_TOKEN: "abc", HOME: "/home/ada" });
    expect(redaction.text("x abcdefghij y abcdefgh z abc /home/ada")).toBe(
      `x ${REDACTED} y ${REDACTED} z abc /home/ada`,
    );
  });

  it("reads marks of nested schemas, and ends on schemas that hold themselves", () => {
    const schema: Record<string, unknown> = {
      properties: { list: { items: { properties: { code: { "x-secret": true }, name: {} } } } },
    };
    schema.again = schema;
    const tool = { descriptor: { capabilityId: "t", inputSchema: schema } };
    expect(secretArguments([tool as never]).get("t")).toEqual(new Set(["code"]));
  });

  it("takes linear time and no depth of the stack", () => {
    let deep: unknown = "bottom";
    for (let level = 0; level < 100_000; level++) deep = { deep };
    const text = JSON.stringify(
      new Redaction({}).value({ deep, long: "https://".repeat(20_000) + "sk".repeat(50_000) }),
    );
    expect(text).not.toContain("bottom");
  });
});

it("the working folder a shell tells as PWD is no secret, a password under that name in a longer one is", () => {
  const redaction = new Redaction({ PWD: "/srv/project", OLDPWD: "/srv/earlier", DB_PWD: "hunter2-planted" });
  expect(redaction.text("/srv/project/a /srv/earlier hunter2-planted")).toBe("/srv/project/a /srv/earlier [redacted]");
});
