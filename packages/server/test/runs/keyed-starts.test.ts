import { describe, expect, it } from "vitest";
import { KeyedStarts } from "../../src/runs/index.js";

describe("keyed starts", () => {
  it("keep as many keys of an owner as they may, the latest ones", async () => {
    const starts = new KeyedStarts({ perOwner: 2, keptMs: 1000 });
    let begun = 0;
    const once = (owner: string, key: string) => starts.once(owner, key, "same", async () => `run_${++begun}`);
    expect(await once("ann", "a")).toBe("run_1");
    expect(await once("ann", "b")).toBe("run_2");
    expect(await once("bob", "a")).toBe("run_3");
    // A third one of the same owner takes the place of the first.
    expect(await once("ann", "c")).toBe("run_4");
    expect(await once("ann", "b")).toBe("run_2");
    expect(await once("bob", "a")).toBe("run_3");
    expect(await once("ann", "a")).toBe("run_5");
  });

  it("keep a key for its time and no longer", async () => {
    let now = 0;
    const starts = new KeyedStarts({ perOwner: 10, keptMs: 1000, clock: () => now });
    let begun = 0;
    const once = (fingerprint: string) => starts.once("ann", "a", fingerprint, async () => `run_${++begun}`);
    expect(await once("one")).toBe("run_1");
    now = 999;
    expect(await once("one")).toBe("run_1");
    await expect(once("two")).rejects.toMatchObject({ code: "idempotency_key_reused" });
    now = 1000;
    expect(await once("two")).toBe("run_2");
  });

  it("let the key of a failed start be used for another", async () => {
    const starts = new KeyedStarts({ perOwner: 10, keptMs: 1000 });
    const failing = starts.once("ann", "a", "one", () => Promise.reject(new Error("full")));
    const beside = starts.once("ann", "a", "one", async () => "never");
    await expect(failing).rejects.toThrow("full");
    await expect(beside).rejects.toThrow("full");
    expect(await starts.once("ann", "a", "two", async () => "run_1")).toBe("run_1");
  });
});
