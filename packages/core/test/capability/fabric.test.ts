import { describe, expect, it } from "vitest";
import { describeShared } from "../../../../test/support/shared.js";
import { verifies } from "../../../../test/support/verifies.js";
import { type SelectOptions, ToolCapabilityFabric } from "../../src/capability/fabric.js";
import { FabricSelection } from "../../src/capability/fabric-selection.js";
import { narrowSelection } from "../../src/capability/narrow-selection.js";
import type { CapabilityDescriptor, RejectionReason } from "../../src/contract/capability.js";
import { STL_OPERATIONS } from "../../src/contract/operation.js";

type Fields = Partial<Omit<CapabilityDescriptor, "metadata">> & { readonly description?: string };

function descriptor(capabilityId: string, { description, ...fields }: Fields = {}): CapabilityDescriptor {
  return {
    capabilityId,
    kind: "tool",
    version: "1.0.0",
    operationTypes: ["RETRIEVE"],
    inputSchema: { type: "object", properties: {} },
    outputSchema: {},
    producesFacts: true,
    costProfile: { tokens: 0, latencyMs: 0, safetyClass: "read-only" },
    metadata: { description: description ?? "Finds user records in the database." },
    ...fields,
  };
}

function fabricOf(...descriptors: readonly CapabilityDescriptor[]): ToolCapabilityFabric {
  const fabric = new ToolCapabilityFabric();
  for (const one of descriptors) fabric.register(one);
  return fabric;
}

const ids = (selection: { readonly selected: readonly { readonly capabilityId: string }[] }) =>
  selection.selected.map((entry) => entry.capabilityId);
const reasonOf = (selection: FabricSelection, id: string) =>
  selection.rejected.find((entry) => entry.capabilityId === id)?.reason;
const QUERY = "find the user records in the database";
const select = (fabric: ToolCapabilityFabric, options: SelectOptions = {}) => fabric.select("RETRIEVE", QUERY, options);

describeShared("the baseline ranking", (read) => {
  interface Case {
    readonly query: string;
    readonly scores: readonly (readonly [string, number, string])[];
    readonly reason: string;
  }
  const { cases } = JSON.parse(read("vectors/positioning/tcf-scores.json")) as { readonly cases: readonly Case[] };
  const argument = { type: "object", properties: { q: { type: "string" } } };
  const cost = (tokens: number) => ({ tokens, latencyMs: 10, safetyClass: "read-only" as const });
  const fabric = fabricOf(
    descriptor("records", {
      description: "find user records in the database",
      servesIntents: ["find_records", "records"],
      inputSchema: argument,
      costProfile: cost(100),
    }),
    descriptor("weather", {
      description: "get the weather forecast",
      servesIntents: ["weather"],
      inputSchema: argument,
      costProfile: cost(2000),
    }),
    descriptor("web_search", { description: "search the web", inputSchema: argument, costProfile: cost(10) }),
  );
  for (const { query, scores, reason } of cases) {
    it(`${verifies("POS-VEC-01", "POS-FAB-11")}${JSON.stringify(query)} scores as recorded`, () => {
      const selection = fabric.select("RETRIEVE", query, { ranking: "jaccard" });
      expect(ids(selection)).toEqual(scores.map(([id]) => id));
      selection.selected.forEach((entry, index) => {
        expect(Math.abs(entry.score - (scores[index]?.[1] ?? 0))).toBeLessThan(1e-6);
        expect(entry.reason).toBe(scores[index]?.[2]);
      });
      expect(selection.selectionReason).toBe(reason);
    });
  }
});

describe("the baseline ranking by its definition", () => {
  it(`${verifies("POS-FAB-11")}takes the description only, keeps stop words, and knows no threshold`, () => {
    const fabric = fabricOf(
      descriptor("weather", { description: "the sky", inputSchema: { type: "object", required: ["q"] } }),
    );
    const [of] = fabric.select(null, "the weather", { ranking: "jaccard" }).selected;
    expect(of?.parts).toEqual({ relevance: 1 / 3, intent: 0, schema: 0, cost: 1 });
    expect(ids(fabric.select(null, "unrelated", { ranking: "jaccard" }))).toEqual(["weather"]);
  });
});

describe("selection", () => {
  it(`${verifies("POS-FAB-02")}the score is the weighted sum of its parts, each in [0, 1]`, () => {
    const fabric = fabricOf(
      descriptor("records", {
        servesIntents: ["find records", "weather"],
        costProfile: { tokens: 500, latencyMs: 500, safetyClass: "read-only" },
      }),
      descriptor("archive", { description: "Finds old user records." }),
    );
    const { selected } = select(fabric);
    expect(selected.map((entry) => entry.capabilityId)).toEqual(["records", "archive"]);
    for (const { score, parts } of selected) {
      for (const part of Object.values(parts)) expect(part >= 0 && part <= 1).toBe(true);
      expect(score).toBeCloseTo(0.5 * parts.relevance + 0.2 * parts.intent + 0.2 * parts.schema + 0.1 * parts.cost, 12);
    }
    expect(selected[0]?.parts.cost).toBe(0.5);
    expect(selected[0]?.parts.intent).toBe(0.5);
  });

  it(`${verifies("POS-FAB-02")}ties go to the earlier registration, also after one was taken out`, () => {
    const fabric = fabricOf(descriptor("b_one"), descriptor("a_two"), descriptor("c_three"));
    expect(new Set(select(fabric).selected.map((entry) => entry.parts.schema)).size).toBe(1);
    const equal = fabricOf(...["x", "y", "z"].map((id) => descriptor(`${id}${id}`)));
    expect(ids(select(equal))).toEqual(["xx", "yy", "zz"]);
    equal.unregister("xx");
    equal.register(descriptor("xx"));
    expect(ids(select(equal))).toEqual(["yy", "zz", "xx"]);
  });

  it(`${verifies("POS-FAB-02")}an operation finds only what serves it; null finds all`, () => {
    const fabric = fabricOf(descriptor("reader"), descriptor("writer", { operationTypes: ["GENERATE", "REVISE"] }));
    expect(ids(fabric.select("RETRIEVE", QUERY))).toEqual(["reader"]);
    expect(ids(fabric.select("REVISE", QUERY))).toEqual(["writer"]);
    expect(ids(fabric.select(null, QUERY)).sort()).toEqual(["reader", "writer"]);
    expect(fabric.select("PLAN", QUERY)).toMatchObject({ selected: [], rejected: [] });
  });

  it(`${verifies("POS-FAB-02", "POS-FAB-07")}k is the profile's by default and may exceed it`, () => {
    const fabric = fabricOf(...Array.from({ length: 12 }, (_, index) => descriptor(`records_${index}`)));
    for (const [profile, k] of [
      ["frontier", 7],
      ["capable-local", 4],
      ["small-local", 2],
    ] as const) {
      const selection = select(fabric, { profile });
      expect(selection.selected.length).toBe(k);
      expect(selection.maxK).toBe(k);
      expect(selection.selectionReason).toBe(
        `operation=RETRIEVE; profile=${profile}; offered=${k}/${k}; rejected=${12 - k}`,
      );
    }
    expect(select(fabric, { k: 10 }).selected.length).toBe(10);
    expect(fabric.select(null, QUERY).selectionReason).toMatch(/^operation=any; profile=frontier; offered=7\/7; /);
    for (const k of [0, -1, 1.5, Number.NaN]) expect(() => select(fabric, { k })).toThrow(RangeError);
  });

  it(`${verifies("POS-FAB-08")}every retrieved capability is selected or rejected, once`, () => {
    const fabric = fabricOf(
      ...Array.from({ length: 9 }, (_, index) => descriptor(`records_${index}`)),
      descriptor("noise", { description: "Plays a sound wave." }),
      descriptor("lonely", { dependencies: ["nowhere"] }),
    );
    const selection = select(fabric, {
      k: 4,
      policy: { rejectReason: ({ capabilityId }) => (capabilityId === "records_1" ? "blocklist" : null) },
    });
    const all = [...ids(selection), ...selection.rejected.map((entry) => entry.capabilityId)];
    expect(all.sort()).toEqual(
      fabric
        .descriptors()
        .map((one) => one.capabilityId)
        .sort(),
    );
    expect(reasonOf(selection, "records_1")).toBe("blocklist");
    expect(reasonOf(selection, "noise")).toBe("below-relevance");
  });

  it(`${verifies("POS-FAB-02")}the document is snake_case and can be read back`, () => {
    const selection = select(fabricOf(descriptor("records"), descriptor("noise", { description: "Sound." })));
    const json = JSON.parse(JSON.stringify(selection)) as Record<string, unknown>;
    expect(json).toMatchObject({
      operation: "RETRIEVE",
      max_k: 7,
      selected: [{ capability_id: "records", reason: "scored" }],
      rejected: [{ capability_id: "noise", reason: "below-relevance" }],
    });
    const readBack = FabricSelection.fromJson(json);
    expect(readBack).toEqual(selection);
    expect(JSON.parse(JSON.stringify(readBack))).toEqual(json);
    for (const member of ["operation", "profile", "selected", "rejected", "max_k", "selection_reason"]) {
      expect(json).toHaveProperty(member);
    }
  });

  it("preference reorders: finite weights ascending, then those without, then infinite ones", () => {
    const fabric = fabricOf(...["aa", "bb", "cc", "dd"].map((id) => descriptor(id)));
    const prefer = new Map([
      ["aa", Number.POSITIVE_INFINITY],
      ["dd", 1],
      ["cc", 2],
    ]);
    expect(ids(select(fabric, { prefer }))).toEqual(["dd", "cc", "bb", "aa"]);
  });
});

describe("relevance", () => {
  it(`${verifies("POS-FAB-03")}identifiers are split at case, digits and marks`, () => {
    const fabric = fabricOf(
      ...["getUserProfile", "user.profile-get", "USER_PROFILE", "profileUser2"].map((id) =>
        descriptor(id, { description: "" }),
      ),
      descriptor("zzz", { description: "" }),
    );
    const selection = fabric.select(null, "show the profile of a user");
    expect(ids(selection).length).toBe(4);
    expect(reasonOf(selection, "zzz")).toBe("below-relevance");
  });

  it.each([
    ["arguments' names", { inputSchema: { type: "object", properties: { isbn: { type: "string" } } } }],
    [
      "arguments' descriptions",
      { inputSchema: { type: "object", properties: { x: { type: "string", description: "The ISBN" } } } },
    ],
    [
      "listed values",
      { inputSchema: { type: "object", properties: { x: { type: "string", enum: ["isbn", "ean"] } } } },
    ],
    ["description", { description: "Resolves ISBN." }],
  ])(`${verifies("POS-FAB-03")}the field of %s is searched`, (_field, fields: Fields) => {
    const fabric = fabricOf(
      descriptor("first", { description: "" }),
      descriptor("second", { description: "", ...fields }),
    );
    expect(ids(fabric.select(null, "isbn"))[0]).toBe("second");
  });

  it(`${verifies("POS-FAB-03")}words are stemmed, derivations included`, () => {
    for (const [word, query] of [
      ["conversions", "convert"],
      ["calculator", "calculating"],
      ["bookings", "booked"],
      ["translation", "translate"],
      ["analysis", "analyse"],
    ] as const) {
      const fabric = fabricOf(descriptor("aaa", { description: "Plays." }), descriptor("bbb", { description: word }));
      expect(ids(fabric.select(null, query)), `${word} ${query}`).toEqual(["bbb"]);
    }
  });

  it(`${verifies("POS-FAB-03")}Han, Kana and Hangul are searched in pairs`, () => {
    const fabric = fabricOf(
      descriptor("one", { description: "查询库存数量" }),
      descriptor("two", { description: "发送电子邮件" }),
      descriptor("three", { description: "재고를 확인합니다" }),
    );
    expect(ids(fabric.select(null, "帮我看看库存"))[0]).toBe("one");
    expect(ids(fabric.select(null, "재고 있어요"))[0]).toBe("three");
  });

  it(`${verifies("POS-FAB-03")}another word for the same thing counts, less than the word itself`, () => {
    const fabric = fabricOf(
      descriptor("noise", { description: "Plays a sound wave." }),
      descriptor("film_search", { description: "Search films." }),
      descriptor("movie_search", { description: "Search movies." }),
    );
    expect(ids(fabric.select(null, "search movies"))).toEqual(["movie_search", "film_search"]);
  });

  it(`${verifies("POS-FAB-03")}vectors of query and descriptor are blended in, of the same model and length only`, () => {
    const fabric = fabricOf(
      descriptor("left", { embeddingVector: [1, 0], embeddingModel: "m" }),
      descriptor("right", { embeddingVector: [0, 1], embeddingModel: "m" }),
    );
    const first = (queryEmbedding: SelectOptions["queryEmbedding"]) =>
      ids(select(fabric, queryEmbedding === undefined ? {} : { queryEmbedding }))[0];
    const plain = select(fabric).selected.map((entry) => entry.parts.relevance);
    expect(first([0, 1])).toBe("right");
    expect(first({ vector: [1, 0], model: "m" })).toBe("left");
    const relevances = (queryEmbedding: SelectOptions["queryEmbedding"]) =>
      select(fabric, queryEmbedding === undefined ? {} : { queryEmbedding }).selected.map(
        (entry) => entry.parts.relevance,
      );
    expect(relevances({ vector: [0, 1], model: "other" })).toEqual(plain);
    expect(relevances({ vector: [0, 1] })).not.toEqual(plain);
    expect(relevances([0, 1, 0])).toEqual(plain);
    for (const relevance of relevances([-5, 1e308])) expect(relevance >= 0 && relevance <= 1).toBe(true);
  });

  it(`${verifies("POS-FAB-03")}a vector that does not say its model is not compared with one that does`, () => {
    const fabric = fabricOf(descriptor("umbrella", { description: "Plays a sound wave.", embeddingVector: [1, 0] }));
    expect(ids(fabric.select(null, "qqqq", { queryEmbedding: { vector: [1, 0], model: "m" } }))).toEqual([]);
  });

  it(`${verifies("POS-FAB-03")}a paraphrase that shares no word is found by its vector`, () => {
    const fabric = fabricOf(descriptor("umbrella", { description: "Plays a sound wave.", embeddingVector: [1, 0] }));
    expect(ids(fabric.select(null, "qqqq"))).toEqual([]);
    expect(ids(fabric.select(null, "qqqq", { queryEmbedding: [1, 0] }))).toEqual(["umbrella"]);
  });
});

describe("intent and schema", () => {
  it(`${verifies("POS-FAB-04")}an intent is matched by whole tokens or by their beginnings, never by a part inside`, () => {
    const fabric = fabricOf(
      descriptor("tool_a", { servesIntents: ["find_records", "record", "cord", "database.find", "rec"] }),
    );
    expect(select(fabric).selected[0]?.parts.intent).toBe(3 / 5);
  });

  const schemaOf = (inputSchema: CapabilityDescriptor["inputSchema"], query: string, options: SelectOptions = {}) =>
    fabricOf(descriptor("records", { inputSchema, description: query })).select(null, query, options).selected[0]?.parts
      .schema;
  const requiring = (name: string, schema: object) => ({
    type: "object",
    properties: { [name]: schema },
    required: [name],
  });

  it.each([
    ["number", { type: "number" }, "transfer 40 units", "transfer all units"],
    ["due_date", { type: "string" }, "due on 2026-03-01 then", "due whenever"],
    ["day", { type: "string", format: "date" }, "due next week then", "due whenever"],
    ["time", { type: "string" }, "meet us 14:30 sharp", "meet us whenever"],
    ["link", { type: "string" }, "open https://example.org now", "open whatever now"],
    ["email", { type: "string" }, "write ann@example.org now", "write whoever now"],
    ["city", { type: "string" }, "weather in Paris", "weather report"],
    ["mode", { type: "string", enum: ["dark", "light mode"] }, "turn dark please", "turn something please"],
  ])(
    `${verifies("POS-FAB-04")}a required %s is satisfiable when the query states one`,
    (name, schema, stated, unstated) => {
      expect(schemaOf(requiring(name, schema), stated)).toBe(1);
      expect(schemaOf(requiring(name, schema), unstated)).toBe(0);
    },
  );

  it(`${verifies("POS-FAB-04")}facts at hand satisfy by their type and by the values they state`, () => {
    const number = requiring("account_number", { type: "integer" });
    expect(schemaOf(number, "read the account")).toBe(0);
    expect(schemaOf(number, "read the account", { availableFacts: ["accountNumber"] })).toBe(1);
    expect(schemaOf(number, "read the account", { availableFacts: [{ statement: "The account is 4711." }] })).toBe(1);
    expect(schemaOf(number, "read the account", { availableFacts: [{ factTypes: ["account-number"] }] })).toBe(1);
  });

  it(`${verifies("POS-FAB-04")}the part is the share of required arguments, and 1 without any`, () => {
    const two = {
      type: "object",
      properties: { a: { type: "number" }, url: { type: "string" }, x: { type: "number" } },
      required: ["a", "url"],
    };
    expect(schemaOf(two, "take 5 of these")).toBe(0.5);
    expect(schemaOf({ type: "object", properties: { a: { type: "number" } } }, "take some")).toBe(1);
  });
});

describe("the threshold", () => {
  it(`${verifies("POS-FAB-05")}what has nothing to do with the request is not offered`, () => {
    const fabric = fabricOf(
      descriptor("delete_everything", { description: "Deletes everything.", operationTypes: [...STL_OPERATIONS] }),
    );
    const selection = fabric.select(null, "weather in Paris");
    expect(selection.selected).toEqual([]);
    expect(reasonOf(selection, "delete_everything")).toBe("below-relevance");
    expect(ids(fabric.select(null, "delete everything"))).toEqual(["delete_everything"]);
  });

  it(`${verifies("POS-FAB-05")}a request in another language is served although most of its words are unknown`, () => {
    const fabric = fabricOf(
      descriptor("weather", { description: "Get the weather forecast for a city." }),
      descriptor("open_tickets", { description: "List the support tickets of a customer." }),
      descriptor("hotel_booking", { description: "Book a hotel room." }),
      descriptor("noise", { description: "Plays a sound wave." }),
    );
    const asked = {
      weather: ["明天上海的天气怎么样？", "내일 서울 날씨 어때요?", "Wie wird das Wetter morgen in der Stadt?"],
      open_tickets: ["请帮我检索一下红星公司所有未解决的工单"],
      hotel_booking: ["Quiero reservar una habitación de hotel en Sevilla para el viernes", "预订一间酒店"],
    };
    for (const [id, requests] of Object.entries(asked)) {
      for (const request of requests) expect([request, ids(fabric.select(null, request))[0]]).toEqual([request, id]);
    }
    // In another language, too, what nothing serves gets nothing.
    for (const request of ["你好，你叫什么名字？", "Wie heißt du und was ist der Sinn des Lebens?"]) {
      expect([request, ids(fabric.select(null, request))]).toEqual([request, []]);
    }
  });

  it(`${verifies("POS-FAB-13")}a search of the catalogue gets at most k, best first, after it, not narrowed, without dependencies`, () => {
    const fabric = fabricOf(
      ...Array.from({ length: 9 }, (_, index) => descriptor(`records_${index}`, { dependencies: ["nowhere"] })),
      descriptor("noise", { description: "Plays a sound wave." }),
    );
    const found = (k: number) => fabric.select(null, QUERY, { k, withDependencies: false });
    expect(found(5).selected).toHaveLength(5);
    expect(ids(found(50))).toHaveLength(9);
    const scores = found(50).selected.map((entry) => entry.score);
    expect(scores).toEqual([...scores].sort((left, right) => right - left));
    expect(found(50).selected.every((entry) => entry.reason === "scored")).toBe(true);
    expect(ids(fabric.select(null, "qqqq", { k: 5, withDependencies: false }))).toEqual([]);
  });

  it(`${verifies("POS-FAB-05")}without it the best there is is offered`, () => {
    const fabric = new ToolCapabilityFabric({ minRelevance: 0 });
    fabric.register(descriptor("delete_everything", { description: "Deletes everything." }));
    expect(ids(fabric.select(null, "weather in Paris"))).toEqual(["delete_everything"]);
  });

  it(`${verifies("POS-FAB-05")}an empty query skips it`, () => {
    const fabric = fabricOf(descriptor("one"), descriptor("two"));
    for (const query of ["", "  ", "?!"]) expect(ids(fabric.select(null, query))).toEqual(["one", "two"]);
  });
});

describe("dependencies and exclusions", () => {
  const chain = () =>
    fabricOf(
      descriptor("c_third", { dependencies: ["b_second"] }),
      descriptor("a_first", { operationTypes: ["ANALYSE"] }),
      descriptor("b_second", { dependencies: ["a_first"], operationTypes: ["ANALYSE"] }),
    );

  it(`${verifies("POS-FAB-06")}unobserved ones lead, transitively, in topological order`, () => {
    const selection = select(chain());
    expect(selection.selected.map(({ capabilityId, reason }) => [capabilityId, reason])).toEqual([
      ["a_first", "dependency"],
      ["b_second", "dependency"],
      ["c_third", "scored"],
    ]);
    expect(ids(select(chain(), { observed: new Set(["a_first"]) }))).toEqual(["b_second", "c_third"]);
    expect(ids(select(chain(), { observed: new Set(["b_second"]) }))).toEqual(["c_third"]);
    expect(ids(select(chain(), { withDependencies: false }))).toEqual(["c_third"]);
  });

  it(`${verifies("POS-FAB-06")}one that was offered by its own score leads all the same`, () => {
    const fabric = fabricOf(
      descriptor("user_records_database"),
      descriptor("records", { description: "Finds records.", dependencies: ["user_records_database"] }),
    );
    expect(select(fabric).selected.map(({ capabilityId, reason }) => [capabilityId, reason])).toEqual([
      ["user_records_database", "dependency"],
      ["records", "scored"],
    ]);
  });

  it(`${verifies("POS-FAB-06", "POS-FAB-08")}a missing, denied or unfitting one rejects the dependent`, () => {
    expect(reasonOf(select(fabricOf(descriptor("records", { dependencies: ["ghost"] }))), "records")).toBe(
      "dependency-missing:ghost",
    );
    const policy = {
      rejectReason: (one: CapabilityDescriptor): RejectionReason | null =>
        one.capabilityId === "a_first" ? "not-in-allowlist" : null,
    };
    expect(reasonOf(select(chain(), { policy }), "c_third")).toBe("dependency-denied:a_first");
    expect(reasonOf(select(chain(), { k: 2 }), "c_third")).toBe("dependency-capacity");
    expect(reasonOf(select(chain(), { maxCalls: 2 }), "c_third")).toBe("dependency-capacity");
    expect(ids(select(chain(), { maxCalls: 3 }))).toHaveLength(3);
  });

  it(`${verifies("POS-FAB-06")}a circle of needs can never be met`, () => {
    const fabric = fabricOf(
      descriptor("records_a", { dependencies: ["records_b"] }),
      descriptor("records_b", { dependencies: ["records_a"] }),
    );
    const selection = select(fabric);
    expect(selection.selected).toEqual([]);
    expect(reasonOf(selection, "records_a")).toBe("dependency-missing:records_a");
  });

  it(`${verifies("POS-FAB-06")}of two that exclude each other the better stays, whichever side says so`, () => {
    for (const side of ["user_records", "dumps"]) {
      const other = side === "dumps" ? "user_records" : "dumps";
      const declares = (id: string): Fields => (id === side ? { mutuallyExclusiveWith: [other] } : {});
      const fabric = fabricOf(
        descriptor("dumps", { description: "Finds records in the database.", ...declares("dumps") }),
        descriptor("user_records", declares("user_records")),
      );
      const selection = select(fabric);
      expect(ids(selection)).toEqual(["user_records"]);
      expect(reasonOf(selection, "dumps")).toBe("mutually-excluded");
    }
  });
});

describe("what is presented", () => {
  const many = (count: number) =>
    fabricOf(...Array.from({ length: count }, (_, index) => descriptor(`records_${index}`)));

  it(`${verifies("POS-FAB-07")}at most 3, 3 and 2 by profile; up to K when widened; one after a parse failure`, () => {
    for (const [profile, presented, k] of [
      ["frontier", 3, 7],
      ["capable-local", 3, 4],
      ["small-local", 2, 2],
    ] as const) {
      const selection = select(many(9), { profile });
      expect(narrowSelection(selection).selected).toHaveLength(presented);
      expect(narrowSelection(selection, profile, { widen: true }).selected).toHaveLength(k);
      expect(ids(narrowSelection(selection, profile, { narrowTo: 1 }))).toEqual(ids(selection).slice(0, 1));
    }
  });

  it(`${verifies("POS-FAB-07")}only what scores 0.6 of the best, and the rest says why`, () => {
    const fabric = fabricOf(
      descriptor("records"),
      descriptor("dumps", {
        description: "Finds database dumps.",
        inputSchema: { type: "object", properties: { n: { type: "number" } }, required: ["n"] },
      }),
    );
    const selection = select(fabric);
    const [best, other] = selection.selected;
    expect((other?.score ?? 0) < 0.6 * (best?.score ?? 0)).toBe(true);
    const narrowed = narrowSelection(selection);
    expect(ids(narrowed)).toEqual(["records"]);
    expect(reasonOf(narrowed, "dumps")).toBe("frame-capacity");
    expect(narrowed.selectionReason).toBe(selection.selectionReason);
    expect(narrowSelection(narrowed, "frontier", { widen: true })).toBe(narrowed);
  });
});

describe("the index", () => {
  it(`${verifies("POS-FAB-09")}after any registrations and removals it answers as one built at once`, () => {
    const words = ["weather", "records", "film", "train", "invoice", "score", "recipe", "route"];
    const one = (id: number) =>
      descriptor(`${words[id % words.length]}_${id}`, {
        description: `Finds the ${words[(id * 3) % words.length]} of user ${words[(id * 5) % words.length]}.`,
      });
    const grown = new ToolCapabilityFabric();
    for (let id = 0; id < 60; id++) grown.register(one(id));
    for (let id = 0; id < 60; id += 2) expect(grown.unregister(one(id).capabilityId)).toBe(true);
    for (let id = 0; id < 60; id += 4) grown.register(one(id));
    const built = fabricOf(...grown.descriptors());
    for (const query of [...words, "find the weather for a user", "route of the train", ""]) {
      const scores = (fabric: ToolCapabilityFabric) =>
        new Map(fabric.select(null, query, { k: 60 }).selected.map((entry) => [entry.capabilityId, entry.score]));
      const [left, right] = [scores(grown), scores(built)];
      expect([...left.keys()].sort()).toEqual([...right.keys()].sort());
      for (const [id, score] of left) expect(score).toBeCloseTo(right.get(id) ?? -1, 9);
    }
    for (const word of words) {
      const said = ({ capabilityId, metadata }: CapabilityDescriptor) =>
        `${capabilityId} ${metadata?.description}`.includes(word);
      if (!grown.descriptors().some(said)) continue;
      const [first] = grown.select(null, word, { k: 60 }).selected;
      expect(said(grown.get(first?.capabilityId ?? "") as CapabilityDescriptor), word).toBe(true);
    }
    // What was asked before leaves nothing behind.
    for (const query of words) {
      const scores = (fabric: ToolCapabilityFabric) =>
        fabric.select(null, query, { k: 60 }).selected.map((entry) => entry.score);
      expect(scores(grown)).toEqual(scores(grown));
      expect(scores(grown).length).toBe(scores(fabricOf(...grown.descriptors())).length);
      for (const [index, score] of scores(fabricOf(...grown.descriptors())).entries()) {
        expect(scores(grown)[index]).toBeCloseTo(score, 9);
      }
    }
    expect(grown.unregister("nobody")).toBe(false);
    expect(grown.size).toBe(built.size);
  });
});

describeShared("real queries over real descriptors", (read) => {
  it(`${verifies("POS-FAB-05", "POS-FAB-10")}recall stays above the floor, and the threshold costs at most one in a hundred`, async () => {
    const { descriptorFrom } = await import("../../src/capability/descriptor-from.js");
    const fabric = fabricOf(
      ...(JSON.parse(read("data/tools/catalogue.json")) as unknown[]).map((one) => descriptorFrom(one)),
    );
    const queries = read("data/tools/queries.jsonl")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { query: string; tool: string });
    const ranks = queries.map(({ query, tool }) => ids(fabric.select(null, query)).indexOf(tool));
    const recall = (k: number) => ranks.filter((rank) => rank >= 0 && rank < k).length / ranks.length;
    expect(recall(1)).toBeGreaterThan(0.7);
    expect(recall(3)).toBeGreaterThan(0.84);
    expect(recall(7)).toBeGreaterThan(0.9);
    const open = new ToolCapabilityFabric({ minRelevance: 0 });
    for (const one of fabric.descriptors()) open.register(one);
    let lost = 0;
    let within = 0;
    queries.forEach(({ query, tool }, index) => {
      const rank = ids(open.select(null, query)).indexOf(tool);
      if (rank < 0) return;
      within++;
      if (ranks[index] === -1) lost++;
    });
    expect(lost / within).toBeLessThanOrEqual(0.01);
  }, 120_000);
});
