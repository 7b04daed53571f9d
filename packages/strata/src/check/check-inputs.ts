import { type CheckContext, complain, quote } from "./check-context.js";

/** E2009: an input path that could reach outside what the host serves. */
export function checkInputs(context: CheckContext): void {
  for (const [index, item] of context.program.items.entries()) {
    if (item.kind !== "input") continue;
    const reason = refusedPath(item.data.path);
    if (reason === null) continue;
    complain(
      context,
      2009,
      ["items", index, "data", "path"],
      `the input path ${quote(item.data.path)} ${reason}: write a relative path such as "rows/edges.tsv"`,
    );
  }
}

/** Why a path is refused, or null when the host may be asked for it (STRATA-EVAL-13). */
export function refusedPath(path: string): string | null {
  if (path.includes("\0")) return "holds a NUL";
  if (path.includes("\\")) return "holds a backslash";
  if (path.startsWith("/")) return "is absolute";
  // A drive letter is a scheme too, as far as a resolver can tell.
  if (/^[A-Za-z][A-Za-z0-9+.-]*:/.test(path)) return "has a URL scheme";
  return path.split("/").includes("..") ? "leaves its folder with .." : null;
}
