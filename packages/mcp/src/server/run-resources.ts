import { encodeEvent } from "@pelorus/core";
import type { RunRegistry } from "./run-registry.js";

/** The parts of a run that can be read, with the type of their text. */
const PARTS = {
  result: { mimeType: "application/json", description: "Status, answer and what the run waits for" },
  events: { mimeType: "application/jsonl", description: "Every event so far, one JSON object a line" },
  record: { mimeType: "text/plain", description: "The typed record (STTP): one node per operation" },
} as const;
type Part = keyof typeof PARTS;

const SCHEME = "pelorus://runs";
const URI = /^pelorus:\/\/runs\/([^/]+)\/([a-z]+)$/;

export const RESOURCE_TEMPLATES = (Object.keys(PARTS) as Part[]).map((part) => ({
  uriTemplate: `${SCHEME}/{run_id}/${part}`,
  name: `run-${part}`,
  title: `${part[0]?.toUpperCase()}${part.slice(1)} of a run`,
  ...PARTS[part],
}));

/** The list of runs, and the result of each remembered one. */
export function listResources(registry: RunRegistry) {
  return [
    {
      uri: SCHEME,
      name: "runs",
      title: "Runs",
      description: "The runs this server remembers",
      mimeType: "application/json",
    },
    ...registry.list().map(({ runId, request }) => ({
      uri: `${SCHEME}/${encodeURIComponent(runId)}/result`,
      name: runId,
      title: [...request].slice(0, 80).join(""),
      ...PARTS.result,
    })),
  ];
}

/** The text of a resource, or null for a URI that names none. Throws what the registry throws of an unknown run. */
export async function readResource(
  uri: string,
  registry: RunRegistry,
): Promise<{ readonly uri: string; readonly mimeType: string; readonly text: string } | null> {
  if (uri === SCHEME) {
    const runs = registry.list().map((run) => {
      const { run_id, status, request } = run.view();
      return { run_id, status, request };
    });
    return { uri, mimeType: "application/json", text: JSON.stringify({ runs }) };
  }
  const [, id = "", part = ""] = URI.exec(uri) ?? [];
  if (!Object.hasOwn(PARTS, part)) return null;
  const text = await READERS[part as Part](decoded(id), registry);
  return { uri, mimeType: PARTS[part as Part].mimeType, text };
}

const READERS: Readonly<Record<Part, (runId: string, registry: RunRegistry) => Promise<string>>> = {
  async result(runId, registry) {
    return JSON.stringify(await registry.view(runId));
  },
  async events(runId, registry) {
    const live = registry.live(runId);
    const events = live === null ? ((await registry.result(runId))?.events ?? []) : await live.events();
    return events.map((event) => `${encodeEvent(event)}\n`).join("");
  },
  async record(runId, registry) {
    const result = await registry.result(runId);
    return (result?.nodes ?? []).map((node) => node.text).join("\n\n");
  },
};

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
