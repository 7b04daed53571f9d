import { defineCapability, memoryJournal, runPositioned, STL_OPERATIONS } from "@pelorus/core";
import { expect, it } from "vitest";
import { redactCredentials } from "../../src/contract/redact-credentials.js";
import { answerOf, callOf, scriptedModel } from "./scripted-model.js";

const KEY = "sk-ant-api03-plantedPLANTED0123456789abcdef";
const PASSWORD = "hunter2-planted";

/** Everything a run leaves behind, as one text. */
async function leftBehind(run: (journal: ReturnType<typeof memoryJournal>) => ReturnType<typeof runPositioned>) {
  const journal = memoryJournal();
  const result = await run(journal);
  const blobs = await Promise.all(
    result.events.flatMap((event) =>
      [...JSON.stringify(event).matchAll(/sha256:[0-9a-f]{64}/g)].map(async ([digest]) => {
        const bytes = await journal.getBlob(digest, result.runId);
        return bytes === null ? "" : new TextDecoder().decode(bytes);
      }),
    ),
  );
  return JSON.stringify([result.events, result.error, result.text, await journal.read(result.runId), blobs]);
}

it("a credential in the message of an error that a model throws is in no event, journal entry or result", async () => {
  const left = await leftBehind((journal) =>
    runPositioned("Who approves a trip?", {
      journal,
      model: () => {
        throw new Error(`401 for the key ${KEY} at https://kim:${PASSWORD}@gateway.example/v1`);
      },
    }),
  );
  expect(left).toContain("401 for the key [hidden] at https://[hidden]@gateway.example/v1");
  expect(left).not.toContain("planted");
});

it("a credential in the message of an error that a tool throws reaches neither the record nor the model", async () => {
  const model = scriptedModel((_request, call) => (call === 1 ? callOf("ask_store") : answerOf("Not known.")));
  const left = await leftBehind((journal) =>
    runPositioned("Who approves a trip?", {
      journal,
      model,
      tools: [
        defineCapability({
          capabilityId: "ask_store",
          kind: "query",
          description: "Asks the store who approves a trip",
          operationTypes: [...STL_OPERATIONS],
          inputSchema: { type: "object", properties: {} },
          safetyClass: "read-only",
          execute: () => {
            throw new Error(`cannot connect: password=${PASSWORD} postgres://kim:${PASSWORD}@store.example/db`);
          },
        }),
      ],
    }),
  );
  expect(left).toContain("cannot connect: password=[hidden]");
  expect(left).not.toContain("planted");
  expect(JSON.stringify(model.calls)).not.toContain("planted");
});

it.each([
  "duplicate key value violates the constraint pk_customer_orders_2024",
  "Unexpected token: identifier",
  "Basic authentication failed",
  "no column sk_id in key_columns, see https://store.example/a@b",
  "the secret of good bread: patience",
])("a message without a credential stays as it is: %s", (message) => {
  expect(redactCredentials(message)).toBe(message);
});
