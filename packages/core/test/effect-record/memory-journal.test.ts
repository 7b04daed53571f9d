import { describe } from "vitest";
import { memoryJournal } from "../../src/effect/memory-journal.js";
import { journalContract } from "./journal-contract.js";

describe("memoryJournal", () => {
  journalContract(() => ({ journal: memoryJournal() }));
});
