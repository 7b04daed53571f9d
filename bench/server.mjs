// What the server bears: 300 readers of one run, and 200 runs at a time, each with a reader, over sockets. The model writes
// the time into its text, so a reader knows how long a piece was under way. Server and readers are two processes on one
// machine; times are those of both. Memory is the server's resident set.
//
//   npx tsc -b packages/server && node bench/server.mjs
import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { Agent, get, request } from "node:http";
import { fileURLToPath } from "node:url";
import { serve } from "@pelorus/server/node";

const READERS = Number(process.env.READERS ?? 300);
const RUNS = Number(process.env.RUNS ?? 200);
const PIECES = Number(process.env.PIECES ?? 100);
const PAUSE_MS = Number(process.env.PAUSE_MS ?? 20);

/** Milliseconds of the machine's clock, which both processes share. */
const now = () => Number(process.hrtime.bigint()) / 1e6;

if (process.argv[2] === "--server") await beServer();
else await measure();

async function beServer() {
  const oneStep = {
    name: "one-step",
    classify: (text) => ({
      steps: [
        {
          id: "s1",
          operation: "GENERATE",
          assignment: text,
          dependsOn: [],
          deliverable: true,
          implied: false,
          evidence: [],
        },
      ],
      operations: ["GENERATE"],
      evidence: [],
      language: "en",
      confidence: 1,
      divergence: 0,
    }),
  };
  const model = {
    provider: "bench",
    modelId: "clock",
    capabilities: ["streaming"],
    contextWindowSize: () => 100_000,
    doGenerate: async () => ({ text: "It is done.", finishReason: "stop" }),
    async *doStream({ signal }) {
      // Readers are given time to come.
      await new Promise((resolve) => setTimeout(resolve, 300));
      let text = "";
      for (let piece = 0; piece < PIECES; piece++) {
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
        signal.throwIfAborted();
        const delta = `@${now().toFixed(2)}@ `;
        text += delta;
        yield { type: "text", delta };
      }
      yield { type: "finish", response: { text, finishReason: "stop" } };
    },
  };
  const server = await serve({
    run: { model, classifier: oneStep, onFailedChecks: "record" },
    limits: { openRunsPerOwner: 10_000, finishedRunsPerOwner: 10_000 },
  });
  let peak = 0;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 20);
  process.on("message", (message) => {
    if (message === "memory") {
      process.send({ rss: process.memoryUsage.rss(), peak });
      peak = 0;
    }
    if (message === "stop") {
      clearInterval(watch);
      server.close().then(() => process.disconnect());
    }
  });
  process.send({ port: server.port });
}

async function measure() {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), "--server"], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const heard = () => new Promise((resolve) => child.once("message", resolve));
  const { port } = await heard();
  const memory = async () => {
    const answer = heard();
    child.send("memory");
    const { rss, peak } = await answer;
    return { now_mb: megabytes(rss), peak_mb: megabytes(peak) };
  };
  const agent = new Agent({ keepAlive: false, maxSockets: Infinity });

  const start = () =>
    new Promise((resolve, reject) => {
      const began = now();
      const sent = request(
        {
          host: "127.0.0.1",
          port,
          path: "/runs",
          method: "POST",
          headers: { "content-type": "application/json" },
          agent,
        },
        (response) => {
          let text = "";
          response.setEncoding("utf8").on("data", (part) => {
            text += part;
          });
          response.on("end", () => resolve({ runId: JSON.parse(text).run_id, took: now() - began }));
        },
      );
      sent.on("error", reject);
      sent.end(JSON.stringify({ request: "Say what time it is." }));
    });

  /** Reads a run to its end: how long each piece was under way, and whether every event came once. */
  const follow = (runId) =>
    new Promise((resolve, reject) => {
      const began = now();
      get({ host: "127.0.0.1", port, path: `/runs/${runId}/events`, agent }, (response) => {
        const latencies = [];
        let events = 0;
        let firstAfter = null;
        let rest = "";
        response.setEncoding("utf8").on("data", (part) => {
          const at = now();
          firstAfter ??= at - began;
          const lines = (rest + part).split("\n");
          rest = lines.pop();
          for (const line of lines) {
            if (!line.startsWith("data: ")) continue;
            events++;
            if (!line.includes('"kind":"text_delta"')) continue;
            // Pieces that were joined on the way have been under way since the first of them.
            const time = /@([0-9.]+)@/.exec(line)?.[1];
            if (time !== undefined) latencies.push(at - Number(time));
          }
        });
        response.on("end", () => resolve({ latencies, events, firstAfter }));
        response.on("error", reject);
      }).on("error", reject);
    });

  const idle = await memory();
  await follow((await start()).runId); // loads everything that is loaded once

  const { runId } = await start();
  const readers = await Promise.all(Array.from({ length: READERS }, () => follow(runId)));
  const oneRun = {
    readers: READERS,
    events_each: readers[0].events,
    complete: readers.every(({ events }) => events === readers[0].events),
    latency_ms: percentiles(readers.flatMap(({ latencies }) => latencies)),
    memory: await memory(),
  };

  const began = now();
  const runs = await Promise.all(
    Array.from({ length: RUNS }, async () => {
      const started = await start();
      return { ...started, ...(await follow(started.runId)) };
    }),
  );
  const manyRuns = {
    runs: RUNS,
    events: runs.reduce((sum, { events }) => sum + events, 0),
    seconds: Number(((now() - began) / 1000).toFixed(2)),
    start_ms: percentiles(runs.map(({ took }) => took)),
    latency_ms: percentiles(runs.flatMap(({ latencies }) => latencies)),
    memory: await memory(),
  };
  child.send("stop");

  const result = {
    node: process.version,
    pieces: PIECES,
    pause_ms: PAUSE_MS,
    idle,
    one_run: oneRun,
    many_runs: manyRuns,
  };
  console.log(JSON.stringify(result, null, 2));
  if (!oneRun.complete) throw new Error("not every reader had every event");
  mkdirSync(new URL("results/", import.meta.url), { recursive: true });
  writeFileSync(new URL("results/server.json", import.meta.url), `${JSON.stringify(result, null, 2)}\n`);
}

function percentiles(values) {
  const sorted = [...values].sort((one, other) => one - other);
  const at = (share) =>
    Number((sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0).toFixed(2));
  return { count: sorted.length, p50: at(0.5), p90: at(0.9), p99: at(0.99), max: at(1) };
}

function megabytes(bytes) {
  return Number((bytes / 2 ** 20).toFixed(1));
}
