import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { verifies } from "../../../test/support/verifies.js";
import { anthropic } from "../../providers/test/wire-mock/dialects/anthropic.js";
import { openaiChat } from "../../providers/test/wire-mock/dialects/openai-chat.js";
import { startWireMock, type WireMock } from "../../providers/test/wire-mock/wire-mock.js";
import { runCli } from "./run-cli.js";

const KEY = "sk-cli-0123456789abcdef0123";
const GOOD = "There are eight apples in the store.";
const folder = mkdtempSync(join(tmpdir(), "pelorus-models-"));
const mocks: WireMock[] = [];
afterEach(async () => {
  await Promise.all(mocks.splice(0).map((mock) => mock.close()));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function start(dialect: typeof anthropic, model: string): Promise<WireMock> {
  const mock = await startWireMock({
    dialect,
    model,
    key: KEY,
    answer: () => ({ text: GOOD, usage: { input: 420, output: 9 } }),
  });
  mocks.push(mock);
  return mock;
}

function filesBelow(path: string): string[] {
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesBelow(join(path, entry.name)) : [join(path, entry.name)],
  );
}

describe("models by their names on the command line", () => {
  it(`${verifies("POS-API-06", "POS-RUN-06")}runs, is halted by its provider, and is resumed from the record with the key of the environment`, async () => {
    const mock = await start(anthropic, "claude-sonnet-5");
    mock.fault = (n) => (n <= 3 ? { status: 503, headers: { "retry-after-ms": "1" } } : undefined);
    const env = { ANTHROPIC_API_KEY: KEY, ANTHROPIC_BASE_URL: mock.baseURL };
    const record = join(folder, "halted");
    const request = "How many apples are in the store?";
    const halted = await runCli(["run", request, "--model", "anthropic:claude-sonnet-5", "--record", record], { env });
    expect([halted.code, halted.err.includes("503")]).toEqual([4, true]);
    expect(mock.requests).toHaveLength(3);
    const [run = ""] = readdirSync(record);
    const keyless = await runCli(["resume", join(record, run)]);
    expect([keyless.code, keyless.err.includes("ANTHROPIC_API_KEY")]).toEqual([2, true]);
    const resumed = await runCli(["resume", join(record, run)], { env });
    expect([resumed.code, resumed.out.trim()]).toEqual([0, GOOD]);
    for (const file of filesBelow(record)) expect(readFileSync(file, "utf8")).not.toContain(KEY);
    expect(halted.err + halted.out + resumed.err).not.toContain(KEY);
  });

  it(`${verifies("POS-FBK-05")}goes on with another model where the first is gone, also the next time`, async () => {
    const gone = await start(anthropic, "claude-sonnet-5");
    gone.fault = () => ({ status: 403 });
    const well = await start(openaiChat, "gpt-4.1-mini");
    const record = join(folder, "other");
    const env = {
      ANTHROPIC_API_KEY: KEY,
      ANTHROPIC_BASE_URL: gone.baseURL,
      OPENAI_API_KEY: KEY,
      OPENAI_BASE_URL: well.baseURL,
    };
    const request = "How many apples are in the store?";
    const halted = await runCli(["run", request, "--model", "anthropic:claude-sonnet-5", "--record", record], { env });
    expect(halted.code).toBe(4);
    const [run = ""] = readdirSync(record);
    const resumed = await runCli(["resume", join(record, run), "--model", "openai-chat:gpt-4.1-mini"], { env });
    expect([resumed.code, resumed.out.trim(), gone.requests.length]).toEqual([0, GOOD, 1]);
    const again = await runCli(["resume", join(record, run)], { env });
    expect([again.code, again.out.trim(), well.requests.length]).toEqual([0, GOOD, 1]);
    const verified = await runCli(["sttp", "verify", join(record, run)]);
    expect(verified.code).toBe(0);
  });

  it(`${verifies("POS-FBK-01", "POS-FBK-04")}takes a list in which each takes over, and a limit on what is spent`, async () => {
    const busy = await start(anthropic, "claude-sonnet-5");
    busy.fault = () => ({ status: 403 });
    const well = await start(openaiChat, "gpt-4.1-mini");
    const env = {
      ANTHROPIC_API_KEY: KEY,
      ANTHROPIC_BASE_URL: busy.baseURL,
      OPENAI_API_KEY: KEY,
      OPENAI_BASE_URL: well.baseURL,
    };
    const model = ["--model", "anthropic:claude-sonnet-5, openai-chat:gpt-4.1-mini"];
    const request = "How many apples are in the store?";
    const done = await runCli(["run", request, ...model, "--json", "--record", join(folder, "list")], { env });
    expect([done.code, done.out.includes('"model_fallback"'), busy.requests.length]).toEqual([0, true, 1]);
    const poor = await runCli(["run", request, ...model, "--max-cost", "0.000001", "--record", join(folder, "poor")], {
      env,
    });
    expect([poor.code, poor.err.includes("cost_limit")]).toEqual([4, true]);
    expect(busy.requests).toHaveLength(1);
    for (const wrong of ["-1", "much", "1e3"]) {
      expect((await runCli(["run", request, "--max-cost", wrong])).code).toBe(2);
    }
  });

  it("says in one line what is wrong with a model, before anything is recorded", async () => {
    for (const [model, words] of [
      ["gemini:pro", "accepted: "],
      ["openai:", "model's name is missing"],
      ["openai:gpt-5", "OPENAI_API_KEY"],
      ["http://127.0.0.1:9/v1", 'after "#"'],
    ] as const) {
      const run = await runCli(["run", "x", "--model", model, "--record", join(folder, "none")]);
      expect([model, run.code, run.err.includes(words), run.err.trim().split("\n").length]).toEqual([
        model,
        2,
        true,
        1,
      ]);
    }
    expect(readdirSync(folder)).not.toContain("none");
    const help = await runCli(["run", "--help"]);
    for (const form of ["openai:<model>", "anthropic:<model>", "#<model>", "--max-cost"])
      expect(help.out).toContain(form);
  });
});
