import { createRequire } from "node:module";

/** The compiler. Required and not imported: looking for named exports in its one large file takes many seconds. */
export const typescript = createRequire(import.meta.url)("typescript") as typeof import("typescript");
