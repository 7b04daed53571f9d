import type { Passage } from "../frame/passage.js";
import { codeUnits } from "./code-units.js";
import { jsonUnits } from "./json-units.js";
import { splitSentences } from "./split-sentences.js";
import type { Unit, UnitKind } from "./unit.js";
import { cellsOf, valueRowUnits } from "./value-rows.js";
import { yamlUnits } from "./yaml-units.js";

const CODE =
  /\.(?:[cm]?[jt]sx?|py|rb|go|rs|java|kt|swift|c|h|cc|cpp|hpp|cs|php|pl|lua|sh|bash|zsh|ps1|sql|r|scala|ya?ml|toml|ini|cfg|conf|env|properties|xml|html?|css|scss)$/i;
const HEADING = /^\s{0,3}(#{1,6})\s+(\S.*)$/;
const ITEM = /^(\s*)(?:[-*+•]|\d{1,3}[.)])\s+(\S.*)$/;
const PAIR = /^\s*[\p{L}][\p{L}\p{N} _()/.'’-]{0,40}\s?[:=]\s+\S/u;
/** A line of a log or an agenda: it begins with a date or a time. */
const DATED = /^\s*\[?(?:\d{4}-\d{2}-\d{2}|\d{1,2}[:.]\d{2}\b|\d{1,2}\.\d{1,2}\.\d{2,4})/;
const TABLE_ROW = /^\s*\|.*\|\s*$/;
const TABLE_RULE = /^\s*\|[\s:|-]+\|\s*$/;

/** Whether a path is that of source text or of data and settings for programs. */
export function isCode(path: string): boolean {
  return CODE.test(path) || /\.(?:json|jsonl|ndjson)$/i.test(path);
}

/** Divides a passage into its units, in order. Linear in the length of the passage. */
export function splitUnits(passage: Passage): Unit[] {
  if (/\.(?:csv|tsv)$/i.test(passage.path)) return valueRowUnits(passage);
  if (/\.(?:json|jsonl|ndjson)$/i.test(passage.path)) return jsonUnits(passage);
  if (/\.ya?ml$/i.test(passage.path)) return yamlUnits(passage);
  if (CODE.test(passage.path)) return codeUnits(passage);
  return new UnitReader(passage).read();
}

class UnitReader {
  readonly #passage: Passage;
  readonly #units: Unit[] = [];
  /** Headings above the line; with the title within the text that it stands under. */
  #sections: readonly string[];
  #headings: readonly string[];
  #paragraph: string[] = [];
  #item: string[] | null = null;
  #itemIndent = 0;
  #lead = "";
  #labels: readonly string[] = [];
  #columns = "";
  #block = 0;
  #inList = false;

  readonly #plain: boolean;

  constructor(passage: Passage) {
    this.#plain = !/\.(?:md|markdown|mdx)$/i.test(passage.path) && passage.lines !== null;
    this.#passage = passage;
    this.#sections = [...passage.headings];
    this.#headings = this.#sections;
  }

  read(): Unit[] {
    let fenced = false;
    const lines = this.#passage.text.split("\n");
    for (const [at, line] of lines.entries()) {
      if (/^\s{0,3}(?:```|~~~)/.test(line)) {
        this.#close();
        fenced = !fenced;
        continue;
      }
      if (fenced) {
        if (line.trim() !== "") this.#add(line.trim(), "pair");
        continue;
      }
      const title = fenced ? null : this.#titleAt(lines, at);
      if (title !== null) this.#title(title);
      // The line under a title is no text.
      else if (!(UNDERLINE.test(line) && this.#titleAt(lines, at - 1) !== null)) this.#line(line);
    }
    this.#close();
    return this.#units;
  }

  /** The title that a line is by how it stands: underlined, numbered, in bold, or a short line at the start of a paragraph. */
  #titleAt(lines: readonly string[], at: number): string | null {
    const line = (lines[at] ?? "").trim();
    const next = lines[at + 1] ?? "";
    if (next.trim() === "") return null;
    if (UNDERLINE.test(next)) return isTitle(line) && !TABLE_ROW.test(line) && !ITEM.test(line) ? line : null;
    if (QUESTION_TITLE.test(line)) return line;
    if (!this.#plain || ITEM.test(next) || /^\s/.test(next) || PAIR.test(next)) return null;
    if (NUMBERED_TITLE.test(line)) return line;
    const begins = (lines[at - 1] ?? "").trim() === "" || at === 0;
    const isShort = line.length <= SHORT_TITLE && next.trim().length > LONGEST_LINE - 15;
    return begins && isShort && isTitle(line) && !PAIR.test(line) && /^\p{Lu}/u.test(line) && /^[\p{Lu}"“]/u.test(next)
      ? line
      : null;
  }

  #line(line: string): void {
    if (line.trim() === "") {
      this.#close();
      return;
    }
    const heading = HEADING.exec(line);
    if (heading !== null) {
      this.#heading((heading[1] as string).length, (heading[2] as string).trim());
      return;
    }
    if (TABLE_ROW.test(line)) {
      this.#tableRow(line);
      return;
    }
    this.#labels = [];
    const item = ITEM.exec(line);
    if (item !== null) {
      this.#openItem((item[1] as string).length, item[2] as string);
      return;
    }
    if (this.#item !== null) {
      this.#item.push(line.trim());
      return;
    }
    this.#endList();
    const plain = line.replace(/^\s*>\s?/, "");
    if (plain !== line) {
      // The marks of a quotation stand between its lines, so each line is stated by itself.
      this.#close();
      for (const sentence of splitSentences(plain)) this.#add(sentence, "sentence");
      return;
    }
    if (PAIR.test(plain) && !/[.!?]\s+\p{Lu}/u.test(plain)) {
      this.#close();
      this.#add(plain.trim(), "pair");
      return;
    }
    // A date begins an entry where the entry before began with one; else it is the end of a sentence.
    if (DATED.test(plain) && DATED.test(this.#paragraph[0] ?? "")) this.#close();
    this.#paragraph.push(plain.trim());
  }

  /** A title within the text stands below the headings, in place of the one before it. */
  #title(title: string): void {
    this.#close();
    this.#endList();
    this.#headings = [...this.#sections, title];
    this.#lead = "";
    this.#add(title, "heading");
  }

  #heading(level: number, title: string): void {
    this.#close();
    this.#endList();
    // The passage's own first heading is the last of the headings above it.
    if (this.#sections.at(-1) !== title) this.#sections = [...this.#sections.slice(0, level - 1), title];
    this.#headings = this.#sections;
    this.#lead = "";
    this.#add(title, "heading");
  }

  #tableRow(line: string): void {
    if (TABLE_RULE.test(line)) return;
    const text = line.trim();
    if (this.#labels.length === 0) {
      this.#close();
      this.#labels = cellsOf(text);
      this.#columns = text;
      this.#add(text, "heading");
      return;
    }
    this.#add(text, "row");
  }

  #openItem(indent: number, text: string): void {
    if (this.#item === null && this.#paragraph.length > 0) this.#closeParagraph();
    this.#closeItem();
    this.#inList = true;
    this.#item = [text];
    this.#itemIndent = indent;
  }

  #close(): void {
    this.#closeItem();
    this.#closeParagraph();
    if (!this.#inList) this.#block += 1;
    this.#labels = [];
  }

  #endList(): void {
    if (!this.#inList) return;
    this.#inList = false;
    this.#lead = "";
    this.#block += 1;
  }

  #closeItem(): void {
    if (this.#item === null) return;
    const text = this.#item.join(" ");
    this.#item = null;
    this.#add(text, "item");
    // An item that ends in a colon introduces the items below it.
    if (text.endsWith(":") && this.#itemIndent === 0) this.#lead = text;
  }

  #closeParagraph(): void {
    if (this.#paragraph.length === 0) return;
    const lines = this.#paragraph;
    this.#paragraph = [];
    const [only = ""] = lines;
    if (lines.length === 1 && this.#plain && isTitle(only)) {
      this.#headings = [...this.#passage.headings, only];
      this.#add(only, "heading");
      return;
    }
    const whole = lines.join(" ");
    // An entry of a log hangs together: its date holds for all of it.
    const isEntry = /^\s*\[?\d{4}-\d{2}-\d{2}/.test(only) && whole.length <= LONGEST_ENTRY;
    if (isEntry) {
      this.#add(whole, "entry");
      return;
    }
    // Short lines that begin anew each are no flowing text: opening hours, an address.
    const isLines =
      lines.length > 1 &&
      lines.every((line) => line.length <= LONGEST_LINE && BEGINS.test(line) && !GOES_ON.test(line));
    const sentences = isLines ? lines.flatMap((line) => splitSentences(line)) : splitSentences(whole);
    for (const sentence of sentences) this.#add(sentence, "sentence");
    const last = sentences.at(-1) ?? "";
    this.#lead = last.endsWith(":") ? last : "";
  }

  #add(text: string, kind: UnitKind): void {
    const lead = kind === "item" ? this.#lead : "";
    const labels = kind === "row" ? this.#labels : [];
    this.#units.push({
      text,
      kind,
      passage: this.#passage,
      headings: this.#headings,
      lead,
      labels,
      cells: kind === "row" ? cellsOf(text) : [],
      columns: kind === "row" ? this.#columns : "",
      block: this.#block,
    });
  }
}

const UNDERLINE = /^\s{0,3}(?:-{3,}|={3,})\s*$/;
/** "**Do you keep lost property?**", with the answer on the lines below. */
const QUESTION_TITLE = /^(?:\*\*|__)[^*_]{3,120}\?(?:\*\*|__)$/;
const NUMBERED_TITLE = /^\d{1,2}[.)]\s+\p{Lu}[^.!?:;]{2,50}$/u;
const SHORT_TITLE = 40;
const LONGEST_LINE = 60;
const BEGINS = /^[\p{Lu}\p{N}"'(*_]/u;
const GOES_ON = /(?:[,;–-]|\b(?:and|or|the|a|of|to|in|for|with))$/u;
const LONGEST_ENTRY = 400;
const LONGEST_TITLE = 80;

/** A line by itself without the end of a sentence names what follows it in a plain text. */
function isTitle(line: string): boolean {
  return line.length <= LONGEST_TITLE && /^[\p{Lu}\p{N}]/u.test(line) && !/[.!?:;,]["'”)]*$/.test(line);
}
