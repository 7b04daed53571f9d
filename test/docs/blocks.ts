/** A fenced block of a Markdown page. */
export interface Block {
  /** Line of its first line of text, counted from 1. */
  readonly line: number;
  readonly text: string;
  /** The text of the `text` block right under it, which states what it prints; null without one. */
  readonly prints: string | null;
}

/** The blocks of one language, with what is stated to be printed. Throws for a fence that is not closed. */
export function blocksOf(page: string, language: string): Block[] {
  const lines = page.split("\n");
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length; at++) {
    if (!lines[at]?.startsWith("```") || lines[at] === "```") continue;
    const end = endOf(lines, at);
    if (lines[at] === `\`\`\`${language}`) {
      let next = end + 1;
      while (lines[next]?.trim() === "") next++;
      const prints = lines[next] === "```text" ? lines.slice(next + 1, endOf(lines, next)).join("\n") : null;
      blocks.push({ line: at + 2, text: lines.slice(at + 1, end).join("\n"), prints });
    }
    at = end;
  }
  return blocks;
}

function endOf(lines: readonly string[], start: number): number {
  const end = lines.indexOf("```", start + 1);
  if (end < 0) throw new Error(`line ${start + 1}: the block is not closed`);
  return end;
}

/**
 * What a snippet of code states that it prints: the `text` block under it, or its comments `// → …`, one per printed
 * line; null where it states nothing.
 */
export function statedOutput({ text, prints }: Block): string | null {
  if (prints !== null) return prints.trim();
  const stated = [...text.matchAll(/\/\/ → (.*)$/gm)].map((comment) => comment[1]?.trim() ?? "");
  return stated.length === 0 ? null : stated.join("\n");
}
