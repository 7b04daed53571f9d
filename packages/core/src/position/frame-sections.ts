import { utf8Length } from "../contract/estimate-tokens.js";
import type { PromptSection, SectionName, TrimMode } from "../contract/prompt-section.js";
import { escapeReserved, fenceEscaped, sectionHeading } from "./fence.js";
import type { Span } from "./span.js";

/** How one kind of section stands in a prompt. */
interface SectionRule {
  readonly priority: number;
  readonly trim: TrimMode;
  /** Holds text that is not ours or the user's: stands between fence lines. */
  readonly fenced: boolean;
}

/** The table of POS-FRM §4. */
export const SECTION_RULES: Readonly<Record<SectionName, SectionRule>> = {
  rules: { priority: 100, trim: "never", fenced: false },
  request: { priority: 80, trim: "tail", fenced: false },
  compass: { priority: 70, trim: "drop", fenced: false },
  state: { priority: 40, trim: "oldest-line", fenced: true },
  facts: { priority: 50, trim: "oldest-line", fenced: true },
  derived: { priority: 60, trim: "oldest-line", fenced: true },
  observations: { priority: 55, trim: "oldest-line", fenced: true },
  document_map: { priority: 65, trim: "drop", fenced: true },
  last_text: { priority: 95, trim: "oldest-line", fenced: true },
  feedback: { priority: 100, trim: "never", fenced: false },
  operation: { priority: 100, trim: "never", fenced: false },
  assignment: { priority: 100, trim: "never", fenced: false },
  success_test: { priority: 90, trim: "drop", fenced: false },
  output_contract: { priority: 100, trim: "never", fenced: false },
  tools: { priority: 100, trim: "never", fenced: false },
};

/** The content of one section: foreign text in it is escaped already. */
export interface SectionBody {
  readonly name: SectionName;
  readonly text: string;
  /** Spans of `text` that go together. */
  readonly atoms?: readonly Span[];
}

/** A section for the budget guard, under its heading and, where it is untrusted, between fence lines. */
export class FrameSection implements PromptSection {
  readonly name: SectionName;
  readonly text: string;
  readonly priority: number;
  readonly trim: TrimMode;
  readonly atoms?: readonly Span[];
  readonly #fenced: boolean;
  #lastText: string | null = null;
  #lastRendered = "";
  #bytes: number | null = null;

  constructor({ name, text, atoms }: SectionBody) {
    const { priority, trim, fenced } = SECTION_RULES[name];
    this.name = name;
    this.text = text;
    this.priority = priority;
    this.trim = trim;
    this.#fenced = fenced;
    if (atoms !== undefined) this.atoms = atoms;
  }

  // A member of its own, since a section's members are also used apart from it.
  readonly render = (text: string): string => {
    if (text !== this.#lastText) {
      // A cut may begin in the middle of a line and so bring the mark of a heading to its start.
      const safe = text === this.text ? text : escapeFirstLine(text);
      this.#lastRendered = `${sectionHeading(this.name)}\n${this.#fenced ? fenceEscaped(safe) : safe}`;
      this.#lastText = text;
    }
    return this.#lastRendered;
  };

  get renderedBytes(): number {
    this.#bytes ??= utf8Length(this.render(this.text));
    return this.#bytes;
  }
}

function escapeFirstLine(text: string): string {
  const end = text.indexOf("\n");
  return end < 0 ? escapeReserved(text) : escapeReserved(text.slice(0, end)) + text.slice(end);
}
