import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser } from "./launch-browser.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = `${root}examples/react-chat`;
const shots = `${root}test/system/screenshots`;
const run = promisify(execFile);

interface ExampleServer {
  readonly url: string;
  close(): Promise<void>;
}

let browser: Browser;
let server: ExampleServer;

beforeAll(async () => {
  mkdirSync(shots, { recursive: true });
  await run(process.execPath, ["node_modules/vite/bin/vite.js", "build"], {
    cwd: folder,
    timeout: 120_000,
    env: { ...process.env, NODE_ENV: "production" },
  });
  if (!existsSync(`${root}packages/server/dist/node/index.js`)) {
    await run(process.execPath, [`${root}node_modules/typescript/bin/tsc`, "-b", "packages/server"], { cwd: root });
  }
  const { startServer } = (await import(pathToFileURL(`${folder}/server.mjs`).href)) as {
    startServer(): Promise<ExampleServer>;
  };
  server = await startServer();
  browser = await launchBrowser();
}, 300_000);

afterAll(async () => {
  await browser?.close();
  await server?.close();
});

/** A tab whose errors fail the test. */
async function openPage(
  options: Parameters<Browser["newPage"]>[0] = {},
  url = server.url,
): Promise<{ page: Page; errors: string[] }> {
  const page = await browser.newPage({ viewport: { width: 1200, height: 800 }, ...options });
  page.setDefaultTimeout(20_000);
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  await page.goto(url);
  return { page, errors };
}

const shot = (page: Page, name: string) => page.screenshot({ path: `${shots}/react-chat-${name}.png` });
const ask = async (page: Page, text: string) => {
  await page.getByLabel("Your message").fill(text);
  await page.getByRole("button", { name: "Send" }).click();
};

/** `pelorus serve` where every tool needs an approval, and the built app beside it, which passes requests on. */
async function serveByCommand(): Promise<ExampleServer> {
  const record = mkdtempSync(join(tmpdir(), "served-"));
  const args = [
    "--docs",
    `${root}examples/demo-documents`,
    "--port",
    "0",
    "--oversight",
    "read-only",
    "--record",
    record,
  ];
  const command = spawn(process.execPath, [`${root}packages/cli/dist/bin.js`, "serve", ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(command.stdout, "data")) as [Buffer];
  const app = spawn(
    process.execPath,
    ["node_modules/vite/bin/vite.js", "preview", "--host", "127.0.0.1", "--port", "0", "--strictPort"],
    {
      cwd: folder,
      stdio: ["ignore", "pipe", "inherit"],
      env: { ...process.env, PELORUS_URL: line.toString().trim().replace(/\/$/, ""), NO_COLOR: "1" },
    },
  );
  let text = "";
  app.stdout.on("data", (bytes: Buffer) => {
    text += bytes.toString();
  });
  await expect.poll(() => text, { timeout: 30_000 }).toMatch(/http:\/\/127\.0\.0\.1:[1-9]\d*\//);
  return {
    url: /http:\/\/127\.0\.0\.1:[1-9]\d*\//.exec(text)?.[0] ?? "",
    async close() {
      for (const child of [app, command]) {
        child.kill("SIGTERM");
        if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
      }
      rmSync(record, { recursive: true, force: true });
    },
  };
}

describe("the React example in a browser", () => {
  it("answers, and shows operations, tool calls, sources and budget", async () => {
    const { page, errors } = await openPage();
    await page.getByRole("button", { name: "Who approves a trip abroad?" }).click();
    await page.getByText("Petronella Ashgrove").waitFor();
    const panel = page.getByRole("complementary", { name: "Run" });
    await panel.getByText("complete", { exact: true }).waitFor();
    expect(await panel.locator(".timeline li").getAttribute("data-state")).toBe("done");
    expect(await page.getByRole("region", { name: "Tool search_documents" }).getAttribute("data-state")).toBe(
      "output-available",
    );
    expect(await page.getByRole("list", { name: "Sources" }).textContent()).toContain("travel-policy.md");
    expect(await panel.getByRole("meter").count()).toBe(1);
    expect(await page.locator(".draft").count()).toBe(0);
    await shot(page, "answer");
    expect(errors).toEqual([]);
    await page.close();
  });

  it("asks before a file is deleted, also after a reload, and goes on with the answer", async () => {
    const { page, errors } = await openPage();
    await ask(page, "Delete the file meetings/draft.md");
    await page.getByRole("button", { name: "Approve" }).waitFor();
    expect(await page.getByRole("region", { name: "Tool delete_file" }).textContent()).toContain("meetings/draft.md");
    await shot(page, "approval");
    await page.reload();
    await page.getByRole("button", { name: "Approve" }).waitFor();
    expect(await page.locator(".message").count()).toBe(2);
    await page.getByRole("button", { name: "Approve" }).click();
    const panel = page.getByRole("complementary", { name: "Run" });
    await panel.getByText("complete", { exact: true }).waitFor();
    expect(await page.getByRole("region", { name: "Tool delete_file" }).getAttribute("data-state")).toBe(
      "output-available",
    );
    expect(await page.locator(".message").count()).toBe(2);
    await shot(page, "approved");
    expect(errors).toEqual([]);
    await page.close();
  });

  it("connects to `pelorus serve` as it is", async () => {
    const served = await serveByCommand();
    try {
      const { page, errors } = await openPage({}, served.url);
      await ask(page, "Who approves a trip abroad?");
      await page.getByRole("button", { name: "Approve" }).click();
      await page.getByText("Petronella Ashgrove").waitFor();
      await shot(page, "pelorus-serve");
      expect(errors).toEqual([]);
      await page.close();
    } finally {
      await served.close();
    }
  });

  it("lets a deletion be denied, on a small dark screen", async () => {
    const { page, errors } = await openPage({ viewport: { width: 420, height: 800 }, colorScheme: "dark" });
    await ask(page, "Delete the file meetings/draft.md");
    await page.getByRole("button", { name: "Deny" }).click();
    await page.getByText("denied", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Send" }).waitFor();
    expect(await page.getByRole("region", { name: "Tool delete_file" }).getAttribute("data-state")).toBe(
      "output-denied",
    );
    await shot(page, "denied-dark");
    const { width, scroll } = await page.evaluate(() => ({
      width: document.documentElement.clientWidth,
      scroll: document.documentElement.scrollWidth,
    }));
    expect(scroll).toBeLessThanOrEqual(width);
    expect(errors).toEqual([]);
    await page.close();
  });
});
