import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { deriveLabels } from "../../src/policy/derive-labels.js";
import { deriveTargets } from "../../src/policy/derive-targets.js";
import { inspectArguments } from "../../src/policy/inspect-arguments.js";

const fact = (statement: string, labels = ["pii"], invalidated = false) => ({ statement, labels, invalidated });

describe("what a call's arguments say", () => {
  it(`${verifies("POS-POL-02")}targets stand in the named argument, else in every usual one`, () => {
    const args = {
      url: "https://a.example/x",
      to: ["b@b.example", "c@c.example; d@d.example"],
      note: "https://n.example",
    };
    expect(deriveTargets({}, args)).toEqual(["https://a.example/x", "b@b.example", "c@c.example", "d@d.example"]);
    expect(deriveTargets({ metadata: { targetArgument: "note" } }, args)).toEqual(["https://n.example"]);
    expect(deriveTargets({ metadata: { targetArgument: "sink" } }, args)).toEqual([]);
    for (const name of ["url", "uri", "host", "target", "address", "to", "recipient", "URL"]) {
      expect(deriveTargets({}, { [name]: " x.example " })).toEqual(["x.example"]);
    }
    expect(deriveTargets({}, { query: "x.example", urls: "y.example" })).toEqual([]);
    expect(deriveTargets({}, { to: "", host: null, url: undefined, target: [] })).toEqual([]);
    expect(deriveTargets({}, { url: "a.example", host: "a.example" })).toEqual(["a.example"]);
  });

  it(`${verifies("POS-POL-02")}a target that is no text is kept as what it is, so that no rule allows it`, () => {
    expect(deriveTargets({}, { url: { href: "https://evil.example" } })).toEqual(['{"href":"https://evil.example"}']);
    expect(deriveTargets({}, { to: [["a@evil.example"], 7] })).toEqual(['["a@evil.example"]', "7"]);
    // A comma in a URL parts nothing.
    expect(deriveTargets({}, { url: "https://x.example/a,b@c" })).toEqual(["https://x.example/a,b@c"]);
  });

  it(`${verifies("POS-POL-01")}a blocked parameter is found at any depth, in any case, and only as a name`, () => {
    const policy = { blockParameters: ["iban", "Card"] };
    expect(inspectArguments({ to: "x", pay: [{ details: { IBAN: "DE00" } }] }, policy)).toEqual({
      name: "IBAN",
      pointer: "/pay/0/details/IBAN",
    });
    expect(inspectArguments({ "a/b~c": { card: 1 } }, policy)?.pointer).toBe("/a~1b~0c/card");
    expect(inspectArguments({ first: { card: 1 }, iban: 2 }, policy)?.name).toBe("card");
    expect(inspectArguments({ text: "iban card", list: ["iban"] }, policy)).toBeNull();
    expect(inspectArguments({ iban: 1 }, {})).toBeNull();
    let deep: Record<string, unknown> = { iban: 1 };
    for (let level = 0; level < 20_000; level += 1) deep = { a: deep };
    expect(inspectArguments(deep, policy)?.name).toBe("iban");
  });
});

describe("labels", () => {
  it(`${verifies("POS-POL-02")}are found in linear time, whatever stands in facts and arguments`, () => {
    const run = (length: number) => "a".repeat(length);
    const facts = [
      fact(`${run(400_000)} "${run(195)} b"`),
      fact(`"${"a ".repeat(200_000)}`),
      fact("a.".repeat(200_000)),
    ];
    const args = { long: run(400_000), list: Array.from({ length: 5_000 }, (_, at) => run(4 + (at % 190))) };
    expect(deriveLabels({}, args, facts)).toEqual([]);
  });

  it(`${verifies("POS-POL-02")}come with the capability and with every fact whose values occur in the arguments`, () => {
    const facts = [
      fact("The customer is Grace Hopper, customer number 48213.", ["pii"]),
      fact('The code word is "blue heron".', ["secret"]),
      fact("Her salary is 91,500 EUR.", ["salary"]),
      fact("Reach her at grace@navy.example.", ["contact"]),
    ];
    const labels = (args: Record<string, unknown>, own?: string[]) =>
      deriveLabels(own === undefined ? {} : { metadata: { dataLabels: own } }, args, facts);
    expect(labels({ q: "weather in Paris" })).toEqual([]);
    expect(labels({ q: "weather" }, ["log", "audit"])).toEqual(["audit", "log"]);
    expect(labels({ body: "Please call Mrs. HOPPER today" })).toEqual(["pii"]);
    expect(labels({ rows: [{ id: 48213 }] })).toEqual(["pii"]);
    expect(labels({ note: "they say blue heron" })).toEqual(["secret"]);
    expect(labels({ amount: "91,500" })).toEqual(["salary"]);
    expect(labels({ to: "grace@navy.example" })).toEqual(["contact"]);
    expect(labels({ "grace@navy.example": true })).toEqual(["contact"]);
    expect(labels({ name: "customer number" })).toEqual(["pii"]);
    expect(labels({ a: "Hopper", b: { c: "blue heron" } }, ["own"])).toEqual(["own", "pii", "secret"]);
  });

  it(`${verifies("POS-POL-02")}do not come from words alone, parts of words, invalidated or unlabelled facts`, () => {
    const args = { q: "the customer is here, hop 4821 and Hoppers" };
    expect(deriveLabels({}, args, [fact("The customer is Grace Hopper, number 48213.")])).toEqual([]);
    const passed = { q: "Hopper" };
    expect(
      deriveLabels({}, passed, [fact("It is Grace Hopper.", ["pii"], true), fact("It is Grace Hopper.", [])]),
    ).toEqual([]);
    expect(deriveLabels({}, passed, [{ statement: "It is Grace Hopper.", invalidated: false }])).toEqual([]);
  });
});
