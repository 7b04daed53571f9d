import type { RecordFolder, RunOptions } from "@pelorus/core";
import type { RunLog } from "./log/run-log.js";
import { type ConnectedServers, connectServers, toolIds, withTools } from "./mcp-servers.js";
import { type RunSetup, setUpRun } from "./run-setup.js";
import { readSetup } from "./setup-file.js";
import type { Terminal } from "./terminal.js";
import { UsageError } from "./usage-error.js";

/** What recorded runs go on with in a server: what each was set up from, which need not be what the server is given. */
export class RecordedSetups {
  readonly #folder: RecordFolder;
  readonly #terminal: Terminal;
  readonly #log: RunLog;
  /** By the setup: runs of one setup share its servers. */
  readonly #known = new Map<string, Promise<{ readonly options: RunOptions; readonly servers: ConnectedServers }>>();

  constructor(folder: RecordFolder, terminal: Terminal, log: RunLog) {
    this.#folder = folder;
    this.#terminal = terminal;
    this.#log = log;
  }

  /** Rejects with `UsageError` and the errors of models and servers for what cannot be had any more. */
  async optionsOf(runId: string): Promise<RunOptions> {
    const setup = await readSetup(this.#folder, runId);
    if (setup === null) {
      throw new UsageError(
        "setup_missing",
        `The run ${runId} was not made by this program: it has no setup.json; resume it with resumePositioned.`,
      );
    }
    const key = JSON.stringify(setup);
    let known = this.#known.get(key);
    if (known === undefined) {
      known = this.#setUp(setup);
      this.#known.set(key, known);
      // What could not be had once may be had later.
      known.catch(() => this.#known.delete(key));
    }
    return (await known).options;
  }

  /** Ends the connections that were made. */
  async close(): Promise<void> {
    const made = await Promise.allSettled(this.#known.values());
    await Promise.all(made.map((one) => (one.status === "fulfilled" ? one.value.servers.close() : undefined)));
  }

  async #setUp(setup: RunSetup) {
    const base = await setUpRun(setup, this.#terminal);
    const servers = await connectServers(setup.mcpServers, toolIds(base), this.#terminal, this.#log);
    return { options: withTools(base, servers), servers };
  }
}
