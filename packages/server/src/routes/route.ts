import type { CORE_ERRORS } from "@pelorus/core";
import type { Context } from "hono";
import type { ServerErrorCode } from "../problem/server-errors.js";
import type { CALLER_ERRORS } from "../problem/to-problem.js";
import type { ServerContext, ServerEnv } from "../server-context.js";

/** The JSON Schema of a document of the interface; made when it is asked for. */
export type DocumentSchema = () => Record<string, unknown>;

/** Codes a caller may be told: those of the server, and the core's that are the caller's doing. */
export type ProblemCode = ServerErrorCode | (keyof typeof CALLER_ERRORS & keyof typeof CORE_ERRORS);

/** What a route answers with one status. */
export interface RouteAnswer<Document extends string = string> {
  readonly description: string;
  /** Media type → name of the document, or null for text that is no JSON. */
  readonly content?: Readonly<Record<string, Document | null>>;
}

/** A parameter of a route as it is documented; one without a schema is a string. */
export interface RouteParameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly description: string;
  readonly schema?: Readonly<Record<string, unknown>>;
}

/** One route: what is documented and what answers. */
export interface Route<Document extends string = string> {
  /** Its `operationId`; unique within its table. */
  readonly id: string;
  readonly method: "get" | "post";
  /** With `{name}` for parameters, letters and `_` only. Of an endpoint: what comes after the endpoint's own path. */
  readonly path: string;
  readonly summary: string;
  /** Answered without asking who wants it. */
  readonly open?: boolean;
  readonly parameters?: readonly RouteParameter[];
  readonly body?: { readonly document: Document; readonly required: boolean };
  /** What it answers, by status. */
  readonly answers: Readonly<Record<number, RouteAnswer<Document>>>;
  /** Codes of problems beyond those of every route. */
  readonly problems?: readonly ProblemCode[];
  /** Answers a request that was let in; what it throws becomes a problem. */
  handle(c: Context<ServerEnv>, context: ServerContext): Promise<Response>;
}

/** Problems of a route that reads a JSON body. */
export const BODY_PROBLEMS = [
  "body_missing",
  "body_media_type",
  "body_encoding",
  "body_too_large",
  "body_too_slow",
  "body_not_json",
  "body_invalid",
] as const satisfies readonly ProblemCode[];

/** Problems of a route that may start a run. */
export const START_PROBLEMS = [
  "parameter_invalid",
  "invalid_options",
  "run_exists",
  "run_not_over",
  "run_unknown",
  "too_many_runs",
  "server_stopping",
] as const satisfies readonly ProblemCode[];

/** Problems of a route that goes on with a conversation. */
export const CONVERSATION_PROBLEMS = [
  "thread_busy",
  "thread_waiting",
  "message_missing",
  "content_unsupported",
  "answer_not_understood",
  "run_over",
  "run_elsewhere",
  "run_not_resumable",
  "run_interrupted",
  "too_many_streams",
] as const satisfies readonly ProblemCode[];

/** The value of a path parameter. */
export const param = (c: Context<ServerEnv>, name: string): string => c.req.param(name as never) ?? "";
