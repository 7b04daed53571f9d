import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { describeShared } from "../../../../test/support/shared.js";
import { verifies } from "../../../../test/support/verifies.js";
import { type ParseFrame, parseToolCall } from "../../src/capability/parse-tool-call.js";
import { ParsedToolCall } from "../../src/capability/parsed-tool-call.js";
import { vendorSafeNames } from "../../src/capability/vendor-safe-names.js";

const optionalText = { type: "object", properties: { q: { type: "string" } } };
const offering = (...ids: string[]): ParseFrame => ({
  capabilities: ids.map((capabilityId) => ({ capabilityId, inputSchema: optionalText })),
  maxCalls: 3,
});
const one = offering("lookup");
const strict: ParseFrame = {
  capabilities: [
    {
      capabilityId: "pay",
      inputSchema: {
        type: "object",
        properties: { amount: { type: "number" }, to: { type: "object", properties: { iban: { type: "string" } } } },
        required: ["amount"],
        additionalProperties: false,
      },
    },
  ],
  maxCalls: 3,
};

describeShared("recorded replies", (read) => {
  interface Row {
    readonly input: string;
    readonly one_tool: object;
    readonly two_tools: object;
    readonly right: string;
  }
  const rows = JSON.parse(read("vectors/positioning/parse-vectors.json")) as Row[];
  const call = (q?: string) => ({ capability_id: "lookup", arguments: q === undefined ? {} : { q }, answer: "" });
  const answer = (text: string) => ({ capability_id: null, arguments: {}, answer: text });
  /** What `right` means where it is prose, by the section that makes it exact; a problem where one is due. */
  const exact: Record<number, { readonly result: object; readonly problem?: string }> = {
    8: { result: answer(""), problem: "unknown-capability" },
    11: { result: call("x") },
    13: { result: call(), problem: "arguments-not-object" },
    14: { result: answer("Use {} for an empty dict.") },
    15: { result: answer('The config is {"port":443}.') },
    16: { result: call("a } b") },
    17: { result: call() },
    18: { result: call() },
    19: { result: call("x") },
    20: { result: answer('{"name":"Alice","age":30}') },
    21: { result: answer(""), problem: "unknown-capability" },
    27: { result: call() },
    28: { result: answer('I will call lookup(q="x")') },
    29: { result: call("x") },
  };
  rows.forEach((row, number) => {
    for (const [column, frame] of [
      ["one_tool", one],
      ["two_tools", offering("lookup", "search")],
    ] as const) {
      it(`${verifies("POS-VEC-01", "POS-PRS-01", "POS-PRS-04")}row ${number} with ${column}`, () => {
        const parsed = parseToolCall(row.input, frame);
        const right = exact[number];
        if (right === undefined) expect(row.right).toBe("same as reference");
        const { capabilityId, arguments: args } = parsed;
        expect({ capability_id: capabilityId, arguments: args, answer: parsed.answer }).toEqual(
          right?.result ?? row[column],
        );
        const empty = row.input.trim() === "";
        expect(parsed.problem?.kind).toBe(right?.problem ?? (empty ? "empty" : undefined));
      });
    }
  });
});

describe("where a call is found", () => {
  it(`${verifies("POS-PRS-01")}native calls win over the text`, () => {
    const parsed = parseToolCall(
      { text: '{"answer": "text"}', toolCalls: [{ name: "lookup", arguments: { q: "native" } }] },
      one,
    );
    expect(parsed).toMatchObject({ capabilityId: "lookup", arguments: { q: "native" }, source: "native" });
  });

  it(`${verifies("POS-PRS-01")}reasoning is no reply: closed, unclosed, and opened by the template`, () => {
    const call = '{"capability_id":"lookup","arguments":{"q":"x"}}';
    expect(parseToolCall(`<think>maybe ${call}</think>No call.`, one).answer).toBe("No call.");
    expect(parseToolCall(`Done. <thinking>${call}`, one)).toMatchObject({ capabilityId: null, answer: "Done." });
    expect(parseToolCall(`${call} hm</think>${call}`, one)).toMatchObject({
      capabilityId: "lookup",
      source: "envelope",
    });
    expect(parseToolCall(`let me see</think>Fine.`, one).answer).toBe("Fine.");
  });

  it(`${verifies("POS-PRS-01")}a tag inside a string of the arguments is part of the string`, () => {
    const parsed = parseToolCall('{"capability_id":"lookup","arguments":{"q":"<think>a</think>"}}', one);
    expect(parsed.arguments).toEqual({ q: "<think>a</think>" });
  });

  it.each(["```json\n%\n```", "<tool_call>\n%\n</tool_call>", "[TOOL_CALLS] [%]", "<|python_tag|>%", "functools[%]"])(
    `${verifies("POS-PRS-01")}the wrapper %s is looked through`,
    (wrapper) => {
      const parsed = parseToolCall(wrapper.replace("%", '{"name":"lookup","arguments":{"q":"x"}}'), one);
      expect(parsed).toMatchObject({ capabilityId: "lookup", arguments: { q: "x" } });
    },
  );

  it(`${verifies("POS-PRS-01")}an unbalanced brace in prose does not hide the call after it`, () => {
    const call = '{"capability_id":"lookup","arguments":{"q":"x"}}';
    for (const before of ["Use { to open. ", 'He said "{" and ', "[see ", '{ "note": "I call ', "{'a': "]) {
      expect(parseToolCall(before + call, one)).toMatchObject({ capabilityId: "lookup", arguments: { q: "x" } });
    }
  });
});

describe("what an envelope is", () => {
  it.each([
    '{"capability_id":"lookup","arguments":{"q":"x"},"thought":"t"}',
    '{"tool":"lookup","input":{"q":"x"}}',
    '{"name":"lookup","parameters":{"q":"x"}}',
    '{"id":"call_1","type":"function","name":"lookup","arguments":"{\\"q\\":\\"x\\"}"}',
    '{"type":"function","function":{"name":"lookup","arguments":"{\\"q\\":\\"x\\"}"}}',
    '{"type":"tool_use","id":"t1","name":"lookup","input":{"q":"x"}}',
    '{"tool_calls":[{"id":"c","function":{"name":"lookup","arguments":{"q":"x"}}}]}',
    '[{"name":"lookup","arguments":{"q":"x"}}]',
  ])(`${verifies("POS-PRS-02")}%s is a call`, (text) => {
    expect(parseToolCall(text, one)).toMatchObject({ capabilityId: "lookup", arguments: { q: "x" }, isToolCall: true });
  });

  it.each([
    '{"name":"lookup","age":30}',
    '{"name":"lookup","description":"Looks up","parameters":{"type":"object"}}',
    '{"answer":"a","score":1}',
    '{"answer":42}',
    '[{"name":"lookup","arguments":{}},{"port":443}]',
    '[[{"name":"lookup","arguments":{}}]]',
    "[]",
  ])(`${verifies("POS-PRS-02")}%s is data, and data is the answer`, (text) => {
    expect(parseToolCall(text, one)).toMatchObject({ capabilityId: null, answer: text, source: "data" });
  });

  it(`${verifies("POS-PRS-02")}an answer that is no string is handed on as its JSON`, () => {
    expect(parseToolCall('{"capability_id":null,"answer":{"n":[1,2]}}', one).answer).toBe('{"n":[1,2]}');
  });
});

describe("which capability is meant", () => {
  it(`${verifies("POS-PRS-03")}a case-insensitive equal counts only when it is the only one`, () => {
    const parsed = parseToolCall('{"capability_id":"LookUp"}', one);
    expect(parsed).toMatchObject({ capabilityId: "lookup", isToolCall: true });
    expect(parsed.note).toContain("LookUp");
    const two = parseToolCall('{"capability_id":"LOOKUP"}', offering("lookup", "Lookup"));
    expect(two).toMatchObject({ capabilityId: null, problem: { kind: "unknown-capability" } });
  });

  it(`${verifies("POS-PRS-03")}nothing else is mapped to a tool, not even to the only one`, () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 12 }).filter((id) => id.toLowerCase() !== "lookup" && id !== "" && id !== "null"),
        (id) => {
          const parsed = parseToolCall(JSON.stringify({ capability_id: id, arguments: { q: "x" } }), one);
          expect(parsed.capabilityId).toBeNull();
          expect(parsed.problem?.kind).toBe("unknown-capability");
        },
      ),
    );
  });

  it(`${verifies("POS-PRS-03")}the problem names the offered ids`, () => {
    const parsed = parseToolCall('{"capability_id":"ghost"}', offering("lookup", "search"));
    expect(parsed.problem?.message).toContain('"lookup", "search"');
  });
});

describe("several envelopes", () => {
  const a = '{"capability_id":"lookup","arguments":{"q":"a"}}';
  const b = '{"capability_id":"lookup","arguments":{"q":"b"}}';

  it(`${verifies("POS-PRS-04")}two different ones in prose are ambiguous, two equal ones are one`, () => {
    expect(parseToolCall(`Either ${a} or ${b}.`, one)).toMatchObject({
      capabilityId: null,
      problem: { kind: "ambiguous" },
    });
    expect(parseToolCall(`${a} I repeat: ${a}`, one)).toMatchObject({ capabilityId: "lookup", isToolCall: true });
  });

  it(`${verifies("POS-PRS-04")}a list keeps the first; the others wait, within max_calls`, () => {
    const calls = ["a", "b", "c", "d"].map((q) => ({ name: "lookup", arguments: { q } }));
    const listed = parseToolCall(JSON.stringify({ tool_calls: calls.map((call) => ({ function: call })) }), one);
    expect(listed.arguments).toEqual({ q: "a" });
    expect(listed.rest?.map((call) => call.arguments)).toEqual([{ q: "b" }, { q: "c" }]);
    const native = parseToolCall({ text: "", toolCalls: calls }, { ...one, maxCalls: 2 });
    expect(native.rest?.map((call) => call.arguments)).toEqual([{ q: "b" }]);
    expect(parseToolCall({ text: "", toolCalls: calls }, { ...one, maxCalls: 1 }).rest).toBeUndefined();
  });

  it(`${verifies("POS-PRS-04")}calls in wrappers of their own are a list`, () => {
    const parsed = parseToolCall(`<tool_call>${a}</tool_call>\n<tool_call>${b}</tool_call>`, one);
    expect(parsed.arguments).toEqual({ q: "a" });
    expect(parsed.rest).toEqual([{ capabilityId: "lookup", arguments: { q: "b" } }]);
  });
});

describe("arguments", () => {
  const native = (args: unknown, frame: ParseFrame = one) =>
    parseToolCall(
      { text: "", toolCalls: [{ name: frame.capabilities[0]?.capabilityId ?? "", arguments: args }] },
      frame,
    );

  it(`${verifies("POS-PRS-05")}B078: JSON text is unwrapped twice and no further`, () => {
    const once = JSON.stringify({ q: "x" });
    const twice = JSON.stringify(once);
    expect(native(once)).toMatchObject({ arguments: { q: "x" }, isToolCall: true });
    expect(native(twice)).toMatchObject({ arguments: { q: "x" }, isToolCall: true });
    expect(native(JSON.stringify(twice))).toMatchObject({ problem: { kind: "arguments-not-object" }, arguments: {} });
  });

  it(`${verifies("POS-PRS-05")}B078: what was unwrapped is validated`, () => {
    expect(native('"{\\"q\\":1}"')).toMatchObject({ problem: { kind: "arguments-invalid", paths: ["/q"] } });
  });

  it.each([undefined, null, "", "  "])(`${verifies("POS-PRS-05")}%j are no arguments`, (args) => {
    expect(native(args)).toMatchObject({ arguments: {}, isToolCall: true });
  });

  it.each([[[1]], [7], [true], ["[1]"], ["7"]])(`${verifies("POS-PRS-05")}%j is no object and is not run`, (args) => {
    expect(native(args)).toMatchObject({
      capabilityId: "lookup",
      arguments: {},
      isToolCall: false,
      problem: { kind: "arguments-not-object" },
    });
  });

  it(`${verifies("POS-PRS-05")}faults carry their paths, and nothing is coerced`, () => {
    const parsed = native({ amount: "5", extra: 1, to: { iban: 7 } }, strict);
    expect(parsed.isToolCall).toBe(false);
    expect(parsed.problem?.kind).toBe("arguments-invalid");
    expect([...(parsed.problem?.paths ?? [])].sort()).toEqual(["/amount", "/extra", "/to/iban"]);
    expect(parsed.arguments).toEqual({ amount: "5", extra: 1, to: { iban: 7 } });
    expect(native({}, strict).problem?.paths).toEqual(["/amount"]);
  });

  it(`${verifies("POS-PRS-08")}a null that strict form puts for an absent optional argument is absent`, () => {
    expect(native({ amount: 5, to: null }, strict)).toMatchObject({ arguments: { amount: 5 }, isToolCall: true });
    expect(native({ amount: null }, strict).problem?.paths).toEqual(["/amount"]);
  });

  it(`${verifies("POS-PRS-07")}__proto__ and constructor are plain data`, () => {
    const text = '{"capability_id":"lookup","arguments":{"__proto__":{"polluted":true},"constructor":"c"}}';
    for (const reply of [text, `${text.slice(0, -2)},}}`]) {
      const { arguments: args } = parseToolCall(reply, one);
      expect(Object.keys(args)).toEqual(["__proto__", "constructor"]);
      expect(Object.getPrototypeOf(args)).toBe(Object.prototype);
    }
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    expect(parseToolCall('{"capability_id":"constructor"}', one).problem?.kind).toBe("unknown-capability");
  });
});

describe("damaged replies", () => {
  it(`${verifies("POS-PRS-06")}B082: what the output limit cut is neither repaired nor run`, () => {
    const cut = parseToolCall('{"items":["a","b"', one, { finishReason: "length" });
    expect(cut).toMatchObject({ capabilityId: null, problem: { kind: "truncated" }, source: "data" });
    const whole = '{"capability_id":"lookup","arguments":{"q":"x"}}';
    expect(parseToolCall({ text: whole, finishReason: "length" }, one).isToolCall).toBe(false);
    const call = { name: "lookup", arguments: {} };
    expect(parseToolCall({ text: "", toolCalls: [call], finishReason: "length" }, one).capabilityId).toBeNull();
    expect(parseToolCall("Once upon a time", one, { finishReason: "length" })).toMatchObject({
      source: "prose",
      answer: "Once upon a time",
    });
  });

  it.each([
    "{'capability_id': 'lookup', 'arguments': {'q': 'x'}}",
    '{"capability_id":"lookup","arguments":{"q":"x",},}',
    '{capability_id: "lookup", arguments: {q: "x"}}',
    '{"capability_id":"lookup","arguments":{"q":"two\nlines"}}',
    'Here: {"capability_id":"lookup","arguments":{"q":"x"}',
    '```json\n{"capability_id":"lookup","arguments":{"q":"x"}\n```',
    '[{"name":"lookup","arguments":{"q":"x"},}]',
  ])(`${verifies("POS-PRS-06")}%j is repaired into a call`, (text) => {
    const parsed = parseToolCall(text, one);
    expect(parsed).toMatchObject({ capabilityId: "lookup", source: "repaired", isToolCall: true });
    expect(typeof parsed.arguments.q).toBe("string");
  });

  it(`${verifies("POS-PRS-06")}a repaired call passes validation or is a problem`, () => {
    expect(parseToolCall("{'capability_id': 'pay', 'arguments': {'amount': 'a lot'}}", strict)).toMatchObject({
      source: "repaired",
      isToolCall: false,
      problem: { kind: "arguments-invalid" },
    });
    expect(parseToolCall("{'capability_id': 'ghost'}", one).problem?.kind).toBe("unknown-capability");
  });

  it(`${verifies("POS-PRS-06")}damaged data is not repaired: it is the answer as it stands`, () => {
    const text = "{'name': 'Alice', 'age': 30}";
    expect(parseToolCall(text, one)).toMatchObject({ capabilityId: null, answer: text });
    expect(parseToolCall("Write {x} or [y, for z.", one).answer).toBe("Write {x} or [y, for z.");
  });

  it(`${verifies("POS-PRS-06")}a candidate over 64 KB is not repaired, and what was meant as a call is asked again`, () => {
    const filler = "x".repeat(64 * 1024);
    const parsed = parseToolCall(`{'capability_id': 'lookup', 'arguments': {'q': '${filler}'}}`, one);
    expect(parsed.isToolCall).toBe(false);
    expect(parsed.problem).toBeDefined();
    expect(
      parseToolCall(`{'capability_id': 'lookup', 'arguments': {'q': '${"x".repeat(1024)}'}}`, one).isToolCall,
    ).toBe(true);
  });
});

describe("problems", () => {
  it(`${verifies("POS-PRS-07")}the reply under a problem is its answer, else the prose around the envelope`, () => {
    const ghost = '{"capability_id":"ghost","arguments":{}}';
    expect(parseToolCall(`I think it is 42. ${ghost}`, one).answer).toBe("I think it is 42.");
    expect(parseToolCall(`\`\`\`json\n${ghost}\n\`\`\``, one).answer).toBe("");
    expect(parseToolCall(`<tool_call>${ghost}</tool_call>`, one).answer).toBe("");
  });

  it(`${verifies("POS-PRS-07")}an empty reply is a problem, in any of its forms`, () => {
    for (const reply of ["", " \n ", "<think>hm</think>", '{"capability_id":null}', '{"answer":""}']) {
      expect(parseToolCall(reply, one)).toMatchObject({ capabilityId: null, answer: "", problem: { kind: "empty" } });
    }
  });

  it(`${verifies("POS-PRS-07")}a message is one line and tells no more of a foreign id than its beginning`, () => {
    const parsed = parseToolCall(JSON.stringify({ capability_id: "g\n".repeat(5000) }), one);
    expect(parsed.problem?.message.includes("\n")).toBe(false);
    expect(parsed.problem?.message.length).toBeLessThan(300);
  });
});

describe("any input at all", () => {
  const piece = fc.oneof(
    fc.constantFrom("{", "}", "[", "]", '"', "\\", ":", ",", "'", "<think>", "</think>", "<tool_call>", "```", "\n"),
    fc.constantFrom('"capability_id"', '"lookup"', '"arguments"', '"answer"', "null", "true", "1e9", "lookup", "{}"),
    fc.string({ maxLength: 4 }),
  );

  it(`${verifies("POS-PRS-01", "POS-PRS-03")}gives a result, and a call only of an offered id that stands in it`, () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const text = pieces.join("");
        const parsed = parseToolCall(text, one);
        expect(parsed).toBeInstanceOf(ParsedToolCall);
        if (parsed.isToolCall) {
          expect(parsed.capabilityId).toBe("lookup");
          expect(text.toLowerCase()).toContain("lookup");
        }
      }),
      { numRuns: 400 },
    );
  });

  it(`${verifies("POS-PRS-01")}every JSON document is data or an envelope, whatever stands in its strings`, () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom("", "Here: ", "{ ", '" '), (json, before) => {
        const envelope = JSON.stringify({ capability_id: "lookup", arguments: { q: json } });
        expect(parseToolCall(before + envelope, one)).toMatchObject({ capabilityId: "lookup", arguments: { q: json } });
      }),
    );
  });

  it(`${verifies("POS-PRS-09")}deep nesting neither overflows the stack nor throws`, () => {
    const deep = `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`;
    expect(parseToolCall(deep, one).answer).toBe(deep);
    for (const text of ['{"a":'.repeat(100_000), "[".repeat(200_000), '\\"'.repeat(200_000), '{"'.repeat(100_000)]) {
      expect(parseToolCall(text, one).capabilityId).toBeNull();
    }
    const args = `{"capability_id":"lookup","arguments":{"q":${deep}}}`;
    expect(parseToolCall(args, one)).toMatchObject({ problem: { kind: "arguments-invalid" } });
    expect(parseToolCall(`{"capability_id":null,"answer":${deep}}`, one).answer).toBe(deep);
  });

  it(`${verifies("POS-PRS-09")}a place that was passed once is not tried again`, () => {
    // Quadratic work on this input takes minutes; the test's own limit is the proof.
    const text = '{"a":'.repeat(300_000);
    expect(parseToolCall(text, one).answer).toBe(text);
    const nested = `${"[".repeat(300_000)}"`;
    expect(parseToolCall(nested, one).answer).toBe(nested);
  });
});

describe("vendor-safe names", () => {
  const id = fc.oneof(
    fc.string({ minLength: 1, maxLength: 128 }),
    fc.constantFrom("a.b", "a_b", "a b", "a/b", "x".repeat(64), "x".repeat(65), "x".repeat(66), "日本", "a.B"),
  );

  it(`${verifies("POS-PRS-10")}every id comes back from its name, and every name is safe`, () => {
    fc.assert(
      fc.property(fc.array(id, { maxLength: 20 }), (ids) => {
        const names = vendorSafeNames(ids);
        const safe = ids.map((one) => names.toSafe(one) ?? "");
        for (const name of safe) expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
        expect(safe.map((name) => names.toId(name))).toEqual(ids);
        const reversed = vendorSafeNames([...ids].reverse());
        expect(ids.map((one) => reversed.toSafe(one))).toEqual(safe);
      }),
    );
  });

  it(`${verifies("POS-PRS-10")}a safe id keeps its name; a changed or cut one ends in eight digits of its digest`, () => {
    const names = vendorSafeNames(["plain-id_1", "weather.get", "x".repeat(65)]);
    expect(names.toSafe("plain-id_1")).toBe("plain-id_1");
    expect(names.toSafe("weather.get")).toMatch(/^weather_get_[0-9a-f]{8}$/);
    expect(names.toSafe("x".repeat(65))).toMatch(/^x{55}_[0-9a-f]{8}$/);
  });

  it(`${verifies("POS-PRS-10")}where a name is taken, more digits are`, () => {
    const first = vendorSafeNames(["weather.get"]).toSafe("weather.get") as string;
    const names = vendorSafeNames(["weather.get", first]);
    expect(names.toSafe(first)).toBe(first);
    expect(names.toSafe("weather.get")).toMatch(/^weather_get_[0-9a-f]{9}$/);
    expect(names.toId(first)).toBe(first);
  });

  it(`${verifies("POS-PRS-10")}native names are mapped back before they are judged`, () => {
    const frame = offering("weather.get");
    const names = vendorSafeNames(["weather.get"]);
    const call = { name: names.toSafe("weather.get") as string, arguments: {} };
    expect(parseToolCall({ text: "", toolCalls: [call] }, frame, { names }).capabilityId).toBe("weather.get");
    expect(parseToolCall({ text: "", toolCalls: [call] }, frame).problem?.kind).toBe("unknown-capability");
  });
});

it("a parsed call survives its JSON", () => {
  const parsed = parseToolCall('[{"name":"LOOKUP","arguments":{"q":"a"}},{"name":"lookup","arguments":{}}]', one);
  const back = ParsedToolCall.fromJson(JSON.parse(JSON.stringify(parsed)));
  expect(back).toEqual(parsed);
  expect(Object.keys(parsed.toJSON())).toContain("capability_id");
});
