import { afterEach, describe, expect, it } from "vitest";
import { verifies } from "../../../test/support/verifies.js";
import { llamaCpp } from "../../providers/test/wire-mock/dialects/llama-cpp.js";
import { ollama } from "../../providers/test/wire-mock/dialects/ollama.js";
import type { Dialect } from "../../providers/test/wire-mock/mock-types.js";
import { startWireMock, type WireMock } from "../../providers/test/wire-mock/wire-mock.js";
import { runCli } from "./run-cli.js";

const KEY = "sk-doctor-0123456789abcdef";
const mocks: WireMock[] = [];
afterEach(async () => {
  await Promise.all(mocks.splice(0).map((mock) => mock.close()));
});

async function start(dialect: Dialect): Promise<WireMock> {
  const mock = await startWireMock({
    dialect,
    answer: (request) => {
      const word = (request.schema?.properties as { word?: { enum?: string[] } } | undefined)?.word?.enum?.[0];
      return { text: word === undefined ? "The Rhine, the Nile, the Danube." : JSON.stringify({ word }) };
    },
  });
  mocks.push(mock);
  return mock;
}

describe("pelorus doctor", () => {
  it("looks around: keys by name, servers and how to name their models", async () => {
    const mock = await start(ollama());
    const { code, out } = await runCli(["doctor", "--server", mock.baseURL], { env: { OPENAI_API_KEY: KEY } });
    expect(code).toBe(0);
    expect(out).toContain(`--model ${mock.baseURL}#test-model`);
    expect(out).toMatch(/set +OPENAI_API_KEY/);
    expect(out).toMatch(/not set ANTHROPIC_API_KEY/);
    expect(out).not.toContain(KEY);
  });

  it("finds nothing to mend in the built-in model", async () => {
    const { code, out } = await runCli(["doctor", "--model", "offline"]);
    expect(code).toBe(0);
    expect(out).toMatch(/ok +usage/);
    expect(out).not.toMatch(/warn|→/);
  });

  it(`${verifies("POS-ADP-08")}tells what a model really does, for people and as JSON`, async () => {
    const mock = await start(llamaCpp);
    const model = `${mock.baseURL}#test-model`;
    const shown = await runCli(["doctor", "--model", model]);
    expect(shown.code).toBe(0);
    expect(shown.out).toContain("16384 tokens, as the server says");
    expect(shown.out).toContain("holds replies to a schema");
    const { code, out } = await runCli(["doctor", "--model", model, "--json"], {
      env: { OPENAI_COMPATIBLE_API_KEY: KEY },
    });
    expect(code).toBe(0);
    expect(out).not.toContain(KEY);
    const report = JSON.parse(out) as {
      models: { window: number; window_source: string; checks: { name: string; status: string }[] }[];
    };
    expect(report.models[0]).toMatchObject({ window: 16_384, window_source: "endpoint" });
    expect(report.models[0]?.checks.map(({ status }) => status)).toEqual(["ok", "ok", "ok", "ok", "ok"]);
  });

  it("ends with 1 when a model does not answer, and with 2 when the text names none", async () => {
    const mock = await start(llamaCpp);
    mock.fault = () => ({ status: 500 });
    const broken = await runCli(["doctor", "--model", `${mock.baseURL}#test-model`]);
    expect(broken.code).toBe(1);
    expect(broken.out).toContain("HTTP 500");
    expect((await runCli(["doctor", "--model", "no-such-model"])).code).toBe(2);
    expect((await runCli(["doctor", "--model", "openai:gpt-4.1"])).err).toContain("OPENAI_API_KEY");
    expect((await runCli(["doctor", "--server", "nowhere"])).code).toBe(2);
  });

  it("the built-in model needs nothing", async () => {
    const { code, out } = await runCli(["doctor", "--model", "offline"]);
    expect(code).toBe(0);
    expect(out).toContain("offline");
  });
});
