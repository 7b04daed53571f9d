import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { CapabilityDefinition, LanguageModel, RunOptions, SafetyClass } from "@pelorus/core";
import { SAFETY_CLASSES } from "@pelorus/core";
import { countDocuments, documentTools } from "@pelorus/core/documents";
import { ProviderError, resolveModel } from "@pelorus/providers";
import { secretValues } from "./log/secret-values.js";
import type { McpSetup } from "./mcp-setup.js";
import { type KeySource, readKey } from "./record-key.js";
import type { Terminal } from "./terminal.js";
import { UsageError } from "./usage-error.js";

/** What a run is set up from; kept with its record, so that a resume needs no options. */
export interface RunSetup {
  /** Model string, or `module:FILE`: a module that exports `createModel()`. `offline` needs no key and no network. */
  readonly model: string;
  /** Folder whose documents the run may list, search and read. */
  readonly docs?: string;
  /** Modules that export `tools`: capabilities made by `defineCapability`. */
  readonly tools?: readonly string[];
  /** Safety classes whose calls a person approves. */
  readonly oversight?: readonly string[];
  /** MCP servers whose tools the run may use. */
  readonly mcpServers?: McpSetup;
  /** Where the key that seals the record comes from. */
  readonly key?: KeySource;
}

/** Makes options of a setup. Throws `UsageError` for what cannot be had. */
export async function setUpRun(setup: RunSetup, terminal: Terminal): Promise<RunOptions> {
  const tools: CapabilityDefinition[] = [];
  if (setup.docs !== undefined) tools.push(...documentTools(resolve(setup.docs)));
  for (const file of setup.tools ?? []) tools.push(...(await loadTools(file)));
  const unknown = (setup.oversight ?? []).filter((word) => !SAFETY_CLASSES.includes(word as SafetyClass));
  if (unknown.length > 0) {
    throw new UsageError(
      "oversight_unknown",
      `--oversight: ${unknown.join(", ")} is no safety class; there are ${SAFETY_CLASSES.join(", ")}.`,
    );
  }
  const secrets = secretValues(terminal.env);
  return {
    model: await loadModel(setup.model, terminal),
    ...(secrets.length === 0 ? {} : { secrets }),
    ...(tools.length === 0 ? {} : { tools }),
    ...(setup.oversight === undefined ? {} : { oversightRequired: setup.oversight as SafetyClass[] }),
    ...(setup.key === undefined ? {} : { hmacKey: await readKey(setup.key, terminal) }),
  };
}

async function loadModel(text: string, terminal: Terminal): Promise<LanguageModel> {
  if (!text.startsWith(MODULE_PREFIX)) return resolveModel(text, { env: terminal.env }).catch(withModuleForm);
  const file = text.slice(MODULE_PREFIX.length);
  const { createModel } = (await loadModule(file, "--model")) as { readonly createModel?: unknown };
  if (typeof createModel !== "function") {
    throw new UsageError("model_missing", `--model ${text}: the module exports no function named "createModel".`);
  }
  return createModel() as LanguageModel;
}

const MODULE_PREFIX = "module:";

/** A module is a form of the command line, which the package that knows the others cannot name. */
function withModuleForm(error: unknown): never {
  if (!(error instanceof ProviderError) || error.code !== "model_unknown") throw error;
  throw new ProviderError(
    "model_unknown",
    `${error.message} On the command line also "${MODULE_PREFIX}<file>", alone (a module that exports createModel).`,
  );
}

/** Says where `--docs` names a folder without documents, before a run looks for some in vain. */
export async function warnOfEmptyFolder({ docs }: RunSetup, warn: (text: string) => void): Promise<void> {
  if (docs === undefined || (await countDocuments(resolve(docs))) > 0) return;
  warn(`--docs ${docs}: the folder holds no documents; hidden files and node_modules are not looked at.`);
}

async function loadModule(file: string, option: string): Promise<unknown> {
  try {
    return await import(pathToFileURL(resolve(file)).href);
  } catch (cause) {
    throw new UsageError(
      "module_unreadable",
      `${option} ${file} could not be loaded: ${cause instanceof Error ? cause.message : String(cause)}`,
    );
  }
}

async function loadTools(file: string): Promise<readonly CapabilityDefinition[]> {
  const module = (await loadModule(file, "--tools")) as { readonly tools?: unknown };
  if (!Array.isArray(module.tools)) {
    throw new UsageError("tools_missing", `--tools ${file} exports no list named "tools".`);
  }
  for (const [index, tool] of module.tools.entries()) {
    if (isCapability(tool)) continue;
    throw new UsageError(
      "tools_missing",
      `--tools ${file}: item ${index + 1} of "tools" is no capability; make it with defineCapability of @pelorus/core.`,
    );
  }
  return module.tools as CapabilityDefinition[];
}

function isCapability(value: unknown): boolean {
  const { descriptor } = (value ?? {}) as { readonly descriptor?: { readonly capabilityId?: unknown } | null };
  return typeof descriptor?.capabilityId === "string";
}
