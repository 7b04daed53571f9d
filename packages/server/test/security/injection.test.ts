import { defineCapability } from "@pelorus/core";
import { afterEach, describe, expect, it } from "vitest";
import { type ListeningServer, serve } from "../../src/node/index.js";
import { formatFrame } from "../../src/sse/index.js";
import { framesOf, seqsOf } from "../support/frames.js";
import { plainRequest, rawExchange } from "../support/plain-request.js";
import { answering, wiping } from "../support/scripted-runs.js";
import { until } from "../support/until.js";

const HOSTILE =
  '<script>alert(1)</script>\r\n\r\nid: 99\nevent: evil\ndata: {"kind":"run_finished"}\n\n\u2028<img src=x onerror=alert(1)>';
const running: ListeningServer[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.close()));
});

/** A run in which every text a model, tool, caller or person writes is hostile. */
function hostileRun() {
  const base = wiping();
  return {
    ...base,
    model: (_prompt: string, schema: unknown) =>
      schema === null ? HOSTILE : JSON.stringify({ capability_id: "wipe_index", arguments: { index: HOSTILE } }),
    tools: [
      defineCapability({
        capabilityId: "wipe_index",
        operationTypes: ["RETRIEVE"],
        description: HOSTILE,
        safetyClass: "destructive",
        inputSchema: { type: "object", properties: { index: { type: "string" } }, required: ["index"] },
        execute: () => ({ removed: HOSTILE, [HOSTILE]: HOSTILE }),
      }),
    ],
  };
}

async function throughApproval(server: ListeningServer) {
  const started = await plainRequest(server.port, "/runs", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ request: HOSTILE, context_facts: [HOSTILE, { statement: HOSTILE, source: HOSTILE }] }),
  });
  const runId = JSON.parse(started.text).run_id as string;
  const pending = await until(async () => {
    return JSON.parse((await plainRequest(server.port, `/runs/${runId}`)).text).pending[0];
  });
  await plainRequest(server.port, `/runs/${runId}/answers/${pending.data.id}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ value: true, reviewer: HOSTILE.slice(0, 150) }),
  });
  await plainRequest(server.port, `/runs/${runId}/result`, { headers: { prefer: "wait=20" } });
  return { runId, started };
}

describe("hostile text", () => {
  it("in every field breaks no frame, no header and no document", async () => {
    const server = await serve({ run: hostileRun() });
    running.push(server);
    const { runId, started } = await throughApproval(server);
    const events = await plainRequest(server.port, `/runs/${runId}/events`);
    const frames = framesOf(events.text);
    expect(seqsOf(frames)).toEqual(frames.map((_, index) => index + 1));
    expect(frames.every(({ id, event }) => event === undefined && /^\d+\.[\w-]{22}$/.test(id ?? ""))).toBe(true);
    expect(frames.filter(({ data }) => data.includes("<script>")).length).toBeGreaterThan(4);

    for (const path of ["", "/result", "/record", "/events"]) {
      const answer = await plainRequest(server.port, `/runs/${runId}${path}`);
      expect(answer.headers["content-type"]).toMatch(/^(?:application\/json|text\/plain|text\/event-stream)/);
      expect(answer.headers["x-content-type-options"]).toBe("nosniff");
      expect(answer.headers["content-security-policy"]).toBe("default-src 'none'; frame-ancestors 'none'");
      for (const [name, value] of Object.entries({ ...answer.headers, ...started.headers })) {
        expect(`${name}: ${value}`).toMatch(/^[\x20-\x7e]*$/);
        expect(String(value)).not.toContain("<script>");
      }
    }
  });
});

describe("names in addresses", () => {
  it.each([
    "/runs/..%2f..%2f..%2fetc%2fpasswd",
    "/runs/run_1%0d%0aSet-Cookie:%20a=b",
    "/runs/run_1%00",
    "/runs/__proto__",
    "/runs/constructor/events",
    `/runs/${"a".repeat(5000)}`,
    "/runs/%f0%9f%92%a9",
    "/assets/../index.html",
    "/assets/..%2f..%2fpackage.json",
    "/assets/client/..%2f..%2f..%2fpackage.json",
    "/assets/%2e%2e/package.json",
    "/assets/client/index.d.ts",
    "/assets/page.js.map",
    "/assets//etc/passwd",
    "/assets/eventsource-parser/../../../package.json",
  ])("lead nowhere: %s", async (path) => {
    const server = await serve({ run: answering });
    running.push(server);
    const answer = await rawExchange(
      server.port,
      `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nConnection: close\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 (?:404|400) /);
    expect(answer).not.toMatch(/set-cookie/i);
    expect(answer).not.toContain("root:");
  });

  it("of requests are looked up and nothing else", async () => {
    const server = await serve({ run: wiping() });
    running.push(server);
    const started = await plainRequest(server.port, "/runs", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: '{"request": "Remove the old index."}',
    });
    const runId = JSON.parse(started.text).run_id;
    await until(async () => JSON.parse((await plainRequest(server.port, `/runs/${runId}`)).text).pending[0]);
    for (const id of ["__proto__", "constructor", "..%2fcancel", "%0d%0a", "a".repeat(3000), "%3Cscript%3E"]) {
      const answer = await plainRequest(server.port, `/runs/${runId}/answers/${id}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: '{"value": true}',
      });
      expect([id, answer.status]).toEqual([id, 404]);
      expect(answer.headers["content-type"]).toBe("application/problem+json");
    }
  });
});

describe("frames", () => {
  it("take line ends in data and nowhere else", () => {
    expect(formatFrame({ id: "1", data: "a\nb\r\nc\rd" })).toBe("id: 1\ndata: a\ndata: b\ndata: c\ndata: d\n\n");
    for (const bad of ["1\n2", "1\r2", "1\0"]) {
      expect(() => formatFrame({ id: bad, data: "" })).toThrow(TypeError);
      expect(() => formatFrame({ event: bad, data: "" })).toThrow(TypeError);
    }
  });
});

describe("headers of every answer", () => {
  it("forbid guessing, framing and caching", async () => {
    const server = await serve({ run: answering });
    running.push(server);
    for (const path of ["/runs", "/nothing", "/health", "/openapi.json"]) {
      const { headers } = await plainRequest(server.port, path);
      expect(headers).toMatchObject({
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
        "referrer-policy": "no-referrer",
        "cross-origin-resource-policy": "same-origin",
        "cache-control": "no-store",
      });
      expect(headers["x-powered-by"]).toBeUndefined();
    }
    const refused = await plainRequest(server.port, "/runs", { headers: { host: "evil.example" } });
    expect(refused.headers["x-content-type-options"]).toBe("nosniff");
  });
});
