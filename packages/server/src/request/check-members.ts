import type { z } from "zod";
import { type MemberProblem, ServerError } from "../problem/server-error.js";

/** A value checked by a schema. Throws `ServerError` with `code`, naming every wrong member. */
export function checkMembers<T>(schema: z.ZodType<T>, value: unknown, code: "body_invalid" | "parameter_invalid"): T {
  const checked = schema.safeParse(value);
  if (checked.success) return checked.data;
  const errors = checked.error.issues.map(
    (issue): MemberProblem => ({ pointer: pointerOf(issue.path), detail: issue.message }),
  );
  const shown = errors.slice(0, 5).map(({ pointer, detail }) => `${pointer === "" ? "the value" : pointer}: ${detail}`);
  throw new ServerError(code, shown.join("; "), { errors: errors.slice(0, 50) });
}

function pointerOf(path: readonly PropertyKey[]): string {
  return path.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}
