import { type Assertion, readAssertions } from "./reading/assertions.js";
import type { TextReading } from "./reading/text-reading.js";

/** An assertion of a source that an output can be held against. */
export interface Claim {
  readonly assertion: Assertion;
  /** Its first content key. */
  readonly subject: string;
  readonly text: string;
}

/** A text an output may rest on. */
export class Source {
  /** How a detail names it: `fact f3`, `step s1`, `the material`. */
  readonly name: string;
  readonly kind: "fact" | "observation" | "derived" | "material";
  readonly reading: TextReading;
  #claims: readonly Claim[] | undefined;

  constructor(name: string, kind: Source["kind"], reading: TextReading) {
    this.name = name;
    this.kind = kind;
    this.reading = reading;
  }

  /** What its first `limit` sentences claim. */
  claims(limit: number): readonly Claim[] {
    if (limit < this.reading.sentences.length) return claimsOf(this.reading, limit);
    this.#claims ??= claimsOf(this.reading, limit);
    return this.#claims;
  }
}

function claimsOf(reading: TextReading, limit: number): Claim[] {
  return readAssertions(reading, limit).flatMap((assertion): Claim[] => {
    if (assertion.question || assertion.keys.size < 2) return [];
    const subject = assertion.keys.values().next().value as string;
    return [{ assertion, subject, text: reading.text.slice(...reading.spanOf(assertion.range)) }];
  });
}
