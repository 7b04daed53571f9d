import type { RunOptions } from "@pelorus/core";
import type { Endpoint } from "./endpoint.js";
import type { PageFiles } from "./page/page-files.js";
import type { RunRecords, RunStore } from "./runs/index.js";
import type { Authorize } from "./security/authorize.js";
import type { ServerLimits } from "./server-limits.js";

/** What a run is started with besides what its caller asks. */
export interface StartContext {
  readonly owner: string;
  readonly request: string;
  /** Of the request that starts the run; empty where a run goes on that an earlier process began. */
  readonly headers: Headers;
  /** The id the run gets where the options name none, and has where it goes on. */
  readonly runId: string;
}

/** A run that an earlier process left unfinished and that goes on here. */
export type ResumeContext = Omit<StartContext, "headers">;

/** Options of `createHandler` and of servers made of it. */
export interface ServerOptions {
  /** Options of every run: model, tools, policies …; a function where they depend on the caller. */
  readonly run: RunOptions | ((start: StartContext) => RunOptions | Promise<RunOptions>);
  /**
   * Says who a request comes from; see `bearerTokens`. Without it everybody is one caller, and only requests for this
   * machine's own names are answered.
   */
  readonly authorize?: Authorize;
  /** Host names the server answers for; default the loopback names without `authorize`, any name with it. */
  readonly allowedHosts?: readonly string[];
  /** Origins whose pages may use the server, such as `https://app.example`; default none but its own. */
  readonly allowedOrigins?: readonly string[];
  /**
   * Where the runs are recorded, such as `folderRecords(recordFolder("…"))`. Runs that an earlier process left unfinished
   * there are listed for their owners, and go on. Without `authorize`, those that no server began are, too.
   */
  readonly records?: RunRecords;
  /** Code options a recorded run goes on with; default those of `run`. */
  readonly resume?: (run: ResumeContext) => RunOptions | Promise<RunOptions>;
  /** Default: memory. */
  readonly store?: RunStore;
  readonly limits?: Partial<ServerLimits>;
  /** Further protocols over the same runs. */
  readonly endpoints?: readonly Endpoint[];
  /** Files of the page at `/`. */
  readonly page?: PageFiles;
  /** Key of the cursors, 32 bytes; the same in all processes that serve the same runs. Default: random. */
  readonly cursorKey?: Uint8Array;
  /** Hears of faults; the caller is told only that there was one. */
  readonly onFault?: (error: unknown) => void;
}
