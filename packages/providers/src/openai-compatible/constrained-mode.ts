import type { JsonSchema } from "@pelorus/core";
import { type StrictOutput, strictOutput } from "../wire/strict-output.js";
import type { ServerInfo } from "./server-kind.js";

export const CONSTRAINED_MODES = [
  "response_format",
  "structured_outputs",
  "guided_json",
  "json_schema",
  "format",
  "off",
] as const;
/** The member of a request that holds a reply to a schema; `off` sends none, and the parser judges alone. */
export type ConstrainedMode = (typeof CONSTRAINED_MODES)[number];

/** The member a server takes (POS-PRS-08). */
export function constrainedModeOf(server: ServerInfo): ConstrainedMode {
  if (server.kind === "ollama") return "format";
  if (server.kind !== "vllm" || server.version === undefined) return "response_format";
  // An unknown member is ignored in silence there, so the version decides.
  return isBefore(server.version, 0, 11) ? "guided_json" : "structured_outputs";
}

/** The schema as the server is given it: hosted ones may want an object at the root, local ones take any. */
export function constrainedOutput(schema: JsonSchema | null, server: ServerInfo): StrictOutput | null {
  if (schema === null) return null;
  if (server.kind === "other") return strictOutput(schema);
  return { schema, isStrict: true, isWrapped: false, unwrap: (text) => text };
}

/** The members that constrain a reply. */
export function constrainedMembers(output: StrictOutput | null, mode: ConstrainedMode): Record<string, unknown> {
  if (output === null || mode === "off") return {};
  const { schema } = output;
  if (mode === "structured_outputs") return { structured_outputs: { json: schema } };
  if (mode !== "response_format") return { [mode]: schema };
  return { response_format: { type: "json_schema", json_schema: { name: "reply", schema, strict: output.isStrict } } };
}

function isBefore(version: string, major: number, minor: number): boolean {
  const [, a, b] = /^v?(\d{1,4})\.(\d{1,4})/.exec(version) ?? [];
  if (a === undefined) return false;
  return Number(a) < major || (Number(a) === major && Number(b) < minor);
}
