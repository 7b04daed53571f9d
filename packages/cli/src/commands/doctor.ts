import { findLocalServers, probeModelText } from "@pelorus/providers";
import type { DoctorReport } from "../doctor-report.js";
import { EXIT } from "../exit-codes.js";
import { renderDoctor } from "../render/render-doctor.js";
import { styleFor } from "../render/style.js";
import type { Terminal } from "../terminal.js";
import { UsageError } from "../usage-error.js";

export interface DoctorOptions {
  readonly model?: string;
  readonly fillWindow?: boolean;
  readonly server?: readonly string[];
  /** Seconds. */
  readonly timeout: number;
  readonly json?: boolean;
}

/** Variables that hold keys, and what they open. */
const KEYS = [
  { name: "OPENAI_API_KEY", serves: "openai:<model>" },
  { name: "ANTHROPIC_API_KEY", serves: "anthropic:<model>" },
  { name: "OPENAI_COMPATIBLE_API_KEY", serves: "http://host/v1#<model>" },
] as const;

/**
 * `pelorus doctor`: which models can be reached and, with `--model`, what one really does. No key is ever printed. Ends
 * with 0, with 1 when a check failed, and with 2 for a model text that names none.
 */
export async function doctorCommand(options: DoctorOptions, terminal: Terminal): Promise<number> {
  const signal = AbortSignal.timeout(options.timeout * 1000);
  const report = await examine(options, terminal, signal).catch((error: unknown) => {
    if (signal.aborted) throw new Error(`Gave up after ${options.timeout} seconds; give it longer with --timeout.`);
    throw error;
  });
  if (options.json === true) terminal.out(`${JSON.stringify(documentOf(report))}\n`);
  else terminal.out(renderDoctor(report, styleFor(terminal.isInteractive)));
  const hasFailed = report.models.some((model) => model.checks.some((check) => check.status === "failed"));
  return hasFailed ? EXIT.failure : EXIT.complete;
}

async function examine(options: DoctorOptions, terminal: Terminal, signal: AbortSignal): Promise<DoctorReport> {
  const { model, server, fillWindow = false } = options;
  const keys = KEYS.map(({ name, serves }) => ({ name, serves, isSet: (terminal.env[name] ?? "").trim() !== "" }));
  if (model !== undefined) {
    const models = await probeModelText(model, { env: terminal.env, signal, fillsWindow: fillWindow });
    return { keys, servers: [], models };
  }
  for (const address of server ?? []) {
    if (!/^https?:\/\/\S+$/i.test(address) || !URL.canParse(address)) {
      throw new UsageError(
        "server_invalid",
        `--server: ${address} is no address; write it as in http://localhost:11434/v1.`,
      );
    }
  }
  return {
    keys,
    servers: await findLocalServers({ signal, ...(server === undefined ? {} : { addresses: server }) }),
    models: [],
  };
}

function documentOf({ keys, servers, models }: DoctorReport): Record<string, unknown> {
  return {
    version: "1.0",
    keys: keys.map(({ name, isSet }) => ({ name, is_set: isSet })),
    servers: servers.map(({ baseURL, kind, version, models: listed }) => ({
      base_url: baseURL,
      kind,
      ...(version === undefined ? {} : { server_version: version }),
      models: listed.map(({ id, window }) => ({ id, ...(window === undefined ? {} : { window }) })),
    })),
    models: models.map(({ provider, modelId, window, windowSource, checks }) => ({
      provider,
      model_id: modelId,
      window,
      window_source: windowSource,
      checks,
    })),
  };
}
