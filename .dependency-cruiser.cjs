// What may import what. The reasons are in ARCHITECTURE.md; `node scripts/check-rooms.mjs` checks, and a test runs it.

const core = (...rooms) => `^packages/core/src/(?:${rooms.join("|")})/`;
/** Rooms that are pure and meet in `run/` only. */
const MIDDLE = ["position", "budget", "capability", "lifecycle", "state", "policy", "verify"];
/** Subpaths beside the chain that know little of it, and all subpaths. */
const SMALL = ["documents", "words"];
const BESIDE = [...SMALL, "policies", "record", "schemas"];
const ROOMS = ["contract", ...MIDDLE, "effect", "run", ...BESIDE];
const STTP = "(?:^|/)(?:@pelorus|packages)/sttp(?:/|$)";
const STRATA = "(?:^|/)(?:@pelorus|packages)/strata(?:/|$)";

/** A rule that must never match. */
const never = (name, comment, from, to) => ({ name, severity: "error", comment, from, to });

const oneWay = [
  never(
    "contract-imports-no-room",
    "contract/ is the vocabulary of all rooms",
    { path: core("contract") },
    {
      path: core(...MIDDLE, "effect", "run", ...BESIDE),
    },
  ),
  ...MIDDLE.map((room) =>
    never(
      `${room}-stands-alone`,
      "middle rooms are pure, do not import one another and meet in run/",
      { path: core(room) },
      {
        path: core(...MIDDLE.filter((other) => other !== room), "effect", "run", ...BESIDE),
      },
    ),
  ),
  never(
    "effect-imports-no-run",
    "effect/ stands left of run/",
    { path: core("effect") },
    { path: core("run", ...BESIDE) },
  ),
  never("run-imports-no-subpath", "subpaths stand beside the chain", { path: core("run") }, { path: core(...BESIDE) }),
  never(
    "subpaths-import-little",
    "documents/ and words/ know contract/ and capability/ only",
    { path: core(...SMALL) },
    {
      path: core(...MIDDLE.filter((room) => room !== "capability"), "effect", "run", "policies", "record"),
    },
  ),
  never(
    "schemas-know-the-contract-only",
    "schemas/ hands the contract's documents to those who serve or read them",
    { path: core("schemas") },
    { path: core(...MIDDLE, "effect", "run", ...SMALL, "policies", "record") },
  ),
  never(
    "policies-know-policy-only",
    "policies/ ships programs for policy/ to read",
    { path: core("policies") },
    { path: core(...MIDDLE.filter((room) => room !== "policy"), "effect", "run", ...SMALL, "record", "schemas") },
  ),
];

const packages = [
  never(
    "sttp-stands-alone",
    "a language, with nothing at run time",
    { path: "^packages/sttp/src/" },
    {
      path: ["^packages/(?!sttp/)", "(?:^|/)@pelorus/(?!sttp)"],
    },
  ),
  never(
    "strata-stands-alone",
    "a language of its own",
    { path: "^packages/strata/src/" },
    {
      path: ["^packages/(?!strata/)", "(?:^|/)@pelorus/(?!strata)"],
    },
  ),
  never(
    "core-imports-languages-only",
    "what stands right of the core imports it",
    { path: "^packages/core/src/" },
    {
      path: "^packages/(?!core/|sttp/|strata/)",
    },
  ),
  never(
    "providers-import-core-only",
    "adapters know the contract of the core",
    { path: "^packages/providers/src/" },
    {
      path: "^packages/(?!core/|providers/)",
    },
  ),
  never(
    "server-imports-core-only",
    "runs over HTTP know the core; models and tools are handed to them",
    { path: "^packages/server/src/" },
    { path: "^packages/(?!core/|server/)" },
  ),
  never(
    "protocols-stand-apart",
    "ag-ui/ and ai-sdk/ meet in conversation/, which knows neither",
    { path: "^packages/server/src/(ag-ui|ai-sdk|conversation)/" },
    { path: "^packages/server/src/(?:ag-ui|ai-sdk)/", pathNot: "^packages/server/src/$1/" },
  ),
  never(
    "client-runs-in-a-browser",
    "the client of the server needs fetch and a parser, and of its server the types alone",
    { path: "^packages/server/src/client/" },
    { path: "^packages/(?:core|server/src/(?!client/))", dependencyTypesNot: ["type-only"] },
  ),
  never(
    "client-touches-no-system",
    "the client of the server needs fetch and a parser",
    { path: "^packages/server/src/client/" },
    { dependencyTypes: ["core"] },
  ),
  never(
    "sockets-only-in-node",
    "everything else answers requests of any runtime",
    { path: "^packages/server/src/", pathNot: "^packages/server/src/node/" },
    { path: "^(?:node:)?(?:fs(?:/promises)?|https?|http2|net|tls|process|child_process)$", dependencyTypes: ["core"] },
  ),
  never(
    "mcp-imports-core-only",
    "the protocol's sides know the core, and no model or server of ours",
    { path: "^packages/mcp/src/" },
    { path: "^packages/(?!core/|mcp/)" },
  ),
  never(
    "mcp-sides-stand-apart",
    "client/ and server/ meet in index.ts",
    { path: "^packages/mcp/src/(client|server)/" },
    { path: "^packages/mcp/src/(?:client|server)/", pathNot: "^packages/mcp/src/$1/" },
  ),
  never(
    "mcp-loads-its-sdk-late",
    "importing the package costs nothing; types cost nothing either way",
    { path: "^packages/mcp/src/" },
    { path: "@modelcontextprotocol/sdk", dependencyTypesNot: ["type-only"], dynamic: false },
  ),
  never(
    "nobody-imports-the-command",
    "everything meets in cli/",
    { path: "^packages/(?!cli/)" },
    { path: "^packages/cli/" },
  ),
];

const doors = [
  never(
    "files-only-in-effect",
    "only effect/ and documents/ touch the file system",
    {
      path: "^packages/core/src/",
      pathNot: core("effect", "documents"),
    },
    { path: "^(?:node:)?fs(?:/promises)?$", dependencyTypes: ["core"] },
  ),
  never(
    "no-network-in-core",
    "the core reaches the world through the ports it is given",
    { path: "^packages/core/src/" },
    {
      path: "^(?:node:)?(?:https?|http2|net|tls|dgram|dns|child_process|worker_threads)$",
      dependencyTypes: ["core"],
    },
  ),
  never(
    "languages-touch-no-system",
    "both languages run in a browser",
    { path: "^packages/(?:sttp|strata)/src/" },
    {
      dependencyTypes: ["core"],
    },
  ),
  never(
    "sttp-only-in-the-record",
    "state/record/ is the one that writes and reads records",
    {
      path: "^packages/core/src/",
      pathNot: "^packages/core/src/state/record/",
    },
    { path: STTP },
  ),
  never(
    "strata-only-in-two-places",
    "policies as programs, and the convention of public JSON",
    {
      path: "^packages/core/src/",
      pathNot: "^packages/core/src/(?:policy/strata-policy|contract/json-codec)",
    },
    { path: STRATA },
  ),
  never(
    "one-funnel-to-the-model",
    "POS-BUD-08: effect/call-model guards every prompt before what lies behind it sends it",
    {
      path: "^packages/core/src/",
      pathNot: "^packages/core/src/effect/(?:call-model|model-attempts|perform-call)\\.ts$",
    },
    { path: "^packages/core/src/effect/(?:model-attempts|perform-call|generate)\\.ts$" },
  ),
];

module.exports = {
  forbidden: [
    never("no-cycles", "a cycle has no first file to read", {}, { circular: true }),
    never("no-unresolved", "an import that nothing answers", {}, { couldNotResolve: true }),
    never(
      "sources-import-no-tests",
      "tests are nobody's dependency",
      { path: "^packages/[^/]+/src/" },
      {
        path: "^(?:packages/[^/]+/test|test|bench|examples|scripts)/",
      },
    ),
    never(
      "no-room-without-a-rule",
      "a new folder of the core needs its place in this file",
      { path: "^packages/core/src/[^/]+/", pathNot: core(...ROOMS) },
      {},
    ),
    ...oneWay,
    ...packages,
    ...doors,
  ],
  options: {
    doNotFollow: { path: ["node_modules", "/dist/"] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.test.json" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "types", "default"] },
  },
};
