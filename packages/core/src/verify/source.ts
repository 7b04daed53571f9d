import { type Assertion, readAssertions } from "./reading/assertions.js";
import type { TextReading } from "./reading/text-reading.js";

/** An assertion of a source that an output can be held against. */
export interface Claim {
  readonly source: Source;
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
    if (limit < this.reading.sentences.length) return claimsOf(this, limit);
    this.#claims ??= claimsOf(this, limit);
    return this.#claims;
  }
}

function claimsOf(source: Source, limit: number): Claim[] {
  const { reading } = source;
  const claims: Claim[] = [];
  for (const assertion of readAssertions(reading, limit)) {
    const { subject } = assertion;
    if (subject === undefined || assertion.keys.size < 2 || assertion.question) continue;
    claims.push({ source, assertion, subject, text: reading.text.slice(...reading.spanOf(assertion.range)) });
  }
  return claims;
}
