// A server for this app: the demo documents, one tool that needs a person's approval, and the offline model, which needs
// neither key nor network. `pelorus serve` does the same from the command line.
import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { defineCapability, STL_OPERATIONS } from "@pelorus/core";
import { documentTools } from "@pelorus/core/documents";
import { offlineModel } from "@pelorus/providers/offline";
import { aiSdk } from "@pelorus/server/ai-sdk";
import { serve } from "@pelorus/server/node";

const documents = new URL("../demo-documents", import.meta.url).pathname;

/** Pretends: nothing is deleted here. */
const deleteFile = defineCapability({
  capabilityId: "delete_file",
  operationTypes: [...STL_OPERATIONS],
  description: "Delete a file of the archive",
  inputSchema: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
  safetyClass: "destructive",
  execute: ({ path }) => ({ deleted: path }),
});

const TYPES = {
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
};

/** The built app. */
const page = {
  contentSecurityPolicy:
    "default-src 'self'; script-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'",
  async read(path) {
    const name = path === "/" ? "index.html" : path.slice(1);
    if (!/^(index\.html|assets\/[\w-]+\.(js|css))$/.test(name)) return null;
    const body = await readFile(new URL(`dist/${name}`, import.meta.url)).catch(() => null);
    return body === null ? null : { body: new Uint8Array(body), contentType: TYPES[name.split(".").at(-1)] };
  },
};

/** Starts the server; 0 is any free port. */
export function startServer(port = 0) {
  return serve({
    port,
    run: { model: offlineModel(), tools: [...documentTools(documents), deleteFile] },
    endpoints: [aiSdk()],
    page,
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const server = await startServer(Number(process.env.PORT ?? 7357));
  console.log(`Open ${server.url}`);
}
