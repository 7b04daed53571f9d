import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runPositioned } from "@pelorus/core";
import { documentTools } from "@pelorus/core/documents";
import { offlineModel } from "@pelorus/providers/offline";
import { afterAll, expect, it } from "vitest";

const made: string[] = [];
afterAll(() => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
});

function folderOf(documents: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "pelorus-small-"));
  made.push(folder);
  for (const [name, text] of Object.entries(documents)) writeFileSync(join(folder, name), text);
  return folder;
}

const ask = async (request: string, documents: Readonly<Record<string, string>>) =>
  (await runPositioned(request, { model: offlineModel(), tools: documentTools(folderOf(documents)) })).text;

it("answers from a folder with one sentence", async () => {
  const text = await ask("Who approves loans?", { "loans.md": "The librarian approves loans.\n" });
  expect(text.trim()).toBe("The librarian approves loans. [loans.md:1-1]");
});

it("answers from a few one-line notes, whatever their names and language", async () => {
  const notes = {
    "Überblick – größe.md": "Die Direktorin Petra Müller genehmigt Reisen ins Ausland.\n",
    "with [brackets].md": "The librarian approves loans.\n",
    "parades.md": "The mayor approves parades.\n",
  };
  expect(await ask("Wer genehmigt Reisen ins Ausland?", notes)).toContain("Petra Müller genehmigt Reisen");
  expect(await ask("Who approves parades?", notes)).toContain("The mayor approves parades. [parades.md:1-1]");
});

it("a folder that says something else is still no answer", async () => {
  const text = await ask("Who approves loans?", { "parades.md": "The mayor leads parades in spring.\n" });
  expect(text).not.toContain("mayor");
});
