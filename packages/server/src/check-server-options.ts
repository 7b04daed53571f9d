import { checkRunOptions, InvalidOptionsError } from "@pelorus/core";
import { DEFAULT_LIMITS } from "./server-limits.js";
import type { ServerOptions } from "./server-options.js";

type Check = (value: unknown) => string | null;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const callable: Check = (value) => (typeof value === "function" ? null : "expected a function");
const has =
  (what: string, ...methods: readonly string[]): Check =>
  (value) =>
    isRecord(value) && methods.every((method) => typeof value[method] === "function") ? null : `expected ${what}`;
const names: Check = (value) =>
  Array.isArray(value) && value.every((item) => typeof item === "string") ? null : "expected a list of names";

/** Options of a server and what each has to be. A misspelt one would leave the server open, or without a limit. */
const CHECKS: Readonly<Record<keyof ServerOptions, Check>> = {
  run: runProblem,
  authorize: callable,
  allowedHosts: names,
  allowedOrigins: names,
  records: has("records, such as folderRecords(recordFolder(path)) of @pelorus/server/node", "begin", "unfinished"),
  resume: callable,
  store: has("a store of runs, such as memoryRunStore()", "create", "append", "read"),
  limits: limitsProblem,
  endpoints: endpointsProblem,
  page: has("files of a page, such as livePage()", "read"),
  cursorKey: (value) => (value instanceof Uint8Array && value.length >= 16 ? null : "expected at least 16 bytes"),
  onFault: callable,
};

/** Throws one `InvalidOptionsError` that names every option that is unknown or has the wrong type. */
export function checkServerOptions(options: unknown): asserts options is ServerOptions {
  if (!isRecord(options)) throw new InvalidOptionsError([{ option: "options", message: "expected an object" }]);
  const problems: { option: string; message: string }[] = [];
  for (const [option, value] of Object.entries({ run: undefined, ...options })) {
    if (!Object.hasOwn(CHECKS, option)) {
      problems.push({ option, message: "is no option of a server" });
    } else if (value !== undefined || option === "run") {
      const message = CHECKS[option as keyof ServerOptions](value);
      if (message !== null) problems.push({ option, message });
    }
  }
  if (problems.length > 0) throw new InvalidOptionsError(problems);
}

function runProblem(run: unknown): string | null {
  if (typeof run === "function") return null;
  if (!isRecord(run)) return "expected the options of the runs, or a function that gives them";
  try {
    checkRunOptions(run);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

function limitsProblem(limits: unknown): string | null {
  if (!isRecord(limits)) return "expected an object";
  for (const [name, value] of Object.entries(limits)) {
    if (!Object.hasOwn(DEFAULT_LIMITS, name)) return `${name} is no limit of a server`;
    const isNumber = typeof value === "number" && value >= 0;
    if (value !== undefined && !isNumber) return `${name}: expected a number of at least 0`;
  }
  return null;
}

function endpointsProblem(endpoints: unknown): string | null {
  if (!Array.isArray(endpoints)) return "expected a list of endpoints";
  for (const [index, endpoint] of endpoints.entries()) {
    const { path, routes } = (endpoint ?? {}) as { readonly path?: unknown; readonly routes?: unknown };
    if (typeof path !== "string" || typeof routes !== "function") {
      return `${index}: expected an endpoint, such as agUi()`;
    }
    if (!/^(?:\/[^/]+)+$/.test(path)) {
      return `${index}: ${JSON.stringify(path)} is no path; one begins with a slash and ends without`;
    }
  }
  return null;
}
