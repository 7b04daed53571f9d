import { parse } from "@pelorus/sttp";
import { describe, expect, it } from "vitest";
import { verifies } from "../../../test/support/verifies.js";
import type { Fixture } from "./fixtures/fixture.js";
import { negative } from "./fixtures/negative.js";
import { strict } from "./fixtures/strict.js";
import { findings } from "./support/findings.js";

function hold(title: string, ...fixtures: Fixture[]): void {
  it(title, () => {
    for (const fixture of fixtures) {
      expect(findings(fixture.text), fixture.text).toEqual(fixture.findings);
      expect(parse(fixture.text).strictValid, fixture.text).toBe(fixture.strictValid);
    }
  });
}

const n = negative;
const s = strict;

describe("order and completeness", () => {
  hold(
    `${verifies("STTP-S1-01")}layers stand in order, one finding per layer behind a later one`,
    s.canonical,
    n.s1Order,
    n.s1OrderTwice,
  );
  hold(`${verifies("STTP-S1-02")}each layer stands once`, n.s1Twice);
  hold(
    `${verifies("STTP-S2-01")}all four layers are there, each with a block`,
    n.s2MissingProvenance,
    n.s2MissingEnvelope,
    n.s2MissingContent,
    n.s2MissingMetrics,
    n.s2Hollow,
    n.s2HollowContent,
  );
  hold(
    `${verifies("STTP-S2-02")}provenance, prime and attractor are complete`,
    n.s2KeyOfProvenance,
    n.s2Prime,
    n.s2KeyOfPrime,
    n.s2Attractor,
    n.s2KeyOfAttractor,
  );
  hold(
    `${verifies("STTP-S2-03")}the envelope and both its AVECs are complete, psi included`,
    n.s2KeyOfEnvelope,
    n.s2ModelAvec,
    n.s2PsiOfAvec,
  );
  hold(`${verifies("STTP-S2-04")}the metrics and compression_avec are complete`, n.s2KeyOfMetrics, n.s2CompressionAvec);
  hold(`${verifies("STTP-S2-05")}the content block has a field`, n.s2EmptyContent, s.literals);
  hold(`${verifies("STTP-S2-06")}one fault is reported once`, n.s2RawOnce, n.s2MissingObjectOnce);
});

describe("types", () => {
  hold(
    `${verifies("STTP-S3-01")}enum positions hold a word of their set`,
    s.quotedWords,
    n.s3Enum,
    n.s3EnumQuoted,
    n.s3EnumNumber,
    n.s3EnumCase,
    n.s3RelevantTier,
    n.s3ResponseFormat,
  );
  hold(`${verifies("STTP-S3-02")}numeric keys hold numbers`, n.s3Numeric, n.s3NumericString);
  it(`${verifies("STTP-S3-02", "STTP-S3-03")}and the finding says which kind of number the key holds`, () => {
    const messageOf = (text: string) =>
      parse(text).diagnostics.find(({ code }) => code === "STTP_STRICT_INVALID_NUMERIC")?.message;
    expect(messageOf(n.s3Numeric.text)).toMatch(/rho.* a number/);
    expect(messageOf(n.s3Integer.text)).toMatch(/compression_depth.* an integer/);
  });
  hold(
    `${verifies("STTP-S3-03")}integer keys hold integral numbers`,
    s.integralFraction,
    n.s3Integer,
    n.s3IntegerString,
  );
  hold(
    `${verifies("STTP-S3-04")}string keys hold strings and object keys objects`,
    s.emptyStrings,
    n.s3String,
    n.s3OptionalString,
    n.s3NullString,
    n.s3Object,
  );
  hold(
    `${verifies("STTP-S3-05")}the timestamp is a calendar time with zone`,
    s.lateTimestamp,
    n.s3TimestampDate,
    n.s3TimestampZone,
    n.s3TimestampCase,
    n.s3TimestampLeapSecond,
    n.s3TimestampOffset,
    n.s3TimestampFraction,
    n.s3TimestampNumber,
  );
  hold(
    `${verifies("STTP-S3-06")}the parent is null or a string`,
    s.noParent,
    s.nullText,
    n.s3ParentNumber,
    n.s3ParentBoolean,
    n.s3ParentBare,
  );
});

describe("confidences and depth", () => {
  hold(
    `${verifies("STTP-S4-01")}every field at every depth has a confidence`,
    n.s4Missing,
    n.s4MissingNested,
    n.s4MissingInArray,
  );
  hold(
    `${verifies("STTP-S4-02")}a confidence is a strict number from 0 to 1`,
    s.numbers,
    s.longNumbers,
    n.s4Above,
    n.s4Below,
    n.s4NotNumber,
    n.s4Form,
  );
  hold(`${verifies("STTP-S4-03")}no space stands inside a signature`, n.s4Spacing);
  hold(`${verifies("STTP-S4-04")}field names are unquoted identifiers`, n.s4Quoted, n.s4Name);
  hold(`${verifies("STTP-S4-05")}confidences stand on content fields only`, n.s4Unexpected, n.s4ArrayElement);
  hold(
    `${verifies("STTP-S5-01")}content objects nest five deep, arrays not counted`,
    s.deep,
    s.arraysAddNoDepth,
    n.s5Depth,
  );
});

describe("form", () => {
  hold(
    `${verifies("STTP-X-01")}one node and nothing around it`,
    s.crlf,
    s.bom,
    s.oneLine,
    s.tight,
    n.x01Before,
    n.x01After,
    n.x01Second,
    n.x01Marker,
    n.x01End,
  );
  hold(`${verifies("STTP-X-02")}one braced block per layer`, n.x02Blocks, n.x02Wrapper, n.x02After, n.x02Nested);
  hold(
    `${verifies("STTP-X-03")}the marker is optional, its ordinal one to nine digits`,
    s.withoutMarkers,
    s.bareMarker,
    s.otherOrdinals,
    n.x03Ordinal,
    n.x03Word,
  );
  hold(
    `${verifies("STTP-X-04")}exactly one comma between members`,
    n.x04Missing,
    n.x04Leading,
    n.x04Doubled,
    n.x04Trailing,
  );
  hold(`${verifies("STTP-X-05")}no key stands twice in an object`, n.x05Content, n.x05Extension, n.x05Spellings);
  hold(`${verifies("STTP-X-06")}every member has a key`, n.x06Preamble, n.x06Unkeyed);
  hold(`${verifies("STTP-X-07")}words without quotes only in the enum positions`, n.x07Bare, n.x07Unparsed);
  hold(`${verifies("STTP-X-08")}numbers are plain decimals`, n.x08Plus);
  hold(
    `${verifies("STTP-X-09")}strings as the grammar has them`,
    s.escapes,
    s.structureInStrings,
    n.x09Control,
    n.x09Surrogate,
    n.x09Escape,
    n.x09Single,
  );
  hold(
    `${verifies("STTP-X-10")}no comment, pipe, placeholder, unusual space`,
    n.x10Comment,
    n.x10Pipe,
    n.x10Placeholder,
    n.x10Space,
  );
  hold(`${verifies("STTP-X-11")}containers balance and layers end`, n.x11Unclosed, n.x11Stray, n.x11Layer);
  hold(
    `${verifies("STTP-X-12")}markers are written together, with the exact characters`,
    n.x12Glyph,
    n.x12Marker,
    n.x12LookAlike,
  );
  hold(`${verifies("STTP-X-13")}there is no ◬ layer`, n.x13Delta);
  hold(`${verifies("STTP-X-14")}keys have their canonical spelling`, s.quotedKeys, n.x14Alias, n.x14Key);
  hold(
    `${verifies("STTP-X-15")}unknown keys, ranges and psi never cost strictness`,
    s.unknownKeys,
    s.outOfRange,
    s.psiMismatch,
    s.semantic,
    s.malformedOptional,
  );
});
