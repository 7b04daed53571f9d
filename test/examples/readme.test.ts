import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const read = (path: string) => readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), "utf8");

it("the README's quickstart is the example that runs", () => {
  const example = /\/\/ #region quickstart\n([\s\S]*?)\/\/ #endregion/.exec(read("examples/quickstart.mjs"))?.[1];
  const snippet = /<!-- examples\/quickstart\.mjs#quickstart -->\n```js\n([\s\S]*?)```/.exec(read("README.md"))?.[1];
  expect(snippet?.trim()).toBe(example?.trim());
  expect(example?.trim().split("\n").length).toBeLessThanOrEqual(15);
});
