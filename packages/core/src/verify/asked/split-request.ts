import { fenceMark } from "../reading/read-lines.js";
import { INSTRUCTION_WORDS } from "./instruction-words.js";

/** What a request tells to do, and what it supplies to do it with. */
export interface RequestParts {
  readonly instruction: string;
  /** "" where nothing is supplied. */
  readonly material: string;
}

/** A longer paragraph is material beside a shorter one. */
const LONGEST_INSTRUCTION = 400;
/** Quoted text of at least this many UTF-16 units is supplied, shorter text is named. */
const SHORTEST_QUOTE = 16;

interface Paragraph {
  readonly text: string;
  readonly fenced: boolean;
}

/**
 * Splits a request by its layout: fenced blocks, paragraphs beside a short instructing one, what follows a colon, and
 * quoted sentences are material. Linear.
 */
export function splitRequest(request: string): RequestParts {
  const paragraphs = readParagraphs(request);
  if (paragraphs.length > 1) {
    const chosen = instructing(paragraphs);
    const instruction = chosen.map(({ text }) => text).join("\n");
    const material = paragraphs.filter((paragraph) => !chosen.includes(paragraph)).map(({ text }) => text);
    if (chosen.length > 0 && material.length > 0) {
      const label = afterColon(instruction);
      return label === null || label.material.length < SHORTEST_QUOTE
        ? { instruction, material: material.join("\n\n") }
        : { instruction: label.instruction, material: [label.material, ...material].join("\n\n") };
    }
  }
  const only = request.trim();
  return afterColon(only) ?? quoted(only) ?? { instruction: only, material: "" };
}

function readParagraphs(request: string): Paragraph[] {
  const paragraphs: Paragraph[] = [];
  let open = "";
  let fence = "";
  const close = (fenced: boolean) => {
    if (open.trim() !== "") paragraphs.push({ text: open.trim(), fenced });
    open = "";
  };
  for (const line of request.split("\n")) {
    const trimmed = line.trimStart();
    const mark = fenceMark(trimmed, 0);
    if (fence !== "") {
      if (mark === fence) {
        close(true);
        fence = "";
      } else open += `${line}\n`;
    } else if (mark !== "") {
      close(false);
      fence = mark;
    } else if (trimmed === "") close(false);
    else open += `${line}\n`;
  }
  close(fence !== "");
  return paragraphs;
}

/** The first and last paragraphs that tell to do something; the first short one where none shows it. */
function instructing(paragraphs: readonly Paragraph[]): Paragraph[] {
  const plain = paragraphs.filter(({ text, fenced }) => !fenced && text.length <= LONGEST_INSTRUCTION);
  const first = plain[0];
  const last = plain[plain.length - 1];
  if (first === undefined || last === undefined) return paragraphs.slice(0, 1);
  const ends = first === last ? [first] : [first, last];
  const telling = ends.filter(({ text }) => tells(text));
  return telling.length > 0 ? telling : [first];
}

/** Words before the one that instructs: "please", "now", "can you". */
const LEADING: ReadonlySet<string> = new Set(
  "please now then next also and finally first can could would will you i we want need like to me my bitte kannst könntest du und dann nun s'il vous plaît peux pouvez tu puedes podrías por favor пожалуйста теперь".split(
    " ",
  ),
);

/** Whether a paragraph asks a question or begins with an instructing word. */
function tells(text: string): boolean {
  if (/[?？]\s*$/.test(text)) return true;
  const head = text.slice(0, 60).toLowerCase();
  for (const word of head.split(/[^\p{L}\p{M}'’-]+/u)) {
    if (INSTRUCTION_WORDS.has(word)) return true;
    if (word !== "" && !LEADING.has(word)) break;
  }
  return HAN_INSTRUCTION.test(head);
}

const HAN_INSTRUCTION = /^(?:请|請|把|将|将下|给|写|翻译|总结|概括|比较|列出|解释|修改|检查|次の|以下の)/;

/** "Translate into French: Good morning." — a colon after an instruction, followed by what it is about. */
function afterColon(text: string): RequestParts | null {
  const limit = Math.min(text.length, LONGEST_INSTRUCTION);
  for (let at = 0; at < limit; at += 1) {
    const mark = text.charAt(at);
    if (mark !== ":" && mark !== "：") continue;
    const next = text.charAt(at + 1);
    if (mark === ":" && next !== " " && next !== "\n" && next !== "\t") continue;
    const instruction = text.slice(0, at).trim();
    const material = text.slice(at + 1).trim();
    if (material === "" || !tells(instruction)) return null;
    return { instruction, material };
  }
  return null;
}

const QUOTES: readonly (readonly [string, string])[] = [
  ['"', '"'],
  ["“", "”"],
  ["„", "“"],
  ["«", "»"],
  ["「", "」"],
];

function quoted(text: string): RequestParts | null {
  for (const [opening, closing] of QUOTES) {
    const start = text.indexOf(opening);
    if (start < 0) continue;
    const end = text.indexOf(closing, start + 1);
    if (end - start < SHORTEST_QUOTE) continue;
    return {
      instruction: `${text.slice(0, start)} ${text.slice(end + 1)}`.trim(),
      material: text.slice(start + 1, end),
    };
  }
  return null;
}
