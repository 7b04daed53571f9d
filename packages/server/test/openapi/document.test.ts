import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { agUi } from "../../src/ag-ui/index.js";
import { aiSdk } from "../../src/ai-sdk/index.js";
import { openApiDocument, SERVER_ERRORS } from "../../src/index.js";
import { ROUTES } from "../../src/routes/route-table.js";
import { type Answer, handlerFor } from "../support/ask.js";
import { framesOf } from "../support/frames.js";
import { scenarioRun } from "../support/scenario.js";
import { answering, held, wiping } from "../support/scripted-runs.js";
import { until } from "../support/until.js";

// biome-ignore lint/suspicious/noExplicitAny: the document is walked by its names
const api = openApiDocument([agUi(), aiSdk()]) as any;
const endpoints = () => [agUi(), aiSdk()];
const ajv = new Ajv2020({ strict: false, allErrors: true });
ajv.addSchema({ $id: "api", components: api.components });

/** Checks an answer against what the document says of its route and status. */
function expectDocumented(path: string, method: string, answer: Answer): void {
  const response = api.paths[path]?.[method]?.responses?.[answer.status];
  expect(response, `${method} ${path} ${answer.status} is documented`).toBeDefined();
  const type = (answer.headers.get("content-type") ?? "").split(";")[0] ?? "";
  if (response.content === undefined) {
    expect(answer.text).toBe("");
    return;
  }
  const schema = response.content[type]?.schema;
  expect(schema, `${method} ${path} ${answer.status} ${type}`).toBeDefined();
  if (schema.type === "string") return;
  const validate = validatorOf(schema);
  expect(validate(answer.json), JSON.stringify(validate.errors)).toBe(true);
  if (type === "application/problem+json") expect(response.description).toContain(`\`${answer.json.code}\``);
}

const validators = new Map<string, ValidateFunction>();
function validatorOf(schema: { $ref?: string }): ValidateFunction {
  const key = JSON.stringify(schema);
  let validate = validators.get(key);
  if (validate === undefined) {
    validate = ajv.compile(schema.$ref === undefined ? schema : { $ref: `api${schema.$ref}` });
    validators.set(key, validate);
  }
  return validate;
}

describe("the OpenAPI document", () => {
  it("documents every route there is, and no other", () => {
    const documented = Object.entries(api.paths).flatMap(([path, item]) =>
      Object.keys(item as object).map((method) => `${method} ${path}`),
    );
    const mounted = endpoints().flatMap((endpoint) =>
      endpoint.routes().map(({ method, path }) => `${method} ${endpoint.path}${path}`),
    );
    expect(mounted).toHaveLength(4);
    expect(documented.sort()).toEqual(
      [...ROUTES.map(({ method, path }) => `${method} ${path}`), ...mounted, "get /openapi.json"].sort(),
    );
  });

  it("routes every path it documents", async () => {
    const { ask } = handlerFor({ run: answering, endpoints: endpoints() });
    for (const [path, item] of Object.entries(api.paths)) {
      for (const method of Object.keys(item as object)) {
        const { json } = await ask(path.replaceAll(/\{[a-z_]+\}/g, "x"), {
          method: method.toUpperCase(),
          ...(method === "post" ? { body: {} } : {}),
        });
        expect([method, path, json?.code === "route_unknown" || json?.code === "method_not_allowed"]).toEqual([
          method,
          path,
          false,
        ]);
      }
    }
  });

  it("is served as it is made, by anybody's leave", async () => {
    const { ask } = handlerFor({ run: answering, authorize: () => null, endpoints: endpoints() });
    const answer = await ask("/openapi.json");
    expect(answer.json).toEqual(JSON.parse(JSON.stringify(api)));
    expect(answer.json.openapi).toBe("3.1.0");
  });

  it("has schemas that compile, and no reference that leads nowhere", () => {
    for (const name of Object.keys(api.components.schemas)) {
      expect(typeof validatorOf({ $ref: `#/components/schemas/${name}` }), name).toBe("function");
    }
    const references = JSON.stringify(api).match(/"\$ref":"[^"]+"/g) ?? [];
    expect(references.length).toBeGreaterThan(20);
    for (const reference of new Set(references)) {
      const name = /#\/components\/schemas\/([A-Za-z]+)"$/.exec(reference)?.[1] ?? "";
      expect(Object.keys(api.components.schemas), reference).toContain(name);
    }
  });

  it("names an operation and parameters once, and every parameter of a path", () => {
    // An endpoint may be mounted twice.
    const twice = openApiDocument([...endpoints(), aiSdk({ path: "/chat" })]) as typeof api;
    const ids = Object.values(twice.paths).flatMap((item) =>
      Object.values(item as Record<string, { operationId: string }>).map(({ operationId }) => operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toContain("sendChatMessage");
    for (const route of [...ROUTES, ...endpoints().flatMap((endpoint) => endpoint.routes())]) {
      const inPath = [...route.path.matchAll(/\{([a-z_]+)\}/g)].map((match) => match[1]);
      const told = (route.parameters ?? []).filter((parameter) => parameter.in === "path").map(({ name }) => name);
      expect(told, route.id).toEqual(inPath);
    }
  });

  it("tells problems of each status by their codes", () => {
    const responses = api.paths["/runs"].post.responses;
    expect(responses[413].description).toContain(SERVER_ERRORS.body_too_large.meaning);
    expect(responses[422].description).toMatch(/`body_invalid`.*`invalid_options`/);
  });
});

describe("answers", () => {
  it("are what the document says, good and bad", async () => {
    const { ask } = handlerFor({ run: wiping(), limits: { openRunsPerOwner: 3 } });
    const check = async (path: string, at: string, options: Parameters<typeof ask>[1] = {}) => {
      const answer = await ask(path, options);
      expectDocumented(at, (options.method ?? (options.body === undefined ? "get" : "post")).toLowerCase(), answer);
      return answer;
    };
    const run = "/runs/{run_id}";
    await check("/health", "/health");
    await check("/openapi.json", "/openapi.json");
    const { run_id } = (await check("/runs", "/runs", { body: { request: "Remove the old index." } })).json;
    await check("/runs", "/runs", { body: { request: 7 } });
    await check("/runs", "/runs", { body: "{" });
    await check("/runs", "/runs", { method: "POST" });
    await check("/runs", "/runs", { body: { request: "x" }, headers: { "Idempotency-Key": "a b" } });
    for (const request of ["Compare.", "Contrast."]) {
      await check("/runs", "/runs", { body: { request }, headers: { "Idempotency-Key": '"k"' } });
    }
    await check("/runs", "/runs", { body: { request: "x" }, headers: { "Content-Encoding": "gzip" } });
    const path = `/runs/${run_id}`;
    const pending = await until(async () => (await check(path, run)).json.pending[0]);
    await check(`${path}/result`, `${run}/result`);
    await check(`${path}/record`, `${run}/record`);
    const answers = `${run}/answers/{request_id}`;
    await check(`${path}/answers/x`, answers, { body: { value: true } });
    await check(`${path}/answers/${pending.data.id}`, answers, { body: { value: "perhaps" } });
    await check(`${path}/answers/${pending.data.id}`, answers, { body: { value: true } });
    const result = await check(`${path}/result`, `${run}/result`, { headers: { Prefer: "wait=20" } });
    expect(result.status).toBe(200);
    await check(`${path}/answers/x`, answers, { body: { value: true } });
    await check(`${path}/resume`, `${run}/resume`, { method: "POST" });
    await check(`${path}/cancel`, `${run}/cancel`, { body: { reason: "x" } });
    await check(`${path}/record`, `${run}/record`, { headers: { Accept: "application/json" } });
    await check("/runs", "/runs");
    await check("/runs?limit=x", "/runs");
    await check("/runs/none", run);
    const events = await check(`${path}/events`, `${run}/events`);
    for (const { data } of framesOf(events.text)) {
      const validate = validatorOf({ $ref: "#/components/schemas/RunEvent" });
      expect(validate(JSON.parse(data)), data).toBe(true);
    }
    await check(`${path}/events?after=x`, `${run}/events`);
    await check(`${path}/events?after=9999`, `${run}/events`);
    await check(`${path}/events?after=3.${"A".repeat(22)}`, `${run}/events`);
    await check(`${path}/events?after=${framesOf(events.text).at(-1)?.id}`, `${run}/events`);
    await check(path, run, { headers: { Origin: "https://evil.example" } });
    await check(path, run, { headers: { Host: "evil.example" } });
  });

  it("of endpoints are, good and bad", async () => {
    const { ask, handler } = handlerFor({ run: scenarioRun(), endpoints: endpoints() });
    const check = async (path: string, at: string, options: Parameters<typeof ask>[1] = {}) => {
      const answer = await ask(path, options);
      expectDocumented(at, (options.method ?? (options.body === undefined ? "get" : "post")).toLowerCase(), answer);
      return answer;
    };
    const input = (runId: string, text: unknown, more: object = {}) => ({
      threadId: "t",
      runId,
      messages: [{ id: `m-${runId}`, role: "user", content: text }],
      ...more,
    });
    const sent = [
      [200, input("r1", "Delete the file notes.txt.")],
      [409, input("r2", "Explain tea.", { resume: [] })],
      [409, input("r2", "Go on.", { resume: [{ interruptId: "none", status: "resolved" }] })],
      [422, { threadId: "t" }],
      [422, { ...input("r3", [{ type: "image" }]), threadId: "u" }],
      [422, { ...input("r3", " "), threadId: "u" }],
      [422, { ...input("r3", "Explain tea.", { tools: [{ name: "count_stock" }] }), threadId: "u" }],
      [400, "{"],
    ] as const;
    for (const [status, body] of sent) {
      const validate = validatorOf({ $ref: "#/components/schemas/AgUiRunInput" });
      const answer = await check("/ag-ui", "/ag-ui", { body });
      expect([body, answer.status]).toEqual([body, status]);
      if (status === 200) expect(validate(body), JSON.stringify(validate.errors)).toBe(true);
      if (answer.json?.code === "body_invalid") expect(validate(body)).toBe(false);
    }
    const thread = "/ag-ui/threads/{thread_id}/events";
    await check("/ag-ui/threads/none/events", thread);
    await check("/ag-ui/threads/t/events?after=x", thread);
    const message = (text: string) => ({ id: "m", role: "user", parts: [{ type: "text", text }] });
    const chat = await check("/api/chat", "/api/chat", { body: { id: "c", messages: [message("Explain tea.")] } });
    expect([chat.status, chat.headers.get("content-type")]).toEqual([200, "text/event-stream; charset=utf-8"]);
    await check("/api/chat", "/api/chat", { body: { id: "c", messages: [message(" ")] } });
    await check("/api/chat", "/api/chat", {
      body: { id: "d", messages: [{ ...message(""), parts: [{ type: "file" }] }] },
    });
    await check("/api/chat/c/stream", "/api/chat/{chat_id}/stream");
    await check("/api/chat/none/stream", "/api/chat/{chat_id}/stream");
    await handler.close();
    await check("/api/chat", "/api/chat", { body: { id: "e", messages: [message("Explain tea.")] } });
  });

  it("of halted, refused and gapped runs are, too", async () => {
    const halted = handlerFor({
      run: { ...wiping(), policy: { blockParameters: ["index"] } },
      limits: { eventsPerRun: 8 },
    });
    const { run_id } = (await halted.ask("/runs", { body: { request: "Remove the old index." } })).json;
    const result = await halted.ask(`/runs/${run_id}/result`, { headers: { Prefer: "wait=20" } });
    expect(result.status).toBe(451);
    expectDocumented("/runs/{run_id}/result", "get", result);
    const [gap] = framesOf((await halted.ask(`/runs/${run_id}/events`)).text);
    expect(gap?.event).toBe("gap");
    const validate = validatorOf({ $ref: "#/components/schemas/Gap" });
    expect(validate(JSON.parse(gap?.data ?? "")), JSON.stringify(validate.errors)).toBe(true);

    const model = held();
    const busy = handlerFor({ run: model.options, limits: { openRunsPerOwner: 1 } });
    await busy.ask("/runs", { body: { request: "Compare." } });
    expectDocumented("/runs", "post", await busy.ask("/runs", { body: { request: "Compare." } }));
    await busy.handler.close();
    expectDocumented("/runs", "post", await busy.ask("/runs", { body: { request: "Compare." } }));
    expectDocumented("/runs", "get", await handlerFor({ run: answering, authorize: () => null }).ask("/runs"));
  });
});
