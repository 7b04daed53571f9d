import { type Answer, plainText, unknown } from "../answer/answer.js";
import type { Frame } from "../frame/read-frame.js";
import { PHRASES } from "../phrases.js";

const QUOTED = "[\"'“„«]([^\"'”“»]{1,200})[\"'”“»]";
const REPLACE = new RegExp(
  `\\b(?:replace|change|ersetze|remplace[rz]?|reemplaza|cambia)\\b.{0,40}?${QUOTED}.{0,20}?\\b(?:with|by|to|into|durch|mit|in|par|en|por)\\b.{0,20}?${QUOTED}`,
  "iu",
);
const REMOVE = new RegExp(
  `\\b(?:remove|delete|leave out|entferne|streiche|supprime[rz]?|elimina|quita)\\b.{0,40}?${QUOTED}`,
  "iu",
);

const CORRECTS = /\b(?:correct|fix|amend|berichtig\w*|korrigier\w*|corrige[rz]?|rectifie[rz]?|corrige|rectifica)\b/iu;

/** Changes a supplied text where the change is one of form alone; says so of any other. */
export function revise({ assignment, request, material, derived, language }: Frame): Answer {
  // A claim that was checked is corrected by what the sources say.
  const checked = derived.findLast(({ operation }) => operation === "VERIFY");
  if (checked !== undefined && material === "" && CORRECTS.test(assignment)) return plainText(checked.text);
  const text = material || derived.at(-1)?.text || "";
  const asked = `${assignment}\n${request}`;
  if (text === "") return unknown(PHRASES[language].cannotInvent);
  const changed = change(asked, text);
  return changed === null ? unknown(PHRASES[language].cannotChange) : plainText(changed);
}

function change(asked: string, text: string): string | null {
  const replaced = REPLACE.exec(asked);
  if (replaced !== null) return text.replaceAll(replaced[1] as string, replaced[2] as string);
  const removed = REMOVE.exec(asked);
  if (removed !== null) return text.replaceAll(removed[1] as string, "");
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  if (/\bduplicates?\b|\bdoppelte\b|\bdoublons?\b|\bduplicad/iu.test(asked)) return [...new Set(lines)].join("\n");
  if (/\b(?:sort|alphabetical\w*|sortiere\w*|alphabetisch\w*|trie[rz]?|ordena\w*)\b/iu.test(asked)) {
    const sorted = [...lines].sort((a, b) =>
      a.toLowerCase() < b.toLowerCase() ? -1 : a.toLowerCase() > b.toLowerCase() ? 1 : 0,
    );
    return (/\b(?:descending|reverse\w*|absteigend)\b/iu.test(asked) ? sorted.reverse() : sorted).join("\n");
  }
  if (/\b(?:upper.?case|capital letters|großbuchstaben|majuscules|mayúsculas)\b/iu.test(asked))
    return text.toUpperCase();
  if (/\b(?:lower.?case|small letters|kleinbuchstaben|minuscules|minúsculas)\b/iu.test(asked))
    return text.toLowerCase();
  return null;
}
