import { describe, expect, it } from "vitest";
import { agUi } from "../../src/ag-ui/index.js";
import { createHandler } from "../../src/index.js";
import { serve } from "../../src/node/index.js";
import { answering } from "../support/scripted-runs.js";

describe("options of a server", () => {
  it.each([
    ["none", undefined, /run: expected the options of the runs/],
    ["no run", {}, /run: expected the options of the runs/],
    ["a run without a model", { run: {} }, /run: model: is required/],
    ["a misspelt option of runs", { run: { ...answering, tool: [] } }, /run: tool: is no option of a run/],
    ["a misspelt hook", { run: answering, authorise: () => null }, /authorise: is no option of a server/],
    ["a token for a hook", { run: answering, authorize: "secret-token-0123456789" }, /authorize: expected a function/],
    ["a path for records", { run: answering, records: ".pelorus/runs" }, /records: expected records, such as folder/],
    ["an endpoint not called", { run: answering, endpoints: [agUi] }, /endpoints: 0: expected an endpoint/],
    ["a path without its slash", { run: answering, endpoints: [agUi({ path: "ag-ui" })] }, /"ag-ui" is no path/],
    ["a limit in words", { run: answering, limits: { runMs: "1h" } }, /limits: runMs: expected a number/],
    ["a limit nobody knows", { run: answering, limits: { runs: 3 } }, /limits: runs is no limit of a server/],
    ["a short key", { run: answering, cursorKey: new Uint8Array(4) }, /cursorKey: expected at least 16 bytes/],
  ])("are told by their names when they are %s", async (_what, options, message) => {
    await expect(serve(options as never)).rejects.toMatchObject({ code: "invalid_options" });
    await expect(serve(options as never)).rejects.toThrow(message);
    expect(() => createHandler((options ?? {}) as never)).toThrow(message);
  });

  it("name everything that is wrong at once", () => {
    const wrong = { run: answering, allowedHosts: "localhost", onFault: 1 };
    expect(() => createHandler(wrong as never)).toThrow(/allowedHosts: .*; onFault: /);
  });
});
