import { type DocumentCodec, documentCodec, haltFrameSchema, lazySchema, runEventSchemas } from "@pelorus/core/schemas";
import { z } from "zod";
import { problemSchema } from "../problem/problem-document.js";
import { answerRequest } from "./answer-request.js";
import { bodySchema } from "./body-schema.js";
import { cancelRun } from "./cancel-run.js";
import {
  answeredCodec,
  answerSchema,
  cancelSchema,
  gapCodec,
  listQuerySchema,
  recordCodec,
  resultCodec,
  runListCodec,
  runStatusCodec,
  startRunSchema,
} from "./documents.js";
import { listRuns } from "./list-runs.js";
import { resumeRun } from "./resume-run.js";
import {
  BODY_PROBLEMS,
  type DocumentSchema,
  param,
  type Route,
  type RouteAnswer,
  type RouteParameter,
  START_PROBLEMS,
} from "./route.js";
import { showRecord } from "./show-record.js";
import { showResult } from "./show-result.js";
import { showRun } from "./show-run.js";
import { startRun } from "./start-run.js";
import { streamEvents } from "./stream-events.js";

/** Documents of the interface by their names: their JSON Schemas, made from what encodes and checks them. */
export const DOCUMENTS = {
  StartRun: () => bodySchema(startRunSchema()),
  Answer: () => bodySchema(answerSchema()),
  Cancel: () => bodySchema(cancelSchema()),
  RunStatus: () => runStatusCodec().jsonSchema(),
  RunList: () => runListCodec().jsonSchema(),
  RunResult: () => resultCodec().jsonSchema(),
  RunRecord: () => recordCodec().jsonSchema(),
  Answered: () => answeredCodec().jsonSchema(),
  HaltFrame: () => documentCodec(haltFrameSchema()).jsonSchema(),
  Gap: () => gapCodec().jsonSchema(),
  RunEvent: () => ({
    oneOf: Object.values(runEventSchemas()).map((schema) => documentCodec(schema as z.ZodType).jsonSchema()),
  }),
  Problem: () => problemCodec().jsonSchema(),
  Health: () => bodySchema(healthSchema()),
} as const satisfies Readonly<Record<string, DocumentSchema>>;
export type DocumentName = keyof typeof DOCUMENTS;

export const problemCodec: () => DocumentCodec<z.infer<ReturnType<typeof problemSchema>>> = lazySchema(() =>
  documentCodec(problemSchema()),
);
const healthSchema = lazySchema(() => z.object({ status: z.literal("ok") }));

const runId: RouteParameter = { name: "run_id", in: "path", description: "Id of a run." };
const json = (document: DocumentName): RouteAnswer<DocumentName>["content"] => ({ "application/json": document });

/** Every route of the server, besides those of endpoints and the page. */
export const ROUTES: readonly Route<DocumentName>[] = [
  {
    id: "startRun",
    method: "post",
    path: "/runs",
    summary: "Start a run, or be given the one that was started with the same key.",
    parameters: [
      {
        name: "Idempotency-Key",
        in: "header",
        description:
          "A key of the caller's choice for this start. The same request with the same key is answered with the same run, also while it is beginning; another request with it is refused.",
        schema: { type: "string", minLength: 1, maxLength: 512, examples: ['"8e03978e-40d5-43dd-bc93-6894a57f9324"'] },
      },
    ],
    body: { document: "StartRun", required: true },
    answers: { 201: { description: "The run has begun; `Location` says where it is.", content: json("RunStatus") } },
    problems: [...BODY_PROBLEMS, ...START_PROBLEMS, "idempotency_key_reused"],
    handle: startRun,
  },
  {
    id: "listRuns",
    method: "get",
    path: "/runs",
    summary: "List the caller's runs, newest first.",
    parameters: [
      { name: "limit", in: "query", description: "Runs per page, 1 to 999; default 50.", schema: queryMember("limit") },
      { name: "before", in: "query", description: "The `next` of the page before.", schema: queryMember("before") },
    ],
    answers: { 200: { description: "A page of runs.", content: json("RunList") } },
    problems: ["parameter_invalid"],
    handle: listRuns,
  },
  {
    id: "showRun",
    method: "get",
    path: "/runs/{run_id}",
    summary: "How a run stands: its steps, what it waits for, the text so far.",
    parameters: [runId],
    answers: { 200: { description: "The run now.", content: json("RunStatus") } },
    problems: ["run_unknown"],
    handle: (c, context) => showRun(c, context, param(c, "run_id")),
  },
  {
    id: "showResult",
    method: "get",
    path: "/runs/{run_id}/result",
    summary: "The outcome of a run.",
    parameters: [
      runId,
      { name: "Prefer", in: "header", description: "`wait=<seconds>` waits for the end (RFC 7240)." },
    ],
    answers: {
      200: { description: "The run is over.", content: json("RunResult") },
      202: { description: "The run is not over yet.", content: json("RunStatus") },
      451: { description: "The run was stopped before something happened.", content: json("HaltFrame") },
    },
    problems: ["run_unknown"],
    handle: (c, context) => showResult(c, context, param(c, "run_id")),
  },
  {
    id: "showRecord",
    method: "get",
    path: "/runs/{run_id}/record",
    summary: "The STTP nodes of a run.",
    parameters: [runId],
    answers: {
      200: { description: "The record so far.", content: { "text/plain": null, "application/json": "RunRecord" } },
    },
    problems: ["run_unknown"],
    handle: (c, context) => showRecord(c, context, param(c, "run_id")),
  },
  {
    id: "streamEvents",
    method: "get",
    path: "/runs/{run_id}/events",
    summary: "The events of a run as server-sent events, each once.",
    parameters: [
      runId,
      { name: "after", in: "query", description: "An event id, or the number of an event: begin after it." },
      { name: "Last-Event-ID", in: "header", description: "The same; counts more than `after`." },
    ],
    answers: {
      200: {
        description:
          "Frames with `id` and, as data, a RunEvent. A frame named `gap` holds a Gap: events are not kept any more, and its run stands for all up to its id. The stream ends after `run_finished`.",
        content: { "text/event-stream": null },
      },
      204: { description: "The run is over and nothing comes after the cursor." },
    },
    problems: ["run_unknown", "cursor_invalid", "cursor_foreign", "cursor_ahead", "too_many_streams"],
    handle: (c, context) => streamEvents(c, context, param(c, "run_id")),
  },
  {
    id: "resumeRun",
    method: "post",
    path: "/runs/{run_id}/resume",
    summary: "Go on with a run that an earlier process left interrupted. What it has done is not done again.",
    parameters: [runId],
    answers: { 202: { description: "The run goes on, or did already.", content: json("RunStatus") } },
    problems: ["run_unknown", "run_over", "run_elsewhere", "run_not_resumable", "too_many_runs"],
    handle: (c, context) => resumeRun(c, context, param(c, "run_id")),
  },
  {
    id: "cancelRun",
    method: "post",
    path: "/runs/{run_id}/cancel",
    summary: "End a run, down to the call under way. What was done is kept.",
    parameters: [runId],
    body: { document: "Cancel", required: false },
    answers: {
      202: { description: "The run is ending; one that was over is left as it is.", content: json("RunStatus") },
    },
    problems: [...BODY_PROBLEMS, "run_unknown", "run_elsewhere", "run_not_resumable"],
    handle: (c, context) => cancelRun(c, context, param(c, "run_id")),
  },
  {
    id: "answerRequest",
    method: "post",
    path: "/runs/{run_id}/answers/{request_id}",
    summary: "Answer an approval, a question or an external tool call.",
    parameters: [runId, { name: "request_id", in: "path", description: "Id of one of the run's `pending` requests." }],
    body: { document: "Answer", required: true },
    answers: { 200: { description: "The answer is taken.", content: json("Answered") } },
    problems: [
      ...BODY_PROBLEMS,
      "run_unknown",
      "run_over",
      "run_elsewhere",
      "run_not_resumable",
      "too_many_runs",
      "unknown_request",
      "answer_not_understood",
    ],
    handle: (c, context) => answerRequest(c, context, param(c, "run_id"), param(c, "request_id")),
  },
  {
    id: "showHealth",
    method: "get",
    path: "/health",
    summary: "Whether the server answers.",
    open: true,
    answers: { 200: { description: "It does.", content: json("Health") } },
    handle: async (c) => c.json({ status: "ok" }),
  },
];

function queryMember(name: keyof ReturnType<typeof listQuerySchema>["shape"]): Record<string, unknown> {
  return bodySchema(listQuerySchema().shape[name]);
}
