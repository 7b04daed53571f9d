import type { AddressInfo } from "node:net";
import { connect, createServer, type Server, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createClient } from "../../src/client/index.js";
import { type ListeningServer, serve } from "../../src/node/index.js";
import { streaming } from "../support/scripted-runs.js";

const CUTS = 200;
/** Three bytes to a letter here and there, so that cuts fall inside letters, too. */
const TEXT = Array.from({ length: 120 }, (_, index) => `Cup ${index}: tea — coffee „milder“ 茶 🍵.`).join(" ");

/** A wire between client and server that is cut after a number of bytes. */
class CuttingProxy {
  readonly #server: Server;
  cuts = 0;
  /** Bytes the next connections let through before they break; null lets everything through. */
  nextCut: () => number | null = () => null;
  /** Milliseconds after an answer that is no stream in which its connection, which is kept, dies; null lets it live. */
  keptMs: number | null = null;

  constructor(port: number) {
    this.#server = createServer((client) => this.#join(client, port));
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  #join(client: Socket, port: number): void {
    let left: number | null = null;
    const upstream = connect(port, "127.0.0.1");
    const end = () => {
      client.destroy();
      upstream.destroy();
    };
    client.on("data", (part) => {
      // Only streams are cut, each at a place of its own.
      left = part.includes("/events") ? this.nextCut() : null;
      upstream.write(part);
    });
    upstream.on("data", (part: Buffer) => {
      if (left === null) {
        client.write(part);
        if (this.keptMs !== null) setTimeout(end, this.keptMs);
        return;
      }
      const through = part.subarray(0, left);
      left -= through.length;
      if (left > 0) client.write(through);
      else {
        this.cuts++;
        client.write(through, end);
      }
    });
    for (const socket of [client, upstream]) {
      socket.on("error", end);
      socket.on("close", end);
    }
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }
}

/** Numbers from 0 to 1 that are the same in every run of the test. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

describe("a stream that is cut again and again", () => {
  let server: ListeningServer;
  let proxy: CuttingProxy;
  let baseUrl: string;

  beforeAll(async () => {
    server = await serve({ run: streaming(TEXT, 400), limits: { openRunsPerOwner: 1000 } });
    proxy = new CuttingProxy(server.port);
    baseUrl = await proxy.listen();
  });
  afterAll(async () => {
    await server.close();
    await proxy.close();
  });

  it(`loses and doubles no event in ${CUTS} cuts, and the text is the same`, async () => {
    const random = numbers(7);
    const direct = createClient({ baseUrl: server.url });
    const client = createClient({ baseUrl });
    while (proxy.cuts < CUTS) {
      const run = await client.start("Compare tea and coffee.");
      // From inside the head to several events further on.
      proxy.nextCut = () => (proxy.cuts >= CUTS ? null : 1 + Math.floor(random() ** 2 * 20_000));
      const seqs: number[] = [];
      let text = "";
      for await (const event of run.events({ attempts: 1_000, delayMs: 2 })) {
        seqs.push(event.seq);
        if (event.kind === "text_delta") text += event.data.delta;
      }
      proxy.nextCut = () => null;
      const { last_seq } = await direct.run(run.runId).status();
      expect(seqs).toEqual(Array.from({ length: last_seq }, (_, index) => index + 1));
      expect(text).toBe(TEXT);
      expect(await direct.run(run.runId).result()).toMatchObject({ text: TEXT });
    }
    expect(proxy.cuts).toBeGreaterThanOrEqual(CUTS);
  }, 120_000);

  it("starts each run once over connections that die while they are used again", async () => {
    const client = createClient({ baseUrl });
    const started: string[] = [];
    try {
      for (let index = 0; index < 60; index++) {
        proxy.keptMs = index % 6;
        started.push((await client.start("Compare tea and coffee.")).runId);
        // Some starts find the connection dead, some alive, and some find it dying.
        if (index % 3 > 0) await new Promise((resolve) => setTimeout(resolve, index % 7));
      }
    } finally {
      proxy.keptMs = null;
    }
    expect(new Set(started).size).toBe(60);
    const { runs } = await createClient({ baseUrl: server.url }).list({ limit: 60 });
    expect(runs.map(({ run_id }) => run_id)).toEqual(started.toReversed());
  });
});
