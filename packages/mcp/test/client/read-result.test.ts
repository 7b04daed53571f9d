import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { type BinaryBlock, readResult } from "../../src/client/read-result.js";

const text = (words: string) => ({ type: "text", text: words });

function read(result: Record<string, unknown>) {
  const media: BinaryBlock[] = [];
  return { value: readResult(result, (block) => media.push(block)), media };
}

describe("a result of a tool", () => {
  it("is its one text, read as JSON where it is an object or a list", () => {
    expect(read({ content: [text("plain words")] }).value).toBe("plain words");
    expect(read({ content: [text('[{"a": 1}]')] }).value).toEqual([{ a: 1 }]);
    expect(read({ content: [text('  {"a": 1}\n')] }).value).toEqual({ a: 1 });
    for (const words of ["7", "true", "null", '"quoted"', "[FILE] notes.md", "{not json"]) {
      expect(read({ content: [text(words)] }).value).toBe(words);
    }
  });

  it("is its structured content, with what is no text beside it", () => {
    const structuredContent = { temperature: 7 };
    expect(read({ content: [text('{"temperature":7}')], structuredContent }).value).toEqual(structuredContent);
    expect(read({ structuredContent }).value).toEqual(structuredContent);
    const link = { type: "resource_link", uri: "file:///a", name: "a", mimeType: "text/plain" };
    expect(read({ content: [text("7 degrees"), link], structuredContent }).value).toEqual({
      temperature: 7,
      content: [{ type: "resource_link", uri: "file:///a", name: "a", mime_type: "text/plain" }],
    });
    const own = { content: "its own" };
    expect(read({ content: [link], structuredContent: own }).value).toEqual(own);
  });

  it("holds type, size and digest of binary blocks, and hands the bytes on", () => {
    const bytes = Buffer.from([0, 1, 2, 253, 254, 255]);
    const digest = `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
    const data = bytes.toString("base64");
    const { value, media } = read({
      content: [
        text("see"),
        { type: "image", data, mimeType: "image/png" },
        { type: "audio", data, mimeType: "audio/wav" },
        { type: "resource", resource: { uri: "x:1", mimeType: "application/zip", blob: data } },
        { type: "resource", resource: { uri: "x:2", mimeType: "text/plain", text: "inside" } },
      ],
    });
    expect(value).toEqual({
      content: [
        { type: "text", text: "see" },
        { type: "image", mime_type: "image/png", bytes: 6, digest },
        { type: "audio", mime_type: "audio/wav", bytes: 6, digest },
        { type: "resource", uri: "x:1", mime_type: "application/zip", bytes: 6, digest },
        { type: "resource", uri: "x:2", mime_type: "text/plain", text: "inside" },
      ],
    });
    expect(media.map((block) => [...block.bytes])).toEqual([[...bytes], [...bytes], [...bytes]]);
    expect(JSON.stringify(value)).not.toContain(data);
  });

  it("keeps blocks of a kind it does not know, and drops what is no block", () => {
    const { value } = read({ content: [{ type: "hologram", depth: 3 }, null, "text"] });
    expect(value).toEqual({ content: [{ type: "hologram", depth: 3 }] });
    expect(read({ content: [] }).value).toEqual({ content: [] });
    expect(read({ toolResult: 0 }).value).toBe(0);
  });

  it("that is an error is thrown with the tool's own words", () => {
    const failing =
      (content: unknown, more = {}) =>
      () =>
        read({ isError: true, content, ...more });
    expect(failing([text("no such file"), text("try another")])).toThrow("no such file\ntry another");
    expect(failing([], { structuredContent: { reason: "full" } })).toThrow('{"reason":"full"}');
    expect(failing([])).toThrow("without saying why");
    expect(failing(undefined)).toThrow("without saying why");
    expect(failing([text("x".repeat(1_000_000))])).toThrow(/^x{4096}$/);
    expect(() => read({ hello: 1 })).toThrow("neither content nor structured content");
  });
});
