import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import type { PageFiles } from "../page/page-files.js";

const packageFile = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

const TYPES: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  svg: "image/svg+xml",
};

/** The names the page imports beside its own files; a browser is told by the import map of the page. */
const IMPORT_MAP = JSON.stringify({
  imports: {
    "@pelorus/server/client": "/assets/client/index.js",
    "eventsource-parser": "/assets/eventsource-parser/index.js",
  },
});
const MAP_PLACE = "<!-- import map -->";

/**
 * The live page: files of the package, read when they are asked for. Its policy lets it load them and speak to this server,
 * and nothing else.
 */
export function livePage(): PageFiles {
  const hash = createHash("sha256").update(IMPORT_MAP).digest("base64");
  return {
    contentSecurityPolicy: [
      "default-src 'none'",
      `script-src 'self' 'sha256-${hash}'`,
      "style-src 'self'",
      "img-src 'self'",
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
    ].join("; "),
    async read(path) {
      const file = fileOf(path);
      if (file === null) return null;
      let body: Uint8Array<ArrayBuffer>;
      try {
        body = new Uint8Array(await readFile(file));
      } catch {
        return null;
      }
      if (path === "/") {
        const html = new TextDecoder().decode(body);
        body = new TextEncoder().encode(
          html.replace(MAP_PLACE, `<script type="importmap">${IMPORT_MAP}</script>`),
        ) as Uint8Array<ArrayBuffer>;
      }
      return { body, contentType: TYPES[file.slice(file.lastIndexOf(".") + 1)] ?? "application/octet-stream" };
    },
  };
}

/** The file of a path. Names are plain, so that no path leads out of its folder. */
function fileOf(path: string): string | null {
  if (path === "/") return packageFile("page/index.html");
  const [, folder, name] =
    /^\/assets\/(?:(client|eventsource-parser)\/)?([a-z][a-z0-9-]*\.(?:js|css|svg))$/.exec(path) ?? [];
  if (name === undefined) return null;
  if (folder === "client") return packageFile(`dist/client/${name}`);
  if (folder === undefined) return packageFile(`page/${name}`);
  const resolve = createRequire(import.meta.url).resolve;
  // Its folder of modules; the file may import neighbours.
  return resolve("eventsource-parser").replace(/[^/\\]+$/, name);
}
