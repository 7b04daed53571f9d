import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeText } from "../../src/documents/decode-text.js";
import { fixtureFolder } from "./call-tool.js";

const fixture = (path: string) => readFileSync(join(fixtureFolder, path));
const codeOf = (bytes: Uint8Array): string => {
  try {
    decodeText(bytes, "file");
    return "accepted";
  } catch (error) {
    return String((error as { code?: unknown }).code);
  }
};

describe("decodeText", () => {
  it("decodes UTF-8 with and without a mark, and marked UTF-16 of both orders", () => {
    expect(decodeText(Buffer.from("Straße 🧺"), "file")).toBe("Straße 🧺");
    expect(decodeText(Buffer.from("\ufeffStraße"), "file")).toBe("Straße");
    expect(decodeText(fixture("data/utf16.txt"), "file")).toBe("Pelikan über dem Hafen\n");
    expect(decodeText(Buffer.from([0xfe, 0xff, 0x00, 0x41, 0x00, 0xdf]), "file")).toBe("Aß");
    expect(decodeText(new Uint8Array(), "file")).toBe("");
  });

  it("refuses pictures and programs, whatever they are called", () => {
    expect(codeOf(fixture("pictures/pixel.png"))).toBe("document_binary");
    expect(codeOf(fixture("pictures/disguised.txt"))).toBe("document_binary");
    expect(codeOf(Buffer.from("text\0text"))).toBe("document_binary");
    expect(codeOf(Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0x02, 0x01]))).toBe("document_binary");
    expect(codeOf(Buffer.from("A\0B\0", "latin1"))).toBe("document_binary");
    expect(codeOf(Buffer.from([0xff, 0xfe, 0x00, 0xd8, 0x00, 0xd8]))).toBe("document_binary");
  });

  it("finds a single binary byte at the very end", () => {
    expect(codeOf(Buffer.concat([Buffer.alloc(100_000, "a"), Buffer.from([1])]))).toBe("document_binary");
  });

  it("tells text in an older encoding from binary data", () => {
    expect(codeOf(fixture("data/latin1.txt"))).toBe("document_encoding_unknown");
  });

  it("accepts tabs, form feeds, both line ends and coloured terminal text", () => {
    expect(codeOf(Buffer.from("a\tb\r\nc\fd\u001b[1me"))).toBe("accepted");
  });

  it("gives back every text without control characters", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        fc.pre(!/[\p{Cc}\ufeff]/u.test(text));
        expect(decodeText(Buffer.from(text), "file")).toBe(text);
      }),
    );
  });
});
