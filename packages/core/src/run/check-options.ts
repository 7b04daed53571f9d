import { CAPABILITY_PROFILES, SAFETY_CLASSES } from "../contract/capability.js";
import { DEPTH_LEVELS } from "../contract/depth.js";
import { InvalidOptionsError } from "../contract/error.js";
import { MODEL_CAPABILITIES } from "../contract/model.js";
import { nearestName } from "../contract/nearest-name.js";
import { LEAST_SECRET_LENGTH } from "../contract/secret-mask.js";
import { showValue } from "../contract/show-value.js";
import type { RunOptions } from "./run-options.js";

type Check = (value: unknown) => string | null;

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
const number =
  (what: string, test: (value: number) => boolean): Check =>
  (value) =>
    typeof value === "number" && Number.isFinite(value) && test(value)
      ? null
      : `expected ${what}, got ${showValue(value)}`;
const wholeFrom = (least: number): Check =>
  number(`a whole number from ${least}`, (value) => Number.isInteger(value) && value >= least);
const positive = number("a number above 0", (value) => value > 0);
const oneOf =
  (words: readonly string[]): Check =>
  (value) =>
    typeof value === "string" && words.includes(value)
      ? null
      : `expected one of ${words.join(", ")}, got ${showValue(value)}`;
const method =
  (...names: string[]): Check =>
  (value) =>
    isObject(value) && names.every((name) => typeof value[name] === "function")
      ? null
      : `expected an object with ${names.map((name) => `${name}()`).join(", ")}, got ${showValue(value)}`;
const callable: Check = (value) =>
  typeof value === "function" ? null : `expected a function, got ${showValue(value)}`;
const text: Check = (value) =>
  typeof value === "string" && value !== "" ? null : `expected a non-empty string, got ${showValue(value)}`;
const flag: Check = (value) => (typeof value === "boolean" ? null : `expected true or false, got ${showValue(value)}`);
const listOf =
  (what: string, test: (value: unknown) => boolean): Check =>
  (value) => {
    if (!Array.isArray(value)) return `expected a list of ${what}, got ${showValue(value)}`;
    const wrong = value.findIndex((item) => !test(item));
    return wrong < 0 ? null : `item ${wrong} is not ${what}`;
  };
const object: Check = (value) => (isObject(value) ? null : `expected an object, got ${showValue(value)}`);

const capabilitiesOfModel = listOf(`one of ${MODEL_CAPABILITIES.join(", ")}`, (item) =>
  MODEL_CAPABILITIES.includes(item as never),
);

const model: Check = (value) => {
  if (typeof value === "function") return null;
  // POS-API-06: the core takes objects and functions; strings are the providers package's.
  if (typeof value === "string") {
    return `expected a model, got the string ${showValue(value)}; resolveModel(text, {env}) of @pelorus/providers makes a model of it`;
  }
  if (!isObject(value) || typeof value.doGenerate !== "function") {
    return `expected a function or a LanguageModel, got ${showValue(value)}`;
  }
  // What a model says of itself goes into events and headers: it is looked at before anything happens.
  if (typeof value.provider !== "string" || typeof value.modelId !== "string") {
    return "expected a LanguageModel with provider and modelId, both strings";
  }
  const capabilities = value.capabilities === undefined ? null : capabilitiesOfModel(value.capabilities);
  if (capabilities !== null) return `its capabilities: ${capabilities}`;
  const { fallbacks } = value;
  if (fallbacks === undefined) return null;
  if (!Array.isArray(fallbacks)) return `its fallbacks: expected a list of models, got ${showValue(fallbacks)}`;
  const wrong = fallbacks.findIndex((fallback) => !isObject(fallback) || typeof fallback.doGenerate !== "function");
  return wrong < 0 ? null : `its fallbacks: item ${wrong} is not a LanguageModel`;
};

/** One check per option; an option without a row is unknown. */
const CHECKS: { readonly [K in keyof Required<RunOptions>]: Check } = {
  model,
  tools: listOf(
    "a capability made by defineCapability",
    (item) => isObject(item) && isObject(item.descriptor) && typeof item.execute === "function",
  ),
  fabric: method("select", "register"),
  executor: method("execute"),
  profile: oneOf(CAPABILITY_PROFILES),
  policy: object,
  contextFacts: listOf(
    "a string or {statement, …}",
    (item) => typeof item === "string" || (isObject(item) && typeof item.statement === "string"),
  ),
  maxOperations: () => null,
  governor: method("assess"),
  oversightRequired: listOf("a safety class", (item) => SAFETY_CLASSES.includes(item as never)),
  clarifyHandler: callable,
  hmacKey: (value) =>
    typeof value === "string" || value instanceof Uint8Array ? null : `expected bytes or a string, got ${typeof value}`,
  priorCso: object,
  maxContinuationWindows: wholeFrom(1),
  runId: (value) =>
    typeof value === "string" && /^[A-Za-z0-9][A-Za-z0-9_.-]{0,127}$/.test(value)
      ? null
      : `expected 1–128 letters, digits, "_", "-" or ".", got ${showValue(value)}`,
  // It stands in every node of the record, which is UTF-8.
  sessionId: (value) => text(value) ?? ((value as string).isWellFormed() ? null : "has half a surrogate pair"),
  journal: method("read", "append", "putBlob", "getBlob"),
  clock: callable,
  ids: callable,
  signal: (value) => (value instanceof AbortSignal ? null : `expected an AbortSignal, got ${showValue(value)}`),
  timeoutMs: positive,
  deadline: (value) =>
    Number.isNaN(new Date(value as string).getTime()) ? `expected a time, got ${showValue(value)}` : null,
  contextWindow: wholeFrom(1),
  maxOutputTokens: wholeFrom(1),
  temperature: number("a number from 0", (value) => value >= 0),
  safetyMargin: wholeFrom(0),
  tokenCounter: method("count"),
  classifier: method("classify"),
  cueTables: listOf("a cue table", (item) => isObject(item) && typeof item.language === "string"),
  depth: oneOf(DEPTH_LEVELS),
  judge: model,
  // POS-FAB-03: the model's name tells which vectors can be compared.
  embedder: (value) =>
    method("embed")(value) ?? (isObject(value) && text(value.model) !== null ? `model: ${text(value.model)}` : null),
  lanes: wholeFrom(1),
  onFailedChecks: oneOf(["revise", "record"]),
  toolTimeoutMs: positive,
  resultLimitBytes: wholeFrom(1),
  retries: wholeFrom(0),
  modelTimeoutMs: positive,
  onDenied: oneOf(["continue", "halt"]),
  secrets: (value) => {
    // What was given is not shown.
    if (!Array.isArray(value)) return "expected a list of strings";
    const wrong = value.findIndex((item) => typeof item !== "string" || item.length < LEAST_SECRET_LENGTH);
    return wrong < 0 ? null : `item ${wrong} is not a string of at least ${LEAST_SECRET_LENGTH} characters`;
  },
  maxCost: number("a number from 0", (value) => value >= 0),
  tokenLimit: wholeFrom(0),
  goalFacts: listOf("a string", (item) => typeof item === "string"),
  userAvec: (value) =>
    isObject(value) &&
    ["stability", "friction", "logic", "autonomy"].every((dimension) => {
      const part = value[dimension];
      return typeof part === "number" && part >= 0 && part <= 1;
    })
      ? null
      : "expected stability, friction, logic and autonomy, each from 0 to 1",
  trigger: oneOf(["scheduled", "threshold", "resonance", "seed", "manual"]),
  includeHeadings: flag,
  strict8: flag,
  onEvent: callable,
};

interface OptionProblem {
  readonly option: string;
  readonly message: string;
}

/**
 * Checks what a new run is started with. Throws one `InvalidOptionsError` that names every wrong option, and a request that
 * is no string or has no words, or a RangeError for `maxOperations` (POS-RUN-03).
 */
export function checkRun(request: unknown, options: unknown): asserts options is RunOptions {
  check(options, requestProblems(request));
}

/** The same for the options alone, where the request is a recorded one. */
export function checkOptions(options: unknown): asserts options is RunOptions {
  check(options, []);
}

function requestProblems(request: unknown): OptionProblem[] {
  if (typeof request !== "string") {
    return [{ option: "request", message: `expected a string, got ${showValue(request)}` }];
  }
  // POS-RUN-08
  if (request.trim() !== "") return [];
  return [{ option: "request", message: "is empty; say what is to be done, in plain words" }];
}

function check(options: unknown, problems: OptionProblem[]): asserts options is RunOptions {
  if (!isObject(options)) {
    const message = `expected an object, got ${showValue(options)}`;
    throw new InvalidOptionsError([...problems, { option: "options", message }]);
  }
  for (const [option, value] of Object.entries(options)) {
    if (value === undefined) continue;
    const checked = Object.hasOwn(CHECKS, option) ? CHECKS[option as keyof RunOptions] : undefined;
    // POS-API-02: unknown and ill-typed options are one error that names all of them.
    const message = checked === undefined ? unknownOption(option) : checked(value);
    if (message !== null) problems.push({ option, message });
  }
  if (options.model === undefined) problems.push({ option: "model", message: "is required" });
  if (problems.length > 0) throw new InvalidOptionsError(problems);
  const { maxOperations } = options;
  // POS-RUN-03
  if (maxOperations !== undefined && !(Number.isInteger(maxOperations) && (maxOperations as number) >= 1)) {
    throw new RangeError(`maxOperations: expected an integer from 1, got ${showValue(maxOperations)}`);
  }
}

function unknownOption(option: string): string {
  const nearest = nearestName(option, Object.keys(CHECKS));
  return `is no option of a run${nearest === null ? "" : `; did you mean ${nearest}?`}`;
}
