import { defineConfig } from "vite";

// `vite build` makes dist/, which server.mjs serves; `vite` serves the sources and passes everything else on to a server.
const server = process.env.PELORUS_URL ?? "http://127.0.0.1:7357";

// The server answers pages of its own origin only; to it, this page is one.
const proxy = { target: server, changeOrigin: true, headers: { origin: server } };

export default defineConfig({
  build: { outDir: "dist", emptyOutDir: true, modulePreload: false },
  server: { proxy: { "/api": proxy, "/runs": proxy } },
  preview: { proxy: { "/api": proxy, "/runs": proxy } },
});
