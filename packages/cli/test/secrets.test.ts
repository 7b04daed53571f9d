import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, it } from "vitest";
import { verifies } from "../../../test/support/verifies.js";
import { secretValues } from "../src/log/secret-values.js";
import { runInProcess } from "./run-in-process.js";

const PASSWORD = "planted horse battery";
const folder = mkdtempSync(join(tmpdir(), "pelorus-secrets-"));
const model = fileURLToPath(new URL("leaking-model.mjs", import.meta.url));
process.env.STORE_PASSWORD = PASSWORD;

afterAll(() => {
  delete process.env.STORE_PASSWORD;
  rmSync(folder, { recursive: true, force: true });
});

it(`${verifies("POS-SEC-01")}a secret of the environment that a module throws or says is in no record and no output`, async () => {
  const run = await runInProcess(
    ["run", "How does the store open?", "--model", `module:${model}`, "--record", folder, "--json"],
    {
      env: { STORE_PASSWORD: PASSWORD },
    },
  );
  const files = readdirSync(folder, { recursive: true, withFileTypes: true });
  const left = files
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"));
  expect(left.length).toBeGreaterThan(3);
  const all = [run.out, run.err, ...left].join("\n");
  expect(all).toContain("no connection with [hidden]");
  expect(all).toContain("The store opens with [hidden].");
  expect(all.includes("planted")).toBe(false);
});

it(`${verifies("POS-SEC-01")}values of variables with names of secrets are told to a run, and no others`, () => {
  const env = {
    OPENAI_API_KEY: "key-of-openai",
    DATABASE_PASSWORD: "a long password",
    SHORT_TOKEN: "short",
    EMPTY_SECRET: "",
    PWD: "/home/somebody/work",
    LANG: "en_GB.UTF-8",
  };
  expect(secretValues(env)).toEqual(["key-of-openai", "a long password"]);
});
