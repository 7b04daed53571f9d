import { expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { sha256Digest } from "../../src/contract/digest.js";
import type { Journal, JournalEntry } from "../../src/contract/effect.js";

/** A journal under test. */
export interface JournalUnderTest {
  readonly journal: Journal;
  /** The same store through a new object, as after a restart; absent where nothing survives one. */
  readonly reopen?: () => Journal | Promise<Journal>;
  readonly dispose?: () => void | Promise<void>;
}

export const openedEntry = (runId: string, request = "What is due?"): JournalEntry => ({
  kind: "run_opened",
  data: {
    at: "2026-12-01T09:00:00.000Z",
    runId,
    sessionId: "s_1",
    request,
    optionsDigest: sha256Digest("options"),
    inputsDigest: sha256Digest("inputs"),
  },
});

export const finishedEntry = (key: string, outcome: unknown): JournalEntry => ({
  kind: "effect_finished",
  data: { at: "2026-12-01T09:00:01.000Z", key, act: "tool", inputDigest: sha256Digest(key), outcome },
});

/** One entry of every kind. */
const ALL_KINDS: readonly JournalEntry[] = [
  openedEntry("r_all"),
  {
    kind: "effect_started",
    data: {
      at: "2026-12-01T09:00:00.500Z",
      key: "r_all/s1/1/ask.appr_1",
      act: "ask",
      inputDigest: sha256Digest("ask"),
      request: { kind: "approval", data: { id: "appr_1" } },
    },
  },
  finishedEntry("r_all/s1/1/model", { text: "Grüße, 世界 🙂", isNested: { keptAsItIs: true }, empty: null }),
  { kind: "answer_given", data: { at: "2026-12-01T09:00:02.000Z", id: "appr_1", value: false, reviewer: "ada" } },
  { kind: "note_recorded", data: { at: "2026-12-01T09:00:02.500Z", afterSeq: 12, detail: "observer failed: gone" } },
  { kind: "leg_waiting", data: { at: "2026-12-01T09:00:03.000Z", leg: 1 } },
  { kind: "leg_resumed", data: { at: "2026-12-01T09:00:04.000Z", leg: 2 } },
  { kind: "run_closed", data: { at: "2026-12-01T09:00:05.000Z", status: "halted", haltReason: "deadline" } },
];

/** The contract every journal passes; registers its tests in the suite that calls it (POS-EFF-02). */
export function journalContract(open: () => JournalUnderTest | Promise<JournalUnderTest>): void {
  const withJournal = async (act: (under: JournalUnderTest) => Promise<void>): Promise<void> => {
    const under = await open();
    try {
      await act(under);
    } finally {
      await under.dispose?.();
    }
  };
  const appendAll = async (journal: Journal, runId: string, entries: readonly JournalEntry[]) => {
    for (const [revision, entry] of entries.entries()) await journal.append(runId, entry, revision);
  };

  it(`${verifies("POS-EFF-02")}a run nobody began has no entries`, () =>
    withJournal(async ({ journal }) => {
      expect(await journal.read("r_none")).toEqual([]);
    }));

  it(`${verifies("POS-EFF-02")}entries of every kind come back as they went in, in order`, () =>
    withJournal(async ({ journal, reopen }) => {
      await appendAll(journal, "r_all", ALL_KINDS);
      expect(await journal.read("r_all")).toEqual(ALL_KINDS);
      if (reopen !== undefined) expect(await (await reopen()).read("r_all")).toEqual(ALL_KINDS);
    }));

  it(`${verifies("POS-EFF-02")}outcomes are data: any JSON, any keys, any size`, () =>
    withJournal(async ({ journal, reopen }) => {
      const outcomes = [
        0,
        false,
        "",
        null,
        [],
        { runId: "kept", run_id: "kept too" },
        JSON.parse('{"__proto__": {"polluted": true}, "constructor": 1}'),
        "line\nend\r\n\u2028 and \u0000",
        "x".repeat(300_000),
      ];
      const entries = [
        openedEntry("r_1"),
        ...outcomes.map((outcome, at) => finishedEntry(`r_1/s1/1/tool.${at}`, outcome)),
      ];
      await appendAll(journal, "r_1", entries);
      const read = await ((await reopen?.()) ?? journal).read("r_1");
      expect(read).toEqual(entries);
      expect(
        Object.hasOwn(
          (read[7] as Extract<JournalEntry, { kind: "effect_finished" }>).data.outcome as object,
          "__proto__",
        ),
      ).toBe(true);
    }));

  it(`${verifies("POS-EFF-02")}an append that expects another revision is a conflict and changes nothing`, () =>
    withJournal(async ({ journal }) => {
      await journal.append("r_1", openedEntry("r_1"), 0);
      for (const revision of [0, 2, 7]) {
        await expect(journal.append("r_1", finishedEntry("r_1/s1/1/tool", 1), revision)).rejects.toMatchObject({
          code: "journal_conflict",
        });
      }
      expect(await journal.read("r_1")).toHaveLength(1);
      await journal.append("r_1", finishedEntry("r_1/s1/1/tool", 2), 1);
      expect(await journal.read("r_1")).toHaveLength(2);
    }));

  it(`${verifies("POS-EFF-02")}of appends at once with one revision exactly one succeeds`, () =>
    withJournal(async ({ journal, reopen }) => {
      await journal.append("r_1", openedEntry("r_1"), 0);
      const other = (await reopen?.()) ?? journal;
      const attempts = Array.from({ length: 8 }, (_, at) =>
        (at % 2 === 0 ? journal : other).append("r_1", finishedEntry(`r_1/s1/1/tool.${at}`, at), 1),
      );
      const settled = await Promise.allSettled(attempts);
      const won = settled.findIndex((attempt) => attempt.status === "fulfilled");
      expect(settled.filter((attempt) => attempt.status === "fulfilled")).toHaveLength(1);
      for (const attempt of settled) {
        if (attempt.status === "rejected") expect(attempt.reason).toMatchObject({ code: "journal_conflict" });
      }
      expect((await journal.read("r_1"))[1]).toEqual(finishedEntry(`r_1/s1/1/tool.${won}`, won));
      expect(await other.read("r_1")).toEqual(await journal.read("r_1"));
    }));

  it(`${verifies("POS-EFF-02")}runs do not touch each other`, () =>
    withJournal(async ({ journal }) => {
      await Promise.all(
        ["r_a", "r_b", "r_c"].map(async (runId) => {
          await appendAll(journal, runId, [openedEntry(runId), finishedEntry(`${runId}/s1/1/model`, runId)]);
        }),
      );
      for (const runId of ["r_a", "r_b", "r_c"]) {
        expect(await journal.read(runId)).toEqual([openedEntry(runId), finishedEntry(`${runId}/s1/1/model`, runId)]);
      }
    }));

  it(`${verifies("POS-EFF-02")}blobs are bytes by digest; twice is once; none is null`, () =>
    withJournal(async ({ journal, reopen }) => {
      const bytes = new Uint8Array([0, 10, 13, 34, 128, 255]);
      const digest = sha256Digest(bytes);
      const nothing = new Uint8Array(0);
      await journal.append("r_1", openedEntry("r_1"), 0);
      await Promise.all([journal.putBlob(digest, bytes, "r_1"), journal.putBlob(digest, bytes, "r_1")]);
      await journal.putBlob(digest, bytes, "r_1");
      await journal.putBlob(sha256Digest(nothing), nothing);
      for (const store of [journal, (await reopen?.()) ?? journal]) {
        expect(new Uint8Array((await store.getBlob(digest, "r_1")) ?? [])).toEqual(bytes);
        expect(new Uint8Array((await store.getBlob(digest)) ?? [])).toEqual(bytes);
        expect(await store.getBlob(sha256Digest(nothing))).toHaveLength(0);
        expect(await store.getBlob(sha256Digest("never put"), "r_1")).toBeNull();
        expect(await store.getBlob(sha256Digest("never put"))).toBeNull();
      }
    }));
}
