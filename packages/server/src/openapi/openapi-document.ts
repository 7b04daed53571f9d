import { CORE_ERRORS } from "@pelorus/core";
import { SERVER_ERRORS, type ServerErrorCode } from "../problem/server-errors.js";
import { CALLER_ERRORS } from "../problem/to-problem.js";
import { DOCUMENTS, type DocumentName, ROUTES, type Route } from "../routes/route-table.js";

/** Problems any route may answer with. */
const EVERYWHERE: readonly ServerErrorCode[] = ["host_refused", "origin_refused", "server_fault"];
const BEHIND_TOKENS: readonly ServerErrorCode[] = [...EVERYWHERE, "unauthorised"];

let made: Record<string, unknown> | undefined;

/** The OpenAPI 3.1 document of the routes, made from their table and the schemas of their documents. */
export function openApiDocument(): Record<string, unknown> {
  made ??= {
    openapi: "3.1.0",
    info: {
      title: "Pelorus",
      version: "1.0",
      description: "Runs over HTTP: start, follow, answer, cancel, and read what came of them.",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    // A token is asked for where the server has some.
    security: [{}, { bearer: [] }],
    paths: paths(),
    components: {
      securitySchemes: { bearer: { type: "http", scheme: "bearer" } },
      schemas: Object.fromEntries(
        (Object.keys(DOCUMENTS) as DocumentName[]).map((name) => [name, bare(DOCUMENTS[name]())]),
      ),
    },
  };
  return made;
}

function paths(): Record<string, Record<string, unknown>> {
  const byPath: Record<string, Record<string, unknown>> = {};
  for (const route of ROUTES) {
    const item = byPath[route.path] ?? {};
    item[route.method] = operation(route);
    byPath[route.path] = item;
  }
  byPath["/openapi.json"] = {
    get: {
      operationId: "showOpenApi",
      summary: "This document.",
      security: [{}],
      responses: {
        200: { description: "OpenAPI 3.1.", content: { "application/json": { schema: { type: "object" } } } },
      },
    },
  };
  return byPath;
}

function operation(route: Route): Record<string, unknown> {
  return {
    operationId: route.id,
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
  const byStatus = new Map<number, string[]>();
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

const isOurs = (code: string): code is ServerErrorCode => Object.hasOwn(SERVER_ERRORS, code);

function statusOf(code: string): number {
  return isOurs(code) ? SERVER_ERRORS[code].status : (CALLER_ERRORS[code as keyof typeof CORE_ERRORS] ?? 500);
}

function meaningOf(code: string): string {
  return isOurs(code) ? SERVER_ERRORS[code].meaning : CORE_ERRORS[code as keyof typeof CORE_ERRORS].meaning;
}

const reference = (document: DocumentName) => ({ $ref: `#/components/schemas/${document}` });

function bare(schema: Record<string, unknown>): Record<string, unknown> {
  const { $schema: _schema, ...rest } = schema;
  if (!Array.isArray(rest.oneOf)) return rest;
  return { ...rest, oneOf: rest.oneOf.map((branch) => bare(branch as Record<string, unknown>)) };
}
