import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { verifies } from "../support/verifies.js";

const RULES = (
  createRequire(import.meta.url)("../../.dependency-cruiser.cjs") as { forbidden: { name: string }[] }
).forbidden.map(({ name }) => name);

const project = fileURLToPath(new URL("../..", import.meta.url));

function checkRooms(root: string): {
  readonly status: number | null;
  readonly problems: string;
  readonly counts: string;
} {
  const { status, stderr, stdout } = spawnSync(process.execPath, [join(project, "scripts/check-rooms.mjs"), root], {
    encoding: "utf8",
    timeout: 120_000,
  });
  return { status, problems: stderr, counts: stdout };
}

describe("rooms", () => {
  it(`${verifies("POS-BUD-08")}import one way, and one module calls the model`, () => {
    const { status, problems, counts } = checkRooms(project);
    expect(problems).toBe("");
    expect(status).toBe(0);
    expect(Number(/^(\d+) source files/.exec(counts)?.[1])).toBeGreaterThan(500);
    expect(Number(/(\d+) dependencies/.exec(counts)?.[1])).toBeGreaterThan(1_500);
  }, 120_000);
});

// A small tree in which every rule is broken once: each must be told, or the check above proves nothing.
const BROKEN: Readonly<Record<string, string>> = {
  "packages/core/src/contract/model.ts": 'import { fence } from "../position/fence.js";\nexport const model = fence;\n',
  "packages/core/src/position/fence.ts": 'import { seal } from "../state/seal.js";\nexport const fence = seal;\n',
  "packages/core/src/state/seal.ts": 'import { readFileSync } from "node:fs";\nexport const seal = readFileSync;\n',
  "packages/core/src/budget/count.ts": 'import { cut } from "./cut.js";\nexport const count = (): unknown => cut;\n',
  "packages/core/src/budget/cut.ts":
    'import type { count } from "./count.js";\nexport const cut: typeof count | null = null;\n',
  "packages/core/src/effect/generate.ts": "export const generate = (): void => {};\n",
  "packages/core/src/effect/door.ts": 'import { step } from "../run/step.js";\nexport const door = step;\n',
  "packages/core/src/run/step.ts":
    'import { generate } from "../effect/generate.js";\nimport { connect } from "node:net";\nimport { tools } from "../documents/tools.js";\nexport const step = [generate, connect, tools];\n',
  "packages/core/src/run/ask.ts":
    'import { offline } from "../../../providers/src/offline.js";\nexport const ask = (model: { doGenerate(): void }): void => {\n  model.doGenerate(offline);\n};\n',
  ...Object.fromEntries(
    [
      ["budget/over", "position/fence"],
      ["capability/rank", "budget/cut"],
      ["lifecycle/edge", "budget/cut"],
      ["state/list", "budget/cut"],
      ["policy/allow", "budget/cut"],
      ["verify/check", "budget/cut"],
      ["policies/shipped", "budget/cut"],
      ["schemas/all", "budget/cut"],
    ].map(([from, to]) => [
      `packages/core/src/${from}.ts`,
      `import * as part from "../${to}.js";\nexport const whole = part;\n`,
    ]),
  ),
  "packages/core/src/helpers/any.ts": 'import { cut } from "../budget/cut.js";\nexport const any = cut;\n',
  "packages/core/src/documents/tools.ts": 'import { cut } from "../budget/cut.js";\nexport const tools = cut;\n',
  "packages/core/src/verify/node.ts":
    'import { print } from "../../../sttp/src/print.js";\nimport { check } from "../../../strata/src/check.js";\nimport { gone } from "./gone.js";\nexport const node = [print, check, gone];\n',
  "packages/sttp/src/print.ts": 'import { check } from "../../strata/src/check.js";\nexport const print = check;\n',
  "packages/strata/src/check.ts":
    'import { model } from "../../core/src/contract/model.js";\nimport { hash } from "node:crypto";\nexport const check = [model, hash];\n',
  "packages/providers/src/offline.ts":
    'import { program } from "../../cli/src/program.js";\nexport const offline = program;\n',
  "packages/cli/src/program.ts": 'import { helper } from "../test/helper.js";\nexport const program = helper;\n',
  "packages/mcp/src/client/connect.ts":
    'import { Client } from "@modelcontextprotocol/sdk/client/index.js";\nimport { print } from "../../../sttp/src/print.js";\nimport { serve } from "../server/serve.js";\nexport const connect = [Client, print, serve];\n',
  "packages/mcp/src/server/serve.ts": "export const serve = 1;\n",
  "packages/server/src/ag-ui/translate.ts":
    'import { chat } from "../ai-sdk/chat.js";\nimport { offline } from "../../../providers/src/offline.js";\nexport const translate = [chat, offline];\n',
  "packages/server/src/ai-sdk/chat.ts": "export const chat = 1;\n",
  "packages/server/src/client/connect.ts":
    'import { createHash } from "node:crypto";\nimport { listen } from "../routes/listen.js";\nexport const connect = [createHash, listen];\n',
  "packages/server/src/routes/listen.ts":
    'import { createServer } from "node:http";\nexport const listen = createServer;\n',
  "packages/cli/test/helper.ts": "export const helper = 1;\n",
  "tsconfig.test.json": '{ "compilerOptions": { "module": "esnext", "moduleResolution": "bundler" } }\n',
};

describe("the check of rooms", () => {
  let tree = "";
  beforeAll(() => {
    tree = realpathSync(mkdtempSync(join(tmpdir(), "rooms-")));
    for (const [path, text] of Object.entries(BROKEN)) {
      mkdirSync(dirname(join(tree, path)), { recursive: true });
      writeFileSync(join(tree, path), text);
    }
  });
  afterAll(() => rmSync(tree, { recursive: true, force: true }));

  it(`${verifies("POS-BUD-08")}tells every kind of breach`, () => {
    const { status, problems } = checkRooms(tree);
    expect(status).toBe(1);
    const told = new Set(problems.split("\n").map((line) => line.split(":")[0]));
    expect(RULES.length).toBeGreaterThan(20);
    for (const rule of [...RULES, "model-called-outside-the-funnel"]) {
      expect(told, problems).toContain(rule);
    }
  }, 120_000);
});
