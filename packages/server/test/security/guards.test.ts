import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { bearerTokens, ServerError } from "../../src/index.js";
import { type ListeningServer, type ServeOptions, serve } from "../../src/node/index.js";
import { plainRequest, rawExchange } from "../support/plain-request.js";
import { answering, wiping } from "../support/scripted-runs.js";
import { until } from "../support/until.js";

const ANN = "ann-0123456789abcdef";
const BOB = "bob-0123456789abcdef";
const running: ListeningServer[] = [];

async function listening(options: Partial<ServeOptions> = {}): Promise<ListeningServer> {
  const server = await serve({ run: answering, ...options });
  running.push(server);
  return server;
}

afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.close()));
});

const json = { "content-type": "application/json" };
const start = (server: ListeningServer, headers: Record<string, string> = {}, request = "Remove the old index.") =>
  plainRequest(server.port, "/runs", {
    method: "POST",
    headers: { ...json, ...headers },
    body: JSON.stringify({ request }),
  });

describe("binding", () => {
  it("is to this machine by default", async () => {
    const server = await listening();
    expect(server.url).toBe(`http://127.0.0.1:${server.port}`);
    expect((await plainRequest(server.port, "/health")).status).toBe(200);
  });

  it.each(["0.0.0.0", "::", "192.0.2.1", "example.org", "127.0.0.1.example.org"])(
    "to %s is refused without a token or a hook",
    async (host) => {
      await expect(serve({ run: answering, host })).rejects.toMatchObject({ code: "bind_refused" });
    },
  );

  it("elsewhere is allowed with a token", async () => {
    const server = await listening({ host: "0.0.0.0", authorize: bearerTokens([ANN]) });
    expect((await plainRequest(server.port, "/runs")).status).toBe(401);
    const named = { authorization: `Bearer ${ANN}`, host: "any.example" };
    expect((await plainRequest(server.port, "/runs", { headers: named })).status).toBe(200);
  });

  it("rejects where the port is taken", async () => {
    const { port } = await listening();
    await expect(serve({ run: answering, port })).rejects.toMatchObject({ code: "EADDRINUSE" });
  });
});

describe("tokens", () => {
  it("are asked for on every route but those that say nothing of runs", async () => {
    const server = await listening({ authorize: bearerTokens([ANN]) });
    for (const path of ["/runs", "/runs/x", "/runs/x/result", "/runs/x/record", "/runs/x/events", "/nothing"]) {
      const answer = await plainRequest(server.port, path);
      expect([path, answer.status]).toEqual([path, 401]);
      expect(answer.headers["www-authenticate"]).toBe('Bearer realm="pelorus"');
      expect(JSON.parse(answer.text).code).toBe("unauthorised");
    }
    for (const path of ["/runs", "/runs/x/cancel", "/runs/x/answers/y"]) {
      const answer = await plainRequest(server.port, path, { method: "POST", headers: json, body: "{}" });
      expect([path, answer.status]).toEqual([path, 401]);
    }
    for (const path of ["/", "/health", "/openapi.json"]) {
      expect([path, (await plainRequest(server.port, path)).status]).toEqual([path, 200]);
    }
  });

  it.each([
    ["none", ""],
    ["a wrong one", `Bearer ${BOB}`],
    ["the beginning of one", `Bearer ${ANN.slice(0, -1)}`],
    ["one with more behind it", `Bearer ${ANN}x`],
    ["another scheme", `Basic ${ANN}`],
    ["two", `Bearer ${ANN} ${ANN}`],
    ["a very long one", `Bearer ${"a".repeat(6_000)}`],
  ])("refuse %s", async (_what, authorization) => {
    const server = await listening({ authorize: bearerTokens([ANN]) });
    expect((await plainRequest(server.port, "/runs", { headers: { authorization } })).status).toBe(401);
  });

  it("too short to be secret are refused before anything listens", () => {
    expect(() => bearerTokens(["short"])).toThrow(ServerError);
    expect(() => bearerTokens([{ owner: "ann", token: "has a space in its middle" }])).toThrow(/printable/);
  });

  it("open their own runs and no others, and nobody learns that there are others", async () => {
    const server = await listening({
      authorize: bearerTokens([ANN, { owner: "bob", token: BOB }]),
      run: wiping(),
    });
    const ann = { authorization: `Bearer ${ANN}` };
    const bob = { authorization: `Bearer ${BOB}` };
    const runId = JSON.parse((await start(server, ann)).text).run_id;
    const pending = await until(async () => {
      const { text } = await plainRequest(server.port, `/runs/${runId}`, { headers: ann });
      return JSON.parse(text).pending[0];
    });
    const theirs = JSON.stringify(
      (await plainRequest(server.port, "/runs/run_0000000000000000", { headers: bob })).text,
    );
    for (const path of ["", "/result", "/record", "/events"]) {
      const answer = await plainRequest(server.port, `/runs/${runId}${path}`, { headers: bob });
      expect([path, answer.status, JSON.stringify(answer.text)]).toEqual([path, 404, theirs]);
    }
    for (const path of ["/cancel", `/answers/${pending.data.id}`]) {
      const answer = await plainRequest(server.port, `/runs/${runId}${path}`, {
        method: "POST",
        headers: { ...json, ...bob },
        body: path === "/cancel" ? "{}" : '{"value": true}',
      });
      expect([path, answer.status]).toEqual([path, 404]);
    }
    expect(JSON.parse((await plainRequest(server.port, "/runs", { headers: bob })).text).runs).toEqual([]);
    expect(JSON.parse((await plainRequest(server.port, `/runs/${runId}`, { headers: ann })).text).status).toBe(
      "waiting",
    );
  });

  it("of a hook that fails refuse the request", async () => {
    const server = await listening({
      authorize: () => {
        throw new Error("directory at ldap://10.0.0.1 does not answer");
      },
    });
    const answer = await plainRequest(server.port, "/runs");
    expect(answer.status).toBe(500);
    expect(answer.text).not.toContain("ldap");
  });
});

describe("pages of other sites", () => {
  it.each(["evil.example", "127.0.0.1.evil.example", "localhost.evil.example:80", "[::2]", "0.0.0.0"])(
    "reach nothing under the name %s",
    async (host) => {
      const server = await listening();
      for (const path of ["/", "/runs", "/health", "/openapi.json"]) {
        const answer = await plainRequest(server.port, path, { headers: { host } });
        // A name that is none is refused before it gets here.
        expect([421, 400]).toContain(answer.status);
      }
    },
  );

  it("are answered under this machine's names", async () => {
    const server = await listening();
    for (const name of ["localhost", "127.0.0.1", "[::1]", "LOCALHOST"]) {
      const headers = { host: `${name}:${server.port}` };
      expect([name, (await plainRequest(server.port, "/runs", { headers })).status]).toEqual([name, 200]);
    }
  });

  it("can neither start, answer, cancel nor read", async () => {
    const server = await listening({ run: wiping() });
    const runId = JSON.parse((await start(server)).text).run_id;
    const pending = await until(async () => {
      return JSON.parse((await plainRequest(server.port, `/runs/${runId}`)).text).pending[0];
    });
    const answers = `/runs/${runId}/answers/${pending.data.id}`;
    // What a form or a script of another page can send without being asked: Origin comes with it, and it cannot be left out.
    for (const origin of ["https://evil.example", "null", "http://localhost:1", "http://127.0.0.1.evil.example", "x"]) {
      for (const type of ["application/json", "text/plain", "application/x-www-form-urlencoded"]) {
        for (const path of [answers, `/runs/${runId}/cancel`, "/runs"]) {
          const answer = await plainRequest(server.port, path, {
            method: "POST",
            headers: { "content-type": type, origin },
            body: '{"value": true}',
          });
          expect([path, origin, answer.status]).toEqual([path, origin, 403]);
          expect(answer.headers["access-control-allow-origin"]).toBeUndefined();
        }
      }
      const read = await plainRequest(server.port, `/runs/${runId}/events`, { headers: { origin } });
      expect([read.status, JSON.parse(read.text).code]).toEqual([403, "origin_refused"]);
    }
    // Embedded without an origin, as a script or a picture.
    const embedded = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors" };
    expect((await plainRequest(server.port, `/runs/${runId}`, { headers: embedded })).status).toBe(403);
    // A link that is followed shows the page; a form that is sent changes nothing, even without an origin.
    const followed = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" };
    expect((await plainRequest(server.port, "/", { headers: followed })).status).toBe(200);
    expect((await start(server, followed)).status).toBe(403);
    // A form that sends what looks like JSON as text is no JSON, whoever sends it.
    const plain = await plainRequest(server.port, answers, {
      method: "POST",
      headers: { "content-type": "text/plain" },
      body: '{"value": true}',
    });
    expect(plain.status).toBe(415);
    const status = JSON.parse((await plainRequest(server.port, `/runs/${runId}`)).text);
    expect(status.status).toBe("waiting");
    expect(status.pending).toHaveLength(1);
  });

  it("get no permission in advance", async () => {
    const server = await listening();
    const answer = await plainRequest(server.port, "/runs", {
      method: "OPTIONS",
      headers: { origin: "https://evil.example", "access-control-request-method": "POST" },
    });
    expect(answer.status).toBe(403);
    expect(Object.keys(answer.headers).filter((name) => name.startsWith("access-control-allow"))).toEqual([]);
  });

  it("are let in from origins on the list, and from those alone", async () => {
    const server = await listening({ allowedOrigins: ["https://app.example"] });
    const origin = "https://app.example";
    const asked = await plainRequest(server.port, "/runs", {
      method: "OPTIONS",
      headers: { origin, "access-control-request-method": "POST", "access-control-request-headers": "content-type" },
    });
    expect(asked.status).toBe(204);
    expect(asked.headers["access-control-allow-origin"]).toBe(origin);
    expect(asked.headers["access-control-allow-headers"]).toBe("content-type");
    expect(asked.headers["access-control-allow-credentials"]).toBeUndefined();
    const started = await start(server, { origin });
    expect(started.status).toBe(201);
    expect(started.headers["access-control-allow-origin"]).toBe(origin);
    expect(started.headers.vary).toMatch(/Origin/);
    for (const near of ["http://app.example", "https://app.example.evil.example", "https://app.example:444"]) {
      expect([near, (await start(server, { origin: near })).status]).toEqual([near, 403]);
    }
  });
});

describe("bodies", () => {
  it("larger than the limit are refused before they are read", async () => {
    const server = await listening({ limits: { bodyBytes: 1000 } });
    const head = `POST /runs HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 1000000000\r\n\r\n`;
    const answer = await rawExchange(server.port, head);
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toContain('"code":"body_too_large"');
  });

  it("that say no length are counted while they come", async () => {
    const server = await listening({ limits: { bodyBytes: 1000 } });
    const head = `POST /runs HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;
    const part = `${"a".repeat(400)}`;
    const answer = await rawExchange(server.port, head, { bytes: `190\r\n${part}\r\n`, everyMs: 5 });
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  });

  it("that trickle are refused after the time they have", async () => {
    const server = await listening({ limits: { bodyTimeoutMs: 150 } });
    const head = `POST /runs HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"request": "`;
    const answer = await rawExchange(server.port, head, { bytes: "a", everyMs: 10 });
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer).toContain('"code":"body_too_slow"');
    expect(JSON.parse((await plainRequest(server.port, "/runs")).text).runs).toEqual([]);
  });

  it.each([
    ["no JSON", "{", "body_not_json"],
    ["nothing", "", "body_missing"],
    ["a list", "[]", "body_invalid"],
    ["no UTF-8", Buffer.from([0x22, 0xff, 0x22]), "body_not_json"],
    ["deep", `{"value": ${"[".repeat(5000)}${"]".repeat(5000)}}`, "body_not_json"],
    ["members nobody knows", '{"request": "x", "model": "gpt"}', "body_invalid"],
    ["a name of the language", '{"request": "x", "__proto__": {"request": "y"}}', "body_invalid"],
  ])("that hold %s are told what they are", async (_what, body, code) => {
    const server = await listening();
    const answer = await plainRequest(server.port, "/runs", { method: "POST", headers: json, body });
    expect(JSON.parse(answer.text).code).toBe(code);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
  });

  it.each([
    ["gzip", "application/json"],
    ["x-unheard-of", "application/json"],
    ["identity, br", "application/json"],
    [undefined, "application/json; charset=iso-8859-1"],
    [undefined, 'application/json; charset="UTF-16LE"'],
    [undefined, "application/vnd.api+json;charset=us-ascii"],
    [undefined, "text/plain"],
    [undefined, undefined],
  ])("that are encoded as %s, of the type %s, are refused and not read as something else", async (encoding, type) => {
    const server = await listening();
    const text = '{"request": "Compare tea and coffee."}';
    const answer = await plainRequest(server.port, "/runs", {
      method: "POST",
      headers: {
        ...(type === undefined ? {} : { "content-type": type }),
        ...(encoding === undefined ? {} : { "content-encoding": encoding }),
      },
      body: encoding === "gzip" ? gzipSync(text) : text,
    });
    expect(answer.headers["content-type"]).toBe("application/problem+json");
    const problem = JSON.parse(answer.text);
    expect(problem).toMatchObject({ status: 415, code: encoding === undefined ? "body_media_type" : "body_encoding" });
    // It says what was sent, and what would do.
    expect(problem.detail).toContain(encoding ?? /charset="?([^"]*)/.exec(type ?? "")?.[1] ?? type ?? "nothing");
    if (encoding !== undefined) expect(answer.headers["accept-encoding"]).toBe("identity");
    expect(JSON.parse((await plainRequest(server.port, "/runs")).text).runs).toEqual([]);
  });

  it.each([
    ["application/json; charset=UTF-8", undefined],
    ['application/json;charset="utf-8"; x=y', "identity"],
    ["application/vnd.api+json", "Identity"],
  ])("of the type %s, encoded as %s, are read", async (type, encoding) => {
    const server = await listening();
    const answer = await plainRequest(server.port, "/runs", {
      method: "POST",
      headers: { "content-type": type, ...(encoding === undefined ? {} : { "content-encoding": encoding }) },
      body: '{"request": "Vergleiche Tee und Kaffee für Änne."}',
    });
    expect([answer.status, JSON.parse(answer.text).request]).toEqual([201, "Vergleiche Tee und Kaffee für Änne."]);
  });

  it("may be left out where nothing has to be said", async () => {
    const server = await listening();
    const { run_id } = JSON.parse((await start(server)).text);
    for (const headers of [{}, json]) {
      const answer = await plainRequest(server.port, `/runs/${run_id}/cancel`, { method: "POST", headers });
      expect([headers, answer.status]).toEqual([headers, 202]);
    }
  });
});
