import { createHash } from "node:crypto";
import { McpError } from "../mcp-error.js";

/** A binary block as it is told to whoever wants it. */
export interface BinaryBlock {
  readonly mimeType: string;
  readonly digest: string;
  readonly bytes: Uint8Array;
}

/** Characters of a failing tool's own words. */
const MAX_FAILURE = 4_096;

type Block = Readonly<Record<string, unknown>>;

/**
 * The observation a tool's result gives: its structured content where there is some; else the one text, read as JSON
 * where it is a JSON object or list; else `{content: […]}` with one record per block. Binary data is replaced by type,
 * size and digest, and handed to `onBinary`. Throws McpError `mcp_tool_failed` for a result marked as an error, with the
 * tool's own words, and `mcp_result_invalid` for what is no result.
 */
export function readResult(result: Readonly<Record<string, unknown>>, onBinary: (block: BinaryBlock) => void): unknown {
  const { content, structuredContent } = result;
  const blocks = Array.isArray(content) ? content.filter(isRecord) : [];
  if (result.isError === true) throw new McpError("mcp_tool_failed", failureText(blocks, structuredContent));
  // Servers of the first protocol version answer so.
  if (content === undefined && "toolResult" in result) return result.toolResult ?? null;
  if (isRecord(structuredContent)) {
    // Text beside structured content is the same in words.
    const others = blocks.filter((block) => block.type !== "text");
    if (others.length === 0 || "content" in structuredContent) return structuredContent;
    return { ...structuredContent, content: others.map((block) => blockRecord(block, onBinary)) };
  }
  if (!Array.isArray(content)) {
    throw new McpError("mcp_result_invalid", "The result has neither content nor structured content.");
  }
  const [only] = blocks;
  if (blocks.length === 1 && only?.type === "text" && typeof only.text === "string") return jsonOrText(only.text);
  return { content: blocks.map((block) => blockRecord(block, onBinary)) };
}

function blockRecord(block: Block, onBinary: (block: BinaryBlock) => void): Record<string, unknown> {
  switch (block.type) {
    case "text":
      return { type: "text", text: String(block.text ?? "") };
    case "image":
    case "audio":
      return { type: block.type, ...binary(block.data, block.mimeType, onBinary) };
    case "resource_link":
      return { type: "resource_link", ...present(block, ["uri", "name", "title", "description", "mimeType", "size"]) };
    case "resource": {
      const resource = isRecord(block.resource) ? block.resource : {};
      return {
        type: "resource",
        ...present(resource, ["uri", "mimeType", "text"]),
        ...(resource.blob === undefined ? {} : binary(resource.blob, resource.mimeType, onBinary)),
      };
    }
    default:
      // A kind of a later protocol: what it holds is kept as it is.
      return { ...block };
  }
}

function binary(data: unknown, mimeType: unknown, onBinary: (block: BinaryBlock) => void): Record<string, unknown> {
  const bytes = Buffer.from(typeof data === "string" ? data : "", "base64");
  const type = typeof mimeType === "string" ? mimeType : "application/octet-stream";
  const digest = `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
  onBinary({ mimeType: type, digest, bytes: new Uint8Array(bytes) });
  return { mime_type: type, bytes: bytes.length, digest };
}

/** Tables and objects in a text are worth more as what they are; a bare number or word stays text. */
function jsonOrText(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function failureText(blocks: readonly Block[], structured: unknown): string {
  const words = blocks.flatMap((block) => (typeof block.text === "string" ? [block.text] : []));
  const text = words.length > 0 ? words.join("\n") : isRecord(structured) ? JSON.stringify(structured) : "";
  return text.trim() === "" ? "The tool failed without saying why." : text.slice(0, MAX_FAILURE).toWellFormed();
}

/** The members a block has, in the spelling of our JSON. */
function present(from: Block, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    names.flatMap((name) => (from[name] === undefined ? [] : [[name === "mimeType" ? "mime_type" : name, from[name]]])),
  );
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
