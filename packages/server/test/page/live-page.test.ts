import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { livePage } from "../../src/node/index.js";
import { handlerFor } from "../support/ask.js";
import { answering } from "../support/scripted-runs.js";

const folder = fileURLToPath(new URL("../../page", import.meta.url));
const scripts = readdirSync(folder).filter((name) => name.endsWith(".js"));

describe("the files of the live page", () => {
  const { ask } = handlerFor({ run: answering, page: livePage(), authorize: () => null });

  it("are served to everybody: they hold nothing", async () => {
    expect(scripts.length).toBeGreaterThan(4);
    for (const [path, type] of [
      ["/", "text/html; charset=utf-8"],
      ["/assets/page.css", "text/css; charset=utf-8"],
      ["/assets/icon.svg", "image/svg+xml"],
      ["/assets/eventsource-parser/index.js", "text/javascript; charset=utf-8"],
      ...scripts.map((name) => [`/assets/${name}`, "text/javascript; charset=utf-8"] as const),
    ] as const) {
      const file = await ask(path);
      expect([path, file.status, file.headers.get("content-type")]).toEqual([path, 200, type]);
    }
  });

  it("come with a policy that allows them, one import map, and nothing else", async () => {
    const page = await ask("/");
    const policy = page.headers.get("content-security-policy") ?? "";
    const map = /<script type="importmap">([^<]*)<\/script>/.exec(page.text)?.[1] ?? "";
    expect(policy).toContain(`script-src 'self' 'sha256-${createHash("sha256").update(map).digest("base64")}'`);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).not.toMatch(/unsafe|\*|http:|data:/);
    // Inline styles and handlers would not run under it.
    expect(page.text.replace(/<script type="importmap">.*?<\/script>/, "")).not.toMatch(
      /<script(?! type="module" src=)|<style| style=| on[a-z]+=/,
    );
  });

  it("set text as text and never as markup", () => {
    for (const name of scripts) {
      const source = readFileSync(`${folder}/${name}`, "utf8");
      expect(source, name).not.toMatch(
        /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|srcdoc/,
      );
    }
  });

  it("import what is served, and nothing from elsewhere", async () => {
    for (const name of scripts) {
      const source = readFileSync(`${folder}/${name}`, "utf8");
      for (const [, from = ""] of source.matchAll(/^import .* from "([^"]+)";$/gm)) {
        if (from === "@pelorus/server/client") continue;
        expect([name, (await ask(`/assets/${from.slice(2)}`)).status]).toEqual([name, 200]);
      }
    }
  });
});
