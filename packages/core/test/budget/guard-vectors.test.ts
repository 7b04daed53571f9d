import { expect, it } from "vitest";
import { describeShared } from "../../../../test/support/shared.js";
import { verifies } from "../../../../test/support/verifies.js";
import { guardPromptBudget } from "../../src/budget/guard-prompt-budget.js";

interface GuardVector {
  readonly prompt_chars: number;
  readonly lines: number;
  readonly context_window: number;
  readonly requested: number;
  readonly out_chars: number;
  readonly out_lines: number;
  readonly max_tokens: number;
}

/** The counter the vectors were recorded with. */
const recordedCounter = (text: string) => Math.max(1, Math.floor(text.length / 4));

describeShared("guard vectors", (read) => {
  const rows = JSON.parse(read("vectors/positioning/guard-vectors.json")) as GuardVector[];
  const promptOf = ({ prompt_chars: chars, lines }: GuardVector) =>
    Array.from({ length: lines }, () => "x".repeat((chars - lines + 1) / lines)).join("\n");
  const guard = (row: GuardVector) =>
    guardPromptBudget(promptOf(row), {
      contextWindow: row.context_window,
      requestedMaxTokens: row.requested,
      countTokensFn: recordedCounter,
    });

  it.each(rows.map((row, index) => [index, row] as const))(
    `${verifies("POS-BUD-15", "POS-VEC-01", "POS-BUD-02")}row %i`,
    (index, row) => {
      const result = guard(row);
      const prompt = promptOf(row);
      const margin = Math.min(256, Math.floor(row.context_window / 2));
      expect(result.inputTokens).toBe(recordedCounter(result.safePrompt));
      expect(result.inputTokens + result.safeMaxTokens + margin).toBeLessThanOrEqual(row.context_window);
      expect(prompt.endsWith(result.safePrompt)).toBe(true);
      if (index === 3) {
        // One line that is too long: at least what fits must stay.
        expect(result.safePrompt.length).toBeGreaterThanOrEqual(512);
        expect(recordedCounter(result.safePrompt)).toBeLessThanOrEqual(128);
        expect(result.safeMaxTokens).toBe(128);
      } else if (index === 5 || index === 6) {
        // A minimum above what was asked for must not cost context: unchanged, with the output asked for.
        expect(result.safePrompt).toBe(prompt);
        expect(result.safeMaxTokens).toBe(row.requested);
      } else {
        expect(result.safePrompt.length).toBe(row.out_chars);
        expect(result.safePrompt.split("\n").length).toBe(row.out_lines);
        expect(result.safeMaxTokens).toBe(row.max_tokens);
      }
    },
  );
});
