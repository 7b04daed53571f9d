import type { Evidence } from "./evidence.js";
import { inDifferentLanguages } from "./reading/different-languages.js";

/** True where no source is in the language of the output. */
export function allSourcesForeign({ output, sources }: Evidence): boolean {
  return sources.length > 0 && sources.every(({ reading }) => inDifferentLanguages(output, reading));
}
