import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Block, blocksOf } from "./blocks.js";

export const root = fileURLToPath(new URL("../..", import.meta.url));

/** The pages that show users how it is done. */
const PAGES = [
  ...readdirSync(join(root, "docs"))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
  "README.md",
  "ARCHITECTURE.md",
];

export interface PageBlock extends Block {
  readonly page: string;
  /** `page:line`, for messages. */
  readonly place: string;
}

/** All blocks of one language. */
export function pageBlocks(language: string): PageBlock[] {
  return PAGES.flatMap((page) =>
    blocksOf(readFileSync(join(root, page), "utf8"), language).map((block) => ({
      ...block,
      page,
      place: `${page}:${block.line}`,
    })),
  );
}
