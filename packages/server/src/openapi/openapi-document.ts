import { CORE_ERRORS } from "@pelorus/core";
import type { Endpoint } from "../endpoint.js";
import { SERVER_ERRORS, type ServerErrorCode } from "../problem/server-errors.js";
import { CALLER_ERRORS } from "../problem/to-problem.js";
import type { DocumentSchema, ProblemCode, Route } from "../routes/route.js";
import { DOCUMENTS, ROUTES } from "../routes/route-table.js";

/** Problems any route may answer with. */
const EVERYWHERE: readonly ProblemCode[] = ["host_refused", "origin_refused", "server_fault"];
const BEHIND_TOKENS: readonly ProblemCode[] = [...EVERYWHERE, "unauthorised"];

/**
 * The OpenAPI 3.1 document of the server's routes and those of its endpoints, made from their tables and the schemas of
 * their documents.
 */
export function openApiDocument(endpoints: readonly Endpoint[] = []): Record<string, unknown> {
  const documents: Record<string, DocumentSchema> = { ...DOCUMENTS };
  for (const endpoint of endpoints) Object.assign(documents, endpoint.documents);
  return {
    openapi: "3.1.0",
    info: {
      title: "Pelorus",
      version: "1.0",
      description: "Runs over HTTP: start, follow, answer, cancel, and read what came of them.",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    // A token is asked for where the server has some.
    security: [{}, { bearer: [] }],
    paths: paths(endpoints),
    components: {
      securitySchemes: { bearer: { type: "http", scheme: "bearer" } },
      schemas: Object.fromEntries(Object.entries(documents).map(([name, schema]) => [name, bare(schema())])),
    },
  };
}

function paths(endpoints: readonly Endpoint[]): Record<string, Record<string, unknown>> {
  const byPath: Record<string, Record<string, unknown>> = {};
  const ids = new Set<string>();
  const add = (path: string, route: Route) => {
    byPath[path] = { ...byPath[path], [route.method]: operation(route, uniqueId(route.id, ids)) };
  };
  for (const route of ROUTES) add(route.path, route);
  for (const endpoint of endpoints) for (const route of endpoint.routes()) add(`${endpoint.path}${route.path}`, route);
  byPath["/openapi.json"] = {
    get: {
      operationId: uniqueId("showOpenApi", ids),
      summary: "This document.",
      security: [{}],
      responses: {
        200: { description: "OpenAPI 3.1.", content: { "application/json": { schema: { type: "object" } } } },
      },
    },
  };
  return byPath;
}

/** An endpoint may be mounted twice, under two paths. */
function uniqueId(id: string, taken: Set<string>): string {
  let unique = id;
  for (let number = 2; taken.has(unique); number++) unique = `${id}${number}`;
  taken.add(unique);
  return unique;
}

function operation(route: Route, operationId: string): Record<string, unknown> {
  return {
    operationId,
    summary: route.summary,
    ...(route.open === true ? { security: [{}] } : {}),
    ...(route.parameters === undefined
      ? {}
      : {
          parameters: route.parameters.map((parameter) => ({
            name: parameter.name,
            in: parameter.in,
            required: parameter.in === "path",
            description: parameter.description,
            schema: parameter.schema ?? { type: "string" },
          })),
        }),
    ...(route.body === undefined
      ? {}
      : {
          requestBody: {
            required: route.body.required,
            content: { "application/json": { schema: reference(route.body.document) } },
          },
        }),
    responses: { ...answers(route), ...problems(route) },
  };
}

function answers(route: Route): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(route.answers).map(([status, { description, content }]) => [
      status,
      {
        description,
        ...(content === undefined
          ? {}
          : {
              content: Object.fromEntries(
                Object.entries(content).map(([type, document]) => [
                  type,
                  { schema: document === null ? { type: "string" } : reference(document) },
                ]),
              ),
            }),
      },
    ]),
  );
}

/** Problems by status, each with the codes it may have. */
function problems(route: Route): Record<string, unknown> {
  const byStatus = new Map<number, ProblemCode[]>();
  for (const code of [...(route.open === true ? EVERYWHERE : BEHIND_TOKENS), ...(route.problems ?? [])]) {
    const status = statusOf(code);
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => `\`${code}\`: ${meaningOf(code)}`).join(" "),
        content: { "application/problem+json": { schema: reference("Problem") } },
      },
    ]),
  );
}

const isOurs = (code: ProblemCode): code is ServerErrorCode => Object.hasOwn(SERVER_ERRORS, code);

function statusOf(code: ProblemCode): number {
  return isOurs(code) ? SERVER_ERRORS[code].status : CALLER_ERRORS[code];
}

function meaningOf(code: ProblemCode): string {
  return isOurs(code) ? SERVER_ERRORS[code].meaning : CORE_ERRORS[code].meaning;
}

const reference = (document: string) => ({ $ref: `#/components/schemas/${document}` });

function bare(schema: Record<string, unknown>): Record<string, unknown> {
  const { $schema: _schema, ...rest } = schema;
  if (!Array.isArray(rest.oneOf)) return rest;
  return { ...rest, oneOf: rest.oneOf.map((branch) => bare(branch as Record<string, unknown>)) };
}
