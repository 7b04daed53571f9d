// Two models behind one run: when the first is down the second takes over, calls share the key's limits, and what is spent
// is known and bounded. The servers here are doubles on this machine; put real addresses or vendors in their place.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { runPositioned } from "@pelorus/core";
import { openaiCompatibleModel } from "@pelorus/providers/openai-compatible";
import { RateLimiter, withCircuitBreaker, withFallback, withRateLimit } from "@pelorus/providers/resilience";

let asked = 0;
const down = await serve((_, response) => {
  asked++;
  response.writeHead(503, { "retry-after-ms": "1" }).end('{"error":{"message":"overloaded"}}');
});
const up = await serve((request, response) => {
  if (!request.url.endsWith("/chat/completions")) return response.writeHead(404).end("{}");
  const reply = {
    id: "1",
    object: "chat.completion",
    model: "backup",
    choices: [
      { index: 0, message: { role: "assistant", content: "The ferry leaves at nine." }, finish_reason: "stop" },
    ],
    usage: { prompt_tokens: 420, completion_tokens: 7, total_tokens: 427 },
  };
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(reply));
});

const pricing = { currency: "USD", inputPerMillion: 2, outputPerMillion: 8 };
const options = { server: "other", streaming: false, pricing };
// One limiter per API key: hand it to every model that uses the key.
const limiter = new RateLimiter({ requestsPerMinute: 60, tokensPerMinute: 100_000 });
const primary = openaiCompatibleModel("primary", { ...options, baseURL: down.url });
const backup = openaiCompatibleModel("backup", { ...options, baseURL: up.url });
const model = withFallback([
  withCircuitBreaker(withRateLimit(primary, limiter), { failures: 2, openMs: 60_000 }),
  withRateLimit(backup, limiter),
]);

const facts = ["The ferry to Vellmere leaves at nine."];
const ask = () =>
  runPositioned("When does the ferry leave?", { model, contextFacts: facts, retries: 1, maxCost: 0.05 });

const first = await ask();
for (const event of first.events) {
  if (event.kind === "retry_scheduled") console.log(`retry after ${event.data.delayMs} ms`);
  if (event.kind === "model_fallback") console.log(`${event.data.from} → ${event.data.to}`);
}
console.log(first.text, first.cost);
assert.equal(first.status, "complete");
// Refused calls cost nothing; the answer is charged at the price of the model that gave it.
assert.equal(first.cost.amount, (420 * 2 + 7 * 8) / 1e6);

// The circuit is open now: the next run goes over at once.
const before = asked;
const second = await ask();
assert.equal(second.status, "complete");
assert.equal(asked, before);

// A limit that no call fits into is told before anything is spent.
const poor = await runPositioned("When does the ferry leave?", { model, contextFacts: facts, maxCost: 0.0001 });
assert.deepEqual([poor.haltReason, poor.cost], ["cost_limit", null]);
console.log("nothing was spent under a limit of 0.0001");

down.close();
up.close();

async function serve(answer) {
  const server = createServer((request, response) => {
    request.resume().on("end", () => answer(request, response));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${server.address().port}/v1`, close: () => server.close().closeAllConnections() };
}
