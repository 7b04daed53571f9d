import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { verifies } from "../support/verifies.js";
import { generatedSpecs } from "./source-modules.js";

const specs = fileURLToPath(new URL("../../specs", import.meta.url));

describe("what specs/ holds by machine", async () => {
  const generated = await generatedSpecs();

  it.each([...generated.keys()])(
    verifies("POS-EVT-03", "POS-API-04") + "is what the sources say: %s (else run scripts/generate-specs.mjs)",
    (path) => {
      expect(readFileSync(`${specs}/${path}`, "utf8")).toBe(generated.get(path));
    },
  );

  it("has no schema that nothing generates", () => {
    const committed = readdirSync(`${specs}/schemas`).map((name) => `schemas/${name}`);
    expect(committed.filter((path) => !generated.has(path))).toEqual([]);
  });
});
