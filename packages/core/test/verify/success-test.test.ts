import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import type { RequestedForm } from "../../src/contract/frame.js";
import { STL_OPERATIONS } from "../../src/contract/operation.js";
import { AskedOutput } from "../../src/verify/asked/asked-output.js";
import { COMMON_CHECKS, OPERATION_CHECKS } from "../../src/verify/check-table.js";
import { successTestFor } from "../../src/verify/success-test.js";
import { PROSE, verdictOn } from "./verify-case.js";

const REQUESTS = [
  "Compare PostgreSQL and SQLite and say which is better.",
  'List three causes of the outage without using the word "server".',
  "Why does it rain?",
  "Schreibe drei Sätze über Bienen.",
  "请概括下面的文字。",
];
const FORMS: readonly RequestedForm[] = [
  PROSE,
  { kind: "json", schema: { type: "object" } },
  { kind: "list", length: { unit: "words", max: 90 } },
];

describe("success test", () => {
  it(`${verifies("POS-FRM-07")}states every check that runs, and no other, from the table the checks run from`, () => {
    for (const operation of STL_OPERATIONS) {
      for (const request of REQUESTS) {
        for (const form of FORMS) {
          const asked = new AskedOutput({ operation, request, form, language: "en", deliverable: true });
          const text = successTestFor(operation, request, form, "en").toLowerCase();
          for (const check of [...COMMON_CHECKS, ...OPERATION_CHECKS[operation]]) {
            const stated = check.states(asked);
            if (stated !== null) expect(text).toContain(stated.toLowerCase());
          }
          const stated = new Set(
            [...COMMON_CHECKS, ...OPERATION_CHECKS[operation]]
              .filter((check) => check.states(asked) !== null)
              .map(({ id }) => id),
          );
          const output =
            "- It is what it is, because 3 of them said so.\n- SQLite is better than PostgreSQL.\n- Rain falls.";
          const facts = [
            { factId: "f1", statement: "SQLite has 3 modes.", provenance: "CKF", provenanceRef: "r" } as const,
          ];
          for (const { id } of verdictOn(operation, request, output, {
            form,
            facts,
            derived: [{ stepId: "s1", text: output }],
          }).checks) {
            expect(stated, `${operation} runs ${id} on ${request} and does not state it`).toContain(id);
          }
        }
      }
    }
  });

  it(`${verifies("POS-FRM-07")}is compact: about 60 tokens at most`, () => {
    for (const operation of STL_OPERATIONS) {
      for (const request of REQUESTS) {
        for (const form of FORMS) {
          const text = successTestFor(operation, request, form, "en");
          expect(Math.ceil(Buffer.byteLength(text) / 4), text).toBeLessThanOrEqual(65);
        }
      }
    }
  });

  it(`${verifies("POS-FRM-07")}names what this request asks for`, () => {
    const compare = successTestFor("COMPARE", REQUESTS[0] as string, PROSE, "en");
    expect(compare).toContain("PostgreSQL, SQLite");
    expect(compare).toContain("a verdict");
    expect(successTestFor("COMPARE", "Compare cats and dogs.", PROSE, "en")).not.toContain("a verdict");
    const list = successTestFor("RETRIEVE", REQUESTS[1] as string, PROSE, "en");
    expect(list).toContain("3 items");
    expect(list).toContain('without "server"');
    expect(successTestFor("GENERATE", REQUESTS[3] as string, PROSE, "de")).toContain("in German");
  });

  it(`${verifies("POS-FRM-07")}leaves constraints of the answer out of the steps before it`, () => {
    const form: RequestedForm = { kind: "json", length: { unit: "words", max: 20 } };
    expect(successTestFor("RETRIEVE", "Answer in JSON.", form, "en")).toContain("JSON");
    expect(successTestFor("RETRIEVE", "Answer in JSON.", form, "en", false)).not.toContain("JSON");
  });
});
