import { runPositioned } from "@pelorus/core";
import { describe, expect, test } from "vitest";
import type { ModelRequest } from "../../src/contract/model.js";

const getterOf = (holder: object, member: string) => Object.getOwnPropertyDescriptor(holder, member)?.get;

describe("[POS-SPD-02 POS-SPD-03] what is worked out when it is read", () => {
  test("is read through one accessor, which holds on to no step", async () => {
    const requests: ModelRequest[] = [];
    const options: object[] = [];
    const { events } = await runPositioned("Compare tea and coffee. Then write a summary.", {
      model: {
        provider: "test",
        modelId: "test",
        async doGenerate(request) {
          requests.push(request);
          return { text: "Tea has less caffeine than coffee." };
        },
      },
    });
    await runPositioned("Compare tea and coffee. Then write a summary.", {
      model: (_prompt, _schema, told) => {
        options.push(told as object);
        return "Tea has less caffeine than coffee.";
      },
    });
    const nodes = events.filter((event) => event.kind === "node_recorded").map(({ data }) => data);
    for (const [holders, member] of [
      [nodes, "node"],
      [requests, "signal"],
      [options, "signal"],
    ] as const) {
      expect(holders.length).toBeGreaterThan(1);
      expect(new Set(holders.map((holder) => getterOf(holder, member))).size).toBe(1);
      expect(getterOf(holders[0] as object, member)).toBeDefined();
    }
    expect({ ...nodes[0] }.node).toBe(nodes[0]?.node);
    expect(JSON.parse(JSON.stringify(nodes[0]))).toEqual({ ...nodes[0] });
    expect(Object.keys(nodes[1] ?? {})).toEqual(["nodeId", "parentNode", "node", "originSession", "modelAvec"]);
    expect({ ...requests[0] }.signal).toBeInstanceOf(AbortSignal);
    expect({ ...(options[0] as ModelRequest) }.signal).toBeInstanceOf(AbortSignal);
  });
});
