import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  answerPositioned,
  defineCapability,
  InvalidOptionsError,
  type ModelStreamPart,
  memoryJournal,
  type RunEvent,
  type RunOptions,
  recordFolder,
  replayRun,
  resumePositioned,
  runPositioned,
  STL_OPERATIONS,
  streamPositioned,
} from "@pelorus/core";
import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { fixedPlan } from "./fixed-plan.js";
import { answerOf, callOf, scriptedModel } from "./scripted-model.js";

/** Of no form that is known: only who owns it can tell that it is one. */
const SECRET = "planted correct/horse";
const NUMBER = 9182736450;
const secrets = [SECRET, String(NUMBER)];
const ONE_STEP = fixedPlan([["GENERATE", []]]);
const READING = {
  kind: "query" as const,
  description: "Reads the vault of the harbour",
  operationTypes: [...STL_OPERATIONS],
  inputSchema: { type: "object", properties: { at: { type: "string" } } },
  safetyClass: "read-only" as const,
};

const read = (execute: () => unknown) => defineCapability({ ...READING, capabilityId: "read_vault", execute });

/** Everything a run leaves in a folder, as one text, the names of files included. */
async function leftIn(folder: string): Promise<string> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const texts = names.map((entry) =>
    entry.isFile() ? readFile(join(entry.parentPath, entry.name), "utf8") : entry.name,
  );
  return (await Promise.all(texts)).join("\n");
}

/** Runs in a folder; nothing that is left or told may have the secret, and the replay, which knows none, is the same. */
async function expectMasked(request: string, options: Omit<RunOptions, "journal">) {
  const folder = await mkdtemp(join(tmpdir(), "pelorus-secrets-"));
  try {
    const journal = recordFolder(folder);
    const told: RunEvent[] = [];
    const result = await runPositioned(request, { ...options, journal, secrets, onEvent: (event) => told.push(event) });
    const left = await leftIn(folder);
    const { nodes, ...rest } = result;
    const all = [left, JSON.stringify(told), JSON.stringify(rest), ...nodes.map(({ text }) => text)].join("\n");
    expect(all.includes("planted")).toBe(false);
    expect(all.includes(encodeURIComponent(SECRET))).toBe(false);
    expect(all.includes(String(NUMBER))).toBe(false);
    expect(all).toContain("[hidden]");
    const replayed = await replayRun({ journal, runId: result.runId });
    expect(JSON.stringify(replayed.events)).toBe(JSON.stringify(result.events));
    expect(replayed.text).toBe(result.text);
    return result;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

describe("secrets that a run is told of", () => {
  it(`${verifies("POS-SEC-01")}are in nothing that a failing model leaves`, async () => {
    const result = await expectMasked("Open the vault.", {
      classifier: ONE_STEP,
      retries: 0,
      model: () => {
        throw new Error(`connection as ${SECRET} to https://x.example/?key=${encodeURIComponent(SECRET)} failed`);
      },
    });
    expect(result.error?.message).toBe("connection as [hidden] to https://x.example/?key=[hidden] failed");
  });

  it(`${verifies("POS-SEC-01")}are in nothing that is left of request, facts, a tool's result, its error, and the answer, nor shown to the model`, async () => {
    let calls = 0;
    const model = scriptedModel((_request, call) =>
      call <= 2 ? callOf("read_vault", { at: `${call} ${SECRET}` }) : answerOf(`It is ${SECRET}, number ${NUMBER}.`),
    );
    const result = await expectMasked(`Read the vault with ${SECRET}.`, {
      model,
      depth: "D3",
      classifier: ONE_STEP,
      contextFacts: [`The vault opens with ${SECRET}.`, { statement: `Its number is ${NUMBER}.`, source: SECRET }],
      tools: [
        read(() => {
          if (++calls === 1) throw new Error(`refused ${SECRET}`);
          return { pin: NUMBER, note: `the word is ${SECRET}`, [SECRET]: true, rest: "x".repeat(3000) };
        }),
      ],
      onFailedChecks: "record",
    });
    expect(calls).toBe(2);
    expect(result.observationCount).toBe(1);
    expect(result.text).toContain("It is [hidden], number [hidden].");
    expect(JSON.stringify(model.calls)).not.toContain("planted");
  });

  it(`${verifies("POS-SEC-01", "POS-EVT-02")}are told in no piece of a stream, however it is cut`, async () => {
    const text = `The word is ${SECRET}, and ${SECRET} it stays.`;
    for (const size of [1, 3, 7, 50]) {
      const result = await expectMasked("Say the word.", {
        classifier: ONE_STEP,
        onFailedChecks: "record",
        model: {
          provider: "test",
          modelId: "pieces",
          contextWindowSize: () => 100_000,
          doGenerate: async () => ({ text, finishReason: "stop" }),
          async *doStream(): AsyncGenerator<ModelStreamPart> {
            for (let at = 0; at < text.length; at += size) yield { type: "text", delta: text.slice(at, at + size) };
            yield { type: "finish", response: { text, finishReason: "stop" } };
          },
        },
      });
      const told = result.events.flatMap((event) => (event.kind === "text_delta" ? [event.data.delta] : []));
      expect(told.join("")).toBe("The word is [hidden], and [hidden] it stays.");
    }
  });

  it(`${verifies("POS-SEC-01")}are in no error of a classifier, an observer, or a journal`, async () => {
    await expectMasked("Say it.", {
      model: () => "It is said.",
      classifier: {
        name: "mine",
        classify: () => {
          throw new Error(`no ${SECRET}`);
        },
      },
    });
    const observed = await runPositioned("Say it.", {
      model: () => "It is said.",
      secrets,
      onEvent: () => {
        throw new Error(`observer of ${SECRET}`);
      },
    });
    expect(JSON.stringify(observed.events)).toContain("observer of [hidden]");
    const journal = memoryJournal();
    const broken = await runPositioned("Say it.", {
      model: () => "It is said.",
      secrets,
      journal: {
        read: (id) => journal.read(id),
        append: () => Promise.reject(new Error(`store at ${SECRET} is down`)),
        putBlob: (...blob) => journal.putBlob(...blob),
        getBlob: (...blob) => journal.getBlob(...blob),
      },
    });
    expect(broken.haltReason).toBe("journal_failed");
    expect(JSON.stringify([broken.error, broken.events])).not.toContain("planted");
  });

  it(`${verifies("POS-SEC-01")}are masked in what people answer, in the run and beside it, and are given again on resume`, async () => {
    const journal = memoryJournal();
    const options = {
      model: scriptedModel((_request, call) =>
        call % 2 === 1 ? callOf("read_vault") : answerOf(`Done with ${SECRET}.`),
      ),
      journal,
      secrets,
      classifier: fixedPlan([
        ["CLARIFY", []],
        ["GENERATE", [1]],
      ]),
      tools: [
        defineCapability({ ...READING, capabilityId: "read_vault", safetyClass: "destructive", execute: () => SECRET }),
      ],
      onFailedChecks: "record" as const,
    };
    const handle = streamPositioned("Delete it.", { ...options, runId: "asked" });
    const waiting = await handle.result;
    const [clarification] = waiting.pending;
    if (clarification?.kind !== "clarification") throw new Error("the run asks what is meant");
    await answerPositioned("asked", clarification.data.requestId, `the one of ${SECRET}`, { journal, secrets });
    handle.abort();
    const resumed = await resumePositioned("asked", options);
    const next = await resumed.result;
    const [approval] = next.pending;
    if (approval?.kind === "approval") await resumed.answer(approval.data.id, true, "kim");
    const result = await resumed.result;
    expect(JSON.stringify([await journal.read("asked"), result.events, result.text])).not.toContain("planted");
    expect(JSON.stringify(await journal.read("asked"))).toContain("the one of [hidden]");
  });

  it(`${verifies("POS-SEC-01", "POS-API-02")}have eight characters at least, and a wrong one is not shown`, async () => {
    for (const wrong of [["planted"], ["long enough", ""], [42], "planted correct/horse"]) {
      const error = await runPositioned("Say it.", { model: () => "x", secrets: wrong as string[] }).catch(
        (thrown) => thrown,
      );
      expect(error).toBeInstanceOf(InvalidOptionsError);
      expect(error.message).toMatch(/^secrets: /);
      expect(error.message).not.toContain("planted");
    }
  });

  it(`${verifies("POS-SEC-01")}are not among what is recorded of the options`, async () => {
    const journal = memoryJournal();
    const result = await runPositioned("Say it.", { model: () => "It is said.", journal, secrets });
    const opened = (await journal.read(result.runId))[0];
    const digest = opened?.kind === "run_opened" ? opened.data.inputsDigest : "";
    const inputs = new TextDecoder().decode((await journal.getBlob(digest, result.runId)) ?? new Uint8Array());
    expect(inputs).not.toContain("secrets");
    expect(inputs).not.toContain("planted");
  });

  it(`${verifies("POS-SEC-02", "POS-SEC-01")}are asked for again where a run goes on: with fewer nothing is written`, async () => {
    const folder = await mkdtemp(join(tmpdir(), "pelorus-secrets-"));
    try {
      const journal = recordFolder(folder);
      const options = {
        model: scriptedModel((request) =>
          request.schema === null || request.prompt.includes("[hidden]")
            ? answerOf("It is read.")
            : callOf("read_vault"),
        ),
        journal,
        classifier: ONE_STEP,
        tools: [
          defineCapability({
            ...READING,
            capabilityId: "read_vault",
            safetyClass: "destructive",
            execute: () => SECRET,
          }),
        ],
        onFailedChecks: "record" as const,
      };
      const waiting = await runPositioned("Read the vault.", {
        ...options,
        secrets: [...secrets, SECRET],
        runId: "held",
      });
      const [request] = waiting.pending;
      if (request?.kind !== "approval") throw new Error("the call is asked for");
      const before = await leftIn(folder);
      expect(before).toContain('"secrets":2');
      const missing = { code: "secrets_missing", needed: 2, isRetryable: false };
      for (const given of [undefined, [SECRET], [SECRET, SECRET]]) {
        const less = given === undefined ? {} : { secrets: given };
        await expect(resumePositioned("held", { ...options, ...less })).rejects.toMatchObject(missing);
        await expect(answerPositioned("held", request.data.id, true, { journal, ...less })).rejects.toMatchObject(
          missing,
        );
      }
      expect(await leftIn(folder)).toBe(before);
      await answerPositioned("held", request.data.id, true, { journal, secrets });
      const result = await (await resumePositioned("held", { ...options, secrets })).result;
      expect([result.haltReason, result.observationCount]).toEqual([null, 1]);
      const after = await leftIn(folder);
      expect(after.includes("planted")).toBe(false);
      // A finished run is told again from what was masked.
      const again = await (await resumePositioned("held", options)).result;
      expect(again.text).toBe(result.text);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
