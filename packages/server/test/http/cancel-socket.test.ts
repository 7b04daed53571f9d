import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { serve } from "../../src/node/index.js";
import { plainRequest } from "../support/plain-request.js";
import { oneStep } from "../support/scripted-runs.js";
import { until } from "../support/until.js";

describe("B022: two ways to leave", () => {
  /** A provider that begins to answer and never ends. */
  const provider = createServer((request, response) => {
    connections.opened++;
    response.writeHead(200, { "content-type": "text/plain" });
    response.write("Tea ");
    request.socket.on("close", () => {
      connections.closed++;
    });
  });
  const connections = { opened: 0, closed: 0 };
  let address = "";

  beforeAll(async () => {
    await new Promise<void>((resolve) => provider.listen(0, "127.0.0.1", resolve));
    address = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    provider.closeAllConnections();
    await new Promise((resolve) => provider.close(resolve));
  });

  it("a client's connection that closes leaves the provider's open; cancelling closes it", async () => {
    const server = await serve({
      run: {
        classifier: oneStep,
        model: async (_prompt, _schema, options) =>
          (await fetch(address, { signal: options?.signal as AbortSignal })).text(),
      },
    });
    const started = await plainRequest(server.port, "/runs", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: '{"request": "Compare tea and coffee."}',
    });
    const { run_id } = JSON.parse(started.text);
    await until(() => connections.opened === 1);
    for (let reader = 0; reader < 5; reader++) {
      const leave = new AbortController();
      const response = await fetch(`${server.url}/runs/${run_id}/events`, { signal: leave.signal });
      await response.body?.getReader().read();
      leave.abort();
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(connections).toEqual({ opened: 1, closed: 0 });
    expect(JSON.parse((await plainRequest(server.port, `/runs/${run_id}`)).text).status).toBe("running");

    await plainRequest(server.port, `/runs/${run_id}/cancel`, { method: "POST" });
    await until(() => connections.closed === 1);
    const result = await plainRequest(server.port, `/runs/${run_id}/result`, { headers: { prefer: "wait=10" } });
    expect(JSON.parse(result.text)).toMatchObject({ status: "halted", halt_reason: "aborted" });
    expect(connections).toEqual({ opened: 1, closed: 1 });
    await server.close();
  });
});
