// What a streamed delta costs of our own time: from the bytes of a reply to the part an adapter passes on, and from there
// to the event a run tells. The bytes come from memory, so nothing waits; the floor is decoding and parsing the same events
// and nothing else. Build first: npx tsc -b packages/providers
import { mkdirSync, writeFileSync } from "node:fs";
import { streamPositioned } from "@pelorus/core";
import { openaiModel } from "@pelorus/providers/openai";
import { openaiCompatibleModel } from "@pelorus/providers/openai-compatible";
import { MachineMeasure } from "./machine.mjs";

const DELTAS = Number(process.env.DELTAS ?? 20_000);
const REPEATS = Number(process.env.REPEATS ?? 7);
/** Microseconds of our own time a delta may cost. */
const BAR = 50;
/** Bytes of a piece, as sockets deliver them when a reader falls behind. */
const PIECE = 16 * 1024;

const WORD = "ferry 🌍 ";
const sse = (data) => `data: ${JSON.stringify(data)}\n\n`;
const repeat = (make, ...rest) => [...Array.from({ length: DELTAS }, (_, index) => make(index)), ...rest].join("");

const chat = (choice, more = {}) =>
  sse({
    id: "c",
    object: "chat.completion.chunk",
    created: 1,
    model: "m",
    choices: choice === null ? [] : [choice],
    ...more,
  });
const CHAT = repeat(
  () => chat({ index: 0, delta: { content: WORD }, finish_reason: null }),
  chat({ index: 0, delta: {}, finish_reason: "stop" }),
  chat(null, { usage: { prompt_tokens: 50, completion_tokens: DELTAS, total_tokens: DELTAS + 50 } }),
  "data: [DONE]\n\n",
);
const CALL = repeat(
  (index) =>
    chat({
      index: 0,
      delta: {
        tool_calls: [
          {
            index: 0,
            ...(index === 0 ? { id: "a" } : {}),
            function: { ...(index === 0 ? { name: "f" } : {}), arguments: "ferry " },
          },
        ],
      },
      finish_reason: null,
    }),
  chat({ index: 0, delta: {}, finish_reason: "tool_calls" }),
  "data: [DONE]\n\n",
);
const RESPONSES = repeat(
  (index) =>
    sse({
      type: "response.output_text.delta",
      sequence_number: index,
      item_id: "msg_1",
      output_index: 0,
      content_index: 0,
      delta: WORD,
      logprobs: [],
    }),
  sse({
    type: "response.completed",
    sequence_number: DELTAS,
    response: { status: "completed", output: [], usage: { input_tokens: 50, output_tokens: DELTAS } },
  }),
);
const OLLAMA = repeat(
  () =>
    `${JSON.stringify({ model: "m", created_at: "t", message: { role: "assistant", content: WORD }, done: false })}\n`,
  `${JSON.stringify({ model: "m", message: { role: "assistant", content: "" }, done: true, done_reason: "stop", prompt_eval_count: 50, eval_count: DELTAS })}\n`,
);

/** A `fetch` that answers every call with the same bytes. */
function fetchOf(text, contentType = "text/event-stream") {
  const bytes = new TextEncoder().encode(text);
  return async () => {
    let at = 0;
    const body = new ReadableStream({
      pull(controller) {
        if (at >= bytes.length) return controller.close();
        controller.enqueue(bytes.slice(at, at + PIECE));
        at += PIECE;
      },
    });
    return new Response(body, { headers: { "content-type": contentType } });
  };
}

const openai = (api, text) => openaiModel("gpt-4.1-mini", { api, apiKey: "sk-bench-0123456789", fetch: fetchOf(text) });
const compatible = (server, text) =>
  openaiCompatibleModel("m", { baseURL: "http://127.0.0.1:9/v1", server, contextWindow: 32_768, fetch: fetchOf(text) });

const ROWS = [
  { name: "openai, Responses API", model: openai("responses", RESPONSES), text: RESPONSES },
  { name: "openai, Chat Completions", model: openai("chat", CHAT), text: CHAT },
  { name: "openai, Chat Completions, input of a call", model: openai("chat", CALL), text: CALL },
  { name: "openai-compatible, Chat Completions", model: compatible("vllm", CHAT), text: CHAT },
  { name: "openai-compatible, Ollama", model: compatible("ollama", OLLAMA), text: OLLAMA },
];

const request = () => ({
  prompt: "Write.",
  schema: null,
  tools: [],
  maxOutputTokens: 100_000,
  temperature: 0,
  purpose: "answer",
  stablePrefixLength: 0,
  signal: new AbortController().signal,
});

async function timeAdapter(model) {
  const begun = process.cpuUsage();
  let deltas = 0;
  for await (const part of model.doStream(request())) if (part.type !== "finish") deltas += 1;
  const { user, system } = process.cpuUsage(begun);
  if (deltas < DELTAS) throw new Error(`${deltas} of ${DELTAS} deltas came`);
  return (user + system) / DELTAS;
}

/** Decoding, cutting and parsing, which no reader is spared. */
async function timeFloor(text) {
  const begun = process.cpuUsage();
  const response = await fetchOf(text)();
  const decoder = new TextDecoder();
  let rest = "";
  let events = 0;
  for await (const bytes of response.body) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split("\n");
    rest = lines.pop();
    for (const line of lines) {
      const json = line.startsWith("data: ") ? line.slice(6) : line;
      if (!json.startsWith("{")) continue;
      JSON.parse(json);
      events += 1;
    }
  }
  const { user, system } = process.cpuUsage(begun);
  if (events < DELTAS) throw new Error(`${events} of ${DELTAS} events came`);
  return (user + system) / DELTAS;
}

/** A run whose answer comes in as many deltas, told as events to one listener. */
async function timeRun(model) {
  const begun = process.cpuUsage();
  const handle = streamPositioned("Write a story about a ferry.", {
    model,
    maxOutputTokens: 16_000,
    contextWindow: 400_000,
    maxContinuationWindows: 1,
  });
  let deltas = 0;
  for await (const event of handle.events) if (event.kind === "text_delta") deltas += 1;
  await handle.result;
  const { user, system } = process.cpuUsage(begun);
  if (deltas < DELTAS) throw new Error(`${deltas} of ${DELTAS} deltas were told`);
  return (user + system) / DELTAS;
}

const spreadOf = (values) => {
  const sorted = [...values].sort((a, b) => a - b);
  return { min: sorted[0], median: sorted[sorted.length >> 1], max: sorted[sorted.length - 1] };
};
const repeated = async (measure) => {
  const values = [];
  for (let round = -1; round < REPEATS; round += 1) {
    const value = await measure();
    if (round >= 0) values.push(value);
  }
  return spreadOf(values);
};

const machine = new MachineMeasure();
const rows = [];
for (const { name, model, text } of ROWS) {
  const floor = await repeated(() => timeFloor(text));
  const whole = await repeated(() => timeAdapter(model));
  machine.take();
  rows.push({ name, floor, whole, own: whole.min - floor.min });
}
const story = openai("responses", RESPONSES);
const floor = await repeated(() => timeFloor(RESPONSES));
const whole = await repeated(() => timeRun(story));
rows.push({ name: "a run over openai, told as events", floor, whole, own: whole.min - floor.min });
machine.take();

console.log(`machine factor ${machine.factor.toFixed(2)}; ${DELTAS} deltas, minima of ${REPEATS}, processor time\n`);
console.log("| stream | floor µs | whole µs: min | median | max | own µs per delta |\n|---|---|---|---|---|---|");
for (const { name, floor: bare, whole: all, own } of rows) {
  console.log(
    `| ${name} | ${[bare.min, all.min, all.median, all.max, own].map((value) => value.toFixed(2)).join(" | ")} |`,
  );
}
const worst = Math.max(...rows.map((row) => row.own));
const allowed = BAR * machine.factor;
console.log(
  `\nunder ${BAR} µs × ${machine.factor.toFixed(2)} per delta: ${worst.toFixed(2)} µs  ${worst < allowed ? "met" : "missed"}`,
);
mkdirSync(new URL("./results/", import.meta.url), { recursive: true });
writeFileSync(
  new URL("./results/streaming.json", import.meta.url),
  `${JSON.stringify({ version: 1, machine_factor: machine.factor, deltas: DELTAS, bar_us: BAR, rows: rows.map(({ name, floor: bare, whole: all, own }) => ({ name, floor_us: bare, whole_us: all, own_us: own })) }, null, 2)}\n`,
);
process.exitCode = worst < allowed ? 0 : 1;
