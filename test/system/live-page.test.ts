import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser } from "./launch-browser.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const setup = join(root, "test/system/live-page/setup.mjs");
const screenshots = join(root, "test/system/screenshots");
const TOKEN = "live-page-0123456789abcdef";
const REQUEST = "Find the old index and remove it.";

interface Serving {
  readonly url: string;
  readonly process: ChildProcess;
  readonly said: () => string;
}

/** Starts the built command and waits for the address it prints. */
async function startServing(
  folder: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<Serving> {
  const bin = join(root, "packages/cli/dist/bin.js");
  if (!existsSync(bin)) throw new Error("packages/cli is not built: run `npx tsc -b packages/cli` first");
  const child = spawn(process.execPath, [bin, "serve", "--port", "0", "--record", join(folder, "runs"), ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH ?? "", ...env },
  });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  const url = await new Promise<string>((resolve, reject) => {
    let text = "";
    child.stdout.setEncoding("utf8").on("data", (part: string) => {
      text += part;
      if (text.includes("\n")) resolve(text.slice(0, text.indexOf("\n")));
    });
    child.on("exit", (code) => reject(new Error(`serve ended with ${code}: ${said}`)));
  });
  return { url, process: child, said: () => said };
}

async function stopServing(serving: Serving, signal: NodeJS.Signals = "SIGTERM"): Promise<number | null> {
  if (serving.process.exitCode !== null) return serving.process.exitCode;
  const ended = new Promise<number | null>((resolve) => serving.process.on("exit", (code) => resolve(code)));
  serving.process.kill(signal);
  const late = setTimeout(() => serving.process.kill("SIGKILL"), 10_000);
  const code = await ended;
  clearTimeout(late);
  if (code === null) throw new Error(`serve did not end within ten seconds: ${serving.said()}`);
  return code;
}

describe("the live page", () => {
  let browser: Browser;
  let context: BrowserContext;
  let folder: string;
  let serving: Serving;
  /** Whatever a browser complains about, policy violations among it. */
  let complaints: string[];

  beforeAll(async () => {
    mkdirSync(screenshots, { recursive: true });
    folder = mkdtempSync(join(tmpdir(), "pelorus-page-"));
    browser = await launchBrowser();
    serving = await startServing(folder, ["--model", `module:${setup}`, "--tools", setup]);
  });

  afterAll(async () => {
    await browser?.close();
    if (serving !== undefined) await stopServing(serving);
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  });

  afterEach(async () => {
    await context?.close();
    expect(complaints).toEqual([]);
  });

  async function open(
    options: {
      readonly scheme?: "light" | "dark";
      readonly url?: string;
      readonly width?: number;
      readonly height?: number;
    } = {},
  ): Promise<Page> {
    complaints = [];
    context = await browser.newContext({
      colorScheme: options.scheme ?? "light",
      viewport: { width: options.width ?? 1280, height: options.height ?? 900 },
    });
    await context.addInitScript(() => {
      document.addEventListener("securitypolicyviolation", (event) => {
        console.error(`policy violated: ${event.violatedDirective} ${event.blockedURI}`);
      });
    });
    const page = await context.newPage();
    page.on("console", (message) => {
      // A connection the test itself has cut is complained about by the browser.
      const expected =
        /ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED|ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED|status of (?:401|409)/.test(
          message.text(),
        );
      if (message.type() === "error" && !expected) complaints.push(message.text());
    });
    page.on("pageerror", (error) => complaints.push(error.message));
    await page.goto(options.url ?? serving.url);
    return page;
  }

  async function start(page: Page, request = REQUEST): Promise<string> {
    const before = page.url();
    await page.getByLabel("What is to be done?").fill(request);
    await page.getByRole("button", { name: "Start run" }).click();
    await page.waitForURL((url) => /^\?run=run_[0-9a-f]{16}$/.test(url.search) && url.href !== before);
    return new URL(page.url()).searchParams.get("run") ?? "";
  }

  const api = (path: string) => fetch(new URL(path, serving.url)).then((response) => response.json());
  const shot = (page: Page, name: string) =>
    page.screenshot({ path: join(screenshots, `${name}.png`), fullPage: true });
  const answerOf = (page: Page) => page.getByRole("region", { name: "Answer" }).locator(".answer");

  it("starts a run, asks for an approval by keyboard, and goes on through a reload in mid-run", async () => {
    const page = await open();
    await shot(page, "1-welcome");
    const runId = await start(page);
    const waiting = page.getByRole("region", { name: "Waiting for you" });
    await waiting.waitFor();
    const card = waiting.getByRole("article");
    expect(await card.getByRole("heading").textContent()).toContain("wipe_index");
    expect(JSON.parse((await card.getByLabel("Exact arguments").textContent()) ?? "")).toMatchObject({ index: "old" });
    // The question has the focus, and the first key leads to what can be read and answered.
    expect(await card.evaluate((node) => node === document.activeElement)).toBe(true);
    await shot(page, "2-approval");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Approve");
    await page.keyboard.press("Enter");
    await waiting.waitFor({ state: "hidden" });
    await expect
      .poll(() =>
        page
          .getByRole("group")
          .getByText(/^ok · /)
          .count(),
      )
      .toBeGreaterThan(0);

    // The second half of the text comes after the reload.
    await expect
      .poll(async () => (await answerOf(page).textContent())?.length ?? 0, { timeout: 20_000 })
      .toBeGreaterThan(300);
    await page.reload();
    expect(new URL(page.url()).searchParams.get("run")).toBe(runId);
    const before = (await api(`/runs/${runId}`)).status;
    await answerOf(page).waitFor();
    await shot(page, "3-after-reload");
    expect(before).toBe("running");
    await page.locator(".run[data-status=complete], .run[data-status=partial]").waitFor();
    const result = await api(`/runs/${runId}/result`);
    const streamed = await answerOf(page).textContent();
    expect(streamed).toBe(result.text);
    expect(await page.getByRole("listitem").filter({ hasText: "RETRIEVE" }).getByText("done").count()).toBe(1);
    expect(await page.getByText("run over").count()).toBe(1);
    expect(await page.getByRole("button", { name: "Cancel run" }).count()).toBe(0);
    await shot(page, "4-finished");
    // Hostile text in the arguments, the result, the answer and the request is text.
    const hostile = '<img src=x onerror="window.hurt = 3">';
    await start(page, hostile);
    await page.getByRole("heading", { name: hostile }).waitFor();
    await page.getByRole("navigation").getByText(hostile).waitFor();
    expect(streamed).toContain("<script>");
    expect(await page.evaluate(() => (window as unknown as { hurt?: number }).hurt)).toBeUndefined();
    expect(await page.locator("main img, main script").count()).toBe(0);
  });

  it("takes a no for an answer, and cancels a run", async () => {
    const page = await open({ scheme: "dark" });
    const runId = await start(page);
    await page.getByRole("button", { name: "Deny" }).click();
    await page.locator(".run[data-status=complete], .run[data-status=partial]").waitFor();
    const text = await fetch(new URL(`/runs/${runId}/events`, serving.url)).then((response) => response.text());
    expect(text).toContain('"decision":"denied","reviewer":"live page"');
    expect(text).not.toContain('"kind":"tool_call_started"');
    await shot(page, "5-denied-dark");

    const second = await start(page);
    await page.getByRole("button", { name: "Cancel run" }).click();
    await page.locator(".run[data-status=halted]").waitFor();
    expect(await api(`/runs/${second}`)).toMatchObject({ status: "halted", halt_reason: "aborted", pending: [] });
    expect(await page.getByRole("region", { name: "Waiting for you" }).count()).toBe(0);
    await page.goBack();
    await page.waitForURL(new RegExp(runId));
    await page.locator(".run[data-status=complete], .run[data-status=partial]").waitFor();
  });

  it("asks a question and takes the answer", async () => {
    const page = await open();
    const runId = await start(page, "Ask me which report is meant, then summarise it.");
    const card = page.getByRole("region", { name: "Waiting for you" }).getByRole("article");
    await card.waitFor();
    const [pending] = (await api(`/runs/${runId}`)).pending;
    await card.getByRole("heading", { name: pending.data.question }).waitFor();
    await shot(page, "8-question");
    await card.getByLabel("Your answer").fill("The report on the lighthouse.");
    await page.keyboard.press("Enter");
    await card.waitFor({ state: "detached" });
    await page.locator(".run[data-status=complete], .run[data-status=partial]").waitFor();
    const text = await fetch(new URL(`/runs/${runId}/events`, serving.url)).then((response) => response.text());
    expect(text).toContain('"action":"answer","reviewer":"live page"');
    expect(text).toContain("The report on the lighthouse.");
  });

  it("comes back after the network was gone, without a gap or a double", async () => {
    const page = await open();
    const runId = await start(page);
    await page.getByRole("button", { name: "Approve" }).click();
    await expect
      .poll(async () => (await answerOf(page).textContent())?.length ?? 0, { timeout: 20_000 })
      .toBeGreaterThan(200);
    await context.setOffline(true);
    await page.waitForTimeout(400);
    await context.setOffline(false);
    await page.locator(".run[data-status=complete], .run[data-status=partial]").waitFor();
    expect(await answerOf(page).textContent()).toBe((await api(`/runs/${runId}/result`)).text);
  });

  it("can be used without eyes or mouse: names, roles, landmarks, order of headings", async () => {
    const page = await open();
    expect(await page.getAttribute("html", "lang")).toBe("en");
    for (const role of ["banner", "navigation", "main"] as const) expect(await page.getByRole(role).count()).toBe(1);
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Skip to the run");
    await start(page);
    await page.getByRole("region", { name: "Waiting for you" }).waitFor();
    expect(await page.getByRole("status").textContent()).toBe("A decision is waiting for you.");
    const meter = page.getByRole("meter", { name: "Context window" });
    expect(Number(await meter.getAttribute("aria-valuenow"))).toBeGreaterThan(0);
    expect(await meter.getAttribute("aria-valuemax")).toBe("16000");
    expect(await page.locator("[aria-current=step]").count()).toBe(1);
    const unnamed = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>("button, a, input, textarea, summary, [role=meter]")]
        .filter((node) => node.checkVisibility())
        .filter((node) => {
          const labels = (node as HTMLInputElement).labels;
          const label =
            labels === null || labels === undefined ? "" : [...labels].map((part) => part.textContent).join("");
          return `${node.getAttribute("aria-label") ?? ""}${node.textContent ?? ""}${label}`.trim() === "";
        })
        .map((node) => node.outerHTML),
    );
    expect(unnamed).toEqual([]);
    const levels = await page.evaluate(() =>
      [...document.querySelectorAll("h1, h2, h3")]
        .filter((node) => (node as HTMLElement).checkVisibility())
        .map((node) => Number(node.tagName.slice(1))),
    );
    expect(levels[0]).toBe(1);
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
    expect(levels.every((level, index) => index === 0 || level - (levels[index - 1] as number) <= 1)).toBe(true);
    await expect(page.getByRole("main").ariaSnapshot()).resolves.toMatch(/button "Approve"[\s\S]*button "Deny"/);
    await page.getByRole("button", { name: "Deny" }).click();
  });

  it.each(["light", "dark"] as const)("has enough contrast in the %s theme", async (scheme) => {
    const page = await open({ scheme });
    await start(page);
    await page.getByRole("region", { name: "Waiting for you" }).waitFor();
    const low = await page.evaluate(lowContrast);
    expect(low).toEqual([]);
    await page.getByRole("button", { name: "Deny" }).click();
  });

  it("fits a narrow screen, and keeps a chosen theme", async () => {
    const page = await open({ width: 380 });
    await start(page);
    await page.getByRole("region", { name: "Waiting for you" }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(380);
    await page.getByRole("button", { name: /^Theme/ }).click();
    await page.getByRole("button", { name: /^Theme/ }).click();
    await page.reload();
    expect(await page.getAttribute("html", "data-theme")).toBe("dark");
    await page.getByRole("button", { name: "Approve" }).waitFor();
    await shot(page, "6-narrow-dark");
    await page.getByRole("button", { name: "Deny" }).click();
  });

  it("shows a run on a phone above the fold, with the form and the list folded up", async () => {
    const page = await open({ width: 390, height: 844 });
    const form = page.getByLabel("What is to be done?");
    expect(await form.isVisible()).toBe(true);
    await start(page);
    const approve = page.getByRole("button", { name: "Approve" });
    await approve.waitFor();
    expect(await form.isVisible()).toBe(false);
    for (const shown of [page.getByRole("heading", { name: REQUEST }), page.locator(".run-title .chip"), approve]) {
      const box = await shown.boundingBox();
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(844);
    }
    expect(await page.evaluate(() => [document.documentElement.scrollWidth, scrollY])).toEqual([390, 0]);
    await shot(page, "8-phone");
    // Both are one tap away, and as they were on a wide screen.
    await page.getByText("New run, recent runs").click();
    expect(await form.isVisible()).toBe(true);
    await page.getByText("New run, recent runs").click();
    await page.setViewportSize({ width: 1280, height: 844 });
    await form.waitFor();
    expect(await page.getByText("New run, recent runs").isVisible()).toBe(false);
    await page.getByRole("button", { name: "Deny" }).click();
  });

  it("tells what a policy decided in a sentence, with the record's own words behind it", async () => {
    const page = await open();
    await start(page);
    const note = page.locator(".notes li").first();
    const sentence =
      "A person has to approve the call of wipe_index: calls of the class “destructive” need a person's approval.";
    await expect.poll(() => note.textContent()).toBe(sentence);
    expect(await note.getAttribute("title")).toMatch(/^require_approval \S+ \(requires_oversight:destructive\)$/);
    await page.getByRole("button", { name: "Deny" }).click();
    await page.locator(".run[data-status=complete], .run[data-status=partial]").waitFor();
    const notes = await page.locator(".notes li").allTextContents();
    expect(notes).toContain("wipe_index was not called: a person said no.");
    expect(notes.filter((text) => /call_|_[0-9a-f]{8}|requires_oversight/.test(text))).toEqual([]);
  });

  it("follows a run over the end of its server: found again, interrupted, resumed", async () => {
    const records = mkdtempSync(join(tmpdir(), "pelorus-page-again-"));
    const first = await startServing(records, ["--model", `module:${setup}`, "--tools", setup]);
    const port = new URL(first.url).port;
    const page = await open({ url: first.url });
    await start(page);
    await page.getByRole("button", { name: "Approve" }).click();
    await expect
      .poll(async () => (await answerOf(page).textContent())?.length ?? 0, { timeout: 20_000 })
      .toBeGreaterThan(100);
    first.process.kill("SIGKILL");
    await page.getByText("connection lost, trying again").waitFor();
    const second = await startServing(records, ["--model", `module:${setup}`, "--tools", setup, "--port", port]);
    try {
      // Nobody reloads the page: it finds out by itself how the run stands.
      const resume = page.getByRole("button", { name: "Resume run" });
      await resume.waitFor({ timeout: 20_000 });
      expect(await page.locator(".run").getAttribute("data-status")).toBe("interrupted");
      await page.getByText("found in the record of an earlier server").waitFor();
      await shot(page, "9-interrupted");
      await resume.click();
      await page.locator(".run[data-status=complete], .run[data-status=partial]").waitFor();
      expect(await resume.isVisible()).toBe(false);
      const runId = new URL(page.url()).searchParams.get("run") ?? "";
      const result = await fetch(new URL(`/runs/${runId}/result`, second.url)).then((response) => response.json());
      expect(await answerOf(page).textContent()).toBe(result.text);
    } finally {
      await stopServing(second);
      rmSync(records, { recursive: true, force: true });
    }
  });

  it("fits its screen also with long arguments, results, and words without a place to break", async () => {
    const page = await open({ width: 380 });
    await start(page, `${REQUEST} ${"unbreakable".repeat(30)}`);
    await page.getByRole("button", { name: "Approve" }).click();
    await page.locator(".call .gist").first().waitFor();
    const gist = page.locator(".call .gist").first();
    await gist.evaluate((node) => {
      node.textContent = "a long argument of many words ".repeat(20);
    });
    for (const width of [380, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
  });

  it("takes the token of the printed address, hides it, and asks where there is none", async () => {
    const guarded = await startServing(folder, ["--model", `module:${setup}`], { PELORUS_SERVER_TOKEN: TOKEN });
    try {
      const page = await open({ url: guarded.url });
      expect(guarded.url).toContain(`#token=${TOKEN}`);
      await page.getByText("None yet.").waitFor();
      expect(page.url()).not.toContain(TOKEN);
      await context.close();
      const stranger = await open({ url: guarded.url.replace(/#.*/, "") });
      await stranger.getByRole("dialog", { name: "Token" }).waitFor();
      await shot(stranger, "7-token");
      await stranger.getByLabel("This server asks for a token.").fill(TOKEN);
      await stranger.getByRole("button", { name: "Use it" }).click();
      await stranger.getByText("None yet.").waitFor();
    } finally {
      await stopServing(guarded);
    }
  });

  it("ends with the server, which says what becomes of open runs", async () => {
    const other = await startServing(folder, ["--model", `module:${setup}`, "--tools", setup]);
    const page = await open({ url: other.url });
    const runId = await start(page);
    await page.getByRole("region", { name: "Waiting for you" }).waitFor();
    await context.close();
    expect(await stopServing(other, "SIGINT")).toBe(0);
    expect(other.said()).toContain(`${runId} waits for an answer; go on with: pelorus answer`);
  });
});

/** Texts whose contrast is below 4.5 to 1; runs in the page. */
function lowContrast(): string[] {
  const canvas = document
    .createElement("canvas")
    .getContext("2d", { willReadFrequently: true }) as CanvasRenderingContext2D;
  const channels = (colour: string): [number, number, number, number] => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0, alpha = 0] = canvas.getImageData(0, 0, 1, 1).data;
    return [red, green, blue, alpha];
  };
  const luminance = ([red, green, blue]: readonly number[]) => {
    const [r = 0, g = 0, b = 0] = [red, green, blue].map((value = 0) => {
      const share = value / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = (node: Element | null): readonly number[] => {
    for (let at = node; at !== null; at = at.parentElement) {
      const colour = channels(getComputedStyle(at).backgroundColor);
      if (colour[3] === 255) return colour;
    }
    return [255, 255, 255, 255];
  };
  const low: string[] = [];
  for (const node of document.querySelectorAll<HTMLElement>("body *")) {
    const text = [...node.childNodes].some((child) => child.nodeType === 3 && (child.textContent ?? "").trim() !== "");
    if (!text || !node.checkVisibility() || node.closest(".unseen, .skip, :disabled") !== null) continue;
    const [light = 0, dark = 0] = [luminance(channels(getComputedStyle(node).color)), luminance(ground(node))].sort(
      (one, other) => other - one,
    );
    const contrast = (light + 0.05) / (dark + 0.05);
    if (contrast < 4.5)
      low.push(`${node.className || node.tagName}: ${contrast.toFixed(2)} ${node.textContent?.slice(0, 40)}`);
  }
  return low;
}
