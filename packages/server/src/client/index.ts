export { ClientError } from "./client-error.js";
export { CLIENT_ERRORS, type ClientErrorCode } from "./client-errors.js";
export { type Client, createClient, type StartOptions } from "./create-client.js";
export { RemoteRun } from "./remote-run.js";
export { type EventsOptions, RunEvents } from "./run-events.js";
export type { TransportOptions } from "./transport.js";
export type {
  Gap,
  PreventiveHalt,
  RunList,
  RunListEntry,
  RunOutcome,
  RunResultDocument,
  RunStatus,
  StartRun,
  WireEvent,
} from "./wire-documents.js";
