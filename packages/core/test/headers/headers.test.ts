import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { describeShared } from "../../../../test/support/shared.js";
import { verifies } from "../../../../test/support/verifies.js";
import { CAPABILITY_PROFILES, STRUCTURED_OUTPUT_MODES } from "../../src/contract/capability.js";
import { DEPTH_LEVELS } from "../../src/contract/depth.js";
import { sha256Digest } from "../../src/contract/digest.js";
import { OPERATION_STATES } from "../../src/contract/event.js";
import { MODEL_CAPABILITIES } from "../../src/contract/model.js";
import { STL_OPERATIONS } from "../../src/contract/operation.js";
import { formatHeaders } from "../../src/lifecycle/headers/format-headers.js";
import { HEADER_TABLE } from "../../src/lifecycle/headers/header-table.js";
import {
  EXECUTION_MODES,
  type HeaderProblem,
  type HeaderValues,
  OUTPUT_CONTRACT_MODES,
} from "../../src/lifecycle/headers/header-values.js";
import { parseHeaders } from "../../src/lifecycle/headers/parse-headers.js";
import { OperationStateMachine } from "../../src/lifecycle/machine.js";
import { planOf } from "../lifecycle/plan-steps.js";

const counts = fc.nat(1e9);
const operation = fc.constantFrom(...STL_OPERATIONS);
const id = fc.stringMatching(/^[A-Za-z0-9_.-]{1,20}$/);
const digest = fc.string().map(sha256Digest);
/** Any text that is valid UTF-16: quotes, line ends, other scripts. */
const text = fc.string({ unit: "grapheme", maxLength: 30 });
const hundredths = (most: number) => fc.nat(most).map((value) => value / 100);
const schema = fc.oneof(
  digest.map((data) => ({ kind: "digest" as const, data })),
  fc
    .dictionary(text, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3, noNullPrototype: true })
    // JSON has one zero.
    .map((data) => ({ kind: "inline" as const, data: JSON.parse(JSON.stringify(data)) })),
);
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });

/** Leaves out members that are undefined: the values of headers have none. */
const compact = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as T;

/** Every representable value of every header. */
const VALUES = {
  operationState: fc.constantFrom(...OPERATION_STATES),
  operationType: operation,
  operationPlan: fc.oneof(
    fc.array(operation).map((data) => ({ kind: "operations" as const, data })),
    digest.map((data) => ({ kind: "digest" as const, data })),
  ),
  capabilityProfile: fc.constantFrom(...CAPABILITY_PROFILES),
  modelCapabilities: fc.array(fc.constantFrom(...MODEL_CAPABILITIES)),
  toolSubset: fc.array(id),
  toolAllowlist: fc.array(id),
  toolBlocklist: fc.array(id),
  executionMode: fc.constantFrom(...EXECUTION_MODES),
  loopGuard: fc.record({ maxIterations: counts, timeoutMs: counts, maxDuplicates: optional(counts) }).map(compact),
  structuredOutputMode: fc.constantFrom(...STRUCTURED_OUTPUT_MODES),
  structuredOutputSchema: schema,
  promptCacheHint: fc.record({ pinnedTokens: counts, digest: optional(digest) }).map(compact),
  structuredOutputContract: fc.record({ mode: fc.constantFrom(...OUTPUT_CONTRACT_MODES), schema }),
  toolPositioningFrame: fc.record({ capabilityIds: fc.array(text, { maxLength: 7 }), selectionReason: text }),
  preventiveHalt: fc.oneof(
    id.map((data) => ({ kind: "frame" as const, data })),
    fc.webUrl().map((data) => ({ kind: "uri" as const, data: new URL(data).href })),
  ),
  stlOperations: fc.array(operation),
  operationCurrent: fc
    .record({ operation, position: optional(fc.integer({ min: 1, max: 40 })), more: fc.nat(40) })
    .map(({ operation: token, position, more }) =>
      compact({ operation: token, position, total: (position ?? 0) + more }),
    ),
  depthProposed: fc.constantFrom(...DEPTH_LEVELS),
  depthFinal: fc
    .record({
      depth: fc.constantFrom(...DEPTH_LEVELS),
      renegotiated: optional(
        fc.record({
          direction: fc.constantFrom("deepen" as const, "shallow" as const),
          reason: fc.stringMatching(/^[a-z][a-z-]{0,30}$/),
        }),
      ),
    })
    .map(compact),
  frameTokens: counts,
  goalCompassTokens: counts,
  frameVersusInject: hundredths(100_000),
  relayPreservation: fc.record({ score: hundredths(100), repaired: optional(counts) }).map(compact),
  relayRevisions: counts,
  relayRevisionTarget: fc.stringMatching(/^[!-~]{1,30}$/),
  relayCsoFacts: counts,
  relayCsoDecisions: counts,
  relayDependencyDepth: counts,
  toolObservationCount: counts,
  continuationWindows: counts.map((value) => value + 1),
  resourcePlan: fc.record({
    profile: fc.constantFrom(...CAPABILITY_PROFILES),
    maxOperations: counts,
    toolConcurrency: counts,
    reason: text,
  }),
  clarification: fc
    .record({ candidates: counts, reason: optional(text), default: optional(fc.option(counts, { nil: null })) })
    .map(compact),
} satisfies { [K in keyof HeaderValues]-?: fc.Arbitrary<NonNullable<HeaderValues[K]>> };

const anyCase = (name: string, flips: readonly boolean[]) =>
  [...name].map((letter, at) => (flips[at % flips.length] ? letter.toUpperCase() : letter.toLowerCase())).join("");

describe("headers", () => {
  it(`${verifies("POS-HDR-01")}parse ∘ format is the identity on every representable value`, () => {
    const values = fc.record(VALUES, { requiredKeys: [] }) as fc.Arbitrary<HeaderValues>;
    fc.assert(
      fc.property(values, fc.array(fc.boolean(), { minLength: 1 }), (given, flips) => {
        const problems: HeaderProblem[] = [];
        const headers = formatHeaders(given, { onProblem: (problem) => problems.push(problem) });
        const sent = Object.fromEntries(Object.entries(headers).map(([name, value]) => [anyCase(name, flips), value]));
        const back = parseHeaders(sent);
        expect(back.problems).toEqual([]);
        // A frame above 4 KiB is left out; nothing else may be.
        const { toolPositioningFrame, ...rest } = given;
        const frameKept = headers["CRP-Tool-Positioning-Frame"] !== undefined;
        expect(back.values).toEqual(frameKept ? given : rest);
        expect(problems).toHaveLength(frameKept || toolPositioningFrame === undefined ? 0 : 1);
      }),
      { numRuns: 400 },
    );
  });

  it(`${verifies("POS-HDR-01")}values are printable ASCII on one line, whatever the texts in them`, () => {
    const hostile = fc.string({ unit: "binary", maxLength: 40 });
    fc.assert(
      fc.property(hostile, hostile, (reason, key) => {
        const headers = formatHeaders({
          resourcePlan: { profile: "frontier", maxOperations: 1, toolConcurrency: 1, reason },
          clarification: { candidates: 2, reason },
          structuredOutputSchema: { kind: "inline", data: { [key]: reason } },
          toolSubset: [key],
          toolPositioningFrame: { capabilityIds: [key], selectionReason: reason },
          relayRevisionTarget: key,
          preventiveHalt: { kind: "frame", data: key },
        });
        for (const value of Object.values(headers)) expect(value).toMatch(/^[\x20-\x7e]*$/);
      }),
      { numRuns: 300 },
    );
  });

  it(`${verifies("POS-HDR-01")}have the texts of the design`, () => {
    const hex = sha256Digest("x");
    const plan = {
      profile: "capable-local",
      maxOperations: 10,
      toolConcurrency: 1,
      reason: 'Größe "8" 100%\r\n',
    } as const;
    expect(
      formatHeaders({
        operationState: "TOOL_EXECUTED",
        operationPlan: { kind: "operations", data: ["RETRIEVE", "VERIFY"] },
        loopGuard: { maxIterations: 5, timeoutMs: 30_000, maxDuplicates: 2 },
        promptCacheHint: { pinnedTokens: 1200, digest: hex },
        structuredOutputContract: { mode: "tool-call", schema: { kind: "digest", data: hex } },
        preventiveHalt: { kind: "frame", data: "h_1" },
        operationCurrent: { operation: "COMPARE", position: 2, total: 3 },
        depthFinal: { depth: "D4", renegotiated: { direction: "deepen", reason: "contradiction-found" } },
        frameVersusInject: 0.4,
        relayPreservation: { score: 1, repaired: 0 },
        resourcePlan: plan,
        clarification: { candidates: 2, reason: "which city", default: null },
      }),
    ).toEqual({
      "CRP-Agent-Operation-State": "TOOL_EXECUTED",
      "CRP-Agent-Operation-Plan": "RETRIEVE,VERIFY",
      "CRP-Agent-Loop-Guard": "5/30000/2",
      "CRP-LLM-Prompt-Cache-Hint": `pin:1200/${hex}`,
      "CRP-Structured-Output-Contract": `tool-call/${hex}`,
      "CRP-Safety-Preventive-Halt": "frame:h_1",
      "CRP-STL-Operation-Current": "COMPARE 2/3",
      "CRP-STL-Depth-Final": "D4; renegotiated=deepen; reason=contradiction-found",
      "CRP-STL-Frame-Vs-Inject": "0.40",
      "CRP-Relay-Preservation": "1.00; repaired=0",
      "CRP-Resource-Plan":
        'profile=capable-local; max-operations=10; tool-concurrency=1; reason="Gr%C3%B6%C3%9Fe \\"8\\" 100%25%0D%0A"',
      "X-CRP-Clarification": 'required; candidates=2; reason="which city"; default=none',
    });
  });

  it(`${verifies("POS-HDR-01")}strict8 knows eight operations: VERIFY is EVALUATE, CLARIFY and REVISE are left out`, () => {
    const headers = formatHeaders(
      {
        operationType: "REVISE",
        operationPlan: { kind: "operations", data: [...STL_OPERATIONS] },
        stlOperations: ["VERIFY", "CLARIFY", "GENERATE"],
        operationCurrent: { operation: "VERIFY", position: 1, total: 3 },
      },
      { strict8: true },
    );
    expect(headers).toEqual({
      "CRP-Agent-Operation-Plan": "PLAN,RETRIEVE,EVALUATE,COMPARE,ANALYSE,TRANSFORM,SYNTHESISE,GENERATE",
      "CRP-STL-Operations": "EVALUATE,GENERATE",
      "CRP-STL-Operation-Current": "EVALUATE 1/3",
    });
    expect(parseHeaders(headers)).toMatchObject({
      problems: [],
      values: { stlOperations: ["VERIFY", "GENERATE"], operationCurrent: { operation: "VERIFY" } },
    });
  });

  it(`${verifies("POS-HDR-01")}what breaks its grammar is reported with its header and never thrown`, () => {
    const wrong: Record<string, string[]> = {
      "CRP-Agent-Operation-State": ["RUNNING", "complete", ""],
      "CRP-Agent-Operation-Type": ["SUMMARISE", "verify"],
      "CRP-Agent-Operation-Plan": ["sha256:12", "RETRIEVE,DREAM"],
      "CRP-Agent-Capability-Profile": ["huge"],
      "CRP-Agent-Execution-Mode": ["loop"],
      "CRP-Agent-Loop-Guard": ["5", "5/", "a/b", "1/2/3/4", "-1/5", "1.5/3", "5/100/x"],
      "CRP-LLM-Structured-Output-Mode": ["json"],
      "CRP-LLM-Structured-Output-Schema": ["{", "[]", "null", `sha256:${"A".repeat(64)}`],
      "CRP-LLM-Prompt-Cache-Hint": ["pin:", "1200", "pin:1/md5:0", "pin:1/sha256:00"],
      "CRP-Structured-Output-Contract": ["json-schema", "off/{}", "regex/", "/{}"],
      "CRP-Tool-Positioning-Frame": ["!!!", "bm90IGpzb24", Buffer.from('{"capability_ids":[1]}').toString("base64url")],
      "CRP-Safety-Preventive-Halt": ["halt", "frame:", "uri:a b"],
      "CRP-STL-Operation-Current": ["COMPARE", "COMPARE 0/3", "COMPARE 4/3", "DREAM 1/2", "COMPARE 1/2/3"],
      "CRP-STL-Depth-Proposed": ["D6", "3"],
      "CRP-STL-Depth-Final": ["D0", "D3; renegotiated=up; reason=x", "D3; renegotiated=deepen", "D3; reason"],
      "CRP-STL-Frame-Tokens": ["-1", "1e3", "12 tokens", "9".repeat(16)],
      "CRP-STL-Frame-Vs-Inject": ["0.4", ".40", "1,00", "0.400"],
      "CRP-Relay-Preservation": ["1.01", "0.5", "0.50; repaired=x"],
      "CRP-Relay-Revision-Target": ["d 1", ""],
      "CRP-Continuation-Windows": ["0"],
      "CRP-Resource-Plan": ["profile=frontier", 'profile=x; max-operations=1; tool-concurrency=1; reason="r"'],
      "X-CRP-Clarification": [
        "candidates=2",
        "required",
        "required; candidates=2; default=first",
        'required; candidates=2; reason="open',
        'required; candidates=2; reason="a\\"',
        'required; candidates=2; reason="%ZZ"',
        "required; candidates=1; candidates=2",
      ],
      "CRP-Agent-Unheard-Of": ["1"],
    };
    for (const [header, values] of Object.entries(wrong)) {
      for (const value of values) {
        const parsed = parseHeaders({ [header]: value });
        expect(parsed.values, `${header}: ${value}`).toEqual({});
        expect(parsed.problems[0]).toMatchObject({ header });
      }
    }
  });

  it(`${verifies("POS-HDR-01")}lists drop and report the items that are none; other headers are passed over`, () => {
    const parsed = parseHeaders({
      "crp-agent-tool-subset": "lookup , sear ch,web.search",
      "CRP-Agent-Model-Capabilities": ["tool-call", "telepathy"],
      "Content-Type": "text/plain",
      "CRP-STL-Frame-Tokens": undefined,
    });
    expect(parsed.values).toEqual({ toolSubset: ["lookup", "web.search"], modelCapabilities: ["tool-call"] });
    expect(parsed.problems.map((problem) => problem.header)).toEqual([
      "CRP-Agent-Tool-Subset",
      "CRP-Agent-Model-Capabilities",
    ]);
    const problems: HeaderProblem[] = [];
    const headers = formatHeaders(
      { toolSubset: ["a", "b c", "d/e"] },
      { onProblem: (problem) => problems.push(problem) },
    );
    expect(headers).toEqual({ "CRP-Agent-Tool-Subset": "a" });
    expect(problems).toHaveLength(1);
  });

  it(`${verifies("POS-HDR-01")}a list of only bad ids allows nothing; a header that comes twice counts once`, () => {
    expect(parseHeaders({ "CRP-Tool-Allowlist": "a b" }).values).toEqual({ toolAllowlist: [] });
    const twice = parseHeaders({ "CRP-STL-Frame-Tokens": "1", "crp-stl-frame-tokens": "2" });
    expect(twice.values).toEqual({ frameTokens: 1 });
    expect(twice.problems).toHaveLength(1);
  });

  it(`${verifies("POS-HDR-01")}reads EVALUATE and the older form of the current operation`, () => {
    expect(
      parseHeaders({ "CRP-STL-Operation-Current": "EVALUATE/4", "CRP-STL-Operations": "EVALUATE, PLAN" }).values,
    ).toEqual({
      operationCurrent: { operation: "VERIFY", total: 4 },
      stlOperations: ["VERIFY", "PLAN"],
    });
  });

  it(`${verifies("POS-HDR-01")}a frame above 4 KiB is left out`, () => {
    const frame = (length: number) =>
      formatHeaders({ toolPositioningFrame: { capabilityIds: ["a"], selectionReason: "x".repeat(length) } });
    expect(Object.keys(frame(2000))).toHaveLength(1);
    expect(frame(4000)).toEqual({});
  });

  it(`${verifies("POS-HDR-01")}a machine's headers say state, operation and plan`, () => {
    const machine = new OperationStateMachine(planOf("RETRIEVE", "VERIFY"), { clock: () => 0 });
    expect(machine.toHeaders()).toEqual({
      "CRP-Agent-Operation-State": "INTENT_CLASSIFIED",
      "CRP-Agent-Operation-Plan": "RETRIEVE,VERIFY",
    });
    machine.position();
    machine.selectTool("lookup");
    expect(machine.toHeaders()).toEqual({
      "CRP-Agent-Operation-State": "TOOL_SELECTED",
      "CRP-Agent-Operation-Type": "RETRIEVE",
      "CRP-Agent-Operation-Plan": "RETRIEVE,VERIFY",
    });
    const long = Array.from({ length: 40 }, () => "ANALYSE" as const);
    const { "CRP-Agent-Operation-Plan": plan } = new OperationStateMachine(planOf(...long), {
      clock: () => 0,
    }).toHeaders();
    expect(plan).toBe(sha256Digest(long.join(",")));
  });
});

describeShared("the header table", (read) => {
  it(`${verifies("POS-HDR-01")}has every header the design names, with its direction`, () => {
    const section = read("design/positioning.md").split("## 16. Headers")[1]?.split("## 17.")[0] as string;
    const named = new Map<string, string>();
    for (const line of section.split("\n")) {
      const [, names, directions] = /^\| ((?:X-)?CRP-[^|]+) \| ([a-z ·]+) \|/.exec(line) ?? [];
      if (names === undefined || directions === undefined) continue;
      const list = names.split(" · ");
      const ways = directions.split(" · ");
      const prefix = (list[0] as string).slice(0, (list[0] as string).lastIndexOf("-"));
      const stem = list[0]?.startsWith("CRP-Relay") ? "CRP-Relay" : prefix;
      list.forEach((name, at) => {
        named.set(name.startsWith("-") ? `${stem}${name}` : name, ways[at] ?? (ways[0] as string));
      });
    }
    expect(named.size).toBeGreaterThan(30);
    expect(new Map(HEADER_TABLE.map((row) => [row.name, row.direction]))).toEqual(named);
  });
});
