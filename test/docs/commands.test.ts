import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { pageBlocks, root } from "./pages.js";

const bin = join(root, "packages/cli/dist/bin.js");
const folder = mkdtempSync(join(tmpdir(), "commands-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Commands that the system tests run on a fresh checkout. */
const SYSTEM = new Set(["npm run demo", "npm test"]);
/** What runs until it is stopped has tests of its own, which start and stop it. */
const SERVES = /^(?:mcp )?serve\b/;
/** What only a reader knows or has: a word to fill in, a model behind a network, a server elsewhere. */
const OPEN = /<[^>]+>|…|^(?:openai|anthropic):|^https?:/;
const COMMAND = /^(?:pelorus|node packages\/cli\/dist\/bin\.js) /;

interface Command {
  readonly line: string;
  /** Arguments as a shell would split them; `<…>` or `…` stands for what only a reader can know. */
  readonly args: readonly string[];
  /** Exit code it states in a comment; 0 without one. */
  readonly exitCode: number;
}

/** The commands of a block. Throws for a line this test does not know how to hold to its word. */
function commandsOf(text: string): Command[] {
  return text
    .replaceAll(/\\\n\s*/g, "")
    .split("\n")
    .filter((line) => line.trim() !== "" && !line.startsWith("#"))
    .flatMap((line) => {
      const [words = "", comment = ""] = line.split(/\s+# /);
      if (SYSTEM.has(words.trim())) return [];
      if (!COMMAND.test(words)) throw new Error(`not a command this test knows: ${words}`);
      const exitCode = Number(/exit code (\d+)/.exec(comment)?.[1] ?? 0);
      return [{ line: words.trim(), args: splitWords(words.replace(COMMAND, "")), exitCode }];
    });
}

function splitWords(text: string): string[] {
  return [...text.matchAll(/"([^"]*)"|'([^']*)'|(?:<[^>]*>|[^\s"'])+/g)].map(
    ([word, double, single]) => double ?? single ?? word,
  );
}

function pelorus(args: readonly string[], cwd: string) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...args], {
    cwd,
    encoding: "utf8",
    input: "",
    timeout: 60_000,
    env: { PATH: process.env.PATH },
  });
  return { status, out: stdout.trim(), err: stderr };
}

/** A place that looks like the project's folder, so that the records of the commands are left elsewhere. */
function workplace(name: string): string {
  const place = join(folder, name);
  mkdirSync(place);
  for (const entry of ["examples", "packages"]) symlinkSync(join(root, entry), join(place, entry));
  return place;
}

describe("commands in the docs", () => {
  const blocks = pageBlocks("sh");

  it("are found, and told apart as a shell does", () => {
    expect(blocks.length).toBeGreaterThanOrEqual(6);
    expect(splitWords(`run "a b" --docs x/<run id>/y 'c d'`)).toEqual(["run", "a b", "--docs", "x/<run id>/y", "c d"]);
    expect(() => commandsOf("curl example.invalid")).toThrow("not a command");
  });

  it("would tell one that fails", () => {
    const place = workplace("wrong");
    expect(pelorus(["run", "x", "--docs", "nowhere"], place).status).toBe(2);
    expect(pelorus(["frobnicate", "--help"], place).out.split("\n")[0]).not.toContain("frobnicate");
  });

  it.each(blocks.map((block) => [block.place, block] as const))(
    "do what they state: %s",
    (name, { text, prints }) => {
      const place = workplace(name.replace(/\W/g, "_"));
      let printed = "";
      for (const { line, args, exitCode } of commandsOf(text)) {
        const known = args.map((word) => word.replace(/<run(?: id)?>/, () => lastRun(place) ?? "<run>"));
        if (SERVES.test(known.join(" ")) || known.some((word) => OPEN.test(word))) {
          // The command has to be there, with these options.
          const first = known.findIndex((word) => /^[-<…"]|[ /:]/.test(word));
          const words = first < 0 ? known : known.slice(0, first);
          const help = pelorus([...words, "--help"], place);
          expect(help.status, `${line}\n${help.err}`).toBe(0);
          expect(help.out.split("\n")[0], line).toContain(`pelorus ${words.join(" ")}`);
          for (const option of known.filter((word) => word.startsWith("--"))) expect(help.out, line).toContain(option);
          continue;
        }
        const run = pelorus(known, place);
        expect(run.status, `${line}\n${run.err}`).toBe(exitCode);
        printed += `${run.out}\n`;
      }
      if (prints !== null) expect(printed.trim()).toBe(prints.trim());
    },
    120_000,
  );
});

/** The run whose record an earlier command of the block left. */
function lastRun(place: string): string | undefined {
  try {
    return readdirSync(join(place, ".pelorus/runs")).find((name) => name.startsWith("run_"));
  } catch {
    return undefined;
  }
}
