import { type CapabilityDefinition, defineCapability, runPositioned } from "@pelorus/core";
import { offlineModel } from "@pelorus/providers/offline";
import { describe, expect, it } from "vitest";

type Given = Readonly<Record<string, unknown>>;

interface Tool {
  readonly capabilityId: string;
  readonly description: string;
  readonly inputSchema: Parameters<typeof defineCapability>[0]["inputSchema"];
  readonly execute: (given: Given) => unknown;
}

function tool({ capabilityId, description, inputSchema, execute }: Tool): CapabilityDefinition {
  return defineCapability({
    capabilityId,
    operationTypes: ["RETRIEVE", "COMPARE", "ANALYSE", "GENERATE"],
    inputSchema,
    outputSchema: { type: "object" },
    costProfile: { safetyClass: "read-only", latencyMs: 1 },
    metadata: { description, producesTypes: [`${capabilityId}_result`] },
    execute: (given) => execute(given as Given),
  });
}

const object = (properties: Record<string, unknown>, ...required: string[]) => ({
  type: "object" as const,
  properties,
  required,
  additionalProperties: false,
});
const pieces: Record<string, number> = { kettle: 7, teapot: 2 };

const TOOLS = [
  tool({
    capabilityId: "count_stock",
    description: "Count how many pieces of a product are in stock",
    inputSchema: object({ product: { enum: Object.keys(pieces) } }, "product"),
    execute: ({ product }) => ({ product, pieces: pieces[product as string] }),
  }),
  tool({
    capabilityId: "get_weather",
    description: "Get the current weather of a city",
    inputSchema: object({ city: { type: "string" }, unit: { enum: ["celsius", "fahrenheit"] } }, "city"),
    execute: (given) => ({ ...given, degrees: 11 }),
  }),
  tool({
    capabilityId: "create_invoice",
    description: "Create an invoice for a customer over an amount of money",
    inputSchema: object(
      {
        customer: { type: "string" },
        amount: { type: "number", minimum: 0 },
        currency: { enum: ["EUR", "USD", "GBP"] },
        due_date: { type: "string", format: "date" },
      },
      "customer",
      "amount",
      "currency",
    ),
    execute: (given) => ({ invoice_number: "R-19", ...given }),
  }),
  tool({
    capabilityId: "find_orders",
    description: "List the orders of a customer",
    inputSchema: object(
      { customer_id: { type: "string", pattern: "^K-\\d+$" }, status: { enum: ["open", "shipped"] } },
      "customer_id",
    ),
    execute: () => ({ orders: [{ id: "O-5", total: 61 }] }),
  }),
  tool({
    capabilityId: "product_price",
    description: "Look up the price of a product",
    inputSchema: object({ product: { type: "string" }, quantity: { type: "integer", minimum: 1 } }, "product"),
    execute: (given) => ({ ...given, price: 4.25 }),
  }),
];

async function ask(request: string, tools = TOOLS) {
  const result = await runPositioned(request, { model: offlineModel(), tools });
  const calls = result.events.flatMap((event) =>
    event.kind === "tool_call_started" ? [[event.data.capabilityId, event.data.arguments]] : [],
  );
  return { text: result.text, calls };
}

describe("an application's own tools", () => {
  it("fills a listed value and answers with what the tool returns", async () => {
    const { text, calls } = await ask("How many pieces of the product kettle are in stock?");
    expect(calls).toEqual([["count_stock", { product: "kettle" }]]);
    expect(text).toContain("pieces: 7");
    expect(text).toContain("[call:");
  });

  it("fills a place and an optional unit", async () => {
    const { text, calls } = await ask("What is the weather in Bergen in fahrenheit?");
    expect(calls).toEqual([["get_weather", { city: "Bergen", unit: "fahrenheit" }]]);
    expect(text).toContain("degrees: 11");
  });

  it("leaves out an optional argument that the request does not state", async () => {
    const { calls } = await ask("What is the weather in Bergen?");
    expect(calls).toEqual([["get_weather", { city: "Bergen" }]]);
  });

  it("reads an amount, the currency by its other name, a firm and a spoken date", async () => {
    const { text, calls } = await ask("Create an invoice for Alder Mills over 480 euros due on 9 June 2027");
    const given = { customer: "Alder Mills", amount: 480, currency: "EUR", due_date: "2027-06-09" };
    expect(calls).toEqual([["create_invoice", given]]);
    expect(text).toContain("R-19");
  });

  it("calls nothing for what a required argument is missing", async () => {
    const { text, calls } = await ask("Create an invoice for Alder Mills");
    expect(calls).toEqual([]);
    expect(text).not.toContain("R-19");
  });

  it("finds an id by the pattern of its schema", async () => {
    const { text, calls } = await ask("Which open orders does customer K-308 have?");
    expect(calls).toEqual([["find_orders", { customer_id: "K-308", status: "open" }]]);
    expect(text).toContain("O-5");
  });

  it("takes the object of the request for a product, and the number before it for a quantity", async () => {
    const { calls } = await ask("What is the price of 6 copper kettles?");
    expect(calls).toEqual([["product_price", { product: "copper kettles", quantity: 6 }]]);
  });

  it("calls a tool for each of several listed values that are compared", async () => {
    const { text, calls } = await ask("Compare the stock of kettle and teapot");
    expect(calls).toEqual([
      ["count_stock", { product: "kettle" }],
      ["count_stock", { product: "teapot" }],
    ]);
    expect(text).toContain("pieces: 7");
    expect(text).toContain("pieces: 2");
  });

  it("does not call what has nothing to do with the request", async () => {
    const { text, calls } = await ask("Who composed the opera?");
    expect(calls).toEqual([]);
    expect(text).toMatch(/no knowledge of its own|do not say/);
  });
});
