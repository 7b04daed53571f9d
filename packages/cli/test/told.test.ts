import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { verifies } from "../../../test/support/verifies.js";
import { runCli } from "./run-cli.js";

const folder = mkdtempSync(join(tmpdir(), "pelorus-told-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const documents = fileURLToPath(new URL("../../../examples/demo-documents", import.meta.url));
const QUESTION = "Who approves a trip abroad?";
const KEY = "a key of more than sixteen bytes";
let count = 0;
const newRecord = () => join(folder, `record-${++count}`);
const onlyRun = (record: string) => join(record, readdirSync(record)[0] as string);
const eventsOf = (out: string) =>
  out
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { readonly kind: string; readonly data: Readonly<Record<string, unknown>> });

describe("what a run could not look at", () => {
  it("an empty folder of documents is warned of before the run, and is a note of its events", async () => {
    const empty = join(folder, "empty");
    mkdirSync(join(empty, "node_modules"), { recursive: true });
    writeFileSync(join(empty, ".hidden"), "The director approves trips.");
    const run = await runCli(["run", QUESTION, "--docs", empty, "--json", "--record", newRecord()]);
    expect(run.code, run.err).toBe(0);
    expect(run.err).toMatch(/^warning: --docs .*empty: the folder holds no documents/);
    expect(eventsOf(run.out).filter(({ kind }) => kind === "note_recorded")).toMatchObject([
      { data: { detail: "nothing was searched: the folder holds no documents" } },
    ]);
  }, 60_000);

  it(`${verifies("POS-EXE-09")}documents a search left out are named under the sources, and the others answer`, async () => {
    const mixed = join(folder, "mixed");
    cpSync(documents, mixed, { recursive: true });
    writeFileSync(join(mixed, "big.txt"), "abroad ".repeat(700_000));
    writeFileSync(join(mixed, "stamp.png"), Buffer.from([0x89, 0x50, 0, 1]));
    const run = await runCli(["run", QUESTION, "--docs", mixed, "--record", newRecord()]);
    expect(run.code, run.err).toBe(0);
    expect(run.out).toContain("Petronella Ashgrove");
    expect(run.err).toMatch(
      /Sources\n {2}staff\/travel-policy\.md:.*\n\nNotes\n {2}not searched: big\.txt \(larger than 4 MiB\), stamp\.png \(no text\)\n/,
    );
    expect(run.err).not.toContain("warning");
  }, 60_000);
});

describe("the key of a record", () => {
  it(`${verifies("POS-REC-05")}seals it from a file or a variable, stays out of the record, and is needed to go on`, async () => {
    const file = join(folder, "key.txt");
    writeFileSync(file, `${KEY}\n`);
    const places: [string[], Record<string, string>][] = [
      [["--key-file", file], {}],
      [["--key-env", "MY_KEY"], { MY_KEY: KEY }],
      [[], { PELORUS_RECORD_KEY: KEY }],
    ];
    for (const [flags, env] of places) {
      const record = newRecord();
      const run = await runCli(["run", QUESTION, "--docs", documents, "--record", record, ...flags], { env });
      expect(run.code, run.err).toBe(0);
      const path = onlyRun(record);
      const verified = await runCli(["sttp", "verify", path, ...flags], { env });
      expect(verified).toMatchObject({ code: 0, out: expect.stringContaining("intact and sealed") });
      for (const name of readdirSync(path, { recursive: true, withFileTypes: true })) {
        if (name.isFile()) expect(readFileSync(join(name.parentPath, name.name), "utf8"), name.name).not.toContain(KEY);
      }
      rmSync(join(path, "state.json"));
      rmSync(join(path, "record.sttp"));
      const missing = await runCli(["sttp", "verify", path, ...flags], { env });
      expect(missing.code).toBe(1);
      expect(missing.out).toMatch(/record\.sttp is missing, and by its journal the run recorded 1 node/);
      // The place of the key is kept, so a resume seals again without being told.
      expect((await runCli(["resume", path], { env })).code).toBe(0);
      expect((await runCli(["sttp", "verify", path, ...flags], { env })).code).toBe(0);
    }
  }, 120_000);

  it("that is missing or too short is said before anything begins; a waiting run needs it, a finished one does not", async () => {
    const record = newRecord();
    const short = join(folder, "short.txt");
    writeFileSync(short, "short\r\n");
    for (const [flags, told] of [
      [["--key-file", short], /short\.txt has 5 bytes; a key needs at least 16/],
      [["--key-file", join(folder, "nowhere")], /could not be read/],
      [["--key-env", "NO_SUCH_KEY"], /no variable NO_SUCH_KEY/],
      [["--key-env", "X", "--key-file", short], /cannot be used with/],
    ] as const) {
      const run = await runCli(["run", "Hello.", "--record", record, ...flags]);
      expect(run.code, run.err).toBe(2);
      expect(run.err).toMatch(told);
    }
    expect(existsSync(record)).toBe(false);
    const env = { PELORUS_RECORD_KEY: KEY };
    await runCli(["run", QUESTION, "--docs", documents, "--record", record], { env });
    const path = onlyRun(record);
    expect((await runCli(["resume", path])).code).toBe(0);
    writeFileSync(join(path, "run.json"), readFileSync(join(path, "run.json"), "utf8").replace("complete", "running"));
    const open = await runCli(["resume", path]);
    expect(open.code).toBe(2);
    expect(open.err).toContain("no variable PELORUS_RECORD_KEY");
  }, 120_000);
});

describe("a damaged record", () => {
  it("goes on where only its events are damaged, says which line, and mends them", async () => {
    const record = newRecord();
    await runCli(["run", QUESTION, "--docs", documents, "--record", record]);
    const path = onlyRun(record);
    const file = join(path, "events.jsonl");
    const whole = readFileSync(file, "utf8");
    const lines = whole.split("\n");
    writeFileSync(file, [lines[0], "{broken", ...lines.slice(2)].join("\n"));
    const resumed = await runCli(["resume", path, "--json"]);
    expect(resumed.code, resumed.err).toBe(0);
    expect(resumed.err).toMatch(/^warning: Line 2 of .*events\.jsonl is damaged: .* resuming the run writes/);
    // Every event was told when it happened: none is told again.
    expect(resumed.out).toBe("");
    expect(readFileSync(file, "utf8")).toBe(whole);
    writeFileSync(join(path, "state.json"), "{");
    const verified = await runCli(["sttp", "verify", path]);
    expect(verified.code).toBe(1);
    expect(verified.err).toMatch(/state\.json is damaged: .*Take the file away and resume the run/);
    const journal = join(path, "journal.jsonl");
    writeFileSync(journal, readFileSync(journal, "utf8").replace(/\n.*\n/, "\n{broken\n"));
    const lost = await runCli(["resume", path]);
    expect(lost.code).toBe(1);
    expect(lost.err).toMatch(/Line 2 of .*journal\.jsonl is damaged: .*run the request again/);
  }, 120_000);
});

describe("a record somebody changed", () => {
  it(`${verifies("POS-REC-07")}is not sealed anew by a resume, which says what is wrong`, async () => {
    const env = { PELORUS_RECORD_KEY: KEY };
    const record = newRecord();
    await runCli(["run", QUESTION, "--docs", documents, "--record", record], { env });
    const path = onlyRun(record);
    expect((await runCli(["sttp", "verify", path])).out).toContain("sealed, but the seal was not checked");
    const journal = join(path, "journal.jsonl");
    const whole = readFileSync(journal, "utf8");
    const run = readFileSync(join(path, "run.json"), "utf8");
    writeFileSync(journal, whole.replaceAll("Petronella Ashgrove", "Somebody Else"));
    // Without the key at hand the record itself tells: this answer, or the search it rests on, is another one.
    const unkeyed = await runCli(["resume", path]);
    expect(unkeyed.code).toBe(1);
    expect(unkeyed.err).toMatch(/record_mismatch|replay_divergence/);
    expect(readFileSync(join(path, "run.json"), "utf8")).toBe(run);
    for (const name of ["record.sttp", "state.json"]) rmSync(join(path, name));
    const keyed = await runCli(["resume", path], { env });
    expect(keyed.code).toBe(1);
    expect(keyed.err).toMatch(/error (?:record_mismatch|replay_divergence): .*journal\.jsonl/);
    expect(existsSync(join(path, "state.json"))).toBe(false);
    writeFileSync(journal, whole);
    expect((await runCli(["resume", path], { env })).code).toBe(0);
    expect((await runCli(["sttp", "verify", path], { env })).out).toContain("intact and sealed.");
  }, 120_000);

  it(`${verifies("POS-REC-07")}tells nodes that are not the journal's on standard error, with --json, too`, async () => {
    const record = newRecord();
    await runCli(["run", "Hello.", "--record", record]);
    const path = onlyRun(record);
    const file = join(path, "record.sttp");
    writeFileSync(file, readFileSync(file, "utf8").replace("psi", "phi"));
    for (const flags of [[], ["--json"], ["--log-level", "info"]]) {
      const resumed = await runCli(["resume", path, ...flags]);
      expect(resumed.code, resumed.err).toBe(1);
      expect(resumed.err).toMatch(/record_mismatch: .*node 1 of 1/s);
    }
  }, 60_000);

  it(`${verifies("POS-REC-07")}without its journal is damaged, not a run that never began`, async () => {
    const env = { PELORUS_RECORD_KEY: KEY };
    for (const lose of [(file: string) => rmSync(file), (file: string) => writeFileSync(file, "")]) {
      const record = newRecord();
      await runCli(["run", "Hello.", "--record", record], { env });
      const path = onlyRun(record);
      lose(join(path, "journal.jsonl"));
      for (const args of [
        ["resume", path],
        ["answer", path, "appr_1", "yes"],
      ]) {
        const lost = await runCli(args, { env });
        expect(lost.code).toBe(1);
        expect(lost.err).toMatch(
          /error journal_failed: The journal of .* is missing or empty, though record\.sttp has 1 node and run\.json says complete/,
        );
      }
      expect((await runCli(["sttp", "verify", path], { env })).out).toMatch(
        /intact and sealed\. The journal of .* is missing/,
      );
    }
  }, 60_000);

  it(`${verifies("POS-REC-06")}in its run.json alone is warned of and mended`, async () => {
    const record = newRecord();
    await runCli(["run", "Hello.", "--record", record]);
    const path = onlyRun(record);
    const file = join(path, "run.json");
    const whole = readFileSync(file, "utf8");
    writeFileSync(file, "{");
    const resumed = await runCli(["resume", path]);
    expect(resumed.code, resumed.err).toBe(0);
    expect(resumed.err).toMatch(/^warning: .*run\.json is damaged: .*Resuming the run writes it again/);
    expect(readFileSync(file, "utf8")).toBe(whole);
  }, 60_000);
});

describe("a policy of the command line", () => {
  const policy = join(folder, "no-search.strata");
  writeFileSync(policy, '@builtins.\ndeny(C, "nobody searches today") :- proposed(C, _, search_documents).\n');

  it(`${verifies("POS-POL-03")}decides about calls, and the report says what it refused`, async () => {
    const run = await runCli(["run", QUESTION, "--docs", documents, "--policy", policy, "--record", newRecord()]);
    expect(run.code, run.err).toBe(0);
    expect(run.err).toMatch(/Refused\n {2}search_documents: nobody searches today/);
    expect(run.out).toContain("search_documents (nobody searches today)");
    expect(run.out).not.toContain("Petronella");
  }, 60_000);

  it("lets nothing pass by default where it is told so, and is checked before the run", async () => {
    const allow = join(folder, "allow.strata");
    writeFileSync(allow, '@builtins.\nallow(C, "documents") :- proposed(C, _, search_documents).\n');
    const strict = ["--policy", allow, "--policy-default", "deny"];
    const denied = await runCli(["run", QUESTION, "--docs", documents, ...strict, "--record", newRecord()]);
    expect(denied.out).not.toContain("Petronella");
    const trusted = [...strict, "--policy-trusted", "--record", newRecord()];
    expect((await runCli(["run", QUESTION, "--docs", documents, ...trusted])).out).toContain("Petronella");
    const broken = join(folder, "broken.strata");
    writeFileSync(broken, 'deny(C, "x" :- proposed(C).');
    const record = newRecord();
    for (const [flags, told] of [
      [["--policy", broken], /Policy broken does not check: E\d+/],
      [["--policy", join(folder, "nowhere")], /could not be read/],
      [["--policy-trusted"], /go with --policy/],
    ] as const) {
      const run = await runCli(["run", "Hello.", "--record", record, ...flags]);
      expect(run.code, run.err).toBe(2);
      expect(run.err).toMatch(told);
    }
    expect(existsSync(record)).toBe(false);
  }, 120_000);
});

describe("what to do", () => {
  it("is said where a run halts at its time or its window", async () => {
    const slow = join(folder, "slow.mjs");
    writeFileSync(
      slow,
      `export const createModel = () => ({ provider: "test", modelId: "slow", contextWindowSize: () => 100000,
         doGenerate: ({ signal }) => new Promise((_, stop) => signal.addEventListener("abort", () => stop(signal.reason))) });`,
    );
    const late = await runCli([
      "run",
      "Hello.",
      "--model",
      `module:${slow}`,
      "--timeout",
      "1",
      "--record",
      newRecord(),
    ]);
    expect(late.code).toBe(4);
    expect(late.err).toMatch(/What to do\n {2}.*longer --timeout/);
    const logged = await runCli(
      ["run", "Hello.", "--model", `module:${slow}`, "--timeout", "1", "--log-level", "info", "--record", newRecord()],
      {},
    );
    expect(JSON.parse(logged.err.trimEnd().split("\n").at(-1) as string)).toMatchObject({
      status: "halted",
      what_to_do: expect.stringContaining("longer --timeout"),
    });
    const record = newRecord();
    const small = await runCli(["run", QUESTION, "--docs", documents, "--context-window", "600", "--record", record]);
    expect(small.code).toBe(4);
    expect(small.err).toContain("Use a larger window, a smaller output reserve, or a shorter request.");
    expect(small.err).toContain(`pelorus resume ${onlyRun(record)} --model <model>`);
  }, 60_000);

  it("is said by the help of the command that was meant, and by every form a model can have", async () => {
    for (const [args, told] of [
      [["run"], "(see pelorus run --help)"],
      [["sttp", "verify", "x", "--nope"], "(see pelorus sttp verify --help)"],
      [["--nope"], "(see pelorus --help)"],
      [["run", "x", "--model", "nope"], '"module:<file>"'],
    ] as const) {
      const run = await runCli(args);
      expect(run.code).toBe(2);
      expect(run.err).toContain(told);
    }
  }, 60_000);

  it.runIf(process.platform === "linux")(
    "is said at once where a record can be kept nowhere",
    async () => {
      const run = await runCli(["run", "Hello.", "--record", "/proc/no-such-place"], { killAfter: 15_000 });
      expect(run.code, run.err).toBe(2);
      expect(run.err).toMatch(/cannot be kept: .*Name a folder that can be written with --record/);
    },
    30_000,
  );
});
