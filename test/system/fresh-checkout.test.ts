import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));

// A newcomer's machine: nothing but Node, npm and git, an empty home, no cache of packages.
describe("a fresh checkout with an empty home", () => {
  let folder = "";
  let checkout = "";
  const environment = () => {
    const { PATH, NODE_EXTRA_CA_CERTS, SSL_CERT_FILE } = process.env;
    const bare = (PATH ?? "")
      .split(":")
      .filter((part) => !part.includes("node_modules"))
      .join(":");
    const registry = Object.entries(process.env).filter(([name]) =>
      /^(npm_config_registry|https?_proxy|no_proxy)$/i.test(name),
    );
    return {
      PATH: bare,
      HOME: join(folder, "home"),
      NODE_EXTRA_CA_CERTS,
      SSL_CERT_FILE,
      ...Object.fromEntries(registry),
    };
  };
  const npm = (...args: string[]) =>
    spawnSync("npm", args, {
      cwd: checkout,
      env: environment() as NodeJS.ProcessEnv,
      encoding: "utf8",
      timeout: 540_000,
    });

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "pelorus-fresh-"));
    checkout = join(folder, "checkout");
    execFileSync("git", ["clone", "--quiet", root, checkout]);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("`npm run demo` sets everything up, answers with sources that exist, and leaves a record", () => {
    const demo = npm("run", "demo");
    const told = `${demo.stdout}\n${demo.stderr}`;
    expect(demo.status, told).toBe(0);
    expect(told).toContain("Quillon");
    expect(told).toContain("Status: complete");
    const sources = [...told.matchAll(/^ {2}(\S+):(\d+)-(\d+)$/gm)];
    expect(sources.length, told).toBeGreaterThan(0);
    for (const [, path, , end] of sources) {
      const text = readFileSync(join(checkout, "examples/demo-documents", path as string), "utf8");
      expect(text.split("\n").length).toBeGreaterThanOrEqual(Number(end));
    }
    const record = /^Record: (.+)$/m.exec(told)?.[1];
    for (const file of ["run.json", "events.jsonl", "journal.jsonl", "state.json"]) {
      expect(existsSync(join(record as string, file)), file).toBe(true);
    }
    expect(existsSync(join(checkout, "packages/cli/dist/bin.js"))).toBe(true);
  });

  it("the second time it starts in seconds", () => {
    const started = Date.now();
    const again = npm("run", "demo");
    expect(again.status).toBe(0);
    // Far above what it takes, far below an installation.
    expect(Date.now() - started).toBeLessThan(60_000);
  });
});
