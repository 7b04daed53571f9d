import { defineConfig } from "vite";

// `vite build` makes dist/, which server.mjs serves; `vite` serves the sources and passes everything else on to a server.
const server = process.env.PELORUS_URL ?? "http://127.0.0.1:8787";

export default defineConfig({
  build: { outDir: "dist", emptyOutDir: true, modulePreload: false },
  server: { proxy: { "/api": server, "/runs": server } },
});
