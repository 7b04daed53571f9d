// Writes what specs/ holds by machine: the catalogue of error codes and the JSON Schemas of the core's documents.
//
//   npx tsc -b packages/cli && node scripts/generate-specs.mjs
//
// Without a build, `npx vitest run test/schemas -u` writes the same from the sources; without `-u` it compares.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * The schemas of the core, by file name: the module below `packages/core/src` that has the schema, what the schema's
 * function is called there, and what the document is.
 */
const DOCUMENTS = {
  run: ["effect/record-documents", "runDocumentSchema", "run.json of a record"],
  state: ["effect/record-documents", "stateDocumentSchema", "state.json of a record"],
  "journal-entry": [
    "contract/effect",
    "journalEntrySchema",
    "An entry of a journal; a line of journal.jsonl adds its number `revision` and its `writer`",
  ],
  "cognitive-state": ["contract/state", "cognitiveStateSchema", "The cognitive state of a session after a turn"],
  "context-fact": ["contract/state", "contextFactSchema", "A fact the application supplies"],
  classification: ["contract/operation", "classificationSchema", "What a classifier says of a request"],
  "depth-metadata": ["contract/depth", "depthMetadataSchema", "Why a depth was proposed or changed"],
  "capability-descriptor": [
    "contract/capability",
    "capabilityDescriptorSchema",
    "What the runtime knows of a capability",
  ],
  "tool-positioning-frame": [
    "contract/capability",
    "toolPositioningFrameSchema",
    "The capabilities a model is shown for one operation",
  ],
  "operation-frame": ["position/operation-frame", "operationFrameSchema", "The frame of one operation"],
  "goal-compass": ["position/goal-compass", "goalCompassSchema", "The three sentences of a frame's compass"],
  "tool-observation": ["contract/observation", "toolObservationSchema", "What a tool call left behind"],
  "policy-context": ["contract/policy", "policyContextSchema", "The declarative part of a policy"],
  "halt-frame": ["contract/policy", "haltFrameSchema", "Why a run was stopped before something happened"],
  "approval-request": ["contract/policy", "approvalRequestSchema", "A question to a person about one exact call"],
  "clarification-request": [
    "contract/policy",
    "clarificationRequestSchema",
    "A question to a person about what is missing",
  ],
  "clarification-answer": ["contract/policy", "clarificationAnswerSchema", "The answer to a clarification"],
  "resource-plan": ["contract/policy", "resourcePlanSchema", "What a governor lets a run use"],
  "operation-event": ["contract/event", "operationEventSchema", "A transition or note of the lifecycle"],
  "pending-request": ["contract/event", "pendingRequestSchema", "What a waiting run waits for"],
  "state-machine": ["lifecycle/machine-document", "machineSchema", "A lifecycle with its plan and events"],
  verdict: ["contract/verdict", "verdictSchema", "What verification found of one output"],
};

/** Every generated file: path below specs/ → content. `load` answers a module of a package by its path below src/. */
export async function generateSpecs(load) {
  const files = new Map([["errors.json", print(await errorCatalogue(load))]]);
  const { documentCodec } = await load("core", "contract/json-codec");
  for (const [name, [path, schema, title]] of Object.entries(DOCUMENTS)) {
    const module = await load("core", path);
    if (typeof module[schema] !== "function") throw new Error(`${path} has no ${schema}`);
    files.set(`schemas/${name}.json`, print(titled(title, documentCodec(module[schema]()).jsonSchema())));
  }
  files.set("schemas/run-event.json", print(await runEventSchema(load, documentCodec)));
  return files;
}

/** The closed union of events: one branch per kind, in the order of the contract. */
async function runEventSchema(load, documentCodec) {
  const { runEventSchemas } = await load("core", "contract/event");
  const branches = Object.values(runEventSchemas()).map((schema) => {
    const { $schema, ...branch } = documentCodec(schema).jsonSchema();
    void $schema;
    return branch;
  });
  return titled("An event of a run; a line of events.jsonl", {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    oneOf: branches,
  });
}

function titled(title, { $schema, ...schema }) {
  return { $schema, title, ...schema };
}

async function errorCatalogue(load) {
  const [core, documents, strata, strataCodes, sttp, sttpRows, providers, mcp, server, client, cli] = await Promise.all(
    [
      load("core", "contract/error"),
      load("core", "documents/document-error"),
      load("strata", "diagnostic/errors"),
      load("strata", "diagnostic/codes"),
      load("sttp", "source/misuse"),
      load("sttp", "diagnostic/table"),
      load("providers", "provider-error"),
      load("mcp", "mcp-error"),
      load("server", "problem/server-errors"),
      load("server", "client/client-errors"),
      load("cli", "cli-errors"),
    ],
  );
  const table = (name, entries) =>
    entries.map(([code, { class: className, meaning, remedy }]) => ({
      code,
      class: className,
      package: name,
      meaning,
      remedy,
    }));
  return {
    version: "1.0",
    errors: [
      ...table("@pelorus/core", Object.entries(core.CORE_ERRORS)),
      ...table("@pelorus/core/documents", Object.entries(documents.DOCUMENT_ERRORS)),
      ...table("@pelorus/providers", Object.entries(providers.PROVIDER_ERRORS)),
      ...table("@pelorus/mcp", Object.entries(mcp.MCP_ERRORS)),
      ...table("@pelorus/server", Object.entries(server.SERVER_ERRORS)),
      ...table("@pelorus/server/client", Object.entries(client.CLIENT_ERRORS)),
      ...table("pelorus", Object.entries(cli.CLI_ERRORS)),
      ...table(
        "@pelorus/strata",
        strata.STRATA_ERRORS.map((entry) => [entry.code, entry]),
      ),
      ...table(
        "@pelorus/strata",
        Object.entries(strataCodes.DIAGNOSTIC_CODES).map(([code, entry]) => [
          strataCodes.printCode(Number(code)),
          { ...entry, class: "Diagnostic" },
        ]),
      ),
      ...table(
        "@pelorus/sttp",
        Object.entries(sttp.sttpErrors).map(([code, entry]) => [code, { ...entry, remedy: entry.action }]),
      ),
      ...table(
        "@pelorus/sttp",
        Object.entries(sttpRows.diagnosticTable).map(([code, row]) => [
          code,
          { class: "Diagnostic", meaning: row.message, remedy: row.advice },
        ]),
      ),
    ],
  };
}

function print(value) {
  return `${JSON.stringify(value, null, 2)}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const built = (name, path) => import(pathToFileURL(join(root, "packages", name, "dist", `${path}.js`)).href);
  const specs = join(root, "specs");
  const files = await generateSpecs(built);
  mkdirSync(join(specs, "schemas"), { recursive: true });
  for (const name of readdirSync(join(specs, "schemas"))) {
    if (!files.has(`schemas/${name}`)) rmSync(join(specs, "schemas", name));
  }
  for (const [path, content] of files) {
    const file = join(specs, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
  console.log(`${files.size} files written to specs/`);
}
