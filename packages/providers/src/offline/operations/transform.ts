import { type Answer, plainText, unknown } from "../answer/answer.js";
import { readRecords } from "../form/read-records.js";
import { targetForm } from "../form/target-form.js";
import { writeRecords } from "../form/write-records.js";
import type { Frame } from "../frame/read-frame.js";
import { PHRASES } from "../phrases.js";

/** Converts supplied data from one simple form into another; says so where that is not what is asked. */
export function transform({ assignment, request, contract, material, derived, passages, language }: Frame): Answer {
  const target = targetForm(contract, `${assignment}\n${request}`);
  const content = material || derived.at(-1)?.text || passages.map(({ text }) => text).join("\n");
  if (content.trim() === "") return unknown(PHRASES[language].noEvidence);
  const records = target === null ? null : readRecords(content);
  if (target === null || records === null) return unknown(PHRASES[language].cannotChange);
  return plainText(writeRecords(records, target));
}
