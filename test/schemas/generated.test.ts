import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { verifies } from "../support/verifies.js";
import { generatedSpecs } from "./source-modules.js";

const specs = fileURLToPath(new URL("../../specs", import.meta.url));

// `npx vitest run test/schemas -u` writes the files anew from the sources, as scripts/generate-specs.mjs does from a build.
describe("what specs/ holds by machine", async () => {
  const generated = await generatedSpecs();
  const committed = ["errors.json", ...readdirSync(`${specs}/schemas`).map((name) => `schemas/${name}`)];

  it("is a file for every document, and none that nothing generates", () => {
    expect(committed.sort()).toEqual([...generated.keys()].sort());
  });

  it.each([...generated.keys()])(`${verifies("POS-EVT-03", "POS-API-04")}is what the sources say: %s`, async (path) => {
    await expect(generated.get(path)).toMatchFileSnapshot(`${specs}/${path}`);
  });
});
